import { expect } from '@jest/globals';
import type { TestApp } from '../app.js';
import { aQuote, type QuoteInput } from './quotes.js';

/** Stores new records of a data set; each must be created. */
export async function insert(service: TestApp, dataSet: string, records: object[]): Promise<void> {
  for (let from = 0; from < records.length; from += 200) {
    const { body } = await service
      .post(`/svc/bulk/insert?resource=${dataSet}`, records.slice(from, from + 200))
      .expect(207);
    expect(body.results.filter((result: { status: number }) => result.status !== 201)).toEqual([]);
  }
}

/** A bar that closes where it opens. */
export function aBar(ticker: string, date: string, close: number, volume = 1000): QuoteInput {
  return aQuote({ ticker, date, open: close, high: close, low: close, close, volume });
}

/** Follows `meta.next` from a first page to the last; the rows of all pages. */
export async function allPages(service: TestApp, path: string): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = [];
  let next: string | null = path;
  while (next !== null) {
    const { body }: { body: { data: Record<string, unknown>[]; meta: { next: string | null } } } =
      await service.get(next).expect(200);
    rows.push(...body.data);
    next = body.meta.next;
  }
  return rows;
}
