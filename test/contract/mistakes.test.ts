import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { aQuote } from '../builders/quotes.js';

interface Notice {
  code: string;
  value: string | null;
}

/** A request as a newcomer would write it, and what the answer has to say. */
type Refusal = readonly [request: string, culprit: string, says: RegExp];
type Empty = readonly [request: string, code: string, value: string | null];
type Equivalent = readonly [request: string, as: string];

/** 400: the answer names the parameter, and its words say what is accepted. */
const REFUSALS: readonly Refusal[] = [
  // letter case of an open set, which the specification fixes
  ['/quote?ticker=vnm', 'ticker', /A-Z and 0-9 are expected: VNM$/],
  ['/trade/market/result?code=vnindex', 'code', /: VNINDEX$/],
  ['/trade/foreign?ticker=VNM,fpt', 'ticker', /: FPT$/],
  ['/detail/vnm', 'ticker', /: VNM$/],
  // a value outside a closed set
  ['/market/gainers?exchange=NYSE', 'exchange', /one of HNX, HOSE, UPCOM is expected/],
  ['/market/movement?exchange=HSX', 'exchange', /one of HNX, HOSE, UPCOM is expected/],
  ['/market/heatmap?exchange=NASDAQ', 'exchange', /one of HNX, HOSE, UPCOM is expected/],
  ['/trading/signal?exchange=HOES', 'exchange', /one of HNX, HOSE, UPCOM is expected/],
  ['/quote?ticker=VNM&interval=1day', 'interval', /one of 1d, 1w, 1m is expected/],
  ['/quote?ticker=VNM&order=ascending', 'order', /one of asc, desc is expected/],
  ['/quote?ticker=VNM&format=excel', 'format', /one of json, csv, ndjson is expected/],
  ['/market/gainers?period=1y', 'period', /one of 1d, 1w, 1m, ytd is expected/],
  ['/reference/settlement?country=XX', 'country', /ISO 3166-1 alpha-2 code such as VN/],
  ['/economics/calendar?country=VIE', 'country', /ISO 3166-1 alpha-2 code such as VN/],
  ['/svc/record/securities/0b7e4c1e-9a49-4c43-9d53-1f9c5c1d2a10', 'resource', /the nearest is security$/],
  ['/svc/datasets/quotes', 'name', /the nearest is quote$/],
  ['/svc/audit?resource=qoute', 'resource', /the nearest is quote$/],
  [
    '/trade/technical-analysis?ticker=VNM&indicator=rsy',
    'indicator',
    /unknown indicator "rsy"; the nearest is rsi; accepted are .*\bmacd\b/,
  ],
  ['/trade/technical-analysis?ticker=VNM&indicator=rsi(1)', 'indicator', /from 2 to 500, got 1/],
  // a misspelt parameter
  ['/quote?tiker=VNM', 'tiker', /no such parameter; the nearest is ticker; accepted are .*\bfrom_date\b/],
  ['/quote?symbol=VNM', 'symbol', /no such parameter; accepted are .*\bticker\b/],
  ['/quote?ticker=VNM&from=20240101', 'from', /the nearest is from_date/],
  ['/quote?ticker=VNM&FROM_DATE=20240101', 'FROM_DATE', /the nearest is from_date/],
  ['/news?tickers=VNM', 'tickers', /the nearest is ticker/],
  ['/adjustments?ticker=VNM&strat=20240101', 'strat', /the nearest is start/],
  ['/market/gainers?exchang=HOSE', 'exchang', /the nearest is exchange/],
  ['/search?q=VNM&query=VNM', 'query', /accepted are .*\bq\b/],
  ['/health/live?verbose=1', 'verbose', /none is accepted here/],
  // dates
  ['/quote?ticker=VNM&from_date=31-01-2024', 'from_date', /YYYYMMDD or YYYY-MM-DD/],
  ['/quote?ticker=VNM&from_date=2024/01/31', 'from_date', /YYYYMMDD or YYYY-MM-DD/],
  ['/quote?date=20240230', 'date', /calendar date/],
  ['/trade/flow?to_date=yesterday', 'to_date', /YYYYMMDD or YYYY-MM-DD/],
  ['/index/contributor/31012024', 'date', /YYYYMMDD or YYYY-MM-DD/],
  ['/quote?ticker=VNM&from_date=20240201&to_date=20240101', 'from_date', /from_date is after to_date/],
  ['/adjustments?ticker=VNM&start=20240201&end=20240101', 'start', /start is after end/],
  ['/news?from_date=20240201&to_date=20240101', 'from_date', /from_date is after to_date/],
  // the page
  ['/quote?limit=0', 'limit', /an integer from 1 /],
  ['/trade/foreign?limit=10001', 'limit', /at most 10000/],
  ['/news?offset=0', 'offset', /an integer from 1 /],
  ['/quote?offset=-5', 'offset', /an integer from 1 /],
  ['/quote?limit=ten', 'limit', /an integer from 1 /],
  // required parameters, and mutually exclusive ones
  ['/adjustments', 'ticker', /is required/],
  ['/search', 'q', /is required/],
  ['/valuation?ticker=VNM&symbol=VNM', 'symbol', /give symbol or ticker/],
  ['/quote?date=20240131&from_date=20240101', 'date', /give date, or from_date and to_date/],
];

