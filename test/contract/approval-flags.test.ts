import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, startAppOn, type TestApp } from '../app.js';
import { flatBar, plant } from '../builders/market.js';
import { aSecurity } from '../builders/securities.js';
import { until } from '../embedded/harness.js';
import { csv, folderWith, summaryOf } from '../import/command.js';
import { whole } from '../whole.js';

/** Monday to Friday; the shipped calendar is open on all of them. */
const [MONDAY, TUESDAY, WEDNESDAY, THURSDAY] = ['2024-03-04', '2024-03-05', '2024-03-06', '2024-03-07'];

interface QueueRow {
  ticker: string;
  date: string;
  flags: string[];
}

/** The flags of a ticker's pending quotes by day. */
async function flagsOf(service: TestApp, ticker: string): Promise<Record<string, string[]>> {
  const { data } = (await service.get(`/svc/quote/approval?ticker=${ticker}&limit=1000`).expect(200)).body;
  return Object.fromEntries((data as QueueRow[]).map(({ date, flags }) => [date, flags]));
}

describe('contract 5: flags follow the values that they depend on', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp();
  });
  afterAll(() => service.close());

  const insert = (resource: string, records: object[]) => plant(service, resource, records);

  it('a previous close that is corrected, deleted, stored later', async () => {
    await insert('quote', [flatBar('AAA', MONDAY, 10000), flatBar('AAA', WEDNESDAY, 11000)]);
    expect(await flagsOf(service, 'AAA')).toEqual({ [MONDAY]: [], [WEDNESDAY]: [] });
    await service.put('/svc/quote', flatBar('AAA', MONDAY, 8000)).expect(200);
    expect((await flagsOf(service, 'AAA'))[WEDNESDAY]).toEqual(['price_jump']);
    await service.post('/svc/quote', flatBar('AAA', TUESDAY, 9500)).expect(201);
    expect(await flagsOf(service, 'AAA')).toEqual({ [MONDAY]: [], [TUESDAY]: [], [WEDNESDAY]: [] });
    await service.delete(`/svc/quote?ticker=AAA&date=${TUESDAY}`).expect(200);
    expect((await flagsOf(service, 'AAA'))[WEDNESDAY]).toEqual(['price_jump']);
  });

  it('are computed again after an instance of the previous version has stored some by its own rules', async () => {
    await insert('quote', [flatBar('RUL', MONDAY, 10000), flatBar('RUL', WEDNESDAY, 13000)]);
    const flags = { [MONDAY]: [], [WEDNESDAY]: ['price_jump'] };
    expect(await flagsOf(service, 'RUL')).toEqual(flags);
    await service.sql(`UPDATE quote SET flags = 0 WHERE ticker = 'RUL'`);
    expect(await flagsOf(service, 'RUL')).not.toEqual(flags);
    await service.sql(`UPDATE quote_check_progress SET publication = 'all'`);
    expect(await flagsOf(service, 'RUL')).toEqual(flags);
  });

  it('a quote that is moved to another day, on both days', async () => {
    await insert('quote', [flatBar('MOV', MONDAY, 10000), flatBar('MOV', WEDNESDAY, 10000)]);
    const { body } = await service.post('/svc/quote', flatBar('MOV', TUESDAY, 13000)).expect(201);
    expect(await flagsOf(service, 'MOV')).toEqual({
      [MONDAY]: [],
      [TUESDAY]: ['price_jump'],
      [WEDNESDAY]: ['price_jump'],
    });
    await service.post(`/svc/record/quote/${body.id}/move`, { date: THURSDAY }).expect(200);
    expect(await flagsOf(service, 'MOV')).toEqual({
      [MONDAY]: [],
      [WEDNESDAY]: [],
      [THURSDAY]: ['price_jump'],
    });
  });

  it('a corporate action: the first quote on or after its ex-date', async () => {
    await insert('quote', [flatBar('BBB', MONDAY, 30000), flatBar('BBB', WEDNESDAY, 20000)]);
    expect((await flagsOf(service, 'BBB'))[WEDNESDAY]).toEqual(['price_jump']);
    const action = { ticker: 'BBB', ex_date: TUESDAY, type: 'stock_dividend', share_ratio: 0.5 };
    const { body } = await service.post('/svc/record/corporate_action', action).expect(201);
    expect((await flagsOf(service, 'BBB'))[WEDNESDAY]).toEqual([]);
    await service.delete(`/svc/record/corporate_action/${body.id}`).expect(200);
    expect((await flagsOf(service, 'BBB'))[WEDNESDAY]).toEqual(['price_jump']);
  });

  it('the last trade before bars without one: a trade that is stored later, and deleted', async () => {
    await insert('security', [aSecurity({ ticker: 'RES', exchange: 'HOSE' })]);
    await insert('quote', [
      flatBar('RES', '2023-12-01', 20000),
      flatBar('RES', MONDAY, 20000, 0),
      flatBar('RES', TUESDAY, 20000, 0),
      // Beyond the usual 7 %, within the 20 % after 25 sessions without a trade.
      flatBar('RES', WEDNESDAY, 22500),
    ]);
    expect((await flagsOf(service, 'RES'))[WEDNESDAY]).toEqual([]);
    await service.post('/svc/quote', flatBar('RES', '2024-02-27', 20000)).expect(201);
    expect((await flagsOf(service, 'RES'))[WEDNESDAY]).toEqual(['outside_limits']);
    await service.delete('/svc/quote?ticker=RES&date=2024-02-27').expect(200);
    expect((await flagsOf(service, 'RES'))[WEDNESDAY]).toEqual([]);
  });

  it('the exchange of the security master, and a daily statistic', async () => {
    await insert('quote', [flatBar('CCC', MONDAY, 20000), flatBar('CCC', TUESDAY, 20050)]);
    expect((await flagsOf(service, 'CCC'))[TUESDAY]).toEqual([]);
    await insert('security', [aSecurity({ ticker: 'CCC', exchange: 'HNX' })]);
    expect((await flagsOf(service, 'CCC'))[TUESDAY]).toEqual(['off_tick']);
    await service.put('/svc/record/security', aSecurity({ ticker: 'CCC', exchange: 'HOSE' })).expect(200);
    expect((await flagsOf(service, 'CCC'))[TUESDAY]).toEqual([]);
    await insert('daily_statistic', [
      { ticker: 'CCC', date: TUESDAY, reference: 19000, ceiling: 20000, floor: 18000 },
    ]);
    expect((await flagsOf(service, 'CCC'))[TUESDAY]).toEqual(['outside_limits']);
  });

  it('rules of the market that are written later', async () => {
    await insert('security', [aSecurity({ ticker: 'DDD', exchange: 'HOSE' })]);
    await insert('quote', [flatBar('DDD', MONDAY, 20000), flatBar('DDD', TUESDAY, 20050)]);
    expect((await flagsOf(service, 'DDD'))[TUESDAY]).toEqual([]);
    const tick = { exchange: 'HOSE', valid_from: '2024-03-01', price_from: 0, tick: 1000 };
    const { body } = await service.post('/svc/bulk/insert?resource=market_tick', [tick]).expect(207);
    expect((await flagsOf(service, 'DDD'))[TUESDAY]).toContain('off_tick');
    const [, id] = /([0-9a-f-]{36})/.exec(JSON.stringify(body.results)) ?? [];
    await service.delete(`/svc/record/market_tick/${id}`).expect(200);
    expect((await flagsOf(service, 'DDD'))[TUESDAY]).toEqual([]);
  });

  it('a day of the calendar, for every ticker', async () => {
    await insert('quote', [flatBar('EEE', THURSDAY, 10000), flatBar('FFF', THURSDAY, 10000)]);
    const day = { country: 'VN', date: THURSDAY, timezone: 'Asia/Ho_Chi_Minh', name: 'Storm' };
    await service.put('/svc/settlement', { ...day, status: 'closed' }).expect(200);
    for (const ticker of ['EEE', 'FFF']) {
      expect(await flagsOf(service, ticker)).toEqual({ [THURSDAY]: ['non_trading_day'] });
    }
    await service.put('/svc/settlement', { ...day, status: 'open' }).expect(200);
    expect(await flagsOf(service, 'EEE')).toEqual({ [THURSDAY]: [] });
  });

  it('an import, of new rows and of corrections', async () => {
    const line = (day: string, close: number) => `IMP,${day},${close},${close},${close},${close},7`;
    const at = folderWith({
      'a.csv': csv(line(MONDAY, 10000), line(TUESDAY, 13000), line('2024-03-09', 13000)),
      'b.csv': csv(line(MONDAY, 12500)),
    });
    await summaryOf(service.address, ['quote', at('a.csv')]);
    expect(await flagsOf(service, 'IMP')).toEqual({
      [MONDAY]: [],
      [TUESDAY]: ['price_jump'],
      '2024-03-09': ['non_trading_day'],
    });
    await summaryOf(service.address, ['quote', at('b.csv'), '--on-duplicate', 'update']);
    expect((await flagsOf(service, 'IMP'))[TUESDAY]).toEqual([]);
  });

  it('stored flags equal those of a check of everything', async () => {
    await service.get('/svc/quote/approval?limit=1').expect(200);
    const storedFlags = () =>
      service.sql('SELECT ticker, date::text AS date, flags FROM quote ORDER BY ticker, date');
    const before = await storedFlags();
    await service.sql(`UPDATE quote SET flags = flags & 32`);
    await service.sql(`INSERT INTO quote_check SELECT DISTINCT ticker, date '0001-01-01', date '9999-12-31' FROM quote
      ON CONFLICT DO NOTHING`);
    await service.get('/svc/quote/approval?limit=1').expect(200);
    expect(await storedFlags()).toEqual(before);
  });

  it('a check changes neither version nor time of a quote, nor its history', async () => {
    const { body, headers } = await service.post('/svc/quote', flatBar('VER', TUESDAY, 10000)).expect(201);
    await service.post('/svc/quote', flatBar('VER', MONDAY, 5000)).expect(201);
    expect((await flagsOf(service, 'VER'))[TUESDAY]).toEqual(['price_jump']);
    const answer = await service.get(`/svc/quote/${body.id}`).expect(200);
    expect([answer.headers.etag, answer.body]).toEqual([headers.etag, body]);
    expect((await service.get(`/svc/quote/${body.id}/history`)).body.data).toHaveLength(1);
  });

  it('counts: a decision on any day of a ticker counts at once', async () => {
    const pendingCount = async () =>
      (await service.get('/svc/quote/approval/counts').expect(200)).body.pending.count;
    await service.post('/svc/quote', flatBar('DEC', MONDAY, 10000)).expect(201);
    await service.post('/svc/quote', flatBar('DEC', TUESDAY, 10000)).expect(201);
    const before = await pendingCount();
    await service.post('/svc/quote/approval', { ticker: 'DEC', date: TUESDAY }).expect(200);
    expect(await pendingCount()).toBe(before - 1);
    await service.post('/svc/quote/approval', { ticker: 'DEC', date: MONDAY }).expect(200);
    expect(await pendingCount()).toBe(before - 2);
  });

  it('counts: all pending quotes, and those with each flag', async () => {
    const { pending, flags } = (await whole(() => service.get('/svc/quote/approval/counts'))).body;
    const { data } = (await service.get('/svc/quote/approval?limit=10000').expect(200)).body;
    expect(pending).toEqual({ count: data.length, is_more: false });
    expect(flags.map(({ flag }: { flag: string }) => flag)).toEqual([
      'outside_limits',
      'off_tick',
      'price_jump',
      'change_without_volume',
      'non_trading_day',
    ]);
    for (const { flag, count, is_more } of flags) {
      expect(is_more).toBe(false);
      expect(count).toBe((data as QueueRow[]).filter((row) => row.flags.includes(flag)).length);
    }
    const { meta } = (await service.get('/svc/quote/approval?limit=1&total=true').expect(200)).body;
    expect(meta.total).toBe(data.length);
  });

  it('maker: quotes of an import and single ones, each under their last writer', async () => {
    const at = folderWith({ 'm.csv': csv(`MKR,${MONDAY},5,5,5,5,7`, `MKR,${TUESDAY},5,5,5,5,7`) });
    await summaryOf(service.address, ['quote', at('m.csv')]);
    const [row] = await service.sql<{ maker: string }>(
      "SELECT maker FROM quote WHERE ticker = 'MKR' LIMIT 1",
    );
    const ofImport = async () =>
      (await service.get(`/svc/quote/approval?maker=${row?.maker}&limit=1000&total=true`).expect(200))
        .body as {
        data: QueueRow[];
        meta: { total: number };
      };
    const before = await ofImport();
    expect(before.data.filter(({ ticker }) => ticker === 'MKR')).toHaveLength(2);
    expect(before.meta.total).toBe(before.data.length);
    const maker = await service.token('maker', { principal: 'hand@example.com' });
    await service.put('/svc/quote', flatBar('MKR', TUESDAY, 6), maker).expect(200);
    expect((await ofImport()).meta.total).toBe(before.meta.total - 1);
    const { data } = (await service.get('/svc/quote/approval?maker=hand@example.com').expect(200)).body;
    expect(data).toMatchObject([{ ticker: 'MKR', date: TUESDAY, maker: 'hand@example.com' }]);
  });
});

describe('contract 5: flags of quotes that nobody has read', () => {
  it('are set by the next process when the one that wrote the quotes has stopped', async () => {
    const first = await startApp();
    await plant(first, 'quote', [flatBar('AAA', MONDAY, 10000), flatBar('AAA', TUESDAY, 20000)]);
    await first.close();
    const second = await startAppOn(first.address);
    expect(await flagsOf(second, 'AAA')).toEqual({ [MONDAY]: [], [TUESDAY]: ['price_jump'] });
    await second.close();
  });

  it('are set without a reader', async () => {
    const service = await startApp();
    await plant(service, 'quote', [flatBar('AAA', MONDAY, 10000), flatBar('AAA', TUESDAY, 20000)]);
    const flaggedQuotes = () =>
      service.sql<{ ticker: string }>('SELECT ticker FROM quote WHERE flags & 4 <> 0');
    await until('the background has checked', async () => (await flaggedQuotes()).length > 0);
    expect(await flaggedQuotes()).toEqual([{ ticker: 'AAA' }]);
    await service.close();
  });
});
