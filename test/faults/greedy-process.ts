import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';

/**
 * A program that keeps a service busy, in a separate process, so that it takes nothing from the measuring one. It reads
 * lines from standard input, and answers an empty one with a line of JSON, its report.
 */
export class GreedyProcess<Report> {
  private readonly child: ChildProcess;
  private readonly lines: Interface;

  /** Starts the file `program`, which gets `token` as the environment variable TOKEN. */
  constructor(program: string, token: string, args: readonly string[]) {
    this.child = spawn(process.execPath, [program, ...args], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, TOKEN: token },
    });
    this.lines = createInterface({ input: this.child.stdout as NodeJS.ReadableStream });
  }

  /** Sends a line that is not answered. */
  send(line: string): void {
    this.child.stdin?.write(`${line}\n`);
  }

  async report(): Promise<Report> {
    this.send('');
    const [line] = await once(this.lines, 'line');
    return JSON.parse(String(line)) as Report;
  }

  /** Ends its input, and so the process. */
  close(): void {
    this.child.stdin?.end();
  }
}
