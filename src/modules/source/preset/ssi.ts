import { capitalised, type Preset, type PresetDeclaration, presetOf, pricesFrom } from './preset.js';

const BASE = 'https://fc-data.ssi.com.vn/api/v2/Market';
const DOCUMENTATION = 'https://guide.ssi.com.vn/ssi-products/fastconnect-data/api-specs';
const NOTE =
  'Set SOURCE_SECRET_SSI_ID and SOURCE_SECRET_SSI_SECRET to consumerID and consumerSecret. Prices are in VND; one request a second is allowed.';
const PAGED = 'pageIndex={page}&pageSize={size}';
const RANGE = 'fromDate={from:DD/MM/YYYY}&toDate={to:DD/MM/YYYY}';
const DAY = 'fromDate={date:DD/MM/YYYY}&toDate={date:DD/MM/YYYY}';

const COMMON = {
  auth: {
    type: 'token',
    token_url: `${BASE}/AccessToken`,
    client_id: 'SSI_ID',
    client_secret: 'SSI_SECRET',
    token_fields: 'consumerID,consumerSecret',
    token_at: '/data/accessToken',
  },
  paging: { type: 'page', start: 1, size: 1000 },
  rows: { format: 'json', at: '/data' },
  limits: { per_minute: 50 },
} as const;

const BAR = {
  ticker: { from: 'Symbol' },
  date: { from: 'TradingDate', date: 'DD/MM/YYYY' },
};

const OHLC: PresetDeclaration = {
  ...COMMON,
  data_set: 'quote',
  description: 'SSI FastConnect: daily bars by security',
  request: { url: `${BASE}/DailyOhlc?symbol={ticker}&${RANGE}&${PAGED}&ascending=true` },
  fields: { ...BAR, ...pricesFrom(capitalised) },
  work: { each: 'ticker', overlap_days: 3 },
  schedule: { after_close: 45 },
};

const DAILY_PRICE = `${BASE}/DailyStockPrice?${DAY}&${PAGED}`;

const PRICES: PresetDeclaration = {
  ...COMMON,
  data_set: 'quote',
  description: 'SSI FastConnect: bars of the whole market by day',
  request: { url: DAILY_PRICE },
  fields: {
    ...BAR,
    open: { from: 'OpenPrice' },
    high: { from: 'HighestPrice' },
    low: { from: 'LowestPrice' },
    close: { from: 'ClosePrice' },
    volume: { from: 'TotalMatchVol' },
  },
  work: { each: 'date', overlap_days: 3 },
  schedule: { after_close: 60 },
};

const STATISTICS: PresetDeclaration = {
  ...COMMON,
  data_set: 'daily_statistic',
  description: 'SSI FastConnect: limits and totals of the whole market by day',
  request: { url: DAILY_PRICE },
  fields: {
    ...BAR,
    reference: { from: 'RefPrice' },
    ceiling: { from: 'CeilingPrice' },
    floor: { from: 'FloorPrice' },
    average_price: { from: 'AveragePrice' },
    matched_volume: { from: 'TotalMatchVol' },
    matched_value: { from: 'TotalMatchVal' },
    negotiated_volume: { from: 'TotalDealVol' },
    negotiated_value: { from: 'TotalDealVal' },
  },
  work: { each: 'date', overlap_days: 3 },
  schedule: { after_close: 60 },
};

const SECURITIES: PresetDeclaration = {
  ...COMMON,
  data_set: 'security',
  description: 'SSI FastConnect: securities',
  request: { url: `${BASE}/Securities?market=HOSE&${PAGED}` },
  fields: {
    ticker: { from: 'Symbol' },
    name: { from: 'StockName' },
    name_en: { from: 'StockEnName' },
    exchange: { from: 'Market' },
  },
  work: { each: 'once' },
  schedule: { cron: '0 7 * * 1-5' },
};

const COMPONENTS: PresetDeclaration = {
  ...COMMON,
  data_set: 'index_constituent',
  description: 'SSI FastConnect: members of indices',
  request: { url: `${BASE}/IndexComponents?indexCode={ticker}&${PAGED}` },
  rows: { format: 'json', at: '/data/0/IndexComponent' },
  paging: { type: 'page', start: 1, size: 10_000 },
  fields: {
    code: { value: '{ticker}' },
    ticker: { from: 'StockSymbol' },
    from_date: { value: '2000-01-01' },
  },
  work: { each: 'ticker', tickers: ['VN30', 'VN100', 'HNX30'] },
  schedule: { cron: '30 7 * * 1-5' },
};

const OF_PRICES = [
  'PriceChange',
  'PerPriceChange',
  'ClosePriceAdjusted',
  'ForeignBuyVolTotal',
  'ForeignSellVolTotal',
  'ForeignBuyValTotal',
  'ForeignSellValTotal',
  'ForeignCurrentRoom',
  'TotalBuyTrade',
  'TotalBuyTradeVol',
  'TotalSellTrade',
  'TotalSellTradeVol',
  'NetBuySellVol',
  'NetBuySellVal',
  'TotalTradedVol',
  'TotalTradedValue',
  'Time',
];
const OF_BARS = ['OpenPrice', 'HighestPrice', 'LowestPrice', 'ClosePrice'];
const OF_STATISTICS = [
  'RefPrice',
  'CeilingPrice',
  'FloorPrice',
  'AveragePrice',
  'TotalMatchVal',
  'TotalDealVol',
  'TotalDealVal',
];

const preset = (
  name: string,
  declaration: PresetDeclaration,
  lost: readonly string[],
  note?: string,
): Preset =>
  presetOf(name, DOCUMENTATION, declaration, { lost, note: note === undefined ? NOTE : `${NOTE} ${note}` });

/** SSI FastConnect Data, version 2. */
export const SSI: readonly Preset[] = [
  preset(
    'ssi-daily-ohlc',
    OHLC,
    ['Market', 'Time', 'Value'],
    'A range is 30 days at most: back-fill month by month.',
  ),
  preset('ssi-daily-price', PRICES, [...OF_STATISTICS, ...OF_PRICES], 'Use ssi-daily-statistic beside it.'),
  preset('ssi-daily-statistic', STATISTICS, [...OF_BARS, ...OF_PRICES]),
  preset('ssi-securities', SECURITIES, [], 'One market a source: change market=HOSE for HNX and UPCOM.'),
  preset(
    'ssi-index-components',
    COMPONENTS,
    ['IndexCode', 'IndexName', 'Exchange', 'TotalSymbolNo', 'Isin'],
    'The answer does not tell since when a share is a member: from_date is fixed, and who leaves is not ended.',
  ),
];
