import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { atEnd } from '../embedded/harness.js';
import { Client } from './client.js';

const PROGRAM = `
const server = require('node:http').createServer((_, response) => response.end('{}'));
server.keepAliveTimeout = 0; // or it would close a connection just as a busy machine sends the next request
server.listen(0, '127.0.0.1', () => console.log(server.address().port));`;

/** Pause between two requests, ms. */
const PAUSE = 100;

/**
 * A process that only answers. It is asked all the time, and so tells how long a busy machine alone makes an answer
 * take. Ended after the test.
 */
export class BareServer {
  /** requests so far: moments of the monotonic clock, and the ms until the answer and the pause after it were over */
  private readonly answers: { began: number; ms: number | undefined }[] = [];
  private isOver = false;

  private constructor(private readonly client: Client) {}

  static async start(): Promise<BareServer> {
    const child = spawn(process.execPath, ['-e', PROGRAM], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [port] = await once(child.stdout, 'data');
    const server = new BareServer(new Client(`http://127.0.0.1:${String(port).trim()}`, null));
    const asking = server.ask();
    atEnd(async () => {
      server.isOver = true;
      await asking;
      server.client.close();
      child.kill('SIGKILL');
    });
    return server;
  }

  /** The slowest answer to a request since a moment of the monotonic clock, or before it but still open then, ms. */
  slowest(since = 0): number {
    const now = performance.now();
    const times = this.answers.map(({ began, ms = now - began - PAUSE }) =>
      began + ms + PAUSE > since ? ms : 0,
    );
    return Math.max(0, ...times);
  }

  private async ask(): Promise<void> {
    while (!this.isOver) {
      const answer: (typeof this.answers)[number] = { began: performance.now(), ms: undefined };
      this.answers.push(answer);
      await this.client.get('/');
      await sleep(PAUSE);
      // The pause is at its end when this process, whose tests wait as well, gets to it.
      answer.ms = performance.now() - answer.began - PAUSE;
    }
  }
}
