import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';

/** Puts a listener in front of the one that a server has, which it receives as `next`. */
export function addFrontListener(
  server: Server,
  listener: (request: IncomingMessage, response: ServerResponse, next: RequestListener) => void,
): void {
  const [next] = server.listeners('request') as RequestListener[];
  if (next === undefined) throw new Error('the server has no listener yet');
  server.removeListener('request', next);
  server.on('request', (request, response) => listener(request, response, next));
}
