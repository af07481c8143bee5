import { longestPageOf, type Operation } from '../../contract/document.js';

/** Records named in requests. */
export interface Subjects {
  /** a ticker of the demo market, with data of every kind, and one of the added ones */
  ticker: string;
  other: string;
  /** last day of the market, YYYY-MM-DD */
  day: string;
  quote: string;
  settlement: string;
  statistic: string;
  webhook: string;
  quarantine: string;
  proposal: string;
  /** run of the source `costly` */
  run: string;
  token: string;
}

const PAGE = 'limit=10000';

/** Ten indicators, those with the most outputs and longest windows. */
const INDICATORS =
  'macd,rsi,zigzag,adx,adxr,bollinger_bands,stochastic_fast,stochastic_slow,linear_regression,parabolic_sar'.split(
    ',',
  );

/**
 * The costliest requests of each of the documented reads, by its path in the document: those that read the most rows,
 * compute or answer the most. A stream is listed in addition to the page if it reads more. A read that is not listed
 * here is requested with its longest page, with a count, and with what it requires: the ticker, or the examples of the
 * document.
 */
export function costliest(
  subjects: Subjects,
  reads: readonly Operation[],
): [operation: string, path: string][] {
  const costlyReads = costly(subjects);
  const others = reads.filter(({ path }) => !costlyReads.some(([operation]) => operation === path));
  return [
    ...costlyReads,
    ...others.map((read): [string, string] => {
      const needsTicker = read.parameters.some(({ name, required }) => name === 'ticker' && required);
      return [
        read.path,
        longestPageOf(read, { total: 'true', ...(needsTicker && { ticker: subjects.ticker }) }),
      ];
    }),
  ];
}

/** Those with their own records, filters or formats. */
function costly(subjects: Subjects): [operation: string, path: string][] {
  const { ticker, other, day, quote, settlement, statistic, webhook, token, run, quarantine, proposal } =
    subjects;
  const list = (operation: string, query: string): [string, string] => [
    operation,
    `${operation}?${[query, PAGE].filter(Boolean).join('&')}`,
  ];
  return [
    list('/quote', 'total=true&adjusted=true'),
    list('/quote', 'interval=1m&adjusted=true'),
    list('/quote', 'fields=extended&adjusted=true'),
    ['/quote', `/quote?${PAGE}`],
    ['/quote', `/quote?ticker=${other}&adjusted=true&fields=extended&${PAGE}`],
    ['/quote', '/quote?offset=1000000000&limit=1'],
    ['/quote', '/quote?format=csv'],
    ['/quote', '/quote?format=ndjson&fields=extended&adjusted=true'],
    list('/quote/gaps', 'total=true'),
    ['/quote/gaps', '/quote/gaps?format=csv'],
    ['/svc/quote/{id}', `/svc/quote/${quote}`],
    ['/svc/quote/{id}/history', `/svc/quote/${quote}/history?${PAGE}`],
    list('/svc/quote/approval', 'total=true'),
    list('/svc/quote/approval', 'flag=change_without_volume&total=true'),
    list('/svc/quote/approval', 'flag=price_jump'),
    list('/svc/quote/approval', 'maker=nobody@example.com'),
    list('/svc/audit', 'total=true'),
    list('/svc/audit', 'actor=nobody@example.com'),
    list('/svc/audit', 'request_id=nothing'),
    list('/svc/events', 'last_event_id=0&type=quote.deleted'),
    ['/svc/approval/{id}', `/svc/approval/${proposal}`],
    ['/svc/source/{name}', '/svc/source/costly'],
    ['/svc/source/{name}/run', '/svc/source/costly/run?total=true'],
    ['/svc/source/{name}/run/{id}', `/svc/source/costly/run/${run}`],
    ['/svc/source/{name}/run/{id}/unit', `/svc/source/costly/run/${run}/unit?total=true`],
    ['/svc/quarantine/{id}', `/svc/quarantine/${quarantine}`],
    ['/svc/webhooks/{id}', `/svc/webhooks/${webhook}`],
    ['/svc/webhooks/{id}/delivery', `/svc/webhooks/${webhook}/delivery?total=true`],
    ['/svc/token/{id}', `/svc/token/${token}`],
    ['/svc/datasets/{name}', '/svc/datasets/quote'],
    ['/svc/datasets/{name}/flagged', '/svc/datasets/daily_statistic/flagged?total=true'],
    ['/svc/settlement/{id}', `/svc/settlement/${settlement}`],
    ['/svc/record/{resource}/{id}', `/svc/record/daily_statistic/${statistic}`],
    ['/svc/record/{resource}', `/svc/record/security?ticker=${other}`],
    ['/svc/record/{resource}/{id}/provenance', `/svc/record/daily_statistic/${statistic}/provenance`],
    ['/svc/record/{resource}/{id}/history', `/svc/record/daily_statistic/${statistic}/history?${PAGE}`],
    list('/trade/market/result', 'fields=extended&total=true'),
    list('/trade/foreign', 'total=true'),
    list('/trade/foreign', ''),
    list('/trade/foreign', `ticker=${other}`),
    list('/trade/flow', 'scope=index&total=true'),
    list('/trade/flow', 'total=true'),
    list('/trade/technical-analysis', `ticker=${other}&indicator=${INDICATORS.join(',')}&adjusted=true`),
    list('/trading/relative-return', `ticker=${other}`),
    list('/index/profile', `date=${day}`),
    list('/index/constituents', `code=VNINDEX&date=${day}`),
    ['/index/contributor/{date}', `/index/contributor/${day}?code=VNINDEX&${PAGE}`],
    list('/market/contributors', `code=VNINDEX&date=${day}`),
    ['/index/{code}', `/index/VNINDEX?date=${day}`],
    ['/market/gainers', '/market/gainers?period=ytd&limit=100'],
    ['/market/losers', '/market/losers?period=ytd&limit=100'],
    ['/market/movement', '/market/movement?total=true&limit=100'],
    ['/market/heatmap', '/market/heatmap?level=4'],
    ['/search', '/search?q=cong%20ty&limit=50'],
    ['/search', '/search?q=xqzj%20wvkq&limit=50'],
    list('/valuation', 'code=VNINDEX'),
    list('/valuation', `ticker=${ticker}`),
    list('/reference/countries', 'q=a'),
    list('/news', 'q=cong&total=true'),
    list('/news/sentiment', 'code=VNINDEX'),
    list('/news/index', 'code=VNINDEX&total=true'),
    list('/market/stock-news', 'code=VNINDEX&total=true'),
    list('/trading/market-insight', 'q=cong&total=true'),
    list('/economics/calendar', 'q=a&total=true'),
    ['/udf/symbols', `/udf/symbols?symbol=${ticker}`],
    ['/udf/symbol_info', '/udf/symbol_info?group=HOSE'],
    ['/udf/search', '/udf/search?query=T&limit=100'],
    ['/udf/history', `/udf/history?symbol=${other}&resolution=1D&from=0&to=4000000000`],
  ];
}
