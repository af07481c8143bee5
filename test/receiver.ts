import { webcrypto } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from './embedded/harness.js';

/** An event as received. */
export interface ReceivedEvent {
  id: string;
  type: string;
  resource: string;
  record_id: string | null;
  key: Record<string, string> | null;
  request_id: string | null;
}

/** One POST as received. */
export interface Received {
  headers: http.IncomingHttpHeaders;
  body: string;
  events: ReceivedEvent[];
}

/** The receiver's answer; undefined: none, for ever. */
type Answer = { status: number; headers?: Record<string, string> } | undefined;

/** A receiver of webhooks, over real HTTP; it can be killed and come back on the same port. */
export class Receiver {
  /** accepted deliveries, in the order of their arrival */
  readonly accepted: Received[] = [];
  /** all deliveries */
  readonly all: Received[] = [];
  /** its answer; 204 unless set */
  answer: (received: Received) => Answer | Promise<Answer> = () => ({ status: 204 });
  private server: http.Server | undefined;
  private port = 0;

  static async start(): Promise<Receiver> {
    const receiver = new Receiver();
    await receiver.start();
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/hook`;
  }

  /** Accepted events, in order of arrival, repeated ones as often as they arrived. */
  get events(): ReceivedEvent[] {
    return this.accepted.flatMap(({ events }) => events);
  }

  /** The same events, each once, by first arrival. */
  get distinct(): ReceivedEvent[] {
    return [...new Map(this.events.toReversed().map((event) => [event.id, event])).values()].toReversed();
  }

  async start(): Promise<void> {
    const server = http.createServer((request, response) => this.take(request, response));
    this.server = server;
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
    this.port = (server.address() as AddressInfo).port;
  }

  /** Disappears abruptly: connections are reset, new ones refused. */
  async kill(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    const closed = new Promise((resolve) => server?.close(resolve) ?? resolve(undefined));
    server?.closeAllConnections();
    await closed;
  }

  /** Resolves to the accepted events once there are `count` different ones. */
  async first(count: number, timeout?: number): Promise<ReceivedEvent[]> {
    await until(`${count} events are accepted`, () => this.distinct.length >= count, timeout);
    return this.distinct;
  }

  private take(request: http.IncomingMessage, response: http.ServerResponse): void {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const body = Buffer.concat(chunks).toString();
      const received = { headers: request.headers, body, events: JSON.parse(body).events };
      this.all.push(received);
      const answer = await this.answer(received);
      if (answer === undefined) return;
      if (answer.status >= 200 && answer.status < 300) this.accepted.push(received);
      response.writeHead(answer.status, answer.headers).end('a secret of the receiver');
    });
    request.on('error', () => undefined);
  }
}

/** Whether a delivery is signed with a secret, by the Standard Webhooks specification and WebCrypto. */
export async function isSigned(secret: string, { headers, body }: Received): Promise<boolean> {
  const bytes = Uint8Array.from(atob(secret.replace('whsec_', '')), (letter) => letter.charCodeAt(0));
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await webcrypto.subtle.importKey('raw', bytes, algorithm, false, ['verify']);
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const age = Date.now() / 1000 - Number(headers['webhook-timestamp']);
  const signatures = String(headers['webhook-signature'])
    .split(' ')
    .filter((each) => each.startsWith('v1,'))
    .map((each) => Uint8Array.from(atob(each.slice(3)), (letter) => letter.charCodeAt(0)));
  const verdicts = await Promise.all(
    signatures.map((each) => webcrypto.subtle.verify('HMAC', key, each, new TextEncoder().encode(signed))),
  );
  return Math.abs(age) < 300 && verdicts.includes(true);
}
