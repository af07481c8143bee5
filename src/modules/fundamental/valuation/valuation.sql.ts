import { industryOf, sharesOf } from '../../../market/market-day.sql.js';
import { perShare, unlessStale } from '../../../market/per-share.sql.js';

export const ratioOf = (amount: string, base: string) => `CASE WHEN ${base} > 0 THEN ${amount} / ${base} END`;
/** Sum over the members `v` in one order: a sum of float64 is then the same whenever and however it is computed. */
export const overMembers = (value: string) => `sum(${value} ORDER BY v.ticker)`;
/** Sum of the capitalisations `cap` of the members `v` whose figure is known, and of these members' figures. */
export const capOf = (figure: string) => `${overMembers('v.cap')} FILTER (WHERE v.${figure} IS NOT NULL)`;
export const sumOf = (figure: string) => `${overMembers(`v.${figure}`)} FILTER (WHERE v.cap IS NOT NULL)`;
/** The multiple of an index over a figure of its members; null over a loss. */
export const multiple = (figure: string) => ratioOf(capOf(figure), sumOf(figure));

/**
 * SELECT of bars with what was known of their company at the end of their day: `ticker, date, close, shares,
 * shares_reason, industry`, the figures known of the company and `pe, pb, ps, ev_ebitda, eps, bvps`. `bars` is a SELECT
 * of `ticker, date, close`; `reporting`: only bars of companies that had published statements by then.
 *
 * What is known changes only on days of publication, for which `company_figure` stores it: bars take the last such day.
 */
export function valuationOfBars(bars: string, { reporting = false } = {}): string {
  const figures = perShare({ of: 'live', close: 'q.close', shares: 'shares.outstanding' });
  return `
    SELECT q.ticker, q.date, q.close, shares.outstanding AS shares, shares.reason AS shares_reason,
      industry.code AS industry, live.net_profit, live.revenue, live.ebitda, live.equity, live.minority, live.debt, live.cash,
      ${figures.eps} AS eps, ${figures.bvps} AS bvps, ${figures.pe} AS pe, ${figures.pb} AS pb, ${figures.ps} AS ps,
      ${figures.evEbitda} AS ev_ebitda
    FROM (${bars}) q
    ${reporting ? '' : 'LEFT '}JOIN LATERAL (
      SELECT f.* FROM company_figure f WHERE f.ticker = q.ticker AND f.day <= q.date ORDER BY f.day DESC LIMIT 1) known ON true
    CROSS JOIN LATERAL (${unlessStale('known', 'q.date')}) live
    LEFT JOIN security s ON s.ticker = q.ticker
    CROSS JOIN LATERAL (${industryOf({ ticker: 'q.ticker', day: 'q.date', master: 's.industry_code' })}) industry
    CROSS JOIN LATERAL (${sharesOf({ ticker: 'q.ticker', day: 'q.date', master: 's' })}) shares`;
}
