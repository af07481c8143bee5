import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { flatBar, plant, readAll } from '../builders/market.js';
import { aSecurity } from '../builders/securities.js';
import { aStatement } from '../builders/statements.js';
import { folderWith, runImport, summaryOf } from '../import/command.js';

const LISTING_DATE = '2019-05-02';
const MONDAY = '2024-03-04';
const TUESDAY = '2024-03-05';
const HEADER = 'ticker,name,exchange,industry_code,listing_date,outstanding_shares,shares_from';

describe('the day from which master share counts apply', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp();
    await plant(service, 'quote', [
      ...['OWN', 'PEE', 'LAT', 'NON'].flatMap((ticker) => [
        flatBar(ticker, MONDAY, 20000),
        flatBar(ticker, TUESDAY, 21000),
      ]),
    ]);
    const master = { industry_code: '30202030', outstanding_shares: 1000 };
    await plant(service, 'security', [
      { ...aSecurity({ ticker: 'OWN' }), ...master, listing_date: LISTING_DATE },
      { ...aSecurity({ ticker: 'PEE' }), ...master, listing_date: LISTING_DATE, shares_from: '2020-01-02' },
      { ...aSecurity({ ticker: 'LAT' }), ...master, listing_date: LISTING_DATE, shares_from: '2099-01-01' },
      { ...aSecurity({ ticker: 'NON' }), industry_code: '30202030' },
    ]);
  });
  afterAll(() => service.close());

  const detail = async (ticker: string, day = MONDAY) =>
    (await service.get(`/detail/${ticker}?date=${day}`).expect(200)).body;

  it('defaults to the listing date', async () => {
    const [row] = await service.sql<{ shares_from: string | null }>(
      "SELECT shares_from FROM security WHERE ticker = 'OWN'",
    );
    expect(row?.shares_from).toBeNull();
    expect(await detail('OWN')).toMatchObject({
      outstanding_shares: 1000,
      market_cap: 20_000_000,
      shares_reason: null,
    });
    expect(await detail('OWN', '2019-05-01')).toMatchObject({
      outstanding_shares: null,
      market_cap: null,
      shares_reason: 'share_count_later',
    });
  });

  it('GET /detail says why there are no share counts', async () => {
    expect(await detail('LAT')).toMatchObject({ market_cap: null, shares_reason: 'share_count_later' });
    expect(await detail('NON')).toMatchObject({ market_cap: null, shares_reason: 'no_share_count' });
  });

  it.each(['/related-stocks?ticker=OWN&date=20240304', '/market/gainers?date=20240305'])(
    'GET %s says so in each row',
    async (path) => {
      const rows: Record<string, string>[] = (await service.get(path).expect(200)).body.data;
      const reasons = Object.fromEntries(rows.map(({ ticker, shares_reason }) => [ticker, shares_reason]));
      expect(reasons).toMatchObject({ PEE: null, LAT: 'share_count_later', NON: 'no_share_count' });
    },
  );

  it('the valuation of each day, the heatmap and the members of an index say so, too', async () => {
    const [day] = await readAll<Record<string, unknown>>(service, '/valuation?ticker=LAT');
    expect(day).toMatchObject({ date: TUESDAY, pe: null, shares_reason: 'share_count_later' });
    expect((await readAll<Record<string, unknown>>(service, '/valuation?ticker=OWN'))[0]).toMatchObject({
      shares_reason: null,
    });
    const { body } = await service.get('/market/heatmap?date=20240305&level=1').expect(200);
    const leaves: Record<string, unknown>[] = body.children[0].children;
    expect(Object.fromEntries(leaves.map(({ ticker, shares_reason }) => [ticker, shares_reason]))).toEqual({
      OWN: null,
      PEE: null,
      LAT: 'share_count_later',
      NON: 'no_share_count',
    });
    const members = await readAll<Record<string, unknown>>(
      service,
      '/index/constituents?code=VNINDEX&date=20240305',
    );
    expect(members.find(({ ticker }) => ticker === 'NON')).toMatchObject({
      shares: null,
      shares_reason: 'no_share_count',
    });
  });

  it('a count of 0 is unknown: no multiples, and none among the medians and sums of others', async () => {
    const figures = { income_statement: { '10': 50_000, '60': 10_000 }, balance_sheet: { '400': 20_000 } };
    const published_at = '2024-02-01';
    await plant(
      service,
      'statement_item',
      ['OWN', 'LAT'].flatMap((ticker) => aStatement(figures, { ticker, published_at })),
    );
    await plant(service, 'quote', [flatBar('VNINDEX', TUESDAY, 1000)]);
    const path = `/valuation?ticker=OWN&from_date=${TUESDAY}&to_date=${TUESDAY}`;
    const [before] = await readAll<Record<string, unknown>>(service, path);
    const index = `/valuation?from_date=${TUESDAY}&to_date=${TUESDAY}`;
    const [indexBefore] = await readAll<Record<string, unknown>>(service, index);
    expect([before?.market_pe_median, indexBefore?.pe]).toEqual([2100, 2100]);
    await plant(service, 'daily_statistic', [{ ticker: 'LAT', date: MONDAY, outstanding_shares: 0 }]);
    expect(await readAll(service, path)).toEqual([before]);
    expect(await readAll(service, index)).toEqual([indexBefore]);
    const unknown = { pe: null, pb: null, eps: null, bvps: null };
    expect((await readAll(service, path.replace('OWN', 'LAT')))[0]).toMatchObject({
      ...unknown,
      ps: null,
      ev_ebitda: null,
    });
    expect(await detail('LAT', TUESDAY)).toMatchObject({
      ...unknown,
      ...{ outstanding_shares: 0, market_cap: null, shares_reason: 'no_share_count' },
    });
    const [member, contributor] = await Promise.all(
      [`/index/constituents?code=VNINDEX&date=${TUESDAY}`, `/market/contributors?date=${TUESDAY}`].map(
        async (list) =>
          (await readAll<Record<string, unknown>>(service, list)).find(({ ticker }) => ticker === 'LAT'),
      ),
    );
    expect(member).toMatchObject({ shares: null, weight_percent: null, shares_reason: 'no_share_count' });
    expect(contributor).toMatchObject({ change: 1000, weight_percent: null, contribution_point: null });
    const { data: peers } = (await service.get('/related-stocks?ticker=OWN&date=20240305').expect(200)).body;
    expect(peers.find(({ ticker }: Record<string, unknown>) => ticker === 'LAT')).toMatchObject({
      pe: null,
      pb: null,
    });
    const ratios = await readAll<{ code: string; value: unknown }>(
      service,
      '/fundamental/ratios?ticker=LAT&group=valuation',
    );
    expect(ratios.map(({ code, value }) => [code, value])).toEqual(
      ['pe', 'pb', 'ps', 'eps', 'bvps', 'pcf', 'ev_ebitda'].map((code) => [code, null]),
    );
    await service.sql(`DELETE FROM daily_statistic WHERE ticker = 'LAT'`);
  });

  it('a daily statistic with one count leaves the other as known before', async () => {
    await plant(service, 'daily_statistic', [
      { ticker: 'PEE', date: MONDAY, listed_shares: 3000, outstanding_shares: 2000 },
      { ticker: 'PEE', date: TUESDAY, listed_shares: 5000 },
    ]);
    expect(await detail('PEE', MONDAY)).toMatchObject({ listed_shares: 3000, outstanding_shares: 2000 });
    expect(await detail('PEE', TUESDAY)).toMatchObject({
      listed_shares: 5000,
      outstanding_shares: 2000,
      market_cap: 42_000_000,
      shares_reason: null,
    });
  });

  it('the newest count applies: of the master from its day, if no daily statistic is as new', async () => {
    await plant(service, 'quote', [flatBar('NEW', MONDAY, 20000), flatBar('NEW', TUESDAY, 21000)]);
    const master = { ...aSecurity({ ticker: 'NEW' }), listing_date: LISTING_DATE };
    await plant(service, 'security', [{ ...master, outstanding_shares: 2000, shares_from: TUESDAY }]);
    await plant(service, 'daily_statistic', [
      { ticker: 'NEW', date: '2023-03-01', listed_shares: 1100, outstanding_shares: 1000 },
    ]);
    expect(await detail('NEW', MONDAY)).toMatchObject({ outstanding_shares: 1000, market_cap: 20_000_000 });
    expect(await detail('NEW', TUESDAY)).toMatchObject({
      // of these the master has none
      listed_shares: 1100,
      outstanding_shares: 2000,
      market_cap: 42_000_000,
    });
    await plant(service, 'daily_statistic', [{ ticker: 'NEW', date: TUESDAY, outstanding_shares: 2500 }]);
    expect((await detail('NEW', TUESDAY)).outstanding_shares).toBe(2500);
  });

  it('an import stores the listing date, counts such rows and says so', async () => {
    const at = folderWith({
      'master.csv': [
        HEADER,
        'ONE,One,HOSE,,2015-06-01,500,',
        'TWO,Two,HOSE,,2015-06-01,500,2018-01-02',
        'SIX,No shares,HOSE,,2015-06-01,,',
        'TEN,No date,HOSE,,,500,',
      ].join('\n'),
    });
    const summary = await summaryOf(service.address, ['security', at('master.csv')]);
    expect(summary).toMatchObject({
      created: 4,
      assumed: { field: 'shares_from', from: 'listing_date', rows: 1 },
    });
    expect(
      await service.sql(
        "SELECT ticker, shares_from::text FROM security WHERE ticker IN ('ONE', 'TWO', 'SIX', 'TEN') ORDER BY ticker",
      ),
    ).toEqual([
      { ticker: 'ONE', shares_from: '2015-06-01' },
      { ticker: 'SIX', shares_from: null },
      { ticker: 'TEN', shares_from: null },
      { ticker: 'TWO', shares_from: '2018-01-02' },
    ]);
    const { stdout } = await runImport(service.address, ['security', at('master.csv')]);
    expect(stdout).toContain('Rows without shares_from, for which listing_date was taken: 1\n');
    expect(stdout).toMatch(/unchanged +4\n/);
  });
});
