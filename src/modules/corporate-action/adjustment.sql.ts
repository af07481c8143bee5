import { isPublished, type Published } from '../quote/published.sql.js';

/**
 * SQL of the actions that change a price, summed: `cash` dividends a share, `shares` free shares, `rights` on
 * offer and `paid` for them, all a held share, zero where there are none. `where` limits the alias `a`.
 */
export const actionTerms = (where: string) => `
  SELECT coalesce(sum(a.cash_dividend), 0) AS cash, coalesce(sum(a.share_ratio), 0) AS shares,
    coalesce(sum(a.rights_ratio), 0) AS rights, coalesce(sum(a.rights_ratio * a.rights_price), 0) AS paid
  FROM corporate_action a WHERE ${where}`;

/**
 * SQL of the ex-date formula (contract 6.6): P' = (P + Pα·α − C) / (1 + α + β), from a price and the columns of
 * {@link actionTerms} under the alias `terms`.
 */
export const exPrice = (price: string, terms: string) =>
  `((${price} + ${terms}.paid - ${terms}.cash) / nullif(1 + ${terms}.rights + ${terms}.shares, 0))`;

/** What adjustment factors are computed for. */
export interface AdjustmentScope {
  /** SQL of a text[] of tickers; all when not given */
  tickers?: string;
  /** SQL of the last day whose actions count; all that have traded when not given */
  asOf?: string;
  published: Published;
}

/**
 * Two CTEs, to stand after WITH.
 *
 * `event`: one row a ticker and day on which actions became effective, its first bar on or after the ex-date:
 * `ticker, effective, previous (day before), base (price P), ex_price (P'), factor (P'/P), share_factor (1 + α + β)`.
 * P is the last close before, on UPCOM the matched average where it is known. Actions without an earlier
 * price, and those that would leave no price, adjust nothing.
 *
 * `adjustment`: what bars before an effective day and not before the one before it are multiplied by, to be
 * comparable with the last day: `ticker, effective, price_factor, share_factor`, products over all later
 * events. Nothing after `asOf` enters.
 */
export function adjustments({ tickers, asOf, published }: AdjustmentScope): string {
  return `
    event AS (
      SELECT e.ticker, e.effective, previous.date AS previous, base.price AS base, ex.price AS ex_price,
        ex.price / base.price AS factor, 1 + e.rights + e.shares AS share_factor
      FROM (
        SELECT a.ticker, traded.date AS effective, coalesce(sum(a.cash_dividend), 0) AS cash,
          coalesce(sum(a.share_ratio), 0) AS shares, coalesce(sum(a.rights_ratio), 0) AS rights,
          coalesce(sum(a.rights_ratio * a.rights_price), 0) AS paid
        FROM corporate_action a
        CROSS JOIN LATERAL (
          SELECT b.date FROM quote b WHERE b.ticker = a.ticker AND b.date >= a.ex_date AND ${isPublished('b', published)}
          ORDER BY b.date LIMIT 1) traded
        WHERE coalesce(a.cash_dividend, a.share_ratio, a.rights_ratio) IS NOT NULL
          ${tickers === undefined ? '' : `AND a.ticker = ANY (${tickers})`}
          ${asOf === undefined ? '' : `AND traded.date <= ${asOf}`}
        GROUP BY a.ticker, traded.date) e
      CROSS JOIN LATERAL (
        SELECT p.date, p.close FROM quote p
        WHERE p.ticker = e.ticker AND p.date < e.effective AND ${isPublished('p', published)}
        ORDER BY p.date DESC LIMIT 1) previous
      LEFT JOIN security s ON s.ticker = e.ticker
      LEFT JOIN daily_statistic stat ON stat.ticker = e.ticker AND stat.date = previous.date AND s.exchange = 'UPCOM'
      CROSS JOIN LATERAL (SELECT coalesce(stat.average_price, previous.close) AS price) base
      CROSS JOIN LATERAL (SELECT ${exPrice('base.price', 'e')} AS price) ex
      WHERE base.price > 0 AND ex.price > 0
    ), adjustment AS (
      SELECT ticker, effective, product(factor) OVER later AS price_factor,
        product(share_factor) OVER later AS share_factor
      FROM event WINDOW later AS (PARTITION BY ticker ORDER BY effective DESC)
    )`;
}

/** Join that finds the {@link adjustments} of a bar, the alias `bar`: alias `adj`, null where none is due. */
export const adjustmentOf = (bar: string) => `
  LEFT JOIN LATERAL (
    SELECT f.price_factor, f.share_factor FROM adjustment f
    WHERE f.ticker = ${bar}.ticker AND f.effective > ${bar}.date ORDER BY f.effective LIMIT 1) adj ON true`;
