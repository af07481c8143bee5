import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { aSource } from '../builders/sources.js';
import { until } from '../embedded/harness.js';
import { runSource } from '../source-runs.js';
import { Vendor } from '../vendor.js';

const TICKERS = ['AAA', 'BBB', 'CCC'];

describe('events and metrics of sources', () => {
  let service: TestApp;
  let vendor: Vendor;
  let rows: object[] | undefined = [];
  beforeAll(async () => {
    service = await startApp();
    vendor = await Vendor.start(() => (rows === undefined ? { status: 404 } : { body: rows }));
    const source = aSource(`${vendor.url}/`);
    await service.put('/svc/source/eod', source).expect(201);
  });
  afterAll(async () => {
    await vendor.stop();
    await service.close();
  });

  const day = (date: string, tickers = TICKERS, close = 20_000) =>
    tickers.map((ticker) => ({
      ticker,
      date,
      open: close,
      high: close + 100,
      low: close - 100,
      close,
      volume: 5_000 + Number(date.slice(-2)),
    }));
  const bring = (date: string, newRows: object[] | undefined) => {
    rows = newRows;
    return runSource(service, 'eod', { from_date: date, to_date: date });
  };
  const events = async (type: string) =>
    (
      await service
        .get(`/svc/events?last_event_id=0&type=${type}`)
        .set('Accept', 'application/json')
        .expect(200)
    ).body.data;

  it('a day is reported complete once a revision, and not while rows are missing or quarantined', async () => {
    await bring('2024-01-29', day('2024-01-29'));
    await bring('2024-01-30', day('2024-01-30', TICKERS.slice(0, 2)));
    const dates = async () =>
      (await events('dataset.day_complete')).map(({ key }: { key: { date: string } }) => key.date);
    expect(await dates()).toEqual(['2024-01-29']);
    await bring('2024-01-30', day('2024-01-30'));
    await bring('2024-01-30', day('2024-01-30'));
    expect(await dates()).toEqual(['2024-01-29', '2024-01-30']);
    expect((await events('dataset.day_complete'))[1]).toMatchObject({
      resource: 'dataset',
      key: { resource: 'quote', date: '2024-01-30' },
      counts: { quotes: 3, expected: 3 },
    });
    await bring('2024-01-30', day('2024-01-30', TICKERS, 20_200));
    expect(await dates()).toEqual(['2024-01-29', '2024-01-30', '2024-01-30']);
    await bring('2024-01-31', [...day('2024-01-31', ['AAA', 'BBB']), ...day('2024-01-31', ['CCC'], 200_000)]);
    expect(await dates()).toHaveLength(3);
  });

  it('a failed run is an event', async () => {
    const before = (await events('source.run_failed')).length;
    const { id } = await bring('2024-01-31', undefined);
    const failures = await events('source.run_failed');
    expect(failures).toHaveLength(before + 1);
    expect(failures.at(-1)).toMatchObject({ resource: 'source', key: { name: 'eod' }, request_id: id });
  });

  it('metrics have age, rows, failures and quarantine of each source', async () => {
    const { text } = await service.get('/metrics').expect(200);
    const value = (name: string) =>
      Number(new RegExp(`^${name}\\{source="eod"\\} (\\S+)$`, 'm').exec(text)?.[1]);
    expect(value('mds_source_age_seconds')).toBeGreaterThan(0);
    expect(value('mds_source_rows')).toBe(0);
    expect(value('mds_source_failed_units')).toBe(1);
    expect(value('mds_source_quarantine_rows')).toBe(1);
  });

  it('a day is reported complete once the last of its rows in the quarantine is decided', async () => {
    const date = '2024-02-01';
    const isReported = async () =>
      (await events('dataset.day_complete')).some(({ key }: { key: { date: string } }) => key.date === date);
    await bring(date, [...day(date, ['AAA', 'BBB']), ...day(date, ['CCC'], 200_000)]);
    expect(await isReported()).toBe(false);
    const held = (await service.get('/svc/quarantine?ticker=CCC').expect(200)).body.data;
    const { id } = held.find(({ key }: { key: { date: string } }) => key.date === date);
    const [record] = day(date, ['CCC']);
    await service.post(`/svc/quarantine/${id}/correct`, { record, reason: 'wrong unit' }).expect(200);
    await until('the day is reported', isReported);
  });

  it('quotes of other securities do not make up for missing ones', async () => {
    const date = '2024-02-05';
    const isReported = async () =>
      (await events('dataset.day_complete')).some(({ key }: { key: { date: string } }) => key.date === date);
    await bring(date, day(date, ['AAA', 'BBB', 'NEW']));
    expect(await isReported()).toBe(false);
    await bring(date, day(date, ['CCC']));
    expect(await isReported()).toBe(true);
  });

  it('and so it is if the announcement of the decision was lost, hours ago: then everything counts as changed', async () => {
    const date = '2024-02-02';
    const isReported = async () =>
      (await events('dataset.day_complete')).some(({ key }: { key: { date: string } }) => key.date === date);
    await bring(date, [...day(date, ['AAA', 'BBB']), ...day(date, ['CCC'], 200_000)]);
    await service.post('/svc/quote', day(date, ['CCC'])[0]).expect(201);
    expect(await isReported()).toBe(false);
    await service.sql(
      `UPDATE quarantine SET state = 'rejected', reason = 'stored by hand', decided_by = 'a@example.com',
         decided_at = now() - interval '5 hours'
       WHERE state = 'waiting' AND record_key ->> 'date' = $1`,
      [date],
    );
    await until('the day is reported', isReported);
  });
});
