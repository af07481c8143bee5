import { averageOf, basePrice, startsFromAverage } from './day-prices.sql.js';
import { hasPrice } from './price.sql.js';
import { isPublished, type Published } from './published.sql.js';

/**
 * SQL of the summed terms of actions, the alias `a`, that change a price, per held share, zero if there are none:
 * `cash` dividends, `shares` free shares, `rights` on offer and the amount `paid` for them. `order`: columns that fix
 * the order of summation if rows come in any order; `over`: a window, for running sums.
 */
export function actionSums({ order, over }: { order?: string; over?: string } = {}): string {
  const inOrder = order === undefined ? '' : ` ORDER BY ${order}`;
  const inWindow = over === undefined ? '' : ` OVER ${over}`;
  const sum = (each: string) => `coalesce(sum(${each}${inOrder})${inWindow}, 0)`;
  return `
    ${sum('a.cash_dividend')} AS cash, ${sum('a.share_ratio')} AS shares, ${sum('a.rights_ratio')} AS rights,
    ${sum('a.rights_ratio * a.rights_price')} AS paid`;
}

/** SQL condition that an action, the alias `action`, has terms that change a price: a meeting has none. */
export const hasTerms = (action: string) =>
  `coalesce(${action}.cash_dividend, ${action}.share_ratio, ${action}.rights_ratio) IS NOT NULL`;

/** SELECT of the {@link actionSums} of the actions that match `where`, one row. */
export const actionTerms = (where: string) => `
  SELECT ${actionSums()}
  FROM corporate_action a WHERE ${where}`;

/** SELECT of the day on which an action, the alias `a`, becomes effective: the first bar on or after its ex-date. */
export const effectiveDay = (published: Published) => `
  SELECT b.date FROM quote b WHERE b.ticker = a.ticker AND b.date >= a.ex_date AND ${isPublished('b', published)}
  ORDER BY b.date LIMIT 1`;

/**
 * SQL of what the rights on offer add to a share, `rights` or the amount `paid` for them, from the columns of
 * {@link actionTerms} under the alias `terms`: nothing unless they cost less than the price. Nobody exercises others, and
 * for them an exchange adjusts no reference (HOSE, notice of 16 March 2011).
 */
const ifExercised = (column: 'rights' | 'paid', price: string, terms: string) =>
  `CASE WHEN ${terms}.paid < ${terms}.rights * ${price} THEN ${terms}.${column} ELSE 0 END`;

/** SQL of a price with the amount paid for new shares added to it, P + Pα·α; see {@link exPrice}. */
const withPaid = (price: string, terms: string) => `(${price} + ${ifExercised('paid', price, terms)})`;

/** SQL of the number of shares that a held one becomes, 1 + α + β; see {@link exPrice}. */
export const shareFactor = (price: string, terms: string) =>
  `(1 + ${ifExercised('rights', price, terms)} + ${terms}.shares)`;

/**
 * SQL of the ex-date formula (contract 6.6): P' = (P + Pα·α − C) / (1 + α + β), from a price and the columns of
 * {@link actionTerms} under the alias `terms`; α is 0 for rights that do not cost less than the price. Null if the terms
 * together leave no share or no price, as a cash dividend above the price does.
 */
export const exPrice = (price: string, terms: string) => `
  CASE WHEN ${shareFactor(price, terms)} > 0 AND ${withPaid(price, terms)} > ${terms}.cash
    THEN (${withPaid(price, terms)} - ${terms}.cash) / ${shareFactor(price, terms)} END`;

/**
 * SQL of the last close in shares of a day that came after it, without cash dividends, as in price indices, from the
 * columns of {@link actionTerms} of the ex-dates between: the close itself if the actions together leave no share.
 */
export const sharePrice = (close: string, terms: string) => `
  CASE WHEN ${shareFactor(close, terms)} > 0 THEN ${withPaid(close, terms)} / ${shareFactor(close, terms)} ELSE ${close} END`;

/** Scope of the computed adjustment factors. */
export interface AdjustmentScope {
  /** SQL of a text[] of tickers; all when not given */
  tickers?: string;
  /** SQL of the last day whose actions count; all that are in effect when not given */
  asOf?: string;
  /** SQL of a day if only prices from it on are adjusted: actions with an ex-date up to it are left out */
  after?: string;
  published: Published;
}

