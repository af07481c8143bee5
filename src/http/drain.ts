import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How often sockets are looked at while the server closes, ms. */
const LOOK = 50;

/**
 * Makes the closing of a server wait for requests only. Node closes the sockets that are idle at that moment,
 * but keeps one whose request is answered later for a second, and for ever one on which nothing was ever sent:
 * browsers open such ahead, load balancers probe with them. Call what is returned when the closing begins:
 * answers then end their connection, silent sockets are cut, and `patience` ms later also those whose next
 * request is still not complete.
 */
export function drainable(server: Server, patience: number): () => void {
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
  return () => {
    closing = true;
    // Says `Connection: close` where the head is not sent yet.
    for (const response of answering) response.shouldKeepAlive = false;
    const end = Date.now() + patience;
    const looking = setInterval(() => {
      for (const socket of waiting) if (socket.bytesRead === 0 || Date.now() > end) socket.destroy();
    }, LOOK);
    server.once('close', () => clearInterval(looking));
  };
}
