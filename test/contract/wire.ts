import http from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { expect } from '@jest/globals';
import type { TestApp } from '../app.js';
import { ADMIN_TOKEN } from '../app.js';

/** An answer as it came over the wire, byte for byte. */
export interface WireAnswer {
  status: number;
  headers: http.IncomingHttpHeaders;
  bytes: Buffer;
  /** the bytes as text, decompressed */
  text: string;
  /** parsed body; undefined when it is not JSON */
  body: Record<string, unknown> | undefined;
}

export interface WireRequest {
  headers?: Record<string, string | string[]>;
  body?: string | Buffer | undefined;
  /** null sends no credential */
  token?: string | null;
}

export type Send = (method: string, path: string, request?: WireRequest) => Promise<WireAnswer>;

/** Requests without a client library's help: nothing is encoded, decoded, followed or added. */
export function wire(service: TestApp): { send: Send; close(): void } {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 16 });
  const { hostname, port } = new URL(service.url);
  const send: Send = (method, path, { headers = {}, body, token = ADMIN_TOKEN } = {}) =>
    new Promise((resolve, reject) => {
      const request = http.request(
        {
          agent,
          hostname,
          port,
          method,
          path,
          headers: {
            ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
            ...(body === undefined
              ? {}
              : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) }),
            ...headers,
          },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => resolve(answered(response, Buffer.concat(chunks))));
        },
      );
      request.on('error', reject);
      request.end(body);
    });
  return { send, close: () => agent.destroy() };
}

const DECODERS: Record<string, (bytes: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  deflate: inflateSync,
};

function answered(response: http.IncomingMessage, bytes: Buffer): WireAnswer {
  const decode = DECODERS[response.headers['content-encoding'] ?? 'identity'];
  const text = (decode === undefined || bytes.length === 0 ? bytes : decode(bytes)).toString('utf8');
  const isJson =
    /json/.test(String(response.headers['content-type'])) &&
    !/ndjson/.test(String(response.headers['content-type']));
  let body: Record<string, unknown> | undefined;
  try {
    if (isJson) body = JSON.parse(text) as Record<string, unknown>;
  } catch {
    body = undefined;
  }
  return { status: response.statusCode ?? 0, headers: response.headers, bytes, text, body };
}

/** What answers of a Request and of {@link wire} have in common. */
interface Answered {
  status: number;
  headers: Record<string, unknown>;
  body?: unknown;
}

/** A problem document as contract section 1 describes it; returns it for further looks. */
export function expectProblem(answer: Answered, status: number, code?: string): Record<string, unknown> {
  const problem = answer.body as Record<string, unknown>;
  expect({ status: answer.status, problem }).toMatchObject({ status, problem: { status } });
  expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
  expect(problem).toEqual({
    type: expect.stringMatching(/^urn:market-data:problem:[a-z_]+$/),
    title: expect.stringMatching(/\S/),
    status,
    detail: expect.stringMatching(/\S/),
    instance: expect.stringMatching(/^\//),
    code: code ?? expect.stringMatching(/^[a-z_]+$/),
    request_id: answer.headers['x-request-id'],
    ...('errors' in problem ? { errors: expect.any(Array) } : {}),
    ...('s' in problem ? { s: 'error', errmsg: expect.stringMatching(/\S/) } : {}),
    ...('existing' in problem ? { existing: expect.any(Object) } : {}),
  });
  expect(JSON.stringify(problem)).not.toMatch(/node_modules|\.ts:\d|\.js:\d|\bat .+\(/);
  return problem;
}

/** The culprits that an `invalid_input` problem names: parameters, and pointers into the body. */
export function culprits(answer: Answered): string[] {
  const { errors } = answer.body as { errors?: { parameter?: string; pointer?: string }[] };
  return (errors ?? []).map((error) => error.parameter ?? error.pointer ?? '?').sort();
}

const TABLES = new WeakMap<TestApp, string[]>();

/** Tables that the service keeps of what was written before, in the background. */
const DERIVED = ['quote_check', 'quote_check_progress', 'quote_gap', 'quote_ticker'];

/** How many rows every table has, the audit log among them: equal before and after when nothing was written. */
export async function rowCounts(service: TestApp): Promise<Record<string, number>> {
  let tables = TABLES.get(service);
  if (tables === undefined) {
    const found = await service.sql<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables
       WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> ALL ($1) ORDER BY 1`,
      [DERIVED],
    );
    tables = found.map((table) => table.name);
    TABLES.set(service, tables);
  }
  const counts = tables.map((name) => `(SELECT count(*)::int FROM "${name}") AS "${name}"`);
  const [row] = await service.sql<Record<string, number>>(`SELECT ${counts.join(', ')}`);
  return row ?? {};
}