/** 200 without rows: the notice names the value, day, range or data set that is the reason. */
const EMPTY: readonly Empty[] = [
  ['/quote?ticker=VNN', 'unknown_ticker', 'VNN'],
  ['/trading/signal?ticker=VNN', 'unknown_ticker', 'VNN'],
  ['/trade/technical-analysis?ticker=VNN&indicator=rsi', 'unknown_ticker', 'VNN'],
  ['/trading/relative-return?ticker=VNN', 'unknown_ticker', 'VNN'],
  ['/trading/relative-return?ticker=VNM&benchmark=VN31', 'unknown_benchmark', 'VN31'],
  ['/trading/relative-return?ticker=VNM&benchmark=VN30', 'no_records', 'quote'],
  ['/valuation?symbol=VNN', 'unknown_ticker', 'VNN'],
  ['/valuation?code=VN31', 'unknown_code', 'VN31'],
  ['/trade/market/result?code=VN31', 'unknown_code', 'VN31'],
  ['/index/profile?code=VN31', 'unknown_code', 'VN31'],
  ['/market/gainers?code=VN31', 'unknown_code', 'VN31'],
  ['/reference/vac/search?code=99999', 'unknown_code', '99999'],
  ['/reference/mic?mic=XXXX', 'unknown_mic', 'XXXX'],
  ['/trade/foreign', 'no_data_set', 'foreign_trade'],
  ['/trade/flow', 'no_data_set', 'trade_flow'],
  ['/adjustments?ticker=VNM', 'no_data_set', 'corporate_action'],
  ['/news', 'no_data_set', 'news'],
  ['/trading/suggestions', 'no_data_set', 'trading_suggestion'],
  ['/economics/calendar', 'no_data_set', 'economic_event'],
  ['/fundamental/ratios?ticker=VNM', 'no_data_set', 'statement_item'],
  ['/related-stocks?ticker=VNM', 'no_data_set', 'security'],
  ['/reference/gics/search', 'no_data_set', 'industry'],
  ['/quote?date=20240210', 'closed_day', '2024-02-07'],
  ['/quote?ticker=VNM&from_date=20240203&to_date=20240204', 'closed_day', '2024-02-02'],
  ['/market/losers?date=20240128', 'closed_day', '2024-01-29'],
  ['/quote?ticker=VNM&from_date=20250101', 'nothing_in_range', '2024-01-30/2024-01-31'],
  ['/quote?date=20991120', 'nothing_in_range', '2024-01-30/2024-01-31'],
  ['/trade/market/result?code=VN30', 'no_records', 'quote'],
  ['/quote?ticker=VNM&offset=10', 'past_end', null],
  ['/reference/mic?q=nowhere', 'no_match', null],
];

