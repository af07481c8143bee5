import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

/** A request as received by the vendor. */
export interface Asked {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: http.IncomingHttpHeaders;
  body: string;
}

/** The vendor's answer; undefined: none, for ever. */
export type Given =
  | {
      status?: number;
      headers?: Record<string, string>;
      body?: string | object;
      gzip?: boolean;
      cutOff?: boolean;
    }
  | undefined;

/** A data vendor, over real HTTP on the loopback. */
export class Vendor {
  /** requests in order of arrival */
  readonly asked: Asked[] = [];

  private constructor(
    private readonly server: http.Server,
    readonly url: string,
  ) {}

  static async start(answer: (asked: Asked) => Given | Promise<Given>): Promise<Vendor> {
    const server = http.createServer(async (request, response) => {
      const url = new URL(request.url ?? '/', 'http://vendor');
      let body = '';
      for await (const piece of request) body += piece;
      const asked: Asked = {
        method: request.method ?? '',
        path: url.pathname,
        query: Object.fromEntries(url.searchParams),
        headers: request.headers,
        body,
      };
      vendor.asked.push(asked);
      const given = await answer(asked);
      if (given === undefined) return;
      const text = typeof given.body === 'string' ? given.body : JSON.stringify(given.body ?? {});
      const bytes = given.gzip ? gzipSync(text) : Buffer.from(text);
      response.writeHead(given.status ?? 200, {
        ...(given.gzip ? { 'content-encoding': 'gzip' } : {}),
        'content-length': bytes.length,
        ...given.headers,
      });
      if (given.cutOff) {
        response.write(bytes.subarray(0, bytes.length >> 1), () => request.socket.destroy());
        return;
      }
      response.end(bytes);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const vendor = new Vendor(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    return vendor;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
