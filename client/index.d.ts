import type { Client } from 'openapi-fetch';
import type { paths } from './schema.js';

export type { components, operations, paths } from './schema.js';

/** Every operation of the service, by method and path: `client.GET('/quote', { params: { query: { … } } })`. */
export type MarketData = Client<paths, 'application/json' | 'application/problem+json'>;

/** Where the service is and who calls it. */
export interface MarketDataOptions {
  /** address of the service, `http://127.0.0.1:3000` */
  baseUrl: string;
  /** bearer token (`npm run token`), sent in the Authorization header of every request */
  token: string;
  /** replaces the global fetch: for proxies, retries, tests */
  fetch?: (request: Request) => Promise<Response>;
}

/**
 * A client of the service. It requests JSON; calls resolve to `{ data, error, response }` and reject when nothing
 * answers. Answers other than JSON (`/metrics`, `format: 'csv'`) need `parseAs: 'text'`, otherwise the call rejects.
 */
export declare function marketData(options: MarketDataOptions): MarketData;

/** Paths of the paged lists, without those that have parameters in the path. */
export type ListPath = Exclude<
  {
    [Path in keyof paths]: paths[Path] extends {
      get: { responses: { 200: { content: { 'application/json': { data: unknown[]; meta: unknown } } } } };
    }
      ? Path
      : never;
  }[keyof paths],
  `${string}{${string}`
>;

type Get<Path extends ListPath> = paths[Path] extends { get: infer Operation } ? Operation : never;

/** A row of a list. */
export type RowOf<Path extends ListPath> =
  Get<Path> extends { responses: { 200: { content: { 'application/json': { data: (infer Row)[] } } } } }
    ? Row
    : never;

/** Parameters of a list. */
export type QueryOf<Path extends ListPath> =
  Get<Path> extends { parameters: { query?: infer Query } } ? NonNullable<Query> : never;

/**
 * Yields every row of a list, page after page by its cursor, to the end: `limit` is the size of a page.
 * @throws Error with the problem document as its cause
 */
export declare function rowsOf<Path extends ListPath>(
  client: MarketData,
  path: Path,
  query: QueryOf<Path>,
): AsyncGenerator<RowOf<Path>, void, void>;
