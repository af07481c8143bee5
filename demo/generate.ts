import { actionsOf, termsByDay } from './actions.js';
import { type TradingDays, tradingDays } from './calendar.js';
import { LISTINGS, type Listing } from './companies.js';
import type { DemoBar, DemoCompany, DemoDataSet, DemoMarket } from './demo-market.js';
import { INDICES, indexRecords } from './index-rules.js';
import { type Constituent, indexHistory, type Traded } from './indices.js';
import { industryRecords } from './industries.js';
import { PARTS } from './parts.js';
import { marketReturns, securityDays } from './prices.js';
import { membershipRecords, securityRecords } from './securities.js';
import { tradingRecords } from './trading.js';

/** The market and what lies behind it. */
interface Generated {
  market: DemoMarket;
  traded: readonly Traded[];
  constituents: readonly Constituent[];
}

/** The synthetic market up to a last day, YYYY-MM-DD. */
export function generateMarket(lastDay: string): DemoMarket {
  return generate(lastDay).market;
}

/**
 * All records of the demo up to a last day, in the order of loading. The same on every machine; a later last day
 * adds records and changes none.
 */
export function generateDemo(lastDay: string): DemoDataSet[] {
  const { market, traded, constituents } = generate(lastDay);
  const bars = [...market.bars, ...market.indices];
  return [
    { dataSet: 'industry', records: industryRecords() },
    { dataSet: 'security', records: securityRecords() },
    { dataSet: 'industry_membership', records: membershipRecords() },
    { dataSet: 'corporate_action', records: [...market.actions] },
    { dataSet: 'market_index', records: indexRecords() },
    { dataSet: 'index_constituent', records: [...constituents] },
    { dataSet: 'quote', records: bars.flatMap(([ticker, own]) => own.map((bar) => ({ ticker, ...bar }))) },
    ...merged(traded.map(({ listing, days }) => tradingRecords(listing, days))),
    ...PARTS.flatMap((part) => part(market)),
  ];
}

function generate(lastDay: string): Generated {
  const calendar = tradingDays(lastDay);
  const { days } = calendar;
  const returns = marketReturns(days);
  const plans = LISTINGS.map((listing) => ({ listing, actions: actionsOf(listing, calendar, lastDay) }));
  const traded = plans.map(({ listing, actions }): Traded => {
    const terms = termsByDay(actions);
    return { listing, terms, days: securityDays(listing, days, terms, returns) };
  });
  const nextReview = reviewAfter(calendar);
  const histories = INDICES.map((rules) => indexHistory(rules, traded, days, nextReview));
  return {
    traded,
    constituents: histories.flatMap((history) => history.constituents),
    market: {
      days,
      companies: LISTINGS.map(companyOf),
      bars: new Map(traded.map(({ listing, days: own }) => [listing.ticker, barsOf(own)])),
      indices: new Map(INDICES.map(({ code }, index) => [code, histories[index]?.bars ?? []])),
      actions: plans.flatMap(({ actions }) => actions),
      sharesOn: sharesOf(traded),
    },
  };
}

function companyOf(listing: Listing): DemoCompany {
  const { ticker, name, name_en, exchange, company_type, industry_code, listing_date, delisting_date } =
    listing;
  return {
    ticker,
    name,
    name_en,
    exchange,
    company_type,
    industry_code,
    listing_date,
    ...(delisting_date === undefined ? {} : { delisting_date }),
  };
}

function barsOf(days: Traded['days']): DemoBar[] {
  return days.flatMap(({ bar }) => bar ?? []);
}

/** The first trading day of the next February or August. */
function reviewAfter({ ofMonth }: TradingDays): (day: string) => string {
  return (day) => {
    const year = Number(day.slice(0, 4));
    const reviews = [`${year}-02`, `${year}-08`, `${year + 1}-02`].map((month) => ofMonth(month, 1));
    return reviews.find((review) => review > day) ?? day;
  };
}

function sharesOf(traded: readonly Traded[]): DemoMarket['sharesOn'] {
  const byTicker = new Map(traded.map((each) => [each.listing.ticker, each]));
  return (ticker, date) => {
    const found = byTicker.get(ticker);
    if (found === undefined || date < found.listing.listing_date) return 0;
    return found.days.findLast((day) => day.date <= date)?.shares ?? found.listing.shares;
  };
}

/** Lists of the same data sets as one list of each. */
function merged(lists: readonly DemoDataSet[][]): DemoDataSet[] {
  const records = new Map<string, object[]>();
  for (const { dataSet, records: own } of lists.flat()) {
    records.set(dataSet, [...(records.get(dataSet) ?? []), ...own]);
  }
  return [...records].map(([dataSet, all]) => ({ dataSet, records: all }));
}
