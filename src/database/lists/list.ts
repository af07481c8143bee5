import type { Writable } from 'node:stream';
import type { StreamFormat } from '../copy-out.js';

/** Largest page of a JSON list; CSV and NDJSON have no cap. */
export const MAXIMUM_PAGE = 10_000;
/** Page size of a JSON list when `limit` is not given. */
export const DEFAULT_PAGE = 100;

/** Which part of a list is requested, and how. */
export interface PageRequest {
  /** rows to skip */
  offset?: number;
  limit?: number;
  /** opaque position made by `encodeCursor` */
  cursor?: string;
  order?: 'asc' | 'desc';
  /** true: all matching rows are counted too */
  total?: boolean;
  format?: 'json' | StreamFormat;
  /** `excel`: CSV whose cells a spreadsheet does not take for formulas */
  csv?: 'plain' | 'excel';
}

/** Rows to return and to skip. */
export interface Window {
  limit: number;
  offset: number;
}

/** One page, wherever its rows came from. */
export interface Page {
  /** JSON texts of the rows, each on its own line, separated by commas; as one text or in pieces */
  rows: readonly (string | Buffer)[];
  count: number;
  /** key values of the last row when more rows follow; an undefined one was cut from the row */
  after: readonly unknown[] | undefined;
}

/** What is to be known of an answer: a fact about a list, or a reason why it has no rows, with what to do about it. */
export interface Notice {
  /** stable, machine-readable */
  code: string;
  /** for a person */
  detail: string;
  /** what the code refers to: the unknown value, the data set to load, the nearest open day; null if nothing */
  value: string | null;
}

/** How many rows a list has. */
export interface Count {
  total: number;
  /** true: too many to count; `total` is the planner's estimate */
  isEstimate: boolean;
}

/** A page in its envelope, ready to be sent. */
export interface RenderedPage {
  /** the body in pieces */
  pieces: readonly Buffer[];
  /** bytes of all pieces */
  length: number;
  /** weak digest of the body */
  etag: string;
  /** relative URL of the next page */
  next: string | null;
  /** true: the same request returns the same page until its data change, because it has rows and no notices */
  isLasting: boolean;
}

/** Pages that a list has rendered before, by the text of their query or another key: they are sent again unchanged. */
export interface RenderedPages {
  find(key: string): RenderedPage | undefined;
  add(key: string, page: RenderedPage): void;
}

/** Values that an answer chose where its request left them open; in `meta`, next to the page. */
export interface Resolved {
  /** day of the answer, YYYY-MM-DD */
  date?: string | undefined;
  /** index of the answer */
  code?: string | undefined;
  /** window that was used, YYYY-MM-DD, both ends inclusive */
  from_date?: string | undefined;
  to_date?: string | undefined;
}

/**
 * A list that runs itself: bound to its query, ready to return one page as JSON, all rows as a stream, or their number.
 * Made by a repository from SQL ({@link SqlList}) or computed in this process ({@link ComputedList}).
 */
export interface List {
  readonly query: PageRequest;
  /** unit of the values for `meta.unit`, null when there is none */
  readonly unit: string | null;
  /** day, index and window that were used, if the list depends on them */
  readonly resolved?: Resolved | undefined;
  /** notices of its pages, whether they have rows or not */
  readonly remarks?: readonly Notice[];
  /** true: a page is in memory, or few rows of an index: it takes no connection for itself */
  readonly isQuick?: boolean;
  /** the pages that this list stores, if it does */
  readonly renderedPages?: RenderedPages;
  page(window: Window): Promise<Page>;
  /** writes the rows from `offset` to `limit` of the query, all when not given, and ends the sink */
  stream(format: StreamFormat, sink: Writable): Promise<void>;
  /** all matching rows, before any cursor */
  count(): Promise<Count>;
}
