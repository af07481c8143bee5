import { type Preset, type PresetDeclaration, presetOf, pricesFrom } from './preset.js';

const BASE = 'https://eodhd.com/api';
const NOTE = 'Set SOURCE_SECRET_EODHD_TOKEN to the API token. Change .VN for another exchange.';

const COMMON = {
  auth: { type: 'query', name: 'api_token', secret: 'EODHD_TOKEN' },
  rows: { format: 'json' },
  limits: { per_minute: 900 },
} as const;

const BAR = { date: { from: 'date' }, ...pricesFrom((field) => field) };

const EOD: PresetDeclaration = {
  ...COMMON,
  data_set: 'quote',
  description: 'EODHD: daily bars by security',
  request: { url: `${BASE}/eod/{ticker}.VN?from={from}&to={to}&period=d&order=a&fmt=json` },
  fields: { ticker: { value: '{ticker}' }, ...BAR },
  work: { each: 'ticker', overlap_days: 5 },
  schedule: { after_close: 180 },
};

const BULK: PresetDeclaration = {
  ...COMMON,
  data_set: 'quote',
  description: 'EODHD: bars of the whole market by day',
  request: { url: `${BASE}/eod-bulk-last-day/VN?date={date}&fmt=json` },
  fields: { ticker: { from: 'code' }, ...BAR },
  work: { each: 'date', overlap_days: 5 },
  schedule: { after_close: 180 },
};

const SPLITS: PresetDeclaration = {
  ...COMMON,
  data_set: 'corporate_action',
  description: 'EODHD: splits',
  request: { url: `${BASE}/splits/{ticker}.VN?from={from}&to={to}&fmt=json` },
  fields: {
    ticker: { value: '{ticker}' },
    ex_date: { from: 'date' },
    type: { value: 'split' },
    share_ratio: { from: 'split', split: true },
  },
  work: { each: 'ticker', since: '2000-01-01', overlap_days: 30 },
  schedule: { cron: '0 6 * * 1-5' },
};

const DIVIDENDS: PresetDeclaration = {
  ...COMMON,
  data_set: 'corporate_action',
  description: 'EODHD: cash dividends',
  request: { url: `${BASE}/div/{ticker}.VN?from={from}&to={to}&fmt=json` },
  fields: {
    ticker: { value: '{ticker}' },
    ex_date: { from: 'date' },
    type: { value: 'cash_dividend' },
    record_date: { from: 'recordDate' },
    payment_date: { from: 'paymentDate' },
    announced_date: { from: 'declarationDate' },
    cash_dividend: { from: 'unadjustedValue' },
  },
  work: { each: 'ticker', since: '2000-01-01', overlap_days: 30 },
  schedule: { cron: '0 6 * * 1-5' },
};

const SYMBOLS: PresetDeclaration = {
  ...COMMON,
  data_set: 'security',
  description: 'EODHD: securities',
  request: { url: `${BASE}/exchange-symbol-list/VN?fmt=json` },
  fields: {
    ticker: { from: 'Code' },
    name: { from: 'Name' },
    exchange: { value: 'HOSE' },
    isin: { from: 'Isin' },
  },
  work: { each: 'once' },
  schedule: { cron: '0 5 * * 1' },
};

const preset = (
  name: string,
  path: string,
  declaration: PresetDeclaration,
  lost: readonly string[],
  note?: string,
): Preset =>
  presetOf(name, `https://eodhd.com/financial-apis/${path}`, declaration, {
    lost,
    note: note === undefined ? NOTE : `${NOTE} ${note}`,
  });

const BULK_PAGE = 'bulk-api-eod-splits-dividends/';
const SPLITS_PAGE = 'api-splits-dividends';

/** EOD Historical Data. */
export const EODHD: readonly Preset[] = [
  preset('eodhd-eod', 'api-for-historical-data-and-volumes/', EOD, ['adjusted_close']),
  preset('eodhd-bulk', BULK_PAGE, BULK, ['exchange_short_name', 'adjusted_close']),
  preset('eodhd-splits', SPLITS_PAGE, SPLITS, []),
  preset(
    'eodhd-dividends',
    SPLITS_PAGE,
    DIVIDENDS,
    ['period', 'value', 'currency'],
    'The unadjusted value is taken; a dividend in another currency than VND has to be left out.',
  ),
  preset(
    'eodhd-symbols',
    'exchanges-api-list-of-tickers-and-trading-hours/',
    SYMBOLS,
    ['Country', 'Exchange', 'Currency', 'Type'],
    'The answer does not tell HOSE, HNX and UPCOM apart: correct the exchange where bands and ticks matter.',
  ),
];
