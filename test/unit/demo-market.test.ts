import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { exPrice, termsByDay } from '../../demo/actions.js';
import { lastTradingDayBefore } from '../../demo/calendar.js';
import { DEMO_VERSION, type DemoMarket } from '../../demo/demo-market.js';
import { generateDemo, generateMarket } from '../../demo/generate.js';
import { capFactors } from '../../demo/index-rules.js';
import { boardOf, limitsOf, onTick, tickOf } from '../../demo/limits.js';
import { hostTask } from '../host/client.js';

const LAST = '2025-06-30';
const sets = generateDemo(LAST);
const market = generateMarket(LAST);

/** Fields of the records read here; numbers unless stated otherwise. */
type Row = Record<string, number> & { ticker: string; code: string; date: string };

function rows(dataSet: string): Row[] {
  return sets.filter((each) => each.dataSet === dataSet).flatMap((each) => each.records as Row[]);
}

const keyed = (dataSet: string) => new Map(rows(dataSet).map((row) => [`${row.ticker} ${row.date}`, row]));
const statistics = keyed('daily_statistic');
const quotes = keyed('quote');
const companies = new Map(market.companies.map((each) => [each.ticker, each]));
const ofTickers = new Map<string, Row[]>();
for (const row of statistics.values()) {
  const rowsOfTicker = ofTickers.get(row.ticker) ?? [];
  if (rowsOfTicker.push(row) === 1) ofTickers.set(row.ticker, rowsOfTicker);
}
const own = (ticker: string) => ofTickers.get(ticker) ?? [];

/** The first violation, so that a failure names one record instead of thousands. */
function violation<T>(all: Iterable<T>, holds: (each: T) => boolean): T | undefined {
  for (const each of all) if (!holds(each)) return each;
  return undefined;
}

describe('determinism', () => {
  // Another digest is another market: raise DEMO_VERSION, because stored demos are only appended to.
  it('the market has the same bytes on every machine: SHA-256 of its version up to 2025-06-30', () => {
    const core = sets.filter(({ dataSet }) => quoteAndFriends.has(dataSet));
    const digest = createHash('sha256').update(JSON.stringify(core)).digest('hex').slice(0, 16);
    expect(`${DEMO_VERSION} ${digest}`).toBe('3 1b035ac8a5127c51');
  });

  const later = new Map(
    sets.map(({ dataSet, records }) => [dataSet, new Set(records.map((each) => JSON.stringify(each)))]),
  );
  it.each(['2023-06-12', '2024-06-28'])(
    'the market up to %s, generated again, is part of the one up to 2025-06-30, record by record',
    (day) => {
      for (const { dataSet, records } of generateDemo(day)) {
        if (dataSet === 'market_depth') continue; // one order book per security, of the last day
        const missing = violation(records, (each) => later.get(dataSet)?.has(JSON.stringify(each)) === true);
        expect({ dataSet, missing }).toEqual({ dataSet, missing: undefined });
      }
    },
  );

  it('ends on the last trading day before today in Viet Nam', async () => {
    expect(lastTradingDayBefore('2025-07-01')).toBe('2025-06-30');
    expect(lastTradingDayBefore('2025-02-03')).toBe('2025-01-24'); // Tet
    expect(await hostTask('lastDemoDay', '2025-07-01T16:59:00Z')).toBe('2025-06-30');
    expect(await hostTask('lastDemoDay', '2025-07-01T17:00:00Z')).toBe('2025-07-01');
  });
});

const quoteAndFriends = new Set([
  ...['industry', 'security', 'industry_membership', 'corporate_action', 'market_index', 'index_constituent'],
  ...['quote', 'daily_statistic', 'foreign_trade', 'trade_flow', 'order_statistic'],
]);

