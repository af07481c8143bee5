import http from 'node:http';
import { ADMIN_TOKEN } from '../app.js';
import { STEP } from './rounds.js';

/** An answer as received. */
export interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
  /** from sending to the last byte, ms */
  ms: number;
}

/** The JSON object of an answer. */
export const json = (answer: Answer): Record<string, unknown> => JSON.parse(answer.text);

/** The revision in a record's ETag. */
export const revisionOf = (answer: Answer): number =>
  Number(/-(\d+)"$/.exec(String(answer.headers.etag))?.[1]);

/** A plain HTTP client of one token with kept-alive connections; rejects only when there is no HTTP answer. */
export class Client {
  /** closes idle connections before the service does, whose closing might cross a request on its way */
  readonly agent = new http.Agent({ keepAlive: true, maxSockets: 512, timeout: 60_000 });

  constructor(
    readonly url: string,
    readonly token: string | null = ADMIN_TOKEN,
  ) {}

  /** The request's options, for tests that read the answer themselves. */
  options(method: string, headers: Record<string, string> = {}): http.RequestOptions {
    const authorization = this.token === null ? {} : { Authorization: `Bearer ${this.token}` };
    return { agent: this.agent, method, headers: { ...authorization, ...headers } };
  }

  send(
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
    timeout = STEP,
  ): Promise<Answer> {
    return this.sendText(
      method,
      path,
      body === undefined ? undefined : JSON.stringify(body),
      headers,
      timeout,
    );
  }

  /** As {@link send}, with a body given as text. */
  sendText(
    method: string,
    path: string,
    text: string | undefined,
    headers: Record<string, string> = {},
    timeout = STEP,
  ): Promise<Answer> {
    const began = performance.now();
    return new Promise((resolve, reject) => {
      const about: Record<string, string> =
        text === undefined
          ? {}
          : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(text)) };
      const request = http.request(
        this.url + path,
        this.options(method, { ...about, ...headers }),
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text: Buffer.concat(chunks).toString(),
              ms: performance.now() - began,
            }),
          );
        },
      );
      request.setTimeout(timeout, () => request.destroy(new Error(`no answer within ${timeout} ms`)));
      request.on('error', reject);
      request.end(text);
    });
  }

  /** Reads an answer chunk by chunk; `take` may pause it. Rejects when it is cut off. Resolves with its length. */
  read(
    path: string,
    take: (chunk: Buffer, response: http.IncomingMessage) => void,
    headers?: Record<string, string>,
  ): Promise<number> {
    return new Promise((resolve, reject) => {
      const request = http.get(this.url + path, this.options('GET', headers), (response) => {
        let length = 0;
        response.on('data', (chunk: Buffer) => {
          length += chunk.length;
          take(chunk, response);
        });
        response.on('error', reject);
        response.on('end', () => resolve(length));
        response.on('close', () => reject(new Error('the client left')));
      });
      request.on('error', reject);
    });
  }

  get = (path: string, headers?: Record<string, string>) => this.send('GET', path, undefined, headers);
  post = (path: string, body?: object, headers?: Record<string, string>) =>
    this.send('POST', path, body, headers);
  put = (path: string, body?: object, headers?: Record<string, string>) =>
    this.send('PUT', path, body, headers);
  delete = (path: string, headers?: Record<string, string>) => this.send('DELETE', path, undefined, headers);

  close(): void {
    this.agent.destroy();
  }
}

/** Whether an answer is acceptable while the database is away: success, or a 503 that says when to retry. */
export function isFitForOutage(answer: Answer): boolean {
  if (answer.status < 500) return true;
  return (
    answer.status === 503 &&
    /^application\/problem\+json/.test(String(answer.headers['content-type'])) &&
    Number(answer.headers['retry-after']) > 0 &&
    json(answer).status === 503
  );
}

/** The value that `share` of the sorted values do not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** A count as text: 11,400. */
export const counted = (value: number): string => value.toLocaleString('en-US');
