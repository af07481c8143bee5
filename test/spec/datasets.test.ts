import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { connectionSettings } from '../../src/database/connection/connection.js';
import { DATA_SET_NAMES } from '../../src/kinds/data-set-names.js';
import { startApp, type TestApp } from '../app.js';
import { plant, walkPages } from '../builders/market.js';
import { aNews } from '../builders/news.js';
import { aQuote } from '../builders/quotes.js';
import { samplesOf } from '../builders/records.js';
import { documentOf } from '../contract/document.js';
import { until } from '../embedded/harness.js';
import { folderWith, summaryOf } from '../import/command.js';

interface Overview {
  name: string;
  title: string;
  row_count: number;
  estimated: boolean;
  first_date: string | null;
  last_date: string | null;
  last_import_at: string | null;
  last_change_at: string | null;
  gap_days: number | null;
  keys: string[];
  path: string;
  daily: boolean;
}

/** Data of one endpoint that a data set unlocks. */
interface Unlock {
  path: string;
  role: 'needs' | 'needs_one_of' | 'adds';
  gives: string;
}

const normalized = (unlocks: readonly object[]) =>
  unlocks.map((each) => JSON.stringify(Object.entries(each).sort())).sort();

describe('GET /svc/datasets: an overview of the data sets', () => {
  let service: TestApp;
  const all = async () => (await service.get('/svc/datasets').expect(200)).body.data as Overview[];
  const one = async (name: string) => (await all()).find((each) => each.name === name) as Overview;
  beforeAll(async () => {
    service = await startApp();
  });
  afterAll(() => service.close());

  it('names every data set of the registry, in its order, with its key and path', async () => {
    const overview = await all();
    expect(overview.map(({ name }) => name)).toEqual(DATA_SET_NAMES);
    expect(await one('news')).toMatchObject({ keys: ['id'], path: '/svc/record/news', gap_days: null });
    expect(await one('trade_flow')).toMatchObject({ keys: ['scope', 'code', 'date'] });
  });

  it('an empty data set has zero and nulls', async () => {
    expect(await one('quote')).toEqual({
      name: 'quote',
      title: 'Daily quotes',
      row_count: 0,
      estimated: false,
      first_date: null,
      last_date: null,
      last_import_at: null,
      last_change_at: null,
      gap_days: 0,
      keys: ['ticker', 'date'],
      path: '/svc/quote',
      unlocks: expect.arrayContaining([
        { path: '/quote', role: 'needs', gives: 'bars of the security' },
      ]) as unknown,
      daily: true,
    });
  });

  it('daily marks the data sets that every trading day extends', async () => {
    const names = (await all()).filter(({ daily }) => daily).map(({ name }) => name);
    expect(names).toEqual(['quote', 'daily_statistic', 'foreign_trade', 'trade_flow', 'order_statistic']);
  });

  it('has counts, dates, open days without any quote, and the last change', async () => {
    // 2024-01-01 is a holiday, 6 and 7 a weekend; 4 and 9 are open days without a quote.
    const days = ['2024-01-02', '2024-01-03', '2024-01-05', '2024-01-08', '2024-01-10'];
    await plant(service, 'quote', [
      ...days.map((date) => aQuote({ ticker: 'VNM', date })),
      aQuote({ ticker: 'ACB', date: '2024-01-05' }),
    ]);
    const quote = await one('quote');
    expect(quote).toMatchObject({
      row_count: 6,
      first_date: '2024-01-02',
      last_date: '2024-01-10',
      gap_days: 2,
      last_import_at: null,
    });
    const [event] = await service.sql<{ at: Date }>(
      `SELECT max(occurred_at) AS at FROM audit_event WHERE resource = 'quote'`,
    );
    expect(new Date(String(quote.last_change_at)).getTime()).toBe(event?.at.getTime());
  });

  it('instants count by the day of the market; keys of three columns; later columns of a key', async () => {
    await plant(service, 'news', [
      aNews({ id: 'a', published_at: '2024-01-31T16:59:00Z' }),
      aNews({ id: 'b', published_at: '2024-01-31T17:00:00Z' }),
    ]);
    await plant(service, 'trade_flow', [
      { scope: 'index', code: 'VN30', date: '2024-03-01' },
      { code: 'VNM', date: '2024-02-01' },
      { scope: 'sector', code: '10', date: '2024-04-01' },
    ]);
    expect(await one('news')).toMatchObject({
      row_count: 2,
      first_date: '2024-01-31',
      last_date: '2024-02-01',
    });
    expect(await one('trade_flow')).toMatchObject({ first_date: '2024-02-01', last_date: '2024-04-01' });
    expect(await one('settlement')).toMatchObject({ first_date: '2015-01-01' });
  });

  it('the last import is the one of the import command', async () => {
    const [event] = await service.sql<{ at: Date }>(
      `INSERT INTO audit_event (resource, action, actor) VALUES ('news', 'imported', 'import:test') RETURNING occurred_at AS at`,
    );
    expect(new Date(String((await one('news')).last_import_at)).getTime()).toBe(event?.at.getTime());
  });

  it('the last import may have created nothing', async () => {
    const importNamed = async (name: string) => {
      const file = folderWith({ 'currencies.csv': `code,name\nXQQ,${name}\n` });
      await summaryOf(service.address, ['currency', file('currencies.csv'), '--on-duplicate', 'update']);
      return String((await one('currency')).last_import_at);
    };
    const first = await importNamed('First');
    expect((await importNamed('Second')) > first).toBe(true);
  });

  it('pages, CSV, and unknown parameters', async () => {
    expect(await walkPages(service, '/svc/datasets?limit=7')).toEqual(await all());
    const csv = (await service.get('/svc/datasets?format=csv').expect(200)).text.trim().split('\n');
    expect(csv).toHaveLength(DATA_SET_NAMES.length + 1);
    expect((await service.get('/svc/datasets?name=x').expect(400)).body.errors[0].parameter).toBe('name');
    await service.get('/svc/datasets', await service.token('reader')).expect(200);
  });

  it('says what each data set unlocks, like the document and the guide', async () => {
    const guide = readFileSync('docs/guides/data-sets.md', 'utf8').split('## ').slice(1);
    const words = { needs: 'needed', needs_one_of: 'this or another', adds: 'adds' } as const;
    const { paths } = await documentOf(service);
    const declarations = Object.entries(paths).flatMap(([path, operations]) =>
      Object.values(operations).flatMap((operation) => {
        const { 'x-data-sets': roles = {} } = operation as { 'x-data-sets'?: Record<string, object> };
        return Object.entries(roles).flatMap(([role, sets]) =>
          Object.entries(sets).map(([name, gives]) => ({ name, path, role, gives: String(gives) })),
        );
      }),
    );
    expect(declarations.length).toBeGreaterThan(50);
    for (const { name, unlocks } of (await all()) as unknown as { name: string; unlocks: Unlock[] }[]) {
      const expected = declarations
        .filter((each) => each.name === name)
        .map(({ name: _, ...unlock }) => unlock);
      expect([name, normalized(unlocks)]).toEqual([name, normalized(expected)]);
      const section = guide.find((each) => each.startsWith(`\`${name}\``)) ?? '';
      const missing = unlocks.filter(
        ({ path, role, gives }) => !section.includes(`| \`${path}\` | ${words[role]} | ${gives} |`),
      );
      expect([name, missing]).toEqual([name, []]);
    }
  });

  it('lists the fields of each data set with their accepted headings', async () => {
    const form = (await service.get('/svc/datasets/quote').expect(200)).body;
    expect(form).toMatchObject({ name: 'quote', title: 'Daily quotes', keys: ['ticker', 'date'] });
    expect(form.fields.map(({ name }: { name: string }) => name)).toEqual([
      'ticker',
      'date',
      'open',
      'high',
      'low',
      'close',
      'volume',
    ]);
    expect(form.fields[0]).toMatchObject({ type: 'string', required: true, choices: [] });
    expect(form.fields[0].column_names.slice(0, 2)).toEqual(['ticker', 'symbol']);
    for (const name of DATA_SET_NAMES) {
      const { keys, fields } = (await service.get(`/svc/datasets/${name}`).expect(200)).body;
      const columnNames = fields.flatMap(({ column_names }: { column_names: string[] }) => column_names);
      expect([name, keys.filter((key: string) => !columnNames.includes(key))]).toEqual([name, []]);
    }
    await service.get('/svc/datasets/nothing').expect(400);
  });

  it('says which fields are the key by their names in records, and which are days or instants', async () => {
    const fieldsOf = async (name: string) =>
      (await service.get(`/svc/datasets/${name}`).expect(200)).body.fields as {
        name: string;
        key: boolean;
        format: string | null;
      }[];
    for (const { name, key } of samplesOf(await documentOf(service))) {
      const names = (await fieldsOf(name)).filter((field) => field.key).map((field) => field.name);
      expect([name, names]).toEqual([name, key]);
    }
    const formatsOf = async (name: string) =>
      Object.fromEntries((await fieldsOf(name)).map((field) => [field.name, field.format]));
    expect(await formatsOf('quote')).toMatchObject({
      ticker: null,
      date: 'date',
      close: 'double',
      volume: 'int64',
    });
    expect(await formatsOf('filing')).toMatchObject({ filing_date: 'date', accepted_date: 'date-time' });
    expect(await formatsOf('currency')).toMatchObject({ introduction_date: null, withdrawal_date: null });
    expect(await formatsOf('settlement_cycle')).toMatchObject({ valid_from: 'date' });
  });

  it('an unchanged table is not recounted until a notification of writes from outside the service', async () => {
    const before = await one('currency');
    const countryBefore = await one('country');
    const client = new pg.Client(connectionSettings(service.address));
    await client.connect();
    try {
      const { rowCount } = await client.query(`DELETE FROM currency WHERE code = 'XTS'`);
      expect(rowCount).toBe(1);
      expect(await one('currency')).toEqual(before);
      await client.query(`SELECT pg_notify('mds_change', 'currency *')`);
    } finally {
      await client.end();
    }
    const currentCount = async () => (await one('currency')).row_count;
    await until('the notification has arrived', async () => (await currentCount()) < before.row_count);
    expect(await currentCount()).toBe(before.row_count - 1);
    expect(await one('country')).toEqual(countryBefore);
  });

  it('more than 100,000 records: an estimate, marked as such', async () => {
    await service.sql(`
      INSERT INTO quote (ticker, date, open, high, low, close, volume, maker)
      SELECT 'T' || lpad(t::text, 3, '0'), date '2000-01-01' + d, 1, 1, 1, 1, 1, 'test'
      FROM generate_series(1, 110) t, generate_series(0, 999) d`);
    const quote = await one('quote');
    expect(quote.estimated).toBe(true);
    expect(quote.row_count).toBeGreaterThan(100_000);
    expect(quote.row_count).toBeLessThan(200_000);
    expect(quote).toMatchObject({ first_date: '2000-01-01', last_date: '2024-01-10' });
  });
});
