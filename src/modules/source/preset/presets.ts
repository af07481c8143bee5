import { EODHD } from './eodhd.js';
import { capitalised, type Preset, presetOf, pricesFrom } from './preset.js';
import { SSI } from './ssi.js';

const YAHOO = presetOf(
  'yahoo-chart',
  'https://query1.finance.yahoo.com/v8/finance/chart/',
  {
    data_set: 'quote',
    description: 'Yahoo: daily bars by security, as its charts get them',
    request: {
      url: 'https://query1.finance.yahoo.com/v8/finance/chart/{ticker}.VN?period1={from:unix}&period2={to:unix_end}&interval=1d',
      headers: { 'User-Agent': 'Mozilla/5.0' },
    },
    rows: { format: 'json', at: '/chart/result/0', columns: true },
    fields: {
      ticker: { value: '{ticker}' },
      date: { from: '/timestamp', date: 'unix' },
      ...pricesFrom((field) => `/indicators/quote/0/${field}`),
    },
    work: { each: 'ticker', overlap_days: 5 },
    schedule: { after_close: 120 },
    limits: { per_minute: 30 },
  },
  {
    lost: ['meta', 'indicators/adjclose', 'events'],
    note: 'Undocumented by Yahoo, and it may end any day. Prices are adjusted for splits by Yahoo, not for dividends; days without a trade come as null and are rejected. .VN is HOSE, .HN HNX.',
  },
);

const STOOQ = presetOf(
  'stooq-daily',
  'https://stooq.com/db/h/',
  {
    data_set: 'quote',
    description: 'Stooq: daily bars by security, CSV',
    request: { url: 'https://stooq.com/q/d/l/?s={ticker}.us&d1={from:YYYYMMDD}&d2={to:YYYYMMDD}&i=d' },
    auth: { type: 'query', name: 'apikey', secret: 'STOOQ_KEY' },
    rows: { format: 'csv' },
    fields: {
      ticker: { value: '{ticker}' },
      date: { from: 'Date' },
      ...pricesFrom(capitalised),
    },
    work: { each: 'ticker', overlap_days: 5 },
    schedule: { after_close: 240 },
    limits: { per_minute: 20 },
  },
  {
    lost: [],
    note: 'Set SOURCE_SECRET_STOOQ_KEY. Stooq has no Vietnamese shares: change .us. Its daily quota answers with a sentence and status 200, which is a failed unit (missing_columns).',
  },
);

const TWELVE_DATA = presetOf(
  'twelvedata-daily',
  'https://twelvedata.com/docs#time-series',
  {
    data_set: 'quote',
    description: 'Twelve Data: daily bars by security',
    request: {
      url: 'https://api.twelvedata.com/time_series?symbol={ticker}&interval=1day&start_date={from}&end_date={to}&order=ASC&outputsize=5000',
    },
    auth: { type: 'header', name: 'Authorization', prefix: 'apikey ', secret: 'TWELVEDATA_KEY' },
    rows: { format: 'json', at: '/values' },
    fields: { ticker: { value: '{ticker}' }, date: { from: 'datetime' }, ...pricesFrom((field) => field) },
    work: { each: 'ticker', overlap_days: 5 },
    schedule: { after_close: 180 },
    limits: { per_minute: 8 },
  },
  {
    lost: ['meta'],
    note: 'Set SOURCE_SECRET_TWELVEDATA_KEY. 8 requests a minute are those of its free plan; add &exchange= where a symbol is ambiguous. A problem with status 200 is a failed unit (no_rows).',
  },
);

const ISO_MIC = presetOf(
  'iso-mic',
  'https://www.iso20022.org/market-identifier-codes',
  {
    data_set: 'mic',
    description: 'ISO 10383: market identifier codes',
    request: { url: 'https://www.iso20022.org/sites/default/files/ISO10383_MIC/ISO10383_MIC.csv' },
    rows: { format: 'published' },
    work: { each: 'once' },
    schedule: { cron: '0 6 15 * *' },
    limits: { megabytes: 16 },
  },
  {
    read: { 'every column of the official list': 'the field of the same meaning' },
    lost: [],
    note: 'Published on the second Monday of a month.',
  },
);

const ISO_CURRENCY = presetOf(
  'iso-currency',
  'https://www.six-group.com/en/products-services/financial-information/data-standards.html',
  {
    data_set: 'currency',
    description: 'ISO 4217: currencies in use',
    request: {
      url: 'https://www.six-group.com/dam/download/financial-information/data-center/iso-currrency/lists/list-one.xml',
    },
    rows: { format: 'published' },
    work: { each: 'once' },
    schedule: { cron: '0 6 1 * *' },
    limits: { megabytes: 16 },
  },
  {
    read: {
      Ccy: 'code',
      CcyNbr: 'numeric_code',
      CcyNm: 'name',
      CcyMnrUnts: 'minor_unit',
      CtryNm: 'countries',
    },
    lost: ['IsFund'],
    note: 'Symbols are no part of the standard: those that are stored stay.',
  },
);

/** Presets by name. */
export const PRESETS: readonly Preset[] = [
  ...SSI,
  ...EODHD,
  YAHOO,
  STOOQ,
  TWELVE_DATA,
  ISO_MIC,
  ISO_CURRENCY,
].sort((a, b) => (a.name < b.name ? -1 : 1));
