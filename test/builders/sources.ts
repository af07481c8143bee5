/** A source of JSON rows at one address, fetched at once: of quotes, unless `options` say otherwise. */
export const aSource = (url: string, options: object = {}) => ({
  data_set: 'quote',
  request: { url },
  rows: { format: 'json' },
  work: { each: 'once' },
  limits: { per_minute: 60_000, attempts: 1 },
  ...options,
});

/** A bar as a vendor writes it: prices in thousand VND. */
export const vendorBar = (ticker: string, date: string, close = 20.5) => ({
  symbol: ticker,
  tradingDate: date.split('-').reverse().join('/'),
  o: close,
  h: close,
  l: close,
  c: close,
  v: 1_000 + Number(date.slice(-2)),
});

/** Locations of the fields of a {@link vendorBar}. */
export const VENDOR_FIELDS = {
  ticker: { from: 'symbol' },
  date: { from: 'tradingDate', date: 'DD/MM/YYYY' },
  open: { from: 'o', scale: 1000 },
  high: { from: 'h', scale: '1000' },
  low: { from: 'l', scale: '1000' },
  close: { from: 'c', scale: '1000' },
  volume: { from: 'v' },
};

/** A source of such bars, in the list `data` of the answers of a vendor at an address. */
export const sourceOfBars = (url: string, options: object = {}) => ({
  data_set: 'quote',
  request: { url: `${url}/bars/{ticker}?from={from:YYYYMMDD}&to={to}` },
  rows: { format: 'json', at: '/data' },
  fields: VENDOR_FIELDS,
  work: { each: 'ticker', tickers: ['AAA', 'BBB'] },
  limits: { per_minute: 60_000 },
  ...options,
});
