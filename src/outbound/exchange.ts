import http from 'node:http';
import https from 'node:https';
import { AddressNotAllowed, checkedLookup, literalAddressOf, mayDeliverTo } from './address.js';

/** A limit, ms, and the error that ends an exchange after it. */
interface Limit {
  limit: number;
  error(): Error;
}

/** A request to another server. */
export interface Exchange {
  url: string;
  method: string;
  headers: http.OutgoingHttpHeaders;
  body?: string | undefined;
  /** whether the address may be in loopback and private ranges */
  isPrivateAllowed: boolean;
  /** ends the exchange, before and during the response */
  signal: AbortSignal;
  /** longest silence before and during the response, ms */
  silence?: Limit;
  /** longest time until the end of the response, ms: one that trickles is never silent */
  duration?: Limit;
}

/**
 * Sends one request over a dedicated connection to a checked address and returns the head of the response, whose body
 * is still to be read. Redirects are not followed. Rejects if the connection ends without a response.
 */
export async function exchange({
  url,
  method,
  headers,
  body,
  isPrivateAllowed,
  signal,
  silence,
  duration,
}: Exchange): Promise<http.IncomingMessage> {
  const literal = literalAddressOf(url);
  // Node does not look up a literal address in a URL, so the lookup below would not see it.
  if (literal !== undefined && !mayDeliverTo(literal, isPrivateAllowed)) throw new AddressNotAllowed();
  return new Promise((resolve, reject) => {
    const { request } = url.toLowerCase().startsWith('https:') ? https : http;
    const lookup = checkedLookup(isPrivateAllowed);
    const outgoing = request(url, { method, headers, agent: false, lookup, signal, timeout: silence?.limit });
    let incoming: http.IncomingMessage | undefined;
    // Through the request, a response that has begun would end as if its server had reset the connection.
    const end = (error: Error) => (incoming ?? outgoing).destroy(error);
    if (silence !== undefined) outgoing.on('timeout', () => end(silence.error()));
    if (duration !== undefined) {
      const timer = setTimeout(() => end(duration.error()), duration.limit);
      outgoing.once('close', () => clearTimeout(timer));
    }
    outgoing
      .on('error', reject)
      .once('response', (response) => {
        incoming = response;
        resolve(response);
      })
      // Without a listener Node closes the connection of a server that changes the protocol, and reports no error.
      .once('upgrade', (response, socket) => {
        socket.destroy();
        resolve(response);
      })
      .end(body);
  });
}
