import { type Api, type Page, type Query, withQuery } from '../../api.js';

/** Rows of a page at most: what the service allows. */
const MOST_ROWS = 10_000;

/** A bar of GET /quote. Volumes past 2^53 are rounded, which no chart can show. */
export interface Bar {
  /** last trading day of the bar, YYYY-MM-DD */
  date: string;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
}

/** A list that is read backwards, page by page, and kept oldest first. */
export class History<Row extends { date: string }> {
  /** oldest first */
  rows: Row[] = [];
  private next: string | null;

  constructor(
    private readonly api: Api,
    path: string,
    query: Query,
    private readonly signal: AbortSignal,
  ) {
    this.next = withQuery(path, query);
  }

  /** True when there is nothing older than what is here. */
  get isComplete(): boolean {
    return this.next === null;
  }

  /** Reads up to `limit` older rows. */
  async older(limit: number): Promise<void> {
    if (this.next === null) return;
    const page: Page<Row> = await this.api.get(
      withLimit(this.next, Math.min(limit, MOST_ROWS)),
      undefined,
      this.signal,
    );
    this.next = page.meta.next;
    this.rows = [...page.data.reverse(), ...this.rows];
  }

  /** Reads until `date` is covered, or there is no more. */
  async until(date: string, limit: number): Promise<void> {
    while (!this.isComplete && !((this.rows[0]?.date ?? '9') <= date)) await this.older(limit);
  }
}

function withLimit(path: string, limit: number): string {
  const url = new URL(path, location.origin);
  url.searchParams.set('limit', String(limit));
  return `${url.pathname}${url.search}`;
}
