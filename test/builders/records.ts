import type { DataSetName } from '../../src/kinds/data-set-names.js';
import type { Document } from '../contract/document.js';

/** A record of a data set, other values for it, and another key. */
export interface Sample {
  name: DataSetName;
  /** a whole record, as written */
  record: Record<string, unknown>;
  /** values that differ from those of the record */
  change: Record<string, unknown>;
  /** fields of the natural key that differ from those of the record */
  newKey: Record<string, unknown>;
  /** columns of the natural key */
  key: readonly string[];
}

type Choice = Pick<Sample, 'change' | 'newKey' | 'key'> & { others?: object; without?: readonly string[] };

const TICKER_DAY = { key: ['ticker', 'date'], newKey: { date: '2024-02-01' } };

/** Choices for each data set in addition to the examples of the document; `others`: values that replace an example. */
const CHOICES: Record<DataSetName, Choice> = {
  quote: { ...TICKER_DAY, change: { volume: 7 } },
  settlement: {
    key: ['country', 'date'],
    newKey: { date: '2031-03-04' },
    others: { date: '2031-03-03' },
    change: { name: 'Tet' },
  },
  security: {
    key: ['ticker'],
    newKey: { ticker: 'VNN' },
    change: { name: 'Vinamilk' },
    without: ['delisting_date'],
  },
  country: {
    key: ['cca2'],
    newKey: { cca2: 'XX' },
    others: {
      cca2: 'XA',
      record: { cca2: 'XA', cca3: 'XAA', ccn3: '998', name: { common: 'Kosovo' }, region: 'Europe' },
    },
    change: {
      record: { cca2: 'XA', cca3: 'XAA', ccn3: '998', name: { common: 'Dardania' }, region: 'Europe' },
    },
  },
  mic: { key: ['mic'], newKey: { mic: 'ZZZZ' }, others: { mic: 'ZZZA' }, change: { city: 'HA NOI' } },
  currency: {
    key: ['code'],
    newKey: { code: 'ZZZ' },
    others: { code: 'ZZA', numeric_code: '998' },
    change: { name: 'Dong of old' },
  },
  asset_class: {
    key: ['code'],
    newKey: { code: 'commodities/energy/peat' },
    others: { code: 'commodities/energy/turf' },
    change: { name: 'Peat' },
  },
  account: {
    key: ['code', 'regime'],
    newKey: { code: '9992' },
    others: { code: '9991', parent_code: '999' },
    change: { name: 'Khác' },
  },
  industry: { key: ['code', 'valid_from'], newKey: { code: '31' }, change: { name: 'Khác' } },
  industry_membership: {
    key: ['ticker', 'from_date'],
    newKey: { from_date: '2016-01-05' },
    change: { code: '30202031' },
  },
  daily_statistic: { ...TICKER_DAY, change: { matched_volume: 7 } },
  foreign_trade: { ...TICKER_DAY, change: { foreign_buy_volume_matched: 7 } },
  trade_flow: {
    key: ['scope', 'code', 'date'],
    newKey: { date: '2024-02-01' },
    change: { buy_order_count: 7 },
  },
  order_statistic: { ...TICKER_DAY, change: { buy_order_count: 7 } },
  corporate_action: {
    key: ['ticker', 'ex_date', 'type'],
    newKey: { ex_date: '2024-06-11' },
    without: ['share_ratio', 'rights_ratio', 'rights_price'],
    change: { cash_dividend: 1600 },
  },
  market_index: {
    key: ['code'],
    newKey: { code: 'OURINDEY' },
    others: { code: 'OURINDEX' },
    change: { name: 'Khác' },
  },
  index_constituent: {
    key: ['code', 'ticker', 'from_date'],
    newKey: { from_date: '2024-02-06' },
    change: { shares: 7 },
  },
  market_band: {
    key: ['exchange', 'security_type', 'valid_from'],
    newKey: { valid_from: '2031-01-16' },
    others: { valid_from: '2031-01-15' },
    change: { band: 0.08 },
  },
  market_tick: {
    key: ['exchange', 'security_type', 'valid_from', 'price_from'],
    newKey: { price_from: 20000 },
    others: { valid_from: '2031-01-15' },
    change: { tick: 60 },
  },
  market_lot: {
    key: ['exchange', 'security_type', 'valid_from'],
    newKey: { valid_from: '2031-01-16' },
    others: { valid_from: '2031-01-15' },
    change: { lot: 10 },
  },
  estimate: {
    key: ['ticker', 'fiscal_year', 'item', 'source', 'published_at'],
    newKey: { fiscal_year: 2026 },
    change: { value: 4900 },
  },
  settlement_cycle: {
    key: ['country', 'valid_from'],
    newKey: { valid_from: '2031-01-16' },
    others: { valid_from: '2031-01-15' },
    change: { sessions: 1 },
  },
  news: { key: ['news_id'], newKey: { news_id: 'hose-2' }, change: { title: 'Khác' } },
  trading_suggestion: {
    key: ['suggestion_id'],
    newKey: { suggestion_id: 'desk-2' },
    change: { target_price: 75000 },
  },
  market_insight: { key: ['insight_id'], newKey: { insight_id: 'outlook-2' }, change: { title: 'Khác' } },
  market_depth: {
    key: ['ticker', 'timestamp'],
    newKey: { timestamp: '2024-01-31T07:30:00.123456Z' },
    change: { asks: [] },
  },
  economic_event: {
    key: ['date', 'organiser', 'event_name', 'location'],
    newKey: { location: 'Hue' },
    change: { actual: 4 },
  },
  filing: {
    key: ['filing_id'],
    newKey: { filing_id: '2024-VNM-Q4-ME' },
    change: { report_type: 'annual_report' },
  },
  statement_item: {
    key: [
      'ticker',
      'statement',
      'period',
      'fiscal_year',
      'fiscal_quarter',
      'consolidation',
      'audit',
      'item_code',
      'published_at',
    ],
    newKey: { published_at: '2025-01-30T09:12:00.000001Z' },
    change: { value: 7 },
  },
  statement_template: {
    key: ['company_type', 'statement', 'item_code', 'valid_from'],
    newKey: { item_code: '9998' },
    others: { item_code: '9999' },
    change: { item_order: 21 },
  },
};

/** A record of every data set: the examples of the document, and the choices above. */
export function samplesOf(document: Document): Sample[] {
  return Object.entries(CHOICES).map(([name, { others, without = [], ...choice }]) => {
    const schema = `${name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())}Write`;
    const fields = Object.entries(document.components.schemas[schema]?.properties ?? {});
    const examples = fields
      .filter(([field]) => !without.includes(field))
      .map(([field, { example }]) => [field, example]);
    return { name: name as DataSetName, ...choice, record: { ...Object.fromEntries(examples), ...others } };
  });
}