describe('contents', () => {
  it('every record is accepted by its data set, and no key occurs twice', async () => {
    const descriptions = new Map((await hostTask('dataSets')).map((each) => [each.name, each]));
    for (const { dataSet, records } of sets) {
      const description = descriptions.get(dataSet);
      if (description === undefined) throw new Error(`unknown data set ${dataSet}`);
      const completeRecords = records.map((each) => ({ ...description.defaults, ...each }));
      const [refusal] = await hostTask('refusedRecords', dataSet, completeRecords);
      expect({ dataSet, refused: refusal }).toEqual({ dataSet, refused: undefined });
      const keys = (records as Row[]).map((each) => description.key.map((name) => each[name]).join(' '));
      expect({ dataSet, keys: new Set(keys).size }).toEqual({ dataSet, keys: keys.length });
    }
  });

  it('three exchanges, all kinds of companies and all kinds of actions', () => {
    const count = (list: readonly string[]) => {
      const counts: Record<string, number> = {};
      for (const each of list) counts[each] = (counts[each] ?? 0) + 1;
      return counts;
    };
    const exchanges = count(market.companies.map((each) => each.exchange));
    expect(exchanges).toEqual({ HOSE: 21, HNX: 9, UPCOM: 7 });
    const types = count(market.companies.map((each) => each.company_type));
    expect(types).toEqual({ ordinary: 29, bank: 4, insurance: 1, securities: 2, fund: 1 });
    expect(Object.keys(count(market.actions.map((each) => each.type))).sort()).toEqual(
      [
        'bonus_issue',
        'cash_dividend',
        'listing',
        'meeting',
        'other',
        'rights_issue',
        'split',
        'stock_dividend',
      ].sort(),
    );
  });

  it('everything is labelled as synthetic', () => {
    expect(violation(market.companies, (each) => /\(synthetic\)$/.test(each.name_en))).toBeUndefined();
    expect(violation(market.companies, (each) => /\(dữ liệu giả lập\)$/.test(each.name))).toBeUndefined();
    for (const index of rows('market_index')) {
      expect(index).toMatchObject({
        name: expect.stringContaining('(demo)'),
        name_en: expect.stringContaining('(demo)'),
      });
    }
  });

  it('a company is listed within the market, one delisted, one changes its industry', () => {
    expect(market.bars.get('ZRE')?.[0]?.date).toBe('2024-03-11');
    expect(market.bars.get('ZCO')?.at(-1)?.date).toBe('2024-09-27');
    const codes = rows('industry_membership').filter(({ ticker }) => ticker === 'ZIP');
    expect(codes.map((each) => each.code)).toEqual(['31101010', '31101020']);
  });
});

describe('prices', () => {
  it('reference: the price before after the ex-date formula, of UPCOM the matched average before', () => {
    const wrong: unknown[] = [];
    for (const company of market.companies) {
      const { ticker, exchange } = company;
      const terms = termsByDay(market.actions.filter((each) => each.ticker === ticker));
      let before: number | undefined;
      for (const row of own(ticker)) {
        const change = terms.get(row.date);
        if (before !== undefined) {
          const base: number = change === undefined ? before : exPrice(before, change);
          const reference = onTick(boardOf(company), base);
          if (row.reference !== reference) wrong.push([ticker, row.date, row.reference, reference]);
          before = base;
        }
        const bar = quotes.get(`${ticker} ${row.date}`);
        if (change !== undefined && bar === undefined) wrong.push([ticker, row.date, 'no bar of an ex-date']);
        if (bar !== undefined) before = exchange === 'UPCOM' ? row.average_price : bar.close;
      }
    }
    expect(wrong).toEqual([]);
  });

  it('limits follow from the reference and the band of the day, the first day of a listing included', () => {
    const wrong = violation(statistics.values(), ({ ticker, date, reference = 0, ceiling, floor }) => {
      const company = companies.get(ticker);
      if (company === undefined) return false;
      const limits = limitsOf(boardOf(company), reference, date === company.listing_date);
      return limits.ceiling === ceiling && limits.floor === floor;
    });
    expect(wrong).toBeUndefined();
    expect(statistics.get('ZRE 2024-03-11')).toMatchObject({
      reference: 42_000,
      ceiling: 50_400,
      floor: 33_600,
    });
  });

  it('every price is on its tick and within the limits; low ≤ open, close ≤ high; average between', () => {
    const wrong = violation(statistics.values(), (row) => {
      const bar = quotes.get(`${row.ticker} ${row.date}`);
      const company = companies.get(row.ticker);
      const board = company === undefined ? 'HOSE' : boardOf(company);
      if (bar === undefined) return row.average_price === undefined && row.matched_volume === 0;
      const { open = 0, high = 0, low = 0, close = 0 } = bar;
      const { ceiling = 0, floor = 0, average_price: average = 0 } = row;
      return (
        [open, high, low, close].every((price) => price % tickOf(board, price) === 0) &&
        floor <= low &&
        low <= Math.min(open, close) &&
        Math.max(open, close) <= high &&
        high <= ceiling &&
        low <= average &&
        average <= high
      );
    });
    expect(wrong).toBeUndefined();
  });

  it('some days close at the ceiling and some at the floor, and illiquid stocks of UPCOM miss days', () => {
    const days = [...statistics.values()];
    const close = ({ ticker, date }: Row) => quotes.get(`${ticker} ${date}`)?.close;
    expect(days.filter((row) => close(row) === row.ceiling).length).toBeGreaterThan(20);
    expect(days.filter((row) => close(row) === row.floor).length).toBeGreaterThan(20);
    const quiet = new Set(days.filter((row) => close(row) === undefined).map((row) => row.ticker));
    expect([...quiet].sort()).toEqual(['ZBR', 'ZHE', 'ZWA']);
  });

  it('volumes are lots of 100, matched and negotiated, and values are volume × price', () => {
    const wrong = violation(statistics.values(), (row) => {
      const {
        matched_volume: matched = 0,
        negotiated_volume: negotiated = 0,
        average_price: average = 0,
      } = row;
      const bar = quotes.get(`${row.ticker} ${row.date}`);
      return (
        (bar?.volume ?? 0) === matched + negotiated &&
        matched % 100 === 0 &&
        negotiated % 100 === 0 &&
        row.matched_value === matched * average &&
        row.negotiated_value === negotiated * (bar?.close ?? 0)
      );
    });
    expect(wrong).toBeUndefined();
  });
});

