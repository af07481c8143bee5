import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { aSource } from '../builders/sources.js';
import { runSource } from '../source-runs.js';
import { Vendor } from '../vendor.js';

const DAY = '2024-01-31';
const bar = (close: number, volume = 5_000) => ({
  ticker: 'AAA',
  date: DAY,
  open: close,
  high: close,
  low: close,
  close,
  volume,
});

describe('two sources for one key', () => {
  let service: TestApp;
  let vendor: Vendor;
  let rows: object[] = [];
  beforeAll(async () => {
    service = await startApp();
    vendor = await Vendor.start(() => ({ body: rows }));
  });
  afterAll(async () => {
    await vendor.stop();
    await service.close();
  });
  beforeEach(async () => {
    await service.sql('TRUNCATE quote, quarantine');
    await service.sql('DELETE FROM source');
  });

  const bring = async (name: string, newRow: object, options: object = {}) => {
    rows = [newRow];
    await service.put(`/svc/source/${name}`, aSource(`${vendor.url}/`, options));
    return runSource(service, name, { from_date: DAY, to_date: DAY });
  };
  const stored = async () =>
    (await service.sql<object>('SELECT close::int AS close, volume::int AS volume, maker FROM quote'))[0];
  const first = { priority: 1 };

  it('without priorities the first value stays, and a disagreement is quarantined with both values', async () => {
    await bring('one', bar(20_000));
    expect(await bring('two', bar(20_100))).toMatchObject({ updated: 0, quarantined: 1 });
    expect(await stored()).toEqual({ close: 20_000, volume: 5_000, maker: 'source:one' });
    const [quarantinedRow] = (await service.get('/svc/quarantine?rule=second_source').expect(200)).body.data;
    const { body } = await service.get(`/svc/quarantine/${quarantinedRow.id}`).expect(200);
    expect(body).toMatchObject({
      source: 'two',
      record: { close: 20_100 },
      stored: { close: 20_000, maker: 'source:one' },
    });
  });

  it('a disagreement in any price counts', async () => {
    await bring('one', bar(20_000));
    await bring('two', { ...bar(20_000), high: 20_500 });
    const [quarantinedRow] = (await service.get('/svc/quarantine?rule=second_source').expect(200)).body.data;
    expect(quarantinedRow.findings).toMatchObject([
      { rule: 'second_source', value: 20_500, expected: 20_000 },
    ]);
  });

  it("the preferred source replaces the other's value, with a remark and both values in the history", async () => {
    await bring('one', bar(20_000));
    const result = await bring('best', bar(20_100), first);
    expect(result).toMatchObject({ updated: 1, warned: 1, quarantined: 0 });
    expect(result.unitRecords[0].warnings).toMatchObject([
      { rule: 'preferred_source', ticker: 'AAA', value: 20_100, expected: 20_000 },
    ]);
    const [quote] = (await service.get('/svc/quote?ticker=AAA').expect(200)).body.data;
    const [last] = (await service.get(`/svc/quote/${quote.id}/history`).expect(200)).body.data;
    expect(last).toMatchObject({ source: 'best', before: { close: 20_000 }, after: { close: 20_100 } });
  });

  it('the other source leaves the preferred value: an agreement is silent, a disagreement quarantined', async () => {
    await bring('best', bar(20_000), first);
    expect(await bring('other', bar(20_001, 4_990))).toMatchObject({
      updated: 0,
      ignored: 1,
      quarantined: 0,
    });
    expect(await stored()).toEqual({ close: 20_000, volume: 5_000, maker: 'source:best' });
    expect(await bring('other', bar(21_000))).toMatchObject({ updated: 0, ignored: 0, quarantined: 1 });
    expect(await stored()).toEqual({ close: 20_000, volume: 5_000, maker: 'source:best' });
  });

  it.each([
    ['best', 'other'],
    ['other', 'best'],
  ])('sources complement each other whatever their priority: %s before %s', async (...order) => {
    await service.sql('TRUNCATE daily_statistic');
    const declared = { best: ['reference', 'ceiling'], other: ['matched_volume', 'matched_value'] };
    const row = {
      ticker: 'AAA',
      date: DAY,
      reference: 105,
      ceiling: 112,
      matched_volume: 5,
      matched_value: 525,
    };
    for (const name of order as ('best' | 'other')[]) {
      const fields = Object.fromEntries(
        ['ticker', 'date', ...declared[name]].map((from) => [from, { from }]),
      );
      const options = { data_set: 'daily_statistic', fields, ...(name === 'best' ? first : {}) };
      expect(await bring(name, row, options)).toMatchObject({ read: 1, ignored: 0, quarantined: 0 });
    }
    expect(
      await service.sql(`
        SELECT reference::int AS reference, ceiling::int AS ceiling, matched_volume::int AS matched_volume,
          matched_value::int AS matched_value FROM daily_statistic`),
    ).toEqual([{ reference: 105, ceiling: 112, matched_volume: 5, matched_value: 525 }]);
  });

  describe('a value belongs to the last one who wrote it, even if others have written to the record since', () => {
    const [limits, trades] = [
      { reference: 105, ceiling: 112 },
      { matched_volume: 5, matched_value: 525 },
    ];
    /** Runs a source that declares the key and these values. */
    const bringValues = (name: string, values: object, options: object = {}) => {
      const row = { ticker: 'AAA', date: DAY, ...values };
      const fields = Object.fromEntries(Object.keys(row).map((from) => [from, { from }]));
      return bring(name, row, { data_set: 'daily_statistic', fields, ...options });
    };
    beforeEach(async () => {
      await service.sql('TRUNCATE daily_statistic');
    });

    it.each([[{}], [{ priority: 500 }]])('a source corrects its own values (%j)', async (options) => {
      await bringValues('exchange', limits, options);
      await bringValues('vendor', trades);
      const corrected = { ...limits, reference: 110 };
      expect(await bringValues('exchange', corrected, options)).toMatchObject({ updated: 1, quarantined: 0 });
      expect(await bringValues('vendor', { ...trades, matched_volume: 7 })).toMatchObject({ updated: 1 });
      expect(
        await service.sql(
          'SELECT reference::int AS reference, matched_volume::int AS volume FROM daily_statistic',
        ),
      ).toEqual([{ reference: 110, volume: 7 }]);
    });

    it('but not those of a person, nor those of a third source', async () => {
      const key = { ticker: 'AAA', date: DAY };
      await bringValues('exchange', limits);
      await service.put('/svc/record/daily_statistic', { ...key, ...limits, reference: 106 }).expect(200);
      await bringValues('vendor', trades);
      expect(await bringValues('exchange', { ...limits, reference: 110 })).toMatchObject({ quarantined: 1 });
      await service.sql('TRUNCATE daily_statistic');
      await bringValues('rival', limits);
      await bringValues('vendor', trades);
      expect(await bringValues('exchange', { ...limits, reference: 110 })).toMatchObject({ quarantined: 1 });
    });
  });

  it('a source that ranks below fills no field beside one that the preferred source has brought', async () => {
    await service.sql('TRUNCATE daily_statistic');
    const declared = (names: string[]) => Object.fromEntries(names.map((from) => [from, { from }]));
    const row = { ticker: 'AAA', date: DAY, reference: 105, matched_volume: 5 };
    const ofStatistics = { data_set: 'daily_statistic' };
    const best = { ...ofStatistics, ...first, fields: declared(['ticker', 'date', 'reference']) };
    await bring('best', row, best);
    const fields = declared(['ticker', 'date', 'reference', 'matched_volume']);
    expect(await bring('other', row, { ...ofStatistics, fields })).toMatchObject({ updated: 0, ignored: 1 });
  });

  it('no priority outranks a person', async () => {
    await service.post('/svc/quote', bar(20_000)).expect(201);
    expect(await bring('best', bar(20_100), first)).toMatchObject({ updated: 0, quarantined: 1 });
  });

  it("the tolerance is the source's", async () => {
    await bring('one', bar(20_000));
    const wide = { quality: { second_source: { threshold: 0.01 } } };
    expect(await bring('two', bar(20_100), wide)).toMatchObject({ updated: 1, quarantined: 0 });
  });
});
