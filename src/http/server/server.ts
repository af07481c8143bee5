import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Logger } from '../../log/log.js';
import { problem, TITLES } from '../problems/problem.js';
import { addFrontListener } from './front-listener.js';

/** A client gets this long to send its headers, ms; Node's default of a minute invites slow-socket abuse. */
export const HEADERS_TIMEOUT = 10_000;
/** How often sockets are checked for it, ms: an unfinished request is cut 15 s after it began at the latest. */
const CHECK_INTERVAL = 4_000;
/** Idle connections are kept longer than load balancers keep theirs (60 s), so that these close first, ms. */
const KEEP_ALIVE = 75_000;

/** A refused client gets this long to take its answer and close, ms; then the socket is closed for it. */
const CLOSE_GRACE = 1_000;

/** Creates the server with our time limits. Bodies may take Node's five minutes: a file may be on its way. */
export function httpServer(listener: RequestListener): Server {
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT,
      connectionsCheckingInterval: CHECK_INTERVAL,
      keepAliveTimeout: KEEP_ALIVE,
      requireHostHeader: false, // Node's own refusal has no body: see refuseMalformedHttp
    },
    listener,
  );
  // An unknown expectation is ignored, as RFC 9110 allows, instead of a bare 417.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  return server;
}

/**
 * Of several requests that a client has sent at once, Node closes only the answer whose turn it is when the client
 * leaves. The others would wait for their turn for ever, with everything that they hold; this closes them as well.
 */
export function closeWaitingAnswers(server: Server): void {
  server.on('request', ({ socket }, response) => {
    if (response.socket !== null) return;
    const close = () => {
      response.destroyed = true;
      response.emit('close');
    };
    socket.setMaxListeners(0).once('close', close);
    response.once('socket', () => socket.off('close', close));
  });
}

const DETAIL = 'The request is not well-formed HTTP, too large or too slow';
const UNCLEAR_HOST = 'unclear_host';
/** Status, code and detail by the reason for the refusal. */
const MALFORMED: Readonly<Record<string, readonly [number, string, string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'headers_too_large', DETAIL],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'request_timeout', DETAIL],
  [UNCLEAR_HOST]: [400, 'malformed_request', 'HTTP/1.1 requires the header Host, once'],
};

/** Answers malformed HTTP, which never reaches a route, with a problem too, and logs it. */
export function refuseMalformedHttp(server: Server, log: Logger): void {
  addFrontListener(server, (request, response, next) => {
    if (!isHostUnclear(request)) return next(request, response);
    const { status, headers, body } = refusal(UNCLEAR_HOST, log);
    response.writeHead(status, headers).end(body);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy();
    const { status, headers, body } = refusal(error.code, log);
    // A client that neither reads nor closes would keep the socket for as long as it likes.
    setTimeout(() => socket.destroy(), CLOSE_GRACE).unref();
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${TITLES[status]}\r\n${lines.join('')}\r\n${body}`);
  });
}

/** Of several hosts Node keeps the first, and a proxy in front perhaps another (RFC 9112, 3.2). */
function isHostUnclear({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts++;
  }
  return hosts > 1 || (hosts === 0 && httpVersion === '1.1');
}

/** The answer to a malformed request, which it logs. */
function refusal(reason: string | undefined, log: Logger) {
  const [status, code, detail] = MALFORMED[reason ?? ''] ?? [400, 'malformed_request', DETAIL];
  const id = randomUUID();
  log.info({ request_id: id, status, reason }, 'malformed request');
  const body = `${JSON.stringify({ ...problem(status, code, detail), request_id: id })}\n`;
  const headers = {
    'Content-Type': 'application/problem+json',
    'Content-Length': Buffer.byteLength(body),
    'X-Request-Id': id,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    Connection: 'close',
  };
  return { status, headers, body };
}
