import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { atEnd } from '../embedded/harness.js';
import { Client } from './client.js';

const PROGRAM = `
const server = require('node:http').createServer((_, response) => response.end('{}'));
server.listen(0, '127.0.0.1', () => console.log(server.address().port));`;

/**
 * A process that only answers: asked at the same moments as the service, it tells how long a busy machine alone makes
 * an answer take. Ended after the test.
 */
export class BareServer {
  /** of the answers so far, ms */
  slowest = 0;

  private constructor(private readonly client: Client) {}

  static async start(): Promise<BareServer> {
    const child = spawn(process.execPath, ['-e', PROGRAM], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [port] = await once(child.stdout, 'data');
    const client = new Client(`http://127.0.0.1:${String(port).trim()}`, null);
    atEnd(async () => {
      client.close();
      child.kill('SIGKILL');
    });
    return new BareServer(client);
  }

  async ask(): Promise<void> {
    const { ms } = await this.client.get('/');
    this.slowest = Math.max(this.slowest, ms);
  }
}
