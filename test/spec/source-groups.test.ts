import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { until } from '../embedded/harness.js';
import { runSource } from '../source-runs.js';
import { Vendor } from '../vendor.js';

const DAYS = ['2024-01-29', '2024-01-30', '2024-01-31'];
/** A Saturday. */
const CLOSED = '2024-01-27';

const bar = (ticker: string, date: string, changes: object = {}) => ({
  ticker,
  date,
  open: 20_000,
  high: 20_000,
  low: 20_000,
  close: 20_000,
  volume: 5_000 + Number(date.slice(-2)),
  ...changes,
});
const bars = (ticker: string) => DAYS.map((date) => bar(ticker, date));

describe('units of work stored together', () => {
  let service: TestApp;
  let vendor: Vendor;
  let answers: Record<string, object[]> = {};
  beforeAll(async () => {
    service = await startApp();
    vendor = await Vendor.start(({ path }) => ({ body: answers[path.slice(1)] ?? [] }));
  });
  afterAll(async () => {
    await vendor.stop();
    await service.close();
  });
  beforeEach(() => service.sql('TRUNCATE quote, quarantine'));

  /** Serves answers by the ticker of a unit, runs the source, and returns the units of the run. */
  async function bring(rowsByTicker: Record<string, object[]>, options: object = {}, name = 'together') {
    answers = rowsByTicker;
    await service.put(`/svc/source/${name}`, {
      data_set: 'quote',
      request: { url: `${vendor.url}/{ticker}` },
      rows: { format: 'json' },
      work: { each: 'ticker', tickers: Object.keys(rowsByTicker) },
      limits: { per_minute: 60_000, attempts: 1 },
      ...options,
    });
    const result = await runSource(service, name, { from_date: DAYS[0], to_date: DAYS[2] });
    return result.unitRecords as Record<string, unknown>[];
  }
  const counts = (units: Record<string, unknown>[]) =>
    units.map(({ read, created, updated, unchanged, quarantined, rejected }) => [
      [read, created, updated],
      [unchanged, quarantined, rejected],
    ]);

  it('each have their own counts, rejects and remarks', async () => {
    // A busy machine may take longer than a second to receive them: then they are not all in one group.
    await until('all are received within a second', async () => {
      await service.sql('TRUNCATE quote, quarantine');
      await bring({ OLD: bars('OLD'), MIX: bars('MIX') });
      const units = await bring(
        {
          NEW: bars('NEW'),
          OLD: bars('OLD'),
          MIX: [
            bar('MIX', DAYS[0] as string, { volume: 1 }),
            ...bars('MIX').slice(1),
            bar('MIX', '2024-02-01'),
          ],
          ODD: [...bars('ODD'), bar('ODD', CLOSED)],
          BAD: [bar('BAD', DAYS[0] as string, { low: 30_000 }), bar('BAD', DAYS[1] as string)],
          NIL: [],
        },
        { quality: { calendar: { action: 'quarantine' }, second_source: { action: 'off' } } },
      );
      expect(counts(units)).toEqual([
        [
          [3, 3, 0],
          [0, 0, 0],
        ],
        [
          [3, 0, 0],
          [3, 0, 0],
        ],
        [
          [4, 1, 1],
          [2, 0, 0],
        ],
        [
          [4, 3, 0],
          [0, 1, 0],
        ],
        [
          [2, 1, 0],
          [0, 0, 1],
        ],
        [
          [0, 0, 0],
          [0, 0, 0],
        ],
      ]);
      expect(units.map(({ rejects }) => rejects)).toEqual([
        [],
        [],
        [],
        [],
        [
          {
            line: 2,
            reason: expect.stringContaining('low'),
            header: expect.stringContaining('ticker'),
            row: expect.stringContaining('BAD'),
          },
        ],
        [],
      ]);
      const transactions = await service.sql<{ count: number }>(
        `SELECT count(*)::int FROM audit_event WHERE resource = 'quote' AND action = 'imported'
         AND request_id = (SELECT id::text FROM source_run ORDER BY created_at DESC LIMIT 1)`,
      );
      return transactions[0]?.count === 1;
    });
  });

  it('are stored one by one when one of them is refused, and the others keep their counts', async () => {
    const units = await bring(
      { ONE: bars('ONE'), ODD: [...bars('ODD'), bar('ODD', CLOSED)], TWO: bars('TWO') },
      { quality: { calendar: { action: 'fail' } } },
    );
    expect(units.map(({ state, failure, created }) => [state, failure, created])).toEqual([
      ['done', null, 3],
      ['failed', 'refused_by_quality', 0],
      ['done', null, 3],
    ]);
    expect(await service.sql(`SELECT DISTINCT ticker FROM quote ORDER BY ticker`)).toEqual([
      { ticker: 'ONE' },
      { ticker: 'TWO' },
    ]);
  });

  it('are refused as a whole if one of them is large, too', async () => {
    const day = DAYS[0] as string;
    const large = Array.from({ length: 40_001 }, (_, index) => bar(`L${10_000 + index}`, day));
    const [unit] = await bring(
      { ALL: [...large, bar('ODD', CLOSED)] },
      { quality: { calendar: { action: 'fail' } } },
    );
    expect(unit).toMatchObject({ state: 'failed', failure: 'refused_by_quality', created: 0 });
    expect(await service.sql('SELECT count(*)::int AS rows FROM quote')).toEqual([{ rows: 0 }]);
  });

  it('may have the same key: the later one counts, as if stored after the other', async () => {
    const day = DAYS[0] as string;
    const units = await bring({ ONE: [bar('KEY', day)], TWO: [bar('KEY', day, { volume: 7 })] });
    expect(counts(units)).toEqual([
      [
        [1, 1, 0],
        [0, 0, 0],
      ],
      [
        [1, 0, 1],
        [0, 0, 0],
      ],
    ]);
    expect(await service.sql('SELECT volume::int FROM quote')).toEqual([{ volume: 7 }]);
  });

  describe('of securities without quotes', () => {
    /** Each unit has its own security, whatever the answers contain. */
    const own = {
      fields: {
        ticker: { value: '{ticker}' },
        ...Object.fromEntries(
          ['date', 'open', 'high', 'low', 'close', 'volume'].map((name) => [name, { from: name }]),
        ),
      },
    };
    const stored = () =>
      service.sql<{ ticker: string; rows: number }>(
        'SELECT ticker, count(*)::int AS rows FROM quote GROUP BY ticker ORDER BY ticker',
      );

    it('are judged like others: a row held back is not stored, and waits', async () => {
      const units = await bring(
        {
          NEW: bars('NEW'),
          ODD: [...bars('ODD'), bar('ODD', CLOSED)],
          TEN: [...bars('TEN').slice(0, 2), bar('TEN', DAYS[2] as string, { high: 200_000, close: 200_000 })],
          BAD: [bar('BAD', DAYS[0] as string, { low: 30_000 }), bar('BAD', DAYS[1] as string)],
        },
        own,
        'first',
      );
      expect(counts(units)).toEqual([
        [
          [3, 3, 0],
          [0, 0, 0],
        ],
        [
          [4, 3, 0],
          [0, 1, 0],
        ],
        [
          [3, 2, 0],
          [0, 1, 0],
        ],
        [
          [2, 1, 0],
          [0, 0, 1],
        ],
      ]);
      expect(await stored()).toEqual([
        { ticker: 'BAD', rows: 1 },
        { ticker: 'NEW', rows: 3 },
        { ticker: 'ODD', rows: 3 },
        { ticker: 'TEN', rows: 2 },
      ]);
      const waitingRows = await service.sql(
        `SELECT record_key, record ->> 'close' AS close FROM quarantine WHERE state = 'waiting' ORDER BY record_key ->> 'ticker'`,
      );
      expect(waitingRows).toEqual([
        { record_key: { ticker: 'ODD', date: CLOSED }, close: '20000' },
        { record_key: { ticker: 'TEN', date: DAYS[2] }, close: '200000' },
      ]);
      const [source] = await service.sql(
        `SELECT newest_date::text AS newest FROM source WHERE name = 'first'`,
      );
      expect(source).toEqual({ newest: DAYS[2] });
    });

    it('are refused like others, and a day that arrives twice with other values is quarantined', async () => {
      const units = await bring(
        {
          NEW: bars('NEW'),
          ODD: [...bars('ODD'), bar('ODD', CLOSED)],
          TWO: [...bars('TWO'), bar('TWO', DAYS[0] as string, { close: 19_990, low: 19_990 })],
        },
        { ...own, quality: { calendar: { action: 'fail' } } },
        'first',
      );
      expect(
        units.map(({ state, failure, created, quarantined }) => [state, failure, created, quarantined]),
      ).toEqual([
        ['done', null, 3, 0],
        ['failed', 'refused_by_quality', 0, 0],
        ['done', null, 2, 2],
      ]);
      expect(await stored()).toEqual([
        { ticker: 'NEW', rows: 3 },
        { ticker: 'TWO', rows: 2 },
      ]);
    });
  });

  it('by day: a partial day is recognised by the days before it, stored or not', async () => {
    const market = ['AAA', 'BBB', 'CCC', 'DDD', 'EEE'];
    const [first = '', second = '', third = ''] = DAYS;
    const units = await bring(
      {
        [first]: market.map((ticker) => bar(ticker, first)),
        [second]: market.slice(0, 2).map((ticker) => bar(ticker, second)),
        [third]: market.map((ticker) => bar(ticker, third)),
      },
      { request: { url: `${vendor.url}/{date}` }, work: { each: 'date' } },
      'by-day',
    );
    expect(units.map(({ state, failure, created }) => [state, failure, created])).toEqual([
      ['done', null, 5],
      ['failed', 'refused_by_quality', 0],
      ['done', null, 5],
    ]);
  });
});