describe('shares, foreigners and orders', () => {
  it('shares grow by the ratios of the share actions, on their ex-dates', () => {
    const shares = (date: string) => market.sharesOn('ZST', date);
    expect([shares('2023-06-09'), shares('2023-06-12')]).toEqual([4_100_000_000, 4_510_000_000]);
    expect(market.sharesOn('ZJE', LAST)).toBe(2 * market.sharesOn('ZJE', '2023-01-03'));
    expect([market.sharesOn('ZRE', '2024-03-08'), market.sharesOn('NONE', LAST)]).toEqual([0, 0]);
    const wrong = violation(statistics.values(), (row) => {
      const outstanding = market.sharesOn(row.ticker, row.date);
      return row.outstanding_shares === outstanding && (row.listed_shares ?? 0) >= outstanding;
    });
    expect(wrong).toBeUndefined();
  });

  it('foreign holdings are the previous ones plus the net; room and ratio follow', () => {
    const before = new Map<string, { owned: number; shares: number }>();
    const wrong = violation(rows('foreign_trade'), (row) => {
      const day = statistics.get(`${row.ticker} ${row.date}`);
      const shares = day?.outstanding_shares ?? 0;
      const side = (of: string) => (row[`${of}_matched`] ?? 0) + (row[`${of}_negotiated`] ?? 0);
      const net = side('foreign_buy_volume') - side('foreign_sell_volume');
      const { foreign_owned_volume: owned = 0, foreign_total_room: total = 0 } = row;
      const last = before.get(row.ticker);
      before.set(row.ticker, { owned, shares });
      const start = last === undefined ? owned - net : Math.floor(last.owned * (shares / last.shares));
      return (
        owned === start + net &&
        row.foreign_remaining_room === total - start &&
        row.foreign_current_room === total - owned &&
        row.foreign_current_room >= 0 &&
        row.foreign_ownership_ratio === owned / shares &&
        Math.max(row.foreign_buy_volume_matched ?? 0, row.foreign_sell_volume_matched ?? 0) <=
          (day?.matched_volume ?? 0) &&
        Math.max(row.foreign_buy_volume_negotiated ?? 0, row.foreign_sell_volume_negotiated ?? 0) <=
          (day?.negotiated_volume ?? 0)
      );
    });
    expect(wrong).toBeUndefined();
  });

  it('flow: active trades are the matched ones, unmatched orders are those left, foreign net is theirs', () => {
    const orders = keyed('order_statistic');
    const foreign = keyed('foreign_trade');
    const wrong = violation(rows('trade_flow'), (row) => {
      const key = `${row.code} ${row.date}`;
      const [day, placed, theirs] = [statistics.get(key), orders.get(key), foreign.get(key)];
      if (day === undefined || placed === undefined || theirs === undefined) return false;
      const { matched_volume: matched = 0, matched_value: value = 0 } = day;
      const number = (from: Row, name: string) => from[name] ?? Number.NaN;
      const sum = (name: string) => number(theirs, `${name}_matched`) + number(theirs, `${name}_negotiated`);
      return (
        number(row, 'active_buy_volume') + number(row, 'active_sell_volume') === matched &&
        number(row, 'active_buy_value') + number(row, 'active_sell_value') === value &&
        ['buy', 'sell'].every(
          (side) =>
            number(row, `unmatched_${side}_volume`) === number(row, `${side}_order_volume`) - matched &&
            number(row, `unmatched_${side}_volume`) >= 0 &&
            row[`${side}_order_volume`] === placed[`${side}_order_volume`] &&
            row[`${side}_order_count`] === placed[`${side}_order_count`],
        ) &&
        row.foreign_net_volume === sum('foreign_buy_volume') - sum('foreign_sell_volume') &&
        Math.abs(number(row, 'foreign_net_value') - (sum('foreign_buy_value') - sum('foreign_sell_value'))) <
          1
      );
    });
    expect(wrong).toBeUndefined();
  });
});

describe('indices', () => {
  it('bars hold low ≤ open, close ≤ high, one a day', () => {
    for (const [, bars] of market.indices as DemoMarket['indices']) {
      expect(bars.map((bar) => bar.date)).toEqual(market.days);
      const wrong = violation(
        bars,
        ({ open, high, low, close }) => low <= Math.min(open, close) && Math.max(open, close) <= high,
      );
      expect(wrong).toBeUndefined();
    }
  });

  it('caps hold no weight above the limit, within the rounding of the factors', () => {
    const weights = [50, 20, 10, 10, 5, 5];
    const factors = capFactors(weights, 0.2);
    const capped = weights.map((weight, index) => weight * (factors[index] ?? 1));
    const total = capped.reduce((sum, each) => sum + each, 0);
    expect(Math.max(...capped) / total).toBeCloseTo(0.2, 3);
    expect(capFactors([1, 1], 0.1)).toEqual([1, 1]);
  });
});
