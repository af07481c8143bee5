/** Requests to markets of each size: every documented GET, and requests that have to search widely for their answer. */
import { REQUESTS } from '../every-read/requests.mjs';

/** Requests that find nothing, count, skip, or do not say what they are about. */
const FAR = [
  '/quote?total=true&limit=20',
  '/quote?offset=900000&limit=20',
  '/quote?date={day}&limit=250',
  '/quote?ticker={ticker}&total=true&limit=20',
  '/quote?ticker={ticker}&limit=2500',
  '/quote/gaps?limit=20',
  '/quote/gaps?ticker={ticker}&limit=20',
  '/svc/quote?total=true&limit=20',
  '/svc/quote/approval?total=true&limit=20',
  '/svc/quote/approval?flag=price_jump&limit=20',
  '/svc/quote/approval?flag=non_trading_day&limit=20',
  '/svc/quote/approval?maker=nobody@example.com&limit=20',
  '/svc/quote/approval?status=rejected&limit=20',
  '/svc/quote/approval/counts',
  '/svc/audit?action=rejected&limit=20',
  '/svc/audit?actor=nobody@example.com&limit=20',
  '/svc/audit?total=true&limit=20',
  '/svc/record/daily_statistic/{statistic}/history',
  '/svc/source?limit=20',
  '/trade/market/result?limit=20',
  '/trade/flow?scope=sector&limit=20',
  '/market/movement',
  '/market/movement?limit=10',
  '/market/movement?code=VNINDEX&limit=10',
  '/market/movement?total=true',
  '/market/movement?date={day}',
  '/market/gainers?period=ytd&limit=20',
  '/news/sentiment?code=VNINDEX&limit=20',
  '/news/sentiment?ticker={ticker}&limit=20',
  '/news?q={word}&limit=20',
  '/news?ticker={ticker}&limit=20',
  '/trading/signal?ticker={ticker}',
  '/valuation?code=VNINDEX&to_date={day}&limit=20',
  '/search?q=xqzj%20wvkq&limit=20',
];

/** All requests: `path`, and whether its cost depends only on its own ticker, record or page, whatever the market. */
export const GROWING = [...REQUESTS.map(({ path }) => path), ...FAR].map((path) => ({
  path,
  isFlat: isFlat(path),
}));

/** About one ticker or record; or a page of a list of the market's days, which is read from an index. */
function isFlat(path) {
  // Peers are all stocks of a sector.
  if (path.startsWith('/related-stocks')) return false;
  if (/\{(ticker|book|quote|settlement|statistic|webhook|token|country)\}/.test(path)) return true;
  return (
    /^\/(quote|svc\/quote|trade\/foreign|reference|svc)(\?|\/)/.test(path) &&
    !/total=|offset=\d|approval|gaps/.test(path)
  );
}
