import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How often sockets are looked at while the server closes, ms. */
const LOOK = 50;
/** A socket on which nothing came yet may be that of a request on its way: it is cut so long after the beginning, ms. */
const SILENCE = 500;

/**
 * Makes the closing of a server wait for requests only. Node closes the sockets that are idle at that moment,
 * but keeps one whose request is answered later for a second, and for ever one on which nothing was ever sent:
 * browsers open such ahead, load balancers probe with them. Call what is returned when the closing begins:
 * answers then end their connection, silent sockets are cut soon, and `patience` ms later also those whose next
 * request is still not complete. It closes the server to new connections, after those in the system's queue: closed
 * at once they would be cut off, with requests that clients have sent already.
 */
export function drainable(server: Server, patience: number): () => Promise<void> {
  const waiting = new Set<Socket>();
  const answering = new Set<ServerResponse>();
  let closing = false;
  server.on('connection', (socket: Socket) => {
    waiting.add(socket);
    socket.once('close', () => waiting.delete(socket));
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    waiting.delete(socket);
    answering.add(response);
    if (closing) response.shouldKeepAlive = false;
    response.once('close', () => {
      answering.delete(response);
      if (closing) socket.destroySoon();
      else if (!socket.destroyed) waiting.add(socket);
    });
  });
  return async () => {
    closing = true;
    // Says `Connection: close` where the head is not sent yet.
    for (const response of answering) response.shouldKeepAlive = false;
    const began = performance.now();
    const looking = setInterval(() => {
      const passed = performance.now() - began;
      for (const socket of waiting) {
        if (passed > patience || (socket.bytesRead === 0 && passed > SILENCE)) socket.destroy();
      }
    }, LOOK);
    server.once('close', () => clearInterval(looking));
    // One turn of the event loop takes the connections that wait in the system's queue, the next reads them.
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
    server.close(); // at once, before others come; closing it again waits for the requests
  };
}
