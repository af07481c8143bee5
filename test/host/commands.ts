import type { EventEmitter } from 'node:events';
import { join } from 'node:path';

/** A finished run of a command. */
export interface CommandResult {
  /** exit code */
  code: number | null;
  stdout: string;
  stderr: string;
}

let runs = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs a program of src/cli from start to end in this process, which has all its imports loaded: with its own
 * arguments, environment and outputs, as a separate process would have. Runs are sequential.
 */
export function runCommand(
  program: string,
  line: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<CommandResult> {
  const run = last.then(() => evaluate(program, line, environment));
  last = run.catch(() => undefined);
  return run;
}

async function evaluate(
  program: string,
  line: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<CommandResult> {
  // Another query makes the same file another module, which runs anew; its imports are already loaded.
  const entry = new URL(`../../src/cli/${program}.js?run=${++runs}`, import.meta.url);
  const surroundings = { argv: process.argv, env: { ...process.env } };
  const outputs = [capture(process.stdout), capture(process.stderr)] as const;
  const endListening = listening();
  process.argv = [process.execPath, join('src/cli', program), ...line];
  Object.assign(process.env, environment);
  try {
    await import(entry.href);
    const [stdout, stderr] = outputs.map(({ text }) => text()) as [string, string];
    return { code: Number(process.exitCode ?? 0), stdout, stderr };
  } finally {
    for (const { end } of outputs) end();
    process.exitCode = undefined;
    process.argv = surroundings.argv;
    for (const name of Object.keys(process.env)) if (!(name in surroundings.env)) delete process.env[name];
    Object.assign(process.env, surroundings.env);
    endListening();
  }
}

/** Notes who listens to signals and to failures of the outputs; the returned function removes who was added since. */
function listening(): () => void {
  const events: [EventEmitter, string][] = [
    [process, 'SIGINT'],
    [process, 'SIGTERM'],
    [process.stdout, 'error'],
    [process.stderr, 'error'],
  ];
  const before = events.map(([emitter, name]) => emitter.listeners(name));
  return () => {
    for (const [index, [emitter, name]] of events.entries()) {
      for (const listener of emitter.listeners(name)) {
        if (!before[index]?.includes(listener)) emitter.off(name, listener as () => void);
      }
    }
  };
}

/** Captures the output to a stream, which receives nothing of it. */
function capture(stream: NodeJS.WriteStream): { text(): string; end(): void } {
  const pieces: Buffer[] = [];
  const { write } = stream;
  stream.write = (piece: string | Uint8Array, ...rest: unknown[]) => {
    pieces.push(Buffer.from(piece as string));
    const done = rest.find((each) => typeof each === 'function') as (() => void) | undefined;
    done?.();
    return true;
  };
  return {
    text: () => Buffer.concat(pieces).toString(),
    end: () => {
      stream.write = write;
    },
  };
}
