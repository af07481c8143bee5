import { expect } from '@jest/globals';
import type { TestApp } from '../app.js';

/** Stores new records of a data set by bulk insert, 200 a request; every one of them must be stored. */
export async function plant(service: TestApp, dataSet: string, records: readonly object[]): Promise<void> {
  for (let from = 0; from < records.length; from += 200) {
    const { body } = await service
      .post(`/svc/bulk/insert?resource=${dataSet}&on_duplicate=update`, records.slice(from, from + 200))
      .expect(207);
    const failed = (body.results as { status: number }[]).filter(
      ({ status }) => ![200, 201].includes(status),
    );
    expect(failed).toEqual([]);
  }
}

/** All rows of a list, page by page over `meta.next`. */
export async function pagesOf<Row>(service: TestApp, path: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let next: string | null = path; next !== null; ) {
    const { body }: { body: { data: Row[]; meta: { next: string | null } } } = await service
      .get(next)
      .expect(200);
    rows.push(...body.data);
    next = body.meta.next;
  }
  return rows;
}
