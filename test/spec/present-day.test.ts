import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { flatBar, plant } from '../builders/market.js';
import { expectProblem } from '../contract/wire.js';
import { folderWith, HEADER, summaryOf } from '../import/command.js';

const TICKERS = Array.from({ length: 20 }, (_, index) => `T${String(index).padStart(2, '0')}`);
/** The market's last two full days: a Thursday and a Friday; Monday 2024-04-01 and Tuesday follow. */
const THURSDAY = '2024-03-28';
const FRIDAY = '2024-03-29';

/** Every list that defaults to a day or window, and its name for it in `meta`. */
const LISTS: { path: string; name: 'date' | 'to_date'; code?: string }[] = [
  { path: '/market/gainers', name: 'date' },
  { path: '/market/losers?period=1w', name: 'date' },
  { path: '/market/gainers?exchange=HOSE', name: 'date' },
  { path: '/market/movement', name: 'to_date' },
  { path: '/market/contributors', name: 'date', code: 'VNINDEX' },
  { path: '/market/contributors?code=VN30', name: 'date', code: 'VN30' },
  { path: '/index/constituents?code=VN30', name: 'date', code: 'VN30' },
  { path: '/index/profile', name: 'date' },
  { path: '/related-stocks?ticker=T00', name: 'date' },
  { path: '/trading/signal', name: 'date' },
  { path: '/trading/relative-return?ticker=T00', name: 'date' },
  { path: '/valuation', name: 'to_date', code: 'VNINDEX' },
];

/** The calendar date `days` days after today in the market's zone. */
const daysFromToday = (days: number) =>
  new Date(Date.now() + 7 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);

describe('contract 10: the present day of the market', () => {
  let service: TestApp;
  const presentDay = async () => (await service.get('/market/gainers').expect(200)).body.meta.date;
  const forget = (where: string) => service.sql(`DELETE FROM quote WHERE ${where}`);
  beforeAll(async () => {
    service = await startApp();
    await plant(
      service,
      'security',
      TICKERS.map((ticker) => ({
        ticker,
        name: ticker,
        exchange: 'HOSE',
        industry_code: '10101010',
        listing_date: '2020-01-02',
      })),
    );
    await plant(service, 'quote', [
      ...TICKERS.map((ticker) => flatBar(ticker, THURSDAY, 10_000)),
      ...TICKERS.map((ticker) => flatBar(ticker, FRIDAY, 10_100)),
      flatBar('VNINDEX', FRIDAY, 1200),
    ]);
  });
  afterAll(() => service.close());

  it.each(LISTS)('$path names it in meta', async ({ path, name, code }) => {
    const { meta } = (await service.get(path).expect(200)).body;
    expect([meta[name], meta.code]).toEqual([FRIDAY, code]);
  });

  it('a requested day replaces it', async () => {
    const { body } = await service.get('/market/gainers?date=20240328').expect(200);
    expect(body.meta.date).toBe(THURSDAY);
  });

  it('single records: the heatmap, the bar of a detail, the level of an index', async () => {
    for (const path of ['/market/heatmap', '/detail/T00', '/index/VNINDEX']) {
      expect((await service.get(path).expect(200)).body.date).toBe(FRIDAY);
    }
  });

  it('a day on which fewer than a tenth of the listed securities have a quote does not count', async () => {
    await plant(service, 'quote', [
      flatBar('T00', '2024-04-01', 10_200),
      flatBar('VNINDEX', '2024-04-01', 1),
    ]);
    expect(await presentDay()).toBe(FRIDAY);
    expect((await service.get('/detail/T00').expect(200)).body).toMatchObject({
      date: FRIDAY,
      close: 10_100,
    });
    await plant(service, 'quote', [flatBar('T01', '2024-04-01', 10_200)]);
    expect(await presentDay()).toBe('2024-04-01');
    await service.delete('/svc/quote?ticker=T01&date=20240401').expect(200);
    expect(await presentDay()).toBe(FRIDAY);
  });

  it('a closed day does not count, however many quotes it has', async () => {
    await plant(
      service,
      'quote',
      TICKERS.map((ticker) => flatBar(ticker, '2024-03-30', 10_300)),
    );
    expect(await presentDay()).toBe(FRIDAY);
    await forget(`date = '2024-03-30'`);
  });

  it('a day after today does not count, whatever is stored', async () => {
    await service.sql(
      `INSERT INTO quote (id, ticker, date, open, high, low, close, volume, maker)
       SELECT gen_random_uuid(), ticker, '2099-11-20', 1, 1, 1, 1, 1, 'x' FROM security`,
    );
    for (const { path, name } of LISTS) {
      expect([path, (await service.get(path).expect(200)).body.meta[name]]).toEqual([path, FRIDAY]);
    }
    expect((await service.get('/detail/T00').expect(200)).body.close).toBe(10_100);
    await forget(`date = '2099-11-20'`);
  });

  it('a single security on hundreds of later days does not move it', async () => {
    const days = await service.sql<{ day: string }>(
      `SELECT date::text AS day FROM settlement WHERE country = 'VN' AND status = 'open' AND date > '2024-04-01'
       ORDER BY date LIMIT 150`,
    );
    await plant(
      service,
      'quote',
      days.map(({ day }) => flatBar('T05', day, 10_000)),
    );
    expect(await presentDay()).toBe(FRIDAY);
  });

  it('securities that were delisted or not yet listed do not count', async () => {
    await plant(
      service,
      'security',
      TICKERS.slice(8).map((ticker) => ({
        ticker,
        name: ticker,
        exchange: 'HOSE',
        listing_date: '2020-01-02',
        delisting_date: FRIDAY,
      })),
    );
    // Eight are left: too few for a tenth to mean anything, so any quote makes a day.
    await forget(`ticker = 'T05' AND date > '2024-04-02'`);
    expect(await presentDay()).toBe('2024-04-02');
  });

  it('a level of an index that only the master names does not count', async () => {
    await plant(service, 'security', [
      { ticker: 'SECTORX', name: 'Sector index', exchange: 'HOSE', security_type: 'index' },
    ]);
    await plant(service, 'quote', [flatBar('SECTORX', '2024-04-03', 1200)]);
    expect(await presentDay()).toBe('2024-04-02');
  });
});

