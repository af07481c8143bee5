import { foreignNet } from './foreign-total.sql.js';

/** Measures of a flow in the order of the answer, with their SQL types. */
const TYPES = {
  buy_order_count: 'numeric',
  buy_order_volume: 'numeric',
  sell_order_count: 'numeric',
  sell_order_volume: 'numeric',
  active_buy_volume: 'numeric',
  active_buy_value: 'double precision',
  active_sell_volume: 'numeric',
  active_sell_value: 'double precision',
  unmatched_buy_volume: 'numeric',
  unmatched_sell_volume: 'numeric',
  foreign_net_volume: 'numeric',
  foreign_net_value: 'double precision',
  proprietary_net_volume: 'numeric',
  proprietary_net_value: 'double precision',
} as const;
type Measure = keyof typeof TYPES;
const MEASURES = Object.keys(TYPES) as Measure[];

/** Measures that order statistics have as well. */
const ORDERS: ReadonlySet<string> = new Set([
  'buy_order_count',
  'buy_order_volume',
  'sell_order_count',
  'sell_order_volume',
]);

/** Tables that a flow of a security is read from. */
interface Sources {
  flow: boolean;
  orders: boolean;
}

/** Every measure by its name, from the alias `row`, unchanged. */
export const storedMeasures = (row: string) =>
  MEASURES.map((name) => `${row}.${name}::${TYPES[name]} AS ${name}`).join(', ');

/** Every measure by its name, summed: nulls are ignored, null if all are null. */
export const summedMeasures = (row: string) =>
  MEASURES.map((name) => `sum(${row}.${name}) AS ${name}`).join(', ');

/**
 * Every measure of a security's day: from its flow `f`, missing orders from its order statistic `o`, missing foreign
 * nets from its foreign trade `g`.
 */
function completeMeasures({ flow, orders }: Sources): string {
  return MEASURES.map((name) => {
    const type = TYPES[name];
    const cells = [
      ...(flow ? [`f.${name}::${type}`] : []),
      ...(orders && ORDERS.has(name) ? [`o.${name}::${type}`] : []),
      ...(name === 'foreign_net_volume' ? [foreignNet('g', 'volume')] : []),
      ...(name === 'foreign_net_value' ? [foreignNet('g', 'value')] : []),
    ];
    return `${cells.length === 0 ? `NULL::${type}` : `coalesce(${cells.join(', ')})`} AS ${name}`;
  }).join(', ');
}

const ordersOf = (code: string, date: string) =>
  `LEFT JOIN order_statistic o ON o.ticker = ${code} AND o.date = ${date}`;
const foreignOf = (code: string, date: string) =>
  `LEFT JOIN foreign_trade g ON g.ticker = ${code} AND g.date = ${date}`;
const hasFlow = (row: string) =>
  `EXISTS (SELECT FROM trade_flow f WHERE f.scope = 'ticker' AND f.code = ${row}.ticker AND f.date = ${row}.date)`;

/**
 * SELECT of the flows of securities, `code, date` and the measures: one row per day that is in any of the three tables.
 * The parts have no rows in common; `limit` narrows each by the SQL of its code and day, so that its index is used.
 */
export function tickerFlows(limit: (code: string, date: string) => string): string {
  return `
    SELECT f.code, f.date, ${completeMeasures({ flow: true, orders: true })}
    FROM trade_flow f ${ordersOf('f.code', 'f.date')} ${foreignOf('f.code', 'f.date')}
    WHERE f.scope = 'ticker' AND ${limit('f.code', 'f.date')}
    UNION ALL
    SELECT o.ticker, o.date, ${completeMeasures({ flow: false, orders: true })}
    FROM order_statistic o ${foreignOf('o.ticker', 'o.date')}
    WHERE ${limit('o.ticker', 'o.date')} AND NOT ${hasFlow('o')}
    UNION ALL
    SELECT g.ticker, g.date, ${completeMeasures({ flow: false, orders: false })}
    FROM foreign_trade g
    WHERE ${limit('g.ticker', 'g.date')} AND NOT ${hasFlow('g')}
      AND NOT EXISTS (SELECT FROM order_statistic o WHERE o.ticker = g.ticker AND o.date = g.date)`;
}

/** SELECT of the days on which a security has a flow, read from indexes only. The argument is SQL. */
export const tickerFlowDays = (ticker: string) => `
  SELECT date FROM trade_flow WHERE scope = 'ticker' AND code = ${ticker}
  UNION SELECT date FROM order_statistic WHERE ticker = ${ticker}
  UNION SELECT date FROM foreign_trade WHERE ticker = ${ticker}`;

/**
 * SELECT of the flow of one security on one day: one row of measures, or none. `ticker`: SQL; `isDay`: the condition that a
 * date is the day.
 */
export function tickerFlowOn(ticker: string, isDay: (date: string) => string): string {
  return `
    SELECT ${completeMeasures({ flow: true, orders: true })}
    FROM (SELECT) one
    LEFT JOIN trade_flow f ON f.scope = 'ticker' AND f.code = ${ticker} AND ${isDay('f.date')}
    LEFT JOIN order_statistic o ON o.ticker = ${ticker} AND ${isDay('o.date')}
    LEFT JOIN foreign_trade g ON g.ticker = ${ticker} AND ${isDay('g.date')}
    WHERE coalesce(f.code, o.ticker, g.ticker) IS NOT NULL`;
}

/**
 * Recursive CTE `day (date)`: the days on which any security or any group of the scope has a flow, newest first,
 * one index look-up each, ending with null. `from` and `until` (exclusive) are SQL of dates, when given.
 */
export function flowDays(scope: string, { from, until }: { from?: string; until?: string }): string {
  const newest = (before: string) => {
    const within = `date < ${before}${from === undefined ? '' : ` AND date >= ${from}`} ORDER BY date DESC LIMIT 1`;
    return `(SELECT max(x.date) FROM (
      (SELECT date FROM trade_flow WHERE scope = 'ticker' AND ${within}) UNION ALL
      (SELECT date FROM trade_flow WHERE scope = '${scope}' AND ${within}) UNION ALL
      (SELECT date FROM order_statistic WHERE ${within}) UNION ALL
      (SELECT date FROM foreign_trade WHERE ${within})) x)`;
  };
  return `day (date) AS (
    SELECT ${newest(until ?? `'infinity'::date`)}
    UNION ALL
    SELECT ${newest('day.date')} FROM day WHERE day.date IS NOT NULL)`;
}
