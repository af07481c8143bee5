import { marketDate, midnight } from '../../../database/sql.js';
import { industryOf, sharesOf } from '../../../market/market-day.sql.js';
import { fundamentalsOn, isCounted, perShare, unlessStale } from '../../../market/per-share.sql.js';
import { isPublished, type Published } from '../../../market/published.sql.js';

/** Which bars are valued; SQL expressions of text and dates, each with its type. */
export interface ValuedScope {
  /** one ticker, or a SELECT of some; all stocks when neither is given */
  ticker?: string;
  among?: string;
  from: string;
  to: string;
  published: Published;
}

/** SQL of the day on which a figure, the alias `i`, was published. */
export const PUBLICATION_DAY = marketDate('i.published_at');

export const ratioOf = (amount: string, base: string) => `CASE WHEN ${base} > 0 THEN ${amount} / ${base} END`;
/** Sum of the capitalisations `cap` of the members `v` whose figure is known, and of the figures of those. */
export const capOf = (figure: string) => `sum(v.cap) FILTER (WHERE v.${figure} IS NOT NULL)`;
export const sumOf = (figure: string) => `sum(v.${figure}) FILTER (WHERE v.cap IS NOT NULL)`;
/** The multiple of an index over a figure of its members; null over a loss. */
export const multiple = (figure: string) => ratioOf(capOf(figure), sumOf(figure));

/** SELECT of the tickers that have statements, hopping from one to the next in an index. */
const COMPANIES = `
  WITH RECURSIVE company AS (
    SELECT min(i.ticker) AS ticker FROM statement_item i WHERE ${isCounted('i')}
    UNION ALL
    SELECT (SELECT min(i.ticker) FROM statement_item i WHERE i.ticker > c.ticker AND ${isCounted('i')})
    FROM company c WHERE c.ticker IS NOT NULL
  )
  SELECT c.ticker FROM company c WHERE c.ticker IS NOT NULL`;

/**
 * SELECT of bars with what was known of their company at the end of their day: `ticker, date, close, shares,
 * industry`, the columns of `fundamentalsOn` and `pe, pb, ps, ev_ebitda, eps, bvps`.
 *
 * What is known changes on days of publication only: it is computed once a ticker and such day (`step`), and bars
 * take the last step before them. Industries change on the days of their membership, which are steps too.
 */
export function valued({ ticker, among, from, to, published }: ValuedScope): string {
  const figures = perShare({ of: 'live', close: 'q.close', shares: 'shares.outstanding' });
  const companies = among ?? (ticker === undefined ? COMPANIES : `SELECT ${ticker} AS ticker`);
  const only = (column: string) => {
    if (among !== undefined) return `${column} IN (${among})`;
    return ticker === undefined ? 'true' : `${column} = ${ticker}`;
  };
  const inRange = (day: string) => `${day} > ${from} AND ${day} <= ${to}`;
  const days = `
    SELECT c.ticker, ${from} AS day FROM (${companies}) c
    UNION
    SELECT i.ticker, ${PUBLICATION_DAY} FROM statement_item i
    WHERE ${only('i.ticker')} AND ${isCounted('i')}
      AND i.published_at >= ${midnight(`${from} + 1`)} AND i.published_at < ${midnight(`${to} + 1`)}
    UNION
    SELECT m.ticker, edge.day FROM industry_membership m
    CROSS JOIN LATERAL (VALUES (m.from_date), (m.to_date + 1)) edge(day)
    WHERE ${only('m.ticker')} AND ${inRange('edge.day')}`;
  return `
    SELECT q.ticker, q.date, q.close, shares.outstanding AS shares, shares.reason AS shares_reason, step.industry, live.net_profit, live.revenue,
      live.ebitda, live.equity, live.minority, live.debt, live.cash,
      ${figures.eps} AS eps, ${figures.bvps} AS bvps, ${figures.pe} AS pe, ${figures.pb} AS pb, ${figures.ps} AS ps,
      ${figures.evEbitda} AS ev_ebitda
    FROM (
      SELECT p.ticker, p.day, lead(p.day) OVER (PARTITION BY p.ticker ORDER BY p.day) AS next, industry.code AS industry,
        f.flow_end, f.balance_end, f.net_profit, f.revenue, f.ebitda, f.equity, f.minority, f.debt, f.cash
      FROM (${days}) p
      LEFT JOIN security s ON s.ticker = p.ticker
      CROSS JOIN LATERAL (${industryOf({ ticker: 'p.ticker', day: 'p.day', master: 's.industry_code' })}) industry
      CROSS JOIN LATERAL (${fundamentalsOn({ ticker: 'p.ticker', day: 'p.day' })}) f
    ) step
    JOIN quote q ON q.ticker = step.ticker AND q.date >= step.day AND (step.next IS NULL OR q.date < step.next)
      AND q.date >= ${from} AND q.date <= ${to} AND ${isPublished('q', published)}
    CROSS JOIN LATERAL (${unlessStale('step', 'q.date')}) live
    LEFT JOIN security s ON s.ticker = q.ticker
    CROSS JOIN LATERAL (${sharesOf({ ticker: 'q.ticker', day: 'q.date', master: 's' })}) shares`;
}
