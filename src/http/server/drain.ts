import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How often sockets are looked at while the server closes, ms. */
const LOOK = 50;
/** A socket on which nothing came yet may be that of a request on its way: it is cut so long after the beginning, ms. */
const SILENCE = 500;

/** Requests of a connection that are being answered; clients may send several at once. */
interface Answering {
  count: number;
  latest: ServerResponse | undefined;
}

/**
 * Makes the closing of a server wait for requests only. Node closes the sockets that are idle at that moment,
 * but keeps one whose request is answered later for a second, and for ever one on which nothing was ever sent:
 * browsers open such ahead, load balancers probe with them. Call what is returned when the closing begins:
 * answers then end their connection, silent sockets are cut soon, and `patience` ms later also those whose next
 * request is still not complete. It closes the server to new connections, after those in the system's queue: closed
 * at once they would be cut off, with requests that clients have sent already.
 *
 * Of every connection there is one record, changed in place: in a set of the requests, V8 would keep answered ones
 * until its next full collection, by the tables that such a set has outgrown.
 */
export function drainable(server: Server, patience: number): () => Promise<void> {
  const connections = new Map<Socket, Answering>();
  let closing = false;
  server.on('connection', (socket: Socket) => {
    connections.set(socket, { count: 0, latest: undefined });
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
    // Says `Connection: close` where the head is not sent yet.
    for (const { latest } of connections.values()) if (latest) latest.shouldKeepAlive = false;
    const began = performance.now();
    const looking = setInterval(() => {
      const passed = performance.now() - began;
      for (const [socket, { count }] of connections) {
        if (count > 0) continue;
        if (passed > patience || (socket.bytesRead === 0 && passed > SILENCE)) socket.destroy();
      }
    }, LOOK);
    server.once('close', () => clearInterval(looking));
    // One turn of the event loop takes the connections that wait in the system's queue, the next reads them.
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
    server.close(); // at once, before others come; closing it again waits for the requests
  };
}