/**
 * CTEs to follow WITH.
 *
 * `event`: one row per ticker and day on which actions became effective, its first bar on or after the ex-date:
 * `ticker, effective, previous (day before), base (price P), ex_price (P'), factor (P'/P), share_factor (1 + α + β)`. P
 * is the previous close, on UPCOM the matched average if known. A close of 0, which some exports have for days without
 * trades, is no price. Actions without an earlier price, and those that would leave no price, adjust nothing.
 *
 * `adjustment`: the factors that make bars before an effective day, but not before the previous one, comparable with
 * the last day: `ticker, effective, price_factor, share_factor`, products over all later events. Nothing after `asOf`
 * is included.
 *
 * `adjustment_steps`: the same as arrays per ticker, oldest first, for {@link adjustmentOf}: long series of many
 * tickers then cost one hash lookup and one binary search per bar.
 */
export function adjustments({ tickers, asOf, after, published }: AdjustmentScope): string {
  return `
    event AS (
      SELECT e.ticker, e.effective, previous.date AS previous, base.price AS base, ex.price AS ex_price,
        ex.price / base.price AS factor, ${shareFactor('base.price', 'e')} AS share_factor
      FROM (
        SELECT a.ticker, traded.date AS effective, ${actionSums()}
        FROM corporate_action a
        CROSS JOIN LATERAL (${effectiveDay(published)}) traded
        WHERE ${hasTerms('a')}
          ${tickers === undefined ? '' : `AND a.ticker = ANY (${tickers})`}
          ${asOf === undefined ? '' : `AND a.ex_date <= ${asOf} AND traded.date <= ${asOf}`}
          ${after === undefined ? '' : `AND a.ex_date > ${after}`}
        GROUP BY a.ticker, traded.date) e
      CROSS JOIN LATERAL (
        SELECT p.date, p.close FROM quote p
        WHERE p.ticker = e.ticker AND p.date < e.effective AND ${hasPrice('p')} AND ${isPublished('p', published)}
        ORDER BY p.date DESC LIMIT 1) previous
      LEFT JOIN security s ON s.ticker = e.ticker
      LEFT JOIN daily_statistic stat ON stat.ticker = e.ticker AND stat.date = previous.date AND ${startsFromAverage('s')}
      CROSS JOIN LATERAL (SELECT ${basePrice(averageOf('stat'), 'previous.close')} AS price) base
      CROSS JOIN LATERAL (SELECT ${exPrice('base.price', 'e')} AS price) ex
      WHERE base.price > 0 AND ex.price > 0
    ), adjustment AS (
      SELECT ticker, effective, product(factor) OVER later AS price_factor,
        product(share_factor) OVER later AS share_factor
      FROM event WINDOW later AS (PARTITION BY ticker ORDER BY effective DESC)
    ), adjustment_steps AS MATERIALIZED (
      SELECT ticker, array_agg(effective ORDER BY effective) AS effective,
        array_agg(price_factor ORDER BY effective) AS price_factor,
        array_agg(share_factor ORDER BY effective) AS share_factor
      FROM adjustment GROUP BY ticker
    )`;
}

/**
 * Joins that find the {@link adjustments} of a bar, the alias `bar`: alias `adj` with `price_factor, share_factor` of
 * the first effective day after it, null if there is none.
 */
export const adjustmentOf = (bar: string) => `
  LEFT JOIN adjustment_steps steps ON steps.ticker = ${bar}.ticker
  CROSS JOIN LATERAL (SELECT width_bucket(${bar}.date, steps.effective) + 1 AS next) step
  CROSS JOIN LATERAL (
    SELECT steps.price_factor[step.next] AS price_factor, steps.share_factor[step.next] AS share_factor) adj`;

/**
 * SQL of the volume of a bar, the alias `bar` with its {@link adjustmentOf}, in securities of the last day: exact in
 * numeric, rounded to an integer.
 */
export const adjustedVolume = (bar: string) => `
  CASE WHEN adj.share_factor IS NULL THEN ${bar}.volume::numeric
       ELSE round(${bar}.volume * adj.share_factor::numeric) END`;
