import { type Api, type Page, type Query, withQuery } from '../../api.js';

/** Maximum rows of a page: what the service allows. */
const MOST_ROWS = 10_000;

/** A bar of GET /quote. Volumes above 2^53 are rounded, which no chart can show. */
export interface Bar {
  /** last trading day of the bar, YYYY-MM-DD */
  date: string;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
}

/** A list read backwards, page by page, and kept oldest first. */
export class History<Row extends { date: string }> {
  /** oldest first */
  rows: Row[] = [];
  private next: string | null;
  /** settles with the last requested page: two concurrent readers would read the same one twice */
  private queue: Promise<void> = Promise.resolve();

  constructor(
    private readonly api: Api,
    path: string,
    query: Query,
    private readonly signal: AbortSignal,
  ) {
    this.next = withQuery(path, query);
  }

  /** True when there is nothing older than the loaded rows. */
  get isComplete(): boolean {
    return this.next === null;
  }

  /** Reads up to `limit` older rows. */
  older(limit: number): Promise<void> {
    return this.inTurn(() => this.readPage(limit));
  }

  /** Reads until `date` is covered or there is nothing older. */
  until(date: string, limit: number): Promise<void> {
    return this.inTurn(async () => {
      while (!this.isComplete && !((this.rows[0]?.date ?? '9') <= date)) await this.readPage(limit);
    });
  }

  private inTurn(read: () => Promise<void>): Promise<void> {
    this.queue = this.queue.catch(() => undefined).then(read);
    return this.queue;
  }

  private async readPage(limit: number): Promise<void> {
    if (this.next === null) return;
    const page: Page<Row> = await this.api.get(
      withLimit(this.next, Math.min(limit, MOST_ROWS)),
      undefined,
      this.signal,
    );
    this.next = page.meta.next;
    this.rows = [...page.data.reverse(), ...this.rows];
  }
}

function withLimit(path: string, limit: number): string {
  const url = new URL(path, location.origin);
  url.searchParams.set('limit', String(limit));
  return `${url.pathname}${url.search}`;
}
