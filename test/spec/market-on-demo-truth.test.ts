import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestApp } from '../app.js';
import { plant } from '../builders/market.js';
import { startDemoApp } from '../demo.js';

let app: TestApp;
beforeAll(async () => {
  app = await startDemoApp();
});
afterAll(() => app.close());

/** A day in the middle of the market, ex-date of the rights of ZSA; the next calendar day is a trading day. */
const DAY = '2024-07-16';
const NEXT = '2024-07-17';

/** Lists as of the day; all of their rows fit a page of `limit`. */
const LISTS = [
  `/quote?ticker=ZSA,ZGA,ZJE,ZWA&adjusted=true&fields=extended&from_date=20240102&to_date=${DAY}&limit=1000`,
  `/quote?date=${DAY}&fields=extended&limit=100`,
  `/quote?date=${DAY}&adjusted=true&limit=100`,
  `/quote?ticker=ZSA,VNINDEX&interval=1w&adjusted=true&to_date=${DAY}&limit=500`,
  `/quote?ticker=ZSA,ZHE&interval=1m&adjusted=true&to_date=${DAY}&limit=100`,
  `/quote/gaps?from_date=20240102&to_date=${DAY}&limit=1000`,
  `/trade/market/result?fields=extended&from_date=20240701&to_date=${DAY}&limit=500`,
  `/trade/foreign?from_date=20240701&to_date=${DAY}&limit=2000`,
  `/trade/flow?from_date=20240701&to_date=${DAY}&limit=1000`,
  `/trade/flow?code=ZSA&to_date=${DAY}&limit=1000`,
  `/trade/flow?scope=sector&from_date=20240701&to_date=${DAY}&limit=1000`,
  `/trade/flow?scope=sector&code=3110,31101010&from_date=20240701&to_date=${DAY}&limit=1000`,
  `/trade/flow?scope=index&from_date=20240701&to_date=${DAY}&limit=1000`,
  `/trade/technical-analysis?ticker=ZSA&indicator=sma(20),rsi,macd,obv,foreign_buy_volume(5),buy_on_sell_ratio(3)&to_date=${DAY}&limit=1000`,
  `/trade/technical-analysis?ticker=VNINDEX&indicator=ema(9),zigzag&to_date=${DAY}&limit=1000`,
  `/related-stocks?ticker=ZBA&date=${DAY}&limit=50`,
  `/related-stocks?ticker=ZIP&date=${DAY}&limit=50`,
  `/adjustments?ticker=ZSA&end=${DAY}`,
  `/adjustments?ticker=ZHE&end=${DAY}`,
  `/adjustments?ticker=ZGA&start=20230101&end=${DAY}`,
  `/index/profile?date=${DAY}`,
  `/index/constituents?code=VN30&date=${DAY}`,
  `/index/constituents?code=HNXINDEX&date=${DAY}`,
  `/index/contributor/${DAY}?code=VNINDEX`,
  `/index/contributor/${DAY}?code=UPCOMINDEX`,
  `/market/contributors?code=VN30&date=${DAY}&side=down`,
  `/trading/relative-return?ticker=ZSA&date=${DAY}`,
  ...['1d', '1w', '1m', 'ytd'].flatMap((period) =>
    ['gainers', 'losers'].map((list) => `/market/${list}?date=${DAY}&period=${period}&limit=100`),
  ),
  `/market/gainers?date=${DAY}&code=VN30&limit=100`,
  `/market/losers?date=${DAY}&exchange=UPCOM&limit=100`,
  `/market/movement?from_date=20240617&to_date=${DAY}&limit=100`,
  `/market/movement?date=${DAY}&code=VN30`,
];
const PAGED = [
  `/quote?to_date=${DAY}&fields=extended&limit=7&total=true`,
  `/trade/foreign?to_date=${DAY}&limit=7&total=true`,
  `/trade/flow?scope=index&to_date=${DAY}&limit=4&total=true`,
  `/market/movement?to_date=${DAY}&limit=3&total=true`,
  `/index/constituents?code=VN100&date=${DAY}&limit=3&total=true`,
];
const RECORDS = [
  ...['ZSA', 'ZGA', 'ZHE', 'ZIP', 'ZRE', 'ZCO', 'VNINDEX'].map((ticker) => `/detail/${ticker}?date=${DAY}`),
  ...['VNINDEX', 'VN30', 'UPCOMINDEX'].map((code) => `/index/${code}?date=${DAY}`),
  ...['market_cap', 'value', 'volume'].map((size) => `/market/heatmap?date=${DAY}&size=${size}&level=4`),
  `/market/heatmap?date=${DAY}&code=VN30`,
];
const PERFORMANCE = {
  assets: [{ ticker: 'ZSA' }, { ticker: 'ZHE' }, { ticker: 'VN30' }],
  from_date: '2023-06-01',
  to_date: DAY,
  benchmark: 'VNINDEX',
};

