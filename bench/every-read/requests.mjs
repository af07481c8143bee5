import { DOCUMENTED, documentedPath } from './documented.mjs';

/**
 * The requests: each documented read at its usual sizes. Names in braces stand for values of the stored data, random
 * ones per request; see values.mjs. `naive`: the same rows as a list of one table from the naive variant, requested as
 * `/<table>?<column>=<value>&to_<column>=<bound>&order=<columns, - before descending ones>&offset=…&limit=…`.
 */
const DAYS = 'to_date={day}';
const ONE = 'ticker={ticker}&to_date={day}';
const QUOTES = '/quote?to_date={day}&order=-date,ticker';
const QUOTES_OF_ONE = '/quote?ticker={ticker}&to_date={day}&order=-date';

/**
 * Reads with specific parameters: `path`, and `naive` if a list is one of a table. `isCached`: without asking for a fresh
 * answer, for reads whose computed answers are cached.
 */
const LISTED = [
  // Prices
  ...list(`/quote?${ONE}`, [20, 250], QUOTES_OF_ONE),
  ...list(`/quote?${DAYS}`, [2500], QUOTES),
  ...list(`/quote?${ONE}&order=desc`, [20], QUOTES_OF_ONE),
  ...list(`/quote?${ONE}&adjusted=true`, [250]),
  ...list(`/quote?${ONE}&fields=extended`, [250]),
  ...list(`/quote?${ONE}&interval=1w`, [20]),
  ...list(`/quote/gaps?${DAYS}`, [20]),
  ...list(`/svc/quote?${ONE}`, [20, 250], QUOTES_OF_ONE),
  ...list(`/svc/quote?${DAYS}`, [2500], QUOTES),
  ...list(`/svc/quote/approval?${DAYS}`, [20]),
  one('/svc/quote/{quote}'),
  ...list('/svc/quote/{quote}/history', [20]),
  one('/udf/history?symbol={ticker}&resolution=1D&to={second}&countback=250'),
  // Statistics and indicators
  ...list(`/trade/market/result?code={index}&${DAYS}`, [20, 250]),
  ...list(`/trade/market/result?${DAYS}`, [2500]),
  ...list(`/trade/foreign?${ONE}`, [20, 250]),
  ...list(`/trade/foreign?${DAYS}`, [2500]),
  ...list(`/trade/flow?code={ticker}&${DAYS}`, [20, 250]),
  ...list(`/trade/flow?${DAYS}`, [2500]),
  ...computedReads(list('/trade/technical-analysis/indicators', [20])),
  ...computedReads(list(`/trade/technical-analysis?${ONE}&indicator=rsi,macd`, [250])),
  // The market
  one('/index/profile?date={day}'),
  ...computedReads(one('/index/constituents?code={index}&date={day}')),
  ...computedReads(list('/index/contributor/{day}', [20])),
  ...computedReads(list('/market/contributors?date={day}', [20])),
  one('/index/{index}?date={day}'),
  ...computedReads(list('/market/gainers?date={day}', [20])),
  ...computedReads(list('/market/losers?date={day}', [20])),
  ...computedReads(list(`/market/movement?${DAYS}`, [20])),
  ...computedReads(one('/market/heatmap?date={day}')),
  ...computedReads(list(`/valuation?${ONE}`, [250])),
  // A security
  ...computedReads(one('/detail/{ticker}')),
  ...computedReads(one('/related-stocks?ticker={ticker}&date={day}')),
  one('/adjustments?ticker={ticker}'),
  one('/trading/relative-return?ticker={ticker}&date={day}'),
  ...list('/fundamental/as/reported?ticker={ticker}', [250]),
  ...computedReads(list('/fundamental/ratios?ticker={ticker}', [20])),
  ...list(`/fundamental/filings?${DAYS}`, [20], '/filing?to_filing_date={day}&order=-filing_date,filing_id'),
  ...computedReads(one('/financial-health?ticker={ticker}')),
  // Search and symbols
  ...computedReads(list('/search?q={word}', [20])),
  ...computedReads(list('/udf/search?query={letter}', [20])),
  ...computedReads(one('/udf/symbol_info?group={exchange}')),
  one('/udf/symbols?symbol={ticker}'),
  one('/udf/config'),
  one('/udf/time'),
  // News and the trading desk
  ...list(`/news?${DAYS}`, [20, 250], '/news?to_published_at={day}&order=-published_at,news_id'),
  ...list(`/news/sentiment?${DAYS}`, [20]),
  ...list(`/news/index?code={index}&${DAYS}`, [20]),
  ...list(`/market/stock-news?code={index}&${DAYS}`, [20]),
  ...list(`/trading/actions?${DAYS}`, [20], '/corporate_action?to_ex_date={day}&order=-ex_date,ticker,type'),
  ...list(
    `/trading/suggestions?${DAYS}`,
    [20],
    '/trading_suggestion?to_published_at={day}&order=-published_at,suggestion_id',
  ),
  ...list(
    `/trading/market-insight?${DAYS}`,
    [20],
    '/market_insight?to_published_at={day}&order=-published_at,insight_id',
  ),
  ...computedReads(list('/trading/signal?date={day}', [20])),
  one('/trading/market-depth?ticker={book}'),
  ...list(
    `/economics/calendar?${DAYS}`,
    [20],
    '/economic_event?to_date={day}&order=-date,organiser,event_name,location',
  ),
  // Reference data
  ...list('/reference/countries?offset={offset}', [20]),
  one('/reference/countries/country/{country}'),
  ...list('/reference/countries/region/{region}?offset={offset}', [20]),
  ...list(`/reference/settlement?${DAYS}`, [20, 250], '/settlement?to_date={day}&order=-date,country'),
  ...list('/reference/mic?offset={offset}', [20], '/mic?offset={offset}&order=mic'),
  ...list('/reference/currency?offset={offset}', [20], '/currency?offset={offset}&order=code'),
  ...list('/reference/asset/classification?offset={offset}', [20], '/asset_class?offset={offset}&order=code'),
  ...list('/reference/gics/search?date={day}&offset={offset}', [20]),
  ...list('/reference/vac/search?offset={offset}', [20], '/account?offset={offset}&order=code,regime'),
  // Data of the service itself
  ...list(`/svc/settlement?${DAYS}`, [20], '/settlement?to_date={day}&order=-date,country'),
  one('/svc/settlement/{settlement}'),
  one('/svc/record/daily_statistic/{statistic}'),
  one('/svc/record/security?ticker={ticker}'),
  ...list('/svc/datasets?offset={offset}', [20]),
  one('/svc/datasets/{data_set}'),
  ...list('/svc/audit?offset={offset}', [20, 250, 2500], '/audit_event?offset={offset}&order=-id'),
  ...list('/svc/events?last_event_id={event}', [20]),
  ...list('/svc/webhooks?offset={offset}', [20], '/webhook?offset={offset}&order=created_at'),
  one('/svc/webhooks/{webhook}'),
  ...list('/svc/token?offset={offset}', [20]),
  one('/svc/token/{token}'),
  one('/svc/token/self'),
];

