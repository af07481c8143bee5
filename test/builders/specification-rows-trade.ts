import { bar, DAY, type SpecificationRow } from './specification-row.js';

/** Trade, profile, index and performance. */
export const TRADE_ROWS: readonly SpecificationRow[] = [
  {
    section: '1, 2.1, 4.1',
    row: 'Historical quotes of securities',
    path: 'GET /quote',
    url: '/quote?ticker=ZDA&limit=1',
    picks: ['data.0.open', 'data.0.high', 'data.0.low', 'data.0.close', 'data.0.volume'],
    sql: bar('open, high, low, close, volume::float8', 'ZDA'),
  },
  {
    section: '1, 2.2, 4.1',
    row: 'Trading results of main market indices',
    path: 'GET /trade/market/result',
    url: '/trade/market/result?code=VNINDEX&limit=1',
    picks: ['data.0.code', 'data.0.open', 'data.0.close', 'data.0.volume'],
    sql: bar('ticker, open, close, volume::float8', 'VNINDEX'),
  },
  {
    section: '1, 2.3, 4.1',
    row: 'Foreign-investor trading',
    path: 'GET /trade/foreign',
    url: '/trade/foreign?ticker=ZDA&limit=1',
    picks: ['data.0.foreign_buy_volume_matched', 'data.0.foreign_buy_volume', 'data.0.foreign_current_room'],
    sql: `SELECT foreign_buy_volume_matched::float8, (foreign_buy_volume_matched + foreign_buy_volume_negotiated)::float8,
      foreign_current_room::float8 FROM foreign_trade WHERE ticker = 'ZDA' AND date = '${DAY}'`,
  },
  {
    section: '1, 2.4, 4.1',
    row: 'Trade flow of securities',
    path: 'GET /trade/flow',
    url: '/trade/flow?scope=ticker&code=ZDA&limit=1',
    picks: ['data.0.active_buy_volume', 'data.0.unmatched_sell_volume'],
    sql: `SELECT active_buy_volume::float8, unmatched_sell_volume::float8 FROM trade_flow
      WHERE scope = 'ticker' AND code = 'ZDA' AND date = '${DAY}'`,
  },
  {
    section: '1, 2.4, 4.1',
    row: 'Trade flow of sectors',
    path: 'GET /trade/flow',
    url: '/trade/flow?scope=sector&code=11&limit=1',
    picks: ['data.0.active_buy_volume'],
    sql: `SELECT sum(f.active_buy_volume)::float8 FROM trade_flow f JOIN security s ON s.ticker = f.code
      WHERE f.scope = 'ticker' AND f.date = '${DAY}' AND s.industry_code LIKE '11%'`,
  },
  {
    section: '1, 2.4, 4.1',
    row: 'Trade flow of indices',
    path: 'GET /trade/flow',
    url: '/trade/flow?scope=index&code=VN30&limit=1',
    picks: ['data.0.active_buy_volume'],
    sql: `SELECT sum(f.active_buy_volume)::float8 FROM trade_flow f JOIN index_constituent c ON c.ticker = f.code
      WHERE c.code = 'VN30' AND c.from_date <= '${DAY}' AND (c.to_date IS NULL OR c.to_date >= '${DAY}')
        AND f.scope = 'ticker' AND f.date = '${DAY}'`,
  },
  {
    section: '1, 4.1',
    row: 'Technical-analysis indicators',
    path: 'GET /trade/technical-analysis',
    url: '/trade/technical-analysis?ticker=ZDA&indicator=sma(5)&limit=1&adjusted=false',
    picks: ['data.0.values.sma(5).sma'],
    sql: `SELECT avg(close) FROM (SELECT close FROM quote WHERE ticker = 'ZDA' ORDER BY date DESC LIMIT 5) q`,
  },
  {
    section: '1, 2.4, 4.2',
    row: 'Security profile',
    path: 'GET /detail/{ticker}',
    literal: '/profile/{ticker}',
    url: '/detail/ZDA',
    picks: ['name', 'close', 'outstanding_shares', 'market_cap'],
    sql: `SELECT s.name, q.close, d.outstanding_shares::float8, q.close * d.outstanding_shares
      FROM quote q JOIN daily_statistic d USING (ticker, date) JOIN security s USING (ticker)
      WHERE ticker = 'ZDA' AND date = '${DAY}'`,
  },
  {
    section: '1, 2.4, 4.2',
    row: 'Peer companies',
    path: 'GET /related-stocks',
    literal: '/Related%20Stocks',
    url: '/related-stocks?ticker=ZDA',
    picks: ['data.0.close', 'data.0.industry_code'],
    sql: `SELECT q.close, s.industry_code FROM quote q JOIN security s USING (ticker) WHERE ticker = $1 AND date = '${DAY}'`,
    params: ['data.0.ticker'],
  },
  {
    section: '1, 2.4, 4.2',
    row: 'Price adjustments',
    path: 'GET /adjustments',
    url: '/adjustments?ticker=ZDA&start=20250601&end=20250630&limit=1',
    picks: ['data.0.cash_dividend', 'data.0.factor'],
    sql: `SELECT a.cash_dividend, 1 - a.cash_dividend / (
        SELECT close FROM quote q WHERE q.ticker = a.ticker AND q.date < a.ex_date ORDER BY date DESC LIMIT 1)
      FROM corporate_action a WHERE a.ticker = 'ZDA' AND a.ex_date BETWEEN '2025-06-01' AND '${DAY}'`,
  },
  {
    section: '1, 2.4, 4.2',
    row: 'Index profile',
    path: 'GET /index/profile',
    url: '/index/profile?code=VNINDEX',
    picks: ['data.0.base_value', 'data.0.close'],
    sql: `SELECT i.base_value, q.close FROM market_index i JOIN quote q ON q.ticker = i.code
      WHERE i.code = 'VNINDEX' AND q.date = '${DAY}'`,
  },
  {
    section: '1, 2.4, 4.2',
    row: 'Index profile',
    path: 'GET /index/{code}',
    url: '/index/VNINDEX',
    picks: ['close'],
    sql: bar('close', 'VNINDEX'),
  },
  {
    section: '1, 2.4, 4.2',
    row: 'Index constituents',
    path: 'GET /index/constituents',
    url: '/index/constituents?code=VN30',
    picks: ['data.0.shares', 'data.0.free_float_ratio', 'data.0.close'],
    sql: `SELECT c.shares::float8, c.free_float_ratio, q.close FROM index_constituent c JOIN quote q USING (ticker)
      WHERE c.code = 'VN30' AND ticker = $1 AND c.from_date = $2 AND q.date = '${DAY}'`,
    params: ['data.0.ticker', 'data.0.from_date'],
  },
  {
    section: '1, 2.4, 4.2',
    row: 'Asset performance',
    path: 'POST /performance',
    url: '/performance',
    body: {
      assets: [{ ticker: 'ZDA' }],
      benchmark: 'VNINDEX',
      from_date: '2025-06-02',
      to_date: DAY,
      adjusted: false,
    },
    picks: ['assets.0.total_return'],
    sql: `SELECT l.close / f.close - 1 FROM quote f JOIN quote l USING (ticker)
      WHERE ticker = 'ZDA' AND f.date = '2025-06-02' AND l.date = '${DAY}'`,
  },
];
