import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type MarketData, marketData, rowsOf } from '../../client/index.js';
import { ADMIN_TOKEN, startApp, type TestApp } from '../app.js';

const aBar = (ticker: string, date: string) => ({
  ticker,
  date,
  open: 61_500,
  high: 62_300,
  low: 61_200,
  close: 62_000,
  volume: 1_834_500,
});
/** The first `count` days of 2020. */
const bars = (ticker: string, count: number) =>
  Array.from({ length: count }, (_, day) =>
    aBar(ticker, new Date(Date.UTC(2020, 0, day + 1)).toISOString().slice(0, 10)),
  );

/** Types here are checked by `npm run types`, answers by these tests. */
describe('the typed client', () => {
  let service: TestApp;
  let client: MarketData;
  beforeAll(async () => {
    service = await startApp();
    client = marketData({ baseUrl: service.url, token: ADMIN_TOKEN });
  });
  afterAll(async () => {
    await service.close();
  });

  it('writes, reads and approves a quote', async () => {
    const body = aBar('VNM', '2024-01-31');
    const created = await client.POST('/svc/quote', { body });
    expect(created.response.status).toBe(201);
    const id: string = created.data?.id ?? '';
    const stored = await client.GET('/svc/quote/{id}', { params: { path: { id } } });
    expect(stored.data).toMatchObject({ ticker: 'VNM', date: '2024-01-31', close: body.close });
    const approved = await client.POST('/svc/quote/appoval', { body: { id } });
    expect(approved.data?.approval_by).toBe('admin@localhost');
    const { data } = await client.GET('/quote', { params: { query: { ticker: 'VNM' } } });
    expect(data?.data).toHaveLength(1);
    const volume: number | undefined = data?.data[0]?.volume;
    expect(volume).toBe(body.volume);
  });

  it('a body needs no more than the document requires, and null is a value of what it does not', async () => {
    const day = { country: 'LA', date: '2026-01-01', timezone: 'Asia/Vientiane', name: 'New Year' };
    const created = await client.POST('/svc/settlement', { body: day });
    expect(created.data).toMatchObject({ status: 'closed' });
    const replaced = await client.PUT('/svc/settlement', { body: { ...day, status: null } });
    expect([replaced.response.status, replaced.data]).toEqual([200, created.data]);
  });

  it('reports a duplicate by its problem and a bad parameter by its name', async () => {
    const body = aBar('VNM', '2024-01-31');
    const again = await client.POST('/svc/quote', { body });
    expect([again.response.status, again.error?.code]).toEqual([303, 'record_exists']);
    const refusal = await client.GET('/quote', { params: { query: { ticker: 'VNM', limit: 0 } } });
    expect([refusal.response.status, refusal.error?.errors?.[0]?.parameter]).toEqual([400, 'limit']);
  });

  it('imports, and reads page after page', async () => {
    const imported = await client.POST('/svc/quote/bulk/import', { body: bars('FPT', 150) });
    expect(imported.response.status).toBe(207);
    const dates: string[] = [];
    for await (const row of rowsOf(client, '/quote', { ticker: 'FPT', limit: 40 })) dates.push(row.date);
    expect(dates).toHaveLength(150);
    expect(dates).toEqual(dates.toSorted().toReversed());
    const wrong = rowsOf(client, '/quote', { ticker: 'FPT', limit: 99_999 }).next();
    await expect(wrong).rejects.toMatchObject({ cause: { errors: [{ parameter: 'limit' }] } });
  });

  it('reads the events as a list, and text as text', async () => {
    const types: string[] = [];
    for await (const { type } of rowsOf(client, '/svc/events', { ticker: 'FPT', limit: 100 }))
      types.push(type);
    expect(types).toEqual(Array(150).fill('quote.created'));
    const csv = await client.GET('/quote', {
      params: { query: { ticker: 'VNM', format: 'csv' } },
      parseAs: 'text',
    });
    expect(csv.data).toMatch(/^ticker,date,/);
    const metrics = await client.GET('/metrics', { parseAs: 'text' });
    expect(metrics.data).toContain('mds_cache_bytes');
    // @ts-expect-error a path with a parameter within is no list that rows could be read of
    expect(() => rowsOf(client, '/svc/quote/{id}/history', {})).not.toThrow();
  });

  it('its README example runs unchanged', async () => {
    const run = () => promisify(execFile)(process.execPath, ['client/example.js', service.url, ADMIN_TOKEN]);
    expect((await run()).stdout).toBe('2024-01-02 62000 approved\n2024-01-03 62000 approved\n');
    expect((await run()).stdout).toContain('was approved before');
  });
});
