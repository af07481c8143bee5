import { expect } from '@jest/globals';
import type { TestApp } from '../app.js';
import type { Response } from '../request.js';
import { aQuote, type QuoteInput } from './quotes.js';

/** Stores records of a data set through the bulk endpoint; all of them must be stored. */
export async function plant(service: TestApp, resource: string, records: readonly object[]): Promise<void> {
  for (let from = 0; from < records.length; from += 200) {
    const part = records.slice(from, from + 200);
    const path = `/svc/bulk/insert?resource=${resource}&on_duplicate=update`;
    const { status, body } = await service.post(path, part);
    const failed = body.results?.filter((each: Result) => ![200, 201].includes(each.status));
    expect([status, failed ?? body]).toEqual([207, []]);
  }
}

interface Result {
  status: number;
}

/** A bar that opens, closes and stays at one price. */
export const flatBar = (ticker: string, date: string, price: number, volume = 1000): QuoteInput =>
  aQuote({ ticker, date, open: price, high: price, low: price, close: price, volume });

/** All rows of a list. */
export async function readAll<Row>(service: TestApp, path: string): Promise<Row[]> {
  const answer = await service.get(`${path}${path.includes('?') ? '&' : '?'}limit=10000`);
  expect([answer.status, answer.body.detail]).toEqual([200, undefined]);
  return answer.body.data;
}

/** The rows of a list page by page over `meta.next`. */
export async function walkPages<Row = Record<string, unknown>>(
  service: TestApp,
  first: string,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let path: string | null = first; path !== null; ) {
    const answer: Response = await service.get(path).expect(200);
    rows.push(...answer.body.data);
    path = answer.body.meta.next;
  }
  return rows;
}