/** Every answer by its request, byte for byte. */
async function answers(): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const path of [...LISTS, ...PAGED, ...RECORDS]) {
    const { status, text } = await app.get(path);
    expect([path, status]).toEqual([path, 200]);
    expect([path, text.length > 150]).toEqual([path, true]);
    texts[path] = text;
  }
  texts['POST /performance'] = (await app.post('/performance', PERFORMANCE).expect(200)).text;
  return texts;
}

/** Requests whose answer has changed. */
const changedPaths = (before: Record<string, string>, after: Record<string, string>) =>
  Object.keys(before).filter((path) => before[path] !== after[path]);

/** An ex-date on the day for a security that does not trade again until later: not in effect on the day. */
async function plantWaitingAction(): Promise<void> {
  const silentSecurities = await app.sql<{ ticker: string }>(
    `SELECT ticker FROM security s WHERE exchange = 'UPCOM'
     AND NOT EXISTS (SELECT FROM quote q WHERE q.ticker = s.ticker AND q.date = '${DAY}')`,
  );
  expect(silentSecurities.map(({ ticker }) => ticker)).toContain('ZHE');
  await plant(app, 'corporate_action', [
    { ticker: 'ZHE', ex_date: DAY, type: 'bonus_issue', share_ratio: 0.5 },
  ]);
}

/** Other prices, volumes, shares, references and flows on every later day, and rows where there were none. */
async function plantLaterDays(): Promise<void> {
  const later = `date > '${DAY}'`;
  await app.sql(
    `UPDATE quote SET open = open * 3, high = high * 3, low = low * 3, close = close * 3, volume = volume * 7 WHERE ${later}`,
  );
  await app.sql(`UPDATE daily_statistic SET reference = reference * 2, ceiling = ceiling * 9, floor = 1, average_price = 17,
    matched_volume = 1, listed_shares = 5, outstanding_shares = 3 WHERE ${later}`);
  await app.sql(
    `UPDATE foreign_trade SET foreign_buy_volume_matched = 1, foreign_sell_value_negotiated = 2 WHERE ${later}`,
  );
  await app.sql(
    `UPDATE trade_flow SET foreign_net_volume = 1, buy_order_volume = 2, active_buy_value = 3 WHERE ${later}`,
  );
  await app.sql(`UPDATE order_statistic SET buy_order_volume = 1, buy_order_count = 9 WHERE ${later}`);
  // 20 July 2024 is a Saturday: it has no stored rows.
  const tickers = `SELECT ticker FROM security UNION SELECT code FROM market_index UNION SELECT 'ZZZ'`;
  await app.sql(`INSERT INTO quote (ticker, date, open, high, low, close, volume, maker)
    SELECT ticker, '2024-07-20', 7, 7, 7, 7, 7, 'later' FROM (${tickers}) each`);
  await app.sql(`INSERT INTO daily_statistic (ticker, date, average_price, outstanding_shares, listed_shares, maker)
    SELECT ticker, '2024-07-20', 5, 11, 12, 'later' FROM (${tickers}) each`);
  await app.sql(`INSERT INTO foreign_trade (ticker, date, foreign_buy_volume_matched, maker)
    SELECT ticker, '2024-07-20', 5, 'later' FROM (${tickers}) each`);
  await app.sql(`INSERT INTO trade_flow (scope, code, date, foreign_net_volume, maker)
    SELECT scope, code, '${NEXT}', 5, 'later' FROM (VALUES ('sector', '31'), ('sector', '99'), ('index', 'VN30')) each (scope, code)`);
}

