import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestApp } from '../app.js';
import { startDemoApp } from '../demo.js';
import { rounds } from '../faults/rounds.js';
import { type Document, type Operation, operationsOf, type Parameter, urlOf } from './document.js';
import { seeded } from './hostile.js';
import { culprits, expectProblem } from './wire.js';

type Row = Record<string, unknown>;

interface Page {
  data: Row[];
  meta: { count: number; next: string | null; total: number | null };
}

/** What the lists of the demo market require. */
const VALUES: Record<string, string> = { ticker: 'ZDA', code: 'VNINDEX', date: '2025-06-30' };
/** Rows that are read at once, and those of one of their pages. */
const [ROWS, PAGE] = [21, 7];
/** Rows of a page that every list can have. */
const LONGEST = 100;

/** Sets of filters that each list is read with. */
const SETS = rounds(2, 40);
/** Values of the demo market for filters whose documented example it lacks. */
const DAYS = ['20240131', '20240716', '20250630', '20240211'];
const OF_DEMO: Record<string, readonly string[]> = {
  ...Object.fromEntries(
    ['date', 'from_date', 'to_date', 'start', 'end', 'as_of'].map((name) => [name, DAYS]),
  ),
  ticker: ['ZDA', 'ZSA', 'VNINDEX', 'ZHE,ZDA'],
  code: ['VN30', 'VNINDEX', 'ZSA', '45'],
  q: ['a', 'ngan hang', '1'],
};

/** Every documented list of the market and of the service; those of one record are tested with it. */
const LISTS = operationsOf(JSON.parse(readFileSync('openapi.json', 'utf8')) as Document).filter(
  ({ method, path, parameters }) =>
    method === 'GET' && !/\{(id|name)\}/.test(path) && parameters.some(({ name }) => name === 'cursor'),
);

/** Whether a parameter is one of every list: it chooses the part or the form of a list, not its rows. */
const isOfPages = (name: string) =>
  LISTS.every(({ parameters }) => parameters.some((each) => each.name === name));

/** A request of a list with what it requires. */
function request(operation: Operation, query: string): string {
  const required = operation.parameters.filter((each) => each.required && each.in === 'query');
  const pairs = required.flatMap(({ name }) => (name in VALUES ? [`${name}=${VALUES[name]}`] : []));
  return urlOf(operation, { path: VALUES, query: [...pairs, ...query.split('&')] });
}

/** Some of the filters that an operation documents, at random. */
function someFilters({ parameters }: Operation, random: () => number): string {
  const valuesOf = ({ name, schema }: Parameter) => OF_DEMO[name] ?? schema.enum ?? [schema.example];
  return parameters
    .filter((each) => each.in === 'query' && !each.required && !isOfPages(each.name) && random() < 0.4)
    .map((each) => {
      const values = valuesOf(each);
      return `${each.name}=${encodeURIComponent(String(values[Math.floor(random() * values.length)]))}`;
    })
    .join('&');
}

/** Rows without the times that pass between two requests. */
const timeless = (rows: Row[]) => rows.map((row) => ({ ...row, age_seconds: null, last_used_at: null }));

let service: TestApp;
beforeAll(async () => {
  service = await startDemoApp();
});
afterAll(() => service.close());

describe.each(LISTS.map((operation) => [operation.path, operation] as const))('GET %s', (path, operation) => {
  const most = operation.parameters.find(({ name }) => name === 'limit')?.schema.maximum ?? LONGEST;
  const read = async (query: string): Promise<Page> =>
    (await service.get(request(operation, query)).expect(200)).body;
  const rowsOf = async (query: string) => timeless((await read(query)).data);
  const totalOf = async () => (await read('limit=1&total=true')).meta.total as number;

  it('pages by next and by offset are parts of one list', async () => {
    const all = await rowsOf(`limit=${ROWS}`);
    const pages: Row[] = [];
    let next: string | null = request(operation, `limit=${PAGE}`);
    do {
      const { data, meta }: Page = (await service.get(next).expect(200)).body;
      pages.push(...timeless(data));
      next = meta.next;
    } while (next !== null && pages.length < all.length);
    expect(pages).toEqual(all);
    expect(next === null).toBe(all.length === (await totalOf()));
    for (let offset = PAGE; offset < all.length; offset += PAGE) {
      expect(await rowsOf(`limit=${PAGE}&offset=${offset}`)).toEqual(all.slice(offset, offset + PAGE));
    }
  });

  it('order=asc has the rows of order=desc, and one of them is the order without it', async () => {
    const limit = `limit=${Math.min(LONGEST, most)}`;
    const [descending, ascending] = [await rowsOf(`${limit}&order=desc`), await rowsOf(`${limit}&order=asc`)];
    expect([descending, ascending]).toContainEqual(await rowsOf(limit));
    if (descending.length < (await totalOf())) return;
    const texts = (rows: Row[]) => rows.map((row) => JSON.stringify(row)).sort();
    expect(texts(ascending)).toEqual(texts(descending));
  });

  it('total is the number of rows, of pages as of the stream', async () => {
    const total = await totalOf();
    const { data, meta } = await read(`limit=${PAGE}&offset=${total + 1}`);
    expect([data, meta.count, meta.next]).toEqual([[], 0, null]);
    if (total > 1) expect(await rowsOf(`limit=${PAGE}&offset=${total - 1}`)).toHaveLength(1);
    // A ranking streams as many rows as a page has.
    const limit = most <= LONGEST ? `&limit=${most}` : '';
    const { text } = await service.get(request(operation, `format=ndjson${limit}`)).expect(200);
    const lines = text.split('\n').filter((line) => line !== '');
    expect(lines).toHaveLength(total);
    const rows = lines.slice(0, ROWS).map((line) => JSON.parse(line) as Row);
    expect(timeless(rows)).toEqual(await rowsOf(`limit=${ROWS}`));
  });

  it('whatever filters go together, pages, stream and total are of one list', async () => {
    const random = seeded(20250630);
    for (let set = 0; set < SETS; ) {
      const filters = someFilters(operation, random);
      const first = await service.get(request(operation, `${filters}&limit=${ROWS}&total=true`));
      // Some exclude each other, or name what the demo lacks.
      if (first.status !== 200) {
        expect([filters, first.status]).toEqual([filters, first.status === 404 ? 404 : 400]);
        continue;
      }
      set++;
      const { data, meta }: Page = first.body;
      const all = timeless(data);
      const pages: Row[] = [];
      let next: string | null = request(operation, `${filters}&limit=${PAGE}`);
      do {
        // A weight in Accept sends a request past the fast lane.
        const page: Page = (await service.get(next).set('Accept', 'application/json;q=1').expect(200)).body;
        pages.push(...timeless(page.data));
        next = page.meta.next;
      } while (next !== null && pages.length < all.length);
      expect([filters, pages]).toEqual([filters, all]);
      expect([filters, next === null]).toEqual([filters, meta.total === all.length]);
      const { text } = await service
        .get(request(operation, `${filters}&format=ndjson&limit=${ROWS}`))
        .expect(200);
      const rows = text.split('\n', all.length).filter((line) => line !== '');
      expect([filters, timeless(rows.map((line) => JSON.parse(line) as Row))]).toEqual([filters, all]);
    }
  });

  it('a cursor of another list is 400', async () => {
    for (const cursor of ['W10', Buffer.from('{}').toString('base64url'), '%00']) {
      const answer = await service.get(request(operation, `limit=1&cursor=${cursor}`));
      expectProblem(answer, 400, 'invalid_input');
      expect([path, culprits(answer)]).toEqual([path, ['cursor']]);
    }
  });
});
