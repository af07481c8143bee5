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
  /** another fetch than the global one: for proxies, retries, tests */
  fetch?: (request: Request) => Promise<Response>;
}

/**
 * A client of the service. It asks for JSON; calls resolve to `{ data, error, response }` and reject when nothing
 * answers. What is no JSON (`/metrics`, `format: 'csv'`) needs `parseAs: 'text'`, else the call rejects.
 */
export declare function marketData(options: MarketDataOptions): MarketData;

/** Paths of the lists that are paged, without those that have parameters within. */
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
 * Every row of a list, page after page by its cursor, as many as there are: `limit` is the size of a page.
 * @throws Error with the problem document as its cause
 */
export declare function rowsOf<Path extends ListPath>(
  client: MarketData,
  path: Path,
  query: QueryOf<Path>,
): AsyncGenerator<RowOf<Path>, void, void>;