/** Actions, industries, listings, share counts of the master and rules of exchanges from the next day on. */
async function plantLaterFacts(): Promise<void> {
  const stocks = await app.sql<{ ticker: string }>('SELECT ticker FROM security ORDER BY ticker');
  const each = <Planted>(of: (ticker: string) => Planted) => stocks.map(({ ticker }) => of(ticker));
  await plant(app, 'corporate_action', [
    ...each((ticker) => ({ ticker, ex_date: NEXT, type: 'split', share_ratio: 3 })),
    ...each((ticker) => ({ ticker, ex_date: NEXT, type: 'cash_dividend', cash_dividend: 900 })),
    ...each((ticker) => ({
      ticker,
      ex_date: '2024-07-20',
      type: 'rights_issue',
      rights_ratio: 1,
      rights_price: 5,
    })),
  ]);
  await plant(
    app,
    'industry_membership',
    each((ticker) => ({ ticker, from_date: NEXT, code: '21101010' })),
  );
  await plant(app, 'industry', [
    { code: '31', valid_from: NEXT, name: 'Later name', scheme: 'DEMO' },
    { code: '99', valid_from: NEXT, name: 'Later sector', scheme: 'DEMO' },
  ]);
  await plant(app, 'security', [
    { ticker: 'ZZZ', name: 'Later listing', exchange: 'HOSE', listing_date: NEXT, industry_code: '21101010' },
  ]);
  await app.sql(`UPDATE security SET outstanding_shares = 1, listed_shares = 2, shares_from = '${NEXT}'`);
  await app.sql(`INSERT INTO market_band (exchange, valid_from, band, first_day_band, maker)
    SELECT exchange, '${NEXT}', 0.5, 0.9, 'later' FROM (VALUES ('HOSE'), ('HNX'), ('UPCOM')) each (exchange)`);
}

/** A review on the next day that drops half of the members and includes every security with other factors. */
async function plantLaterReview(): Promise<void> {
  await app.sql(
    `UPDATE index_constituent SET to_date = '${DAY}' WHERE from_date <= '${DAY}' AND to_date > '${DAY}' AND ticker < 'ZJ'`,
  );
  await app.sql(`DELETE FROM index_constituent WHERE from_date > '${DAY}' AND ticker < 'ZC'`);
  await app.sql(`UPDATE index_constituent SET shares = 1, cap_ratio = 0.01 WHERE from_date > '${DAY}'`);
  await app.sql(`INSERT INTO index_constituent (code, ticker, from_date, shares, free_float_ratio, maker)
    SELECT code, ticker, '${NEXT}', 77, 0.5, 'later' FROM market_index, security WHERE main ON CONFLICT DO NOTHING`);
}

async function forgetLaterDays(): Promise<void> {
  for (const table of ['quote', 'daily_statistic', 'foreign_trade', 'trade_flow', 'order_statistic']) {
    await app.sql(`DELETE FROM ${table} WHERE date > '${DAY}'`);
  }
  await app.sql(`DELETE FROM corporate_action WHERE ex_date > '${DAY}'`);
  for (const table of ['index_constituent', 'industry_membership']) {
    await app.sql(`DELETE FROM ${table} WHERE from_date > '${DAY}'`);
  }
}

describe('every list on the demo', () => {
  it.each([...LISTS, '/search?q=demo&limit=50', '/trade/technical-analysis/indicators'])(
    '%s: the same rows as CSV',
    async (path) => {
      const { body } = await app.get(path).expect(200);
      const csv = await app.get(`${path}${path.includes('?') ? '&' : '?'}format=csv`).expect(200);
      const [head = '', ...lines] = csv.text.trimEnd().split(/\r?\n/);
      expect(body.meta.next).toBeNull();
      expect(body.data.length).toBeGreaterThan(0);
      expect(lines).toHaveLength(body.data.length);
      if (!path.startsWith('/trade/technical')) expect(head.split(',')).toEqual(Object.keys(body.data[0]));
    },
  );
});

describe('point-in-time truth on the demo', () => {
  it('no answer as of a day depends on stored data of later days', async () => {
    await plantWaitingAction();
    const before = await answers();
    const present = ['/detail/ZSA', `/index/constituents?code=VN30&date=${NEXT}`, `/detail/ZGA?date=${NEXT}`];
    const presentTexts = await Promise.all(
      present.map(async (path) => (await app.get(path).expect(200)).text),
    );
    await plantLaterDays();
    await plantLaterFacts();
    await plantLaterReview();
    expect(changedPaths(before, await answers())).toEqual([]);
    // Requests for a later day show the planted data.
    for (const [at, path] of present.entries()) {
      expect((await app.get(path).expect(200)).text).not.toBe(presentTexts[at]);
    }
    await forgetLaterDays();
    // A gap is judged up to its ticker's last bar: there is none before the ticker trades again.
    const gaps = LISTS.filter((path) => path.startsWith('/quote/gaps'));
    expect(changedPaths(before, await answers()).filter((path) => !gaps.includes(path))).toEqual([]);
  });
});
