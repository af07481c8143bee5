import http from 'node:http';
import { ADMIN_TOKEN } from './app.js';
import { until } from './embedded/harness.js';

/** An event as received. */
export interface SseEvent {
  id: string;
  event: string;
  data: Record<string, unknown>;
}

/** A reader of server-sent events, written from the standard's rules (HTML, 9.2.6), independently of the service. */
export class SseReader {
  readonly events: SseEvent[] = [];
  readonly comments: string[] = [];
  /** the id from which a browser would resume */
  lastEventId = '';
  status = 0;
  headers: http.IncomingHttpHeaders = {};
  /** body of an answer that is not a stream */
  text = '';
  hasEnded = false;
  private request: http.ClientRequest | undefined;
  private response: http.IncomingMessage | undefined;
  private rest = '';

  /** Opens a stream; resolves when its head has arrived and, for a stream, its starting position. */
  static async open(
    url: string,
    { token = ADMIN_TOKEN, headers = {} }: { token?: string; headers?: Record<string, string> } = {},
  ): Promise<SseReader> {
    const reader = new SseReader();
    await new Promise<void>((resolve, reject) => {
      reader.request = http.get(
        url,
        { agent: false, headers: { Authorization: `Bearer ${token}`, ...headers } },
        (response) => {
          reader.response = response;
          reader.status = response.statusCode ?? 0;
          reader.headers = response.headers;
          response.setEncoding('utf8');
          response.on('data', (text: string) => reader.take(text));
          response.on('close', () => {
            reader.hasEnded = true;
          });
          response.on('error', () => undefined);
          resolve();
        },
      );
      reader.request.on('error', reject);
    });
    reader.request?.on('error', () => undefined);
    if (reader.status === 200) await until('the stream begins', () => reader.lastEventId !== '');
    else await until('the answer ends', () => reader.hasEnded);
    return reader;
  }

  pause(): void {
    this.response?.pause();
  }

  resume(): void {
    this.response?.resume();
  }

  close(): void {
    this.request?.destroy();
  }

  /** Resolves to the events once there are `count`. */
  async first(count: number): Promise<SseEvent[]> {
    await until(`${count} events come`, () => this.events.length >= count);
    return this.events;
  }

  private take(text: string): void {
    if (!/event-stream/.test(String(this.headers['content-type']))) {
      this.text += text;
      return;
    }
    this.rest += text;
    const blocks = this.rest.split('\n\n');
    this.rest = blocks.pop() ?? '';
    for (const block of blocks) this.dispatch(block);
  }

  private dispatch(block: string): void {
    let [event, data] = ['message', ''];
    for (const line of block.split('\n')) {
      const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? [];
      if (field === '') this.comments.push(value);
      if (field === 'id') this.lastEventId = value;
      if (field === 'event') event = value;
      if (field === 'data') data += value;
    }
    if (data !== '') this.events.push({ id: this.lastEventId, event, data: JSON.parse(data) });
  }
}
