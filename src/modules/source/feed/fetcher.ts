import type http from 'node:http';
import { type Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { VERSION } from '../../../config/version.js';
import { exchange } from '../../../outbound/exchange.js';
import { retryAfterOf } from '../../../outbound/retry-after.js';
import { failureOf, SourceFailure, tooSlow } from './failure.js';

/** How many times as long as the longest silence a whole answer may take. */
export const PATIENCE = 10;

/** A request to a source. */
export interface Outgoing {
  url: string;
  method: 'GET' | 'POST';
  headers: Readonly<Record<string, string>>;
  body?: string | undefined;
}

/** Limits of a request. */
export interface Bounds {
  /** longest silence, ms */
  timeout: number;
  /** largest answer, decompressed, bytes */
  bytes: number;
  isPrivateAllowed: boolean;
  signal: AbortSignal;
}

/** An answer with status 2xx; `bytes` are decompressed, bounded, and to be read to the end. */
export interface Incoming {
  headers: http.IncomingHttpHeaders;
  bytes: AsyncIterable<Buffer>;
}

/**
 * Sends one request over a dedicated connection to a checked address. Redirects are not followed: they would carry
 * credentials to an address that was not declared. Throws {@link SourceFailure}.
 */
export async function send(outgoing: Outgoing, bounds: Bounds): Promise<Incoming> {
  const response = await openRequest(outgoing, bounds).catch((error: unknown) => {
    bounds.signal.throwIfAborted();
    throw failureOf(error);
  });
  const { statusCode = 0, headers } = response;
  if (statusCode < 200 || statusCode > 299) {
    response.on('error', () => undefined).destroy();
    throw refusal(statusCode, headers);
  }
  return { headers, bytes: bounded(decompressed(response), bounds) };
}

function openRequest(
  { url, method, headers, body }: Outgoing,
  { isPrivateAllowed, timeout, signal }: Bounds,
): Promise<http.IncomingMessage> {
  return exchange({
    url,
    method,
    headers: {
      'user-agent': `market-data-service/${VERSION}`,
      'accept-encoding': 'gzip, deflate, br',
      ...(body === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      ...headers,
    },
    body,
    isPrivateAllowed,
    signal,
    duration: { limit: timeout * PATIENCE, error: () => tooSlow(timeout * PATIENCE) },
    // One limit for silence, before and during the answer.
    silence: {
      limit: timeout,
      error: () => new SourceFailure('timeout', 'the source stopped responding', true),
    },
  });
}

function refusal(status: number, headers: http.IncomingHttpHeaders): SourceFailure {
  const text = `the source answered ${status}`;
  if (status >= 300 && status < 400)
    return new SourceFailure('redirect', `${text}, and redirects are not followed`, false);
  if (status === 401 || status === 403) return new SourceFailure('unauthorized', text, false);
  const wait = retryAfterOf(headers['retry-after']);
  if (status === 429) return new SourceFailure('rate_limited', text, true, wait);
  if (status >= 500 || status === 408 || status === 425)
    return new SourceFailure('server_error', text, true, wait);
  return new SourceFailure('rejected', text, false);
}

function decompressed(response: http.IncomingMessage): Readable {
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  const decoder = {
    gzip: createGunzip,
    'x-gzip': createGunzip,
    deflate: createInflate,
    br: createBrotliDecompress,
  }[encoding];
  if (decoder === undefined) return response;
  const plain = decoder();
  response.on('error', (error) => plain.destroy(error));
  return response.pipe(plain);
}

async function* bounded(stream: Readable, { bytes, signal }: Bounds): AsyncGenerator<Buffer> {
  let length = 0;
  const limitedStream = stream.pipe(
    new Transform({
      transform(piece: Buffer, _, done) {
        length += piece.length;
        done(
          length > bytes
            ? new SourceFailure('too_large', `the answer is larger than ${bytes} bytes`, false)
            : null,
          piece,
        );
      },
    }),
  );
  stream.on('error', (error) => limitedStream.destroy(error));
  try {
    yield* limitedStream;
  } catch (error) {
    signal.throwIfAborted();
    throw failureOf(error);
  } finally {
    stream.destroy();
  }
}
