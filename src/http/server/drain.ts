import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How often sockets are checked while the server closes, ms. */
const LOOK = 50;
/**
 * A socket on which nothing has arrived yet may have a request on its way: it is cut after this many checks, which a
 * stalled process does not make.
 */
const SILENT_LOOKS = 10;
/** Least and most turns of the event loop before new connections are refused, and how short, ms, the last one is. */
const TURNS = { least: 3, most: 100, short: 1 };

/** Requests of a connection that are being answered; clients may send several at once. */
interface OpenRequests {
  count: number;
  latest: ServerResponse | undefined;
}

/**
 * Makes the closing of a server wait for requests only. Node closes the sockets that are idle at that moment, but keeps
 * one whose request is answered later for a second, and one on which nothing was ever sent forever: browsers open such
 * sockets ahead, load balancers probe with them. Call the returned function when closing begins: answers then end
 * their connection, silent sockets are cut soon, and `patience` ms later also those whose next request is still not
 * complete, body included, and those whose reader has taken nothing of an answer for as long: Node's own limits for
 * requests end with the closing. It closes the server to new connections, after taking those in the system's queue:
 * closing immediately would cut them off, with requests that clients have sent already.
 *
 * Every connection has one record, changed in place: in a set of the requests, V8 would keep answered ones
 * until its next full collection, through the tables that such a set has outgrown.
 */
export function drainable(server: Server, patience: number): () => Promise<void> {
  const connections = new Map<Socket, OpenRequests>();
  let closing = false;
  server.on('connection', (socket: Socket) => {
    connections.set(socket, { count: 0, latest: undefined });
    if (closing) socket.setTimeout(patience);
    socket.once('close', () => connections.delete(socket));
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const answering = connections.get(socket);
    if (answering === undefined) return;
    answering.count++;
    answering.latest = response;
    if (closing) response.shouldKeepAlive = false;
    response.once('close', () => {
      answering.count--;
      if (answering.latest === response) answering.latest = undefined;
      if (closing && answering.count === 0) socket.destroySoon();
    });
  });
  return async () => {
    closing = true;
    // Sends `Connection: close` if the head is not sent yet.
    for (const { latest } of connections.values()) if (latest) latest.shouldKeepAlive = false;
    // Node sees a reader who takes part of what was written; one who waits for an answer has nothing to take.
    server.on('timeout', (socket) => socket.writableLength > 0 && socket.destroy());
    for (const socket of connections.keys()) socket.setTimeout(patience);
    const began = performance.now();
    let lookCount = 0;
    const closeIdle = server.closeIdleConnections.bind(server);
    // Closing a server calls this. From Node 26 on it counts silent sockets as idle, so it waits for them.
    server.closeIdleConnections = () => {
      const hasSilent = [...connections.keys()].some(({ bytesRead }) => bytesRead === 0);
      if (!hasSilent) closeIdle();
    };
    const look = () => {
      lookCount++;
      const isOver = performance.now() - began > patience;
      for (const [socket, requests] of connections) {
        const isSilent = socket.bytesRead === 0 && lookCount > SILENT_LOOKS;
        if (isOver ? isIncomplete(requests) : requests.count === 0 && isSilent) socket.destroy();
      }
      server.closeIdleConnections();
    };
    // Only after everything that has arrived by then is read.
    const timer = setInterval(() => setImmediate(look), LOOK);
    server.once('close', () => clearInterval(timer));
    await emptyQueue();
    server.close(); // immediately, before others connect; closing it again waits for the requests
  };
}

/** Whether the next answer of a connection waits for the rest of a request, its head or its body. */
function isIncomplete({ count, latest }: OpenRequests): boolean {
  return count === 0 || (count === 1 && latest !== undefined && !latest.req.complete && !latest.headersSent);
}

/**
 * One turn of the event loop takes the connections that wait in the system's queue, the next reads them. A client that
 * connects between the last look at the queue and the closing is cut off: the closing follows a turn that took no time.
 */
async function emptyQueue(): Promise<void> {
  for (let turn = 1; turn <= TURNS.most; turn++) {
    const began = performance.now();
    await new Promise((resolve) => setImmediate(resolve));
    if (turn >= TURNS.least && performance.now() - began < TURNS.short) return;
  }
}
