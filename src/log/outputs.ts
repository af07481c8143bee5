/**
 * Lets this process outlive its standard output and error: the disk of their files may be full, the reader of their
 * pipes may have ended, and Node would end the process with the next line. `onLoss`: called once, with the first failure
 * of standard output.
 */
export function outliveOutputs(onLoss: (error: NodeJS.ErrnoException) => void = () => undefined): void {
  process.stderr.on('error', () => undefined);
  process.stdout.once('error', onLoss).on('error', () => undefined);
}