/** Documented GETs that read no data, and lists of which the bench stores nothing. */
const LEFT_OUT = [
  ...['/', '/metrics', '/health/live', '/health/ready'],
  ...['/svc/approval', '/svc/quarantine', '/svc/source', '/svc/source/preset'],
];

const listed = new Set(LISTED.map(({ path }) => documentedPath(path.split('?')[0])));
const others = DOCUMENTED.filter(({ path }) => !listed.has(path) && !LEFT_OUT.includes(path));

/** All requests: those above, and each list that needs no parameter as it is. */
export const REQUESTS = [
  ...LISTED,
  ...others.filter((read) => read.isPlainList).flatMap(({ path }) => list(path, [20])),
];

/** Paths of documented GETs that are not requested: they need parameters and are not listed. */
export const NOT_REQUESTED = others.filter((read) => !read.isPlainList).map(({ path }) => path);

/** A single record, or a list of one size. */
function one(path) {
  return { path };
}

/** A read that computes, both repeated and computed afresh. */
function computedReads(...requests) {
  return requests.flat().flatMap((request) => [{ ...request, isCached: true }, request]);
}

/** A list at each of the sizes. */
function list(path, sizes, naive = undefined) {
  return sizes.map((limit) => ({
    path: `${path}${path.includes('?') ? '&' : '?'}limit=${limit}`,
    ...(naive && { naive: `${naive}&limit=${limit}` }),
  }));
}
