import { bar, DAY, type SpecificationRow } from './specification-row.js';

const before = (ticker: string) =>
  `(SELECT close FROM quote WHERE ticker = ${ticker} AND date < '${DAY}' ORDER BY date DESC LIMIT 1)`;
const moved = `SELECT q.close, q.close - ${before('q.ticker')} FROM quote q WHERE ticker = $1 AND date = '${DAY}'`;
const move = ['data.0.close', 'data.0.change'];
const balance = (code: string) =>
  `(SELECT value FROM statement_item WHERE ticker = 'ZDA' AND statement = 'balance_sheet' AND item_code = '${code}'
    AND period = 'year' AND fiscal_year = 2024)`;
const news = {
  picks: ['data.0.title'],
  sql: 'SELECT title FROM news WHERE news_id = $1',
  params: ['data.0.id'],
};

/** Fundamental, news, market analysis, trading, search and economics. */
export const ANALYSIS_ROWS: readonly SpecificationRow[] = [
  {
    section: '1, 2.4, 4.2',
    row: 'Financial statements as reported',
    path: 'GET /fundamental/as/reported',
    literal: '/fundamental/as/reported/',
    url: '/fundamental/as/reported?ticker=ZDA&statement=balance_sheet&period=year&fiscal_year=2024',
    picks: ['data.item_code=270.value', 'data.item_code=440.value'],
    sql: `SELECT ${balance('270')}, ${balance('440')}`,
  },
  {
    section: '1, 2.4, 4.2',
    row: 'Financial ratios',
    path: 'GET /fundamental/ratios',
    url: '/fundamental/ratios?ticker=ZDA&period=year&fiscal_year=2024&group=liquidity',
    picks: ['data.code=current_ratio.value'],
    sql: `SELECT ${balance('100')} / ${balance('310')}`,
  },
  {
    section: '2.5',
    row: 'Filing summary',
    path: 'GET /fundamental/filings',
    url: '/fundamental/filings?ticker=ZDA&limit=1',
    picks: ['data.0.filing_date', 'data.0.sec_unique_id'],
    sql: 'SELECT filing_date::text, sec_unique_id FROM filing WHERE filing_id = $1',
    params: ['data.0.id'],
  },
  {
    section: '1, 2.4, 4.2',
    row: 'Financial health',
    path: 'GET /financial-health',
    literal: '/Financial%20Health',
    url: '/financial-health?ticker=ZDA&fiscal_year=2024',
    picks: ['current_ratio', 'cash_ratio'],
    sql: `SELECT ${balance('100')} / ${balance('310')},
      ${balance('110')} / ${balance('310')}`,
  },
  {
    section: '1, 2.4, 4.2',
    row: 'Valuation',
    path: 'GET /valuation',
    literal: '/Valuation',
    url: '/valuation?ticker=ZDA&limit=1',
    picks: ['data.0.close', 'data.0.eps'],
    sql: `SELECT q.close, (SELECT sum(value) FROM (SELECT value FROM statement_item WHERE ticker = 'ZDA'
        AND statement = 'income_statement' AND item_code = '61' AND period = 'quarter'
        ORDER BY period_end_date DESC LIMIT 4) f) / d.outstanding_shares
      FROM quote q JOIN daily_statistic d USING (ticker, date) WHERE ticker = 'ZDA' AND date = '${DAY}'`,
  },
  {
    section: '1, 2.4, 4.2',
    row: 'News of companies and the market',
    path: 'GET /news',
    literal: '/news/',
    url: '/news?ticker=ZDA',
    ...news,
  },
  {
    section: '1, 4.2',
    row: 'News: sentiment',
    path: 'GET /news/sentiment',
    url: '/news/sentiment?ticker=ZDA&limit=1',
    picks: ['data.0.news_count', 'data.0.mean_score'],
    sql: `SELECT count(*)::int, avg(sentiment_score) FROM news
      WHERE 'ZDA' = ANY (tickers) AND (published_at AT TIME ZONE 'Asia/Ho_Chi_Minh')::date = $1`,
    params: ['data.0.date'],
  },
  { section: '1, 4.2', row: 'News: index', path: 'GET /news/index', url: '/news/index?code=VN30', ...news },
  {
    section: '1, 4.2',
    row: 'Gainers',
    path: 'GET /market/gainers',
    url: '/market/gainers',
    picks: move,
    sql: moved,
    params: ['data.0.ticker'],
  },
  {
    section: '1, 4.2',
    row: 'Losers',
    path: 'GET /market/losers',
    url: '/market/losers',
    picks: move,
    sql: moved,
    params: ['data.0.ticker'],
  },
  {
    section: '1, 4.2',
    row: 'Contributors of an index at a date',
    path: 'GET /index/contributor/{date}',
    url: '/index/contributor/20250630?code=VN30',
    picks: move,
    sql: moved,
    params: ['data.0.ticker'],
  },
  {
    section: '1, 4.2',
    row: 'Contributors of an index at a date',
    path: 'GET /market/contributors',
    url: '/market/contributors?date=20250630&code=VN30',
    picks: move,
    sql: moved,
    params: ['data.0.ticker'],
  },
  {
    section: '1, 4.2',
    row: 'Market movement',
    path: 'GET /market/movement',
    url: '/market/movement?limit=1',
    picks: ['data.0.total_volume'],
    sql: `SELECT sum(volume)::float8 FROM quote JOIN security USING (ticker) WHERE date = '${DAY}'`,
  },
  {
    section: '1, 4.2',
    row: 'News on main-index stocks',
    path: 'GET /market/stock-news',
    url: '/market/stock-news?code=VN30',
    ...news,
  },
  {
    section: '1, 4.2',
    row: 'Heatmap',
    path: 'GET /market/heatmap',
    url: '/market/heatmap?level=1',
    picks: ['children.0.children.0.close', 'children.0.children.0.size'],
    sql: `SELECT q.close, q.close * d.outstanding_shares FROM quote q JOIN daily_statistic d USING (ticker, date)
      WHERE ticker = $1 AND date = '${DAY}'`,
    params: ['children.0.children.0.ticker'],
  },
  {
    section: '4.2',
    row: 'Return vs. S&P',
    path: 'GET /trading/relative-return',
    literal: '/Return%20vs.%20S%26P',
    url: '/trading/relative-return?ticker=ZDA&period=1d',
    picks: ['data.0.return', 'data.0.benchmark_return'],
    sql: `SELECT ${['ZDA', 'VNINDEX'].map((of) => `(${bar('close', of)}) / ${before(`'${of}'`)} - 1`).join(', ')}`,
  },
  {
    section: '1, 4.2',
    row: 'Trading actions',
    path: 'GET /trading/actions',
    url: '/trading/actions?type=cash_dividend',
    picks: ['data.0.cash_dividend'],
    sql: `SELECT cash_dividend FROM corporate_action WHERE ticker = $1 AND ex_date = $2 AND type = 'cash_dividend'`,
    params: ['data.0.ticker', 'data.0.ex_date'],
  },
  {
    section: '1, 4.2',
    row: 'Trading suggestions',
    path: 'GET /trading/suggestions',
    url: '/trading/suggestions?limit=1',
    picks: ['data.0.ticker', 'data.0.target_price'],
    sql: 'SELECT ticker, target_price FROM trading_suggestion WHERE suggestion_id = $1',
    params: ['data.0.id'],
  },
  {
    section: '1, 4.2',
    row: 'Market insight',
    path: 'GET /trading/market-insight',
    url: '/trading/market-insight?limit=1',
    picks: ['data.0.title', 'data.0.body'],
    sql: 'SELECT title, body FROM market_insight WHERE insight_id = $1',
    params: ['data.0.id'],
  },
  {
    section: '4.2',
    row: 'Signal',
    path: 'GET /trading/signal',
    url: '/trading/signal?ticker=ZDA',
    picks: ['data.0.close'],
    sql: bar('close', 'ZDA'),
  },
  {
    section: '4.2',
    row: 'Market depth',
    path: 'GET /trading/market-depth',
    url: '/trading/market-depth?ticker=ZDA',
    picks: ['bids.0.price', 'asks.0.volume'],
    sql: `SELECT (bids->0->>'price')::float8, (asks->0->>'volume')::float8 FROM market_depth
      WHERE ticker = 'ZDA' ORDER BY timestamp DESC LIMIT 1`,
  },
  {
    section: '1, 4.2',
    row: 'Search of security codes',
    path: 'GET /search',
    url: '/search?q=ZDA',
    picks: ['data.0.ticker', 'data.0.isin'],
    sql: `SELECT ticker, isin FROM security WHERE ticker = 'ZDA'`,
  },
  {
    section: '1, 4.2',
    row: 'Economic calendar',
    path: 'GET /economics/calendar',
    url: '/economics/calendar?limit=1',
    picks: ['data.0.event_name', 'data.0.location'],
    sql: 'SELECT event_name, location FROM economic_event WHERE date = $1 AND organiser = $2',
    params: ['data.0.date', 'data.0.organiser'],
  },
];
