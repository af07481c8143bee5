import http from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { expect } from '@jest/globals';
import type { TestApp } from '../app.js';
import { ADMIN_TOKEN } from '../app.js';

/** An answer as received, byte for byte. */
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
export function wire(service: TestApp): Send {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 16 });
  const { hostname, port } = new URL(service.url);
  return (method, path, { headers = {}, body, token = ADMIN_TOKEN } = {}) =>
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
          response.on('end', () => resolve(answerFrom(response, Buffer.concat(chunks))));
        },
      );
      request.on('error', reject);
      request.end(body);
    });
}

const DECODERS: Record<string, (bytes: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  deflate: inflateSync,
};

function answerFrom(response: http.IncomingMessage, bytes: Buffer): WireAnswer {
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

/** Common part of the answers of a Request and of {@link wire}. */
interface CheckedAnswer {
  status: number;
  headers: Record<string, unknown>;
  body?: unknown;
}

type Check = (value: unknown) => boolean;

const matches =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === 'string' && pattern.test(value);
const TEXT = matches(/\S/);
const isObject: Check = (value) => typeof value === 'object' && value !== null;

/** Fields of a problem document and their content, of contract section 1. */
const FIELDS: Readonly<Record<string, Check>> = {
  type: matches(/^urn:market-data:problem:[a-z_]+$/),
  title: TEXT,
  detail: TEXT,
  instance: matches(/^\//),
  code: matches(/^[a-z_]+$/),
};
/** Fields that only some problems have; those of TradingView's protocol come together. */
const OPTIONAL: Readonly<Record<string, Check>> = {
  errors: Array.isArray,
  s: (value) => value === 'error',
  errmsg: TEXT,
  existing: isObject,
};
const INTERNAL = /node_modules|\.ts:\d|\.js:\d|\bat .+\(/;

/**
 * Checks a problem document against contract section 1 and returns it for further checks. There are tens of thousands,
 * so Jest's matchers run only when something is wrong.
 */
export function expectProblem(answer: CheckedAnswer, status: number, code?: string): Record<string, unknown> {
  const problem = answer.body as Record<string, unknown>;
  const wrong = isObject(problem) ? faultsOfProblem(problem, answer, status, code) : ['no object'];
  if (answer.status !== status || wrong.length > 0)
    expect({ status: answer.status, problem, wrong }).toEqual({ status, problem, wrong: [] });
  return problem;
}

function faultsOfProblem(
  problem: Record<string, unknown>,
  { headers }: CheckedAnswer,
  status: number,
  code: string | undefined,
): string[] {
  const checks: Record<string, Check> = {
    ...FIELDS,
    status: (value) => value === status,
    request_id: (value) => value === headers['x-request-id'],
    ...(code !== undefined && { code: (value: unknown) => value === code }),
    ...(('s' in problem || 'errmsg' in problem) && {
      s: OPTIONAL.s as Check,
      errmsg: OPTIONAL.errmsg as Check,
    }),
  };
  const names = new Set([...Object.keys(checks), ...Object.keys(problem)]);
  const wrong = [...names].filter((name) => (checks[name] ?? OPTIONAL[name])?.(problem[name]) !== true);
  if (!/^application\/problem\+json/.test(String(headers['content-type']))) wrong.push('content-type');
  if (INTERNAL.test(JSON.stringify(problem))) wrong.push('names of internals');
  return wrong;
}

/** The culprits that an `invalid_input` problem names: parameters, and pointers into the body. */
export function culprits(answer: CheckedAnswer): string[] {
  const { errors } = answer.body as { errors?: { parameter?: string; pointer?: string }[] };
  return (errors ?? []).map((error) => error.parameter ?? error.pointer ?? '?').sort();
}

const TABLES = new WeakMap<TestApp, string[]>();

/** Tables that the service derives from earlier writes, in the background. */
const DERIVED = ['market_breadth', 'quote_check', 'quote_check_progress', 'quote_gap', 'quote_ticker'];

/** The number of rows of every table, the audit log included: equal before and after if nothing was written. */
export async function rowCounts(service: TestApp): Promise<Record<string, number>> {
  let tables = TABLES.get(service);
  if (tables === undefined) {
    const rows = await service.sql<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables
       WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> ALL ($1) ORDER BY 1`,
      [DERIVED],
    );
    tables = rows.map((table) => table.name);
    TABLES.set(service, tables);
  }
  const counts = tables.map((name) => `(SELECT count(*)::int FROM "${name}") AS "${name}"`);
  const [row] = await service.sql<Record<string, number>>(`SELECT ${counts.join(', ')}`);
  return row ?? {};
}