/** Values read in any letter case: the answer is that of the usual spelling. */
const SAME: readonly Equivalent[] = [
  ['/market/movement?exchange=hose', '/market/movement?exchange=HOSE'],
  ['/market/gainers?exchange=Hnx&period=1M', '/market/gainers?exchange=HNX&period=1m'],
  [
    '/reference/settlement?country=vn&status=OPEN&limit=3',
    '/reference/settlement?country=VN&status=open&limit=3',
  ],
  ['/reference/mic?country=vn', '/reference/mic?country=VN'],
  ['/quote?ticker=VNM&interval=1W', '/quote?ticker=VNM&interval=1w'],
  ['/quote?ticker=VNM&order=ASC', '/quote?ticker=VNM&order=asc'],
  ['/quote?ticker=VNM&adjusted=TRUE', '/quote?ticker=VNM&adjusted=true'],
  [
    '/trade/technical-analysis?ticker=VNM&indicator=RSI(14)',
    '/trade/technical-analysis?ticker=VNM&indicator=rsi(14)',
  ],
  ['/svc/datasets/QUOTE', '/svc/datasets/quote'],
  ['/news?language=VI&category=Securities', '/news?language=vi&category=securities'],
  [
    '/udf/history?symbol=vnm&resolution=1d&to=1800000000',
    '/udf/history?symbol=VNM&resolution=1D&to=1800000000',
  ],
  ['/QUOTE?ticker=VNM', '/quote?ticker=VNM'],
  ['/valuation?symbol=VNM', '/valuation?ticker=VNM'],
];

/** 404 of a path, and the intended path. */
const PATHS: readonly (readonly [string, string])[] = [
  ['/qoute?ticker=VNM', '/quote'],
  ['/quotes', '/quote'],
  ['/trade/foriegn', '/trade/foreign'],
  ['/market/gainer', '/market/gainers'],
  ['/details/VNM', '/detail/{ticker}'],
  ['/reference/currencies', '/reference/currency'],
  ['/svc/dataset', '/svc/datasets'],
  ['/trade/technical_analysis', '/trade/technical-analysis'],
];

describe('the mistakes of a new user: each answer names the culprit and what is accepted', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp();
    for (const date of ['2024-01-30', '2024-01-31']) {
      await service.post('/svc/quote', aQuote({ ticker: 'VNM', date })).expect(201);
    }
  });
  afterAll(() => service.close());

  it.each(REFUSALS)('%s is 400 and names %s', async (request, culprit, says) => {
    const { body } = await service.get(request).expect(400);
    const { detail, errors } = body as { detail: string; errors: object[] };
    expect(errors).toEqual([
      { parameter: culprit, code: expect.any(String), detail: expect.stringMatching(says) },
    ]);
    // The words of the problem alone have to say as much.
    expect(detail).toMatch(says);
    expect(detail.startsWith(`${culprit}: `)).toBe(true);
  });

  it.each(EMPTY)('%s is an empty list with the notice %s %s', async (request, code, value) => {
    const { body } = await service.get(request).expect(200);
    const { data, meta } = body as { data: object[]; meta: { notices: Notice[] } };
    expect(data).toEqual([]);
    expect(meta.notices.map((notice) => [notice.code, notice.value])).toContainEqual([code, value]);
  });

  it.each(SAME)('%s is %s', async (request, as) => {
    const withoutAddress = (text: string) => text.replace(/"next":"[^"]*"/, '');
    const expected = await service.get(as).expect(200);
    expect(withoutAddress((await service.get(request).expect(200)).text)).toBe(withoutAddress(expected.text));
  });

  it.each(PATHS)('%s is 404 and names %s', async (request, suggestion) => {
    const { body } = await service.get(request).expect(404);
    expect(body).toMatchObject({
      code: 'unknown_path',
      detail: `Nothing answers at this path; the nearest is ${suggestion}`,
    });
  });

  it('a path that resembles no other names none', async () => {
    const { body } = await service.get('/zzzzzzzzzz').expect(404);
    expect(body).toMatchObject({ detail: 'Nothing answers at this path' });
  });

  it('several mistakes at once: detail names the first, errors lists all', async () => {
    const { body } = await service.get('/quote?ticker=vnm&limit=0&colour=red').expect(400);
    expect(body).toMatchObject({
      detail: 'ticker: 3 to 100 characters of A-Z and 0-9 are expected: VNM; `errors` names 2 more',
      errors: [{ parameter: 'ticker' }, { parameter: 'limit' }, { parameter: 'colour' }],
    });
  });
});
