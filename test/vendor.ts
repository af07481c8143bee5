import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

/** A request as received by the vendor. */
export interface VendorRequest {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: http.IncomingHttpHeaders;
  body: string;
}

/** The vendor's answer; undefined: none, for ever. */
export type VendorAnswer =
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
  readonly requests: VendorRequest[] = [];

  private constructor(
    private readonly server: http.Server,
    readonly url: string,
  ) {}

  static async start(
    answer: (request: VendorRequest) => VendorAnswer | Promise<VendorAnswer>,
  ): Promise<Vendor> {
    const server = http.createServer(async (request, response) => {
      const url = new URL(request.url ?? '/', 'http://vendor');
      let body = '';
      for await (const piece of request) body += piece;
      const vendorRequest: VendorRequest = {
        method: request.method ?? '',
        path: url.pathname,
        query: Object.fromEntries(url.searchParams),
        headers: request.headers,
        body,
      };
      vendor.requests.push(vendorRequest);
      const reply = await answer(vendorRequest);
      if (reply === undefined) return;
      const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body ?? {});
      const bytes = reply.gzip ? gzipSync(text) : Buffer.from(text);
      response.writeHead(reply.status ?? 200, {
        ...(reply.gzip ? { 'content-encoding': 'gzip' } : {}),
        'content-length': bytes.length,
        ...reply.headers,
      });
      if (reply.cutOff) {
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