describe('contract 10: dates of quotes', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp();
  });
  afterAll(() => service.close());

  const tomorrow = daysFromToday(1);
  const bar = flatBar('VNM', tomorrow, 10_000);

  it('after today: 400 date_in_future by POST and PUT, one item alone in bulk', async () => {
    for (const answer of [
      await service.post('/svc/quote', bar),
      await service.put('/svc/quote', { ...bar, date: '2099-11-20' }),
    ]) {
      expectProblem(answer, 400, 'invalid_input');
      expect(answer.body.errors).toMatchObject([{ pointer: '/date', code: 'date_in_future' }]);
    }
    const pastBar = flatBar('VNM', '2024-01-31', 10_000);
    const { id } = (await service.post('/svc/quote', pastBar).expect(201)).body;
    expectProblem(await service.put(`/svc/quote/${id}`, bar), 400, 'invalid_input');
    for (const path of ['/svc/quote/bulk/import', '/svc/bulk/insert?resource=quote']) {
      const { body } = await service.post(path, [bar, flatBar('FPT', '2024-01-31', 1)]).expect(207);
      expect(body.results[0]).toMatchObject({
        status: 400,
        value: { params: { errors: [{ pointer: '/date', code: 'date_in_future' }] } },
      });
      await service.delete('/svc/quote?ticker=FPT&date=20240131').expect(200);
    }
  });

  it('the import rejects it by line', async () => {
    const at = folderWith({ 'a.csv': `${HEADER}\nFUT,${tomorrow},1,1,1,1,1\nFUT,2024-01-30,1,1,1,1,1\n` });
    const summary = await summaryOf(service.address, ['quote', at('a.csv')]);
    expect(summary).toMatchObject({ read: 2, created: 1, rejected: 1 });
    const rejects = readFileSync(at('a.csv.rejects.csv'), 'utf8').trimEnd().split('\n').slice(1);
    const reason = `"/date: ${tomorrow} is after today, ${daysFromToday(0)} in the market's zone"`;
    expect(rejects).toEqual([`${at('a.csv')},2,${reason},FUT,${tomorrow},1,1,1,1,1`]);
  });

  it('today and closed days are accepted; a closed day is flagged', async () => {
    await service.post('/svc/quote', { ...bar, date: daysFromToday(0) }).expect(201);
    await service.post('/svc/quote', flatBar('SAT', '2024-03-30', 10_000)).expect(201);
    const { body } = await service.get('/svc/quote/approval?ticker=SAT').expect(200);
    expect(body.data).toMatchObject([{ flags: ['non_trading_day'] }]);
  });

  it('data sets with natural future dates accept them', async () => {
    await plant(service, 'corporate_action', [
      { ticker: 'VNM', ex_date: '2099-01-05', type: 'cash_dividend', cash_dividend: 100 },
    ]);
    await plant(service, 'economic_event', [
      { date: '2099-01-05', organiser: 'GSO', event_name: 'CPI', location: 'VN' },
    ]);
    const day = { country: 'VN', date: '2099-01-05', timezone: 'Asia/Ho_Chi_Minh', name: 'New Year' };
    await service.post('/svc/settlement', day).expect(201);
  });
});
