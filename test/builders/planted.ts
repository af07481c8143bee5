import { expect } from '@jest/globals';
import type { TestApp } from '../app.js';

/** A bar whose four prices are its close, as a row of `POST /svc/bulk/insert?resource=quote`. */
export function bar(ticker: string, date: string, close: number, volume = 1000) {
  return { ticker, date, open: close, high: close, low: close, close, volume };
}

/** Inserts records into a data set by the bulk endpoint; every one must be stored. */
export async function plant(service: TestApp, resource: string, records: object[]): Promise<void> {
  for (let from = 0; from < records.length; from += 200) {
    const part = records.slice(from, from + 200);
    const path = `/svc/bulk/insert?resource=${resource}&on_duplicate=update`;
    const { body } = await service.post(path, part).expect(207);
    const failed = (body.results as { status: number }[]).filter(
      ({ status }) => ![200, 201].includes(status),
    );
    expect(failed).toEqual([]);
  }
}

/** Every row of a list, page by page over `meta.next`. */
export async function walk<Row>(service: TestApp, path: string): Promise<Row[]> {
  const rows: Row[] = [];
  let next: string | null = path;
  while (next !== null) {
    const { body }: { body: { data: Row[]; meta: { next: string | null } } } = await service
      .get(next)
      .expect(200);
    rows.push(...body.data);
    next = body.meta.next;
  }
  return rows;
}
