import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';

/** The answers that the greedy caller got. */
export interface AnswerTotals {
  /** number of answers by status */
  statuses: Record<string, number>;
  /** ms */
  slowest: number;
}

/** A caller that keeps sending many requests at once, from a separate process. */
export class Greed {
  private readonly child: ChildProcess;
  private readonly lines: Interface;

  constructor(url: string, token: string, atOnce: number) {
    this.child = spawn(process.execPath, [join(import.meta.dirname, 'noise.mjs'), url, String(atOnce)], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, TOKEN: token },
    });
    this.lines = createInterface({ input: this.child.stdout as NodeJS.ReadableStream });
  }

  /** Begins to request a path. */
  begin(path: string): void {
    this.child.stdin?.write(`${path}\n`);
  }

  /** Stops, and returns the answers that it got. */
  async end(): Promise<AnswerTotals> {
    this.child.stdin?.write('\n');
    const [line] = await once(this.lines, 'line');
    return JSON.parse(String(line)) as AnswerTotals;
  }

  close(): void {
    this.child.stdin?.end();
  }
}
