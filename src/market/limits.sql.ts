/**
 * Rules of an exchange hold for a kind of security from a day on. A kind without its own rules has those of stocks; a
 * step of a kind's own table, and of its newest one, has precedence over any other at or below the same price.
 */
interface RuleScope {
  /** SQL of the exchange, of the kind of security and of the day */
  exchange: string;
  type: string;
  day: string;
}

/** SQL condition that a row of rules, the alias `row`, holds. */
const holds = (row: string, { exchange, type, day }: RuleScope) =>
  `${row}.exchange = ${exchange} AND ${row}.security_type IN (${type}, 'stock') AND ${row}.valid_from <= ${day}`;

/**
 * SELECT of the tick that applies to a price: the highest step at or below the price, in the newest table of its
 * exchange and kind on a day that has one. Arguments are SQL expressions; the column `tick` is numeric, VND.
 */
export function tickOf({ price, ...scope }: RuleScope & { price: string }): string {
  return `SELECT t.tick::numeric AS tick FROM market_tick t
    WHERE ${holds('t', scope)} AND t.price_from <= ${price}
    ORDER BY t.security_type = ${scope.type} DESC, t.valid_from DESC, t.price_from DESC LIMIT 1`;
}

/**
 * SELECT of {@link tickOf} for all prices at once, one row: ascending `steps` and their `ticks`. A step of an older
 * table, or of stocks for another kind, counts only below the first step of every table that has precedence.
 */
export function ticksOf(scope: RuleScope): string {
  const rank = (row: string) => `(${row}.security_type = ${scope.type}, ${row}.valid_from)`;
  return `SELECT array_agg(t.price_from ORDER BY t.price_from) AS steps,
      array_agg(t.tick::numeric ORDER BY t.price_from) AS ticks
    FROM market_tick t
    WHERE ${holds('t', scope)} AND NOT EXISTS (
      SELECT FROM market_tick n
      WHERE ${holds('n', scope)} AND ${rank('n')} > ${rank('t')} AND n.price_from <= t.price_from)`;
}

/**
 * SELECT of the band of an exchange and kind of security on a day: `band`, `first_day_band` and `resumption_band`,
 * ratios in numeric, and `resumption_sessions`. A covered warrant moves with its underlying share and does not use the
 * band of stocks.
 */
export function bandOf(scope: RuleScope): string {
  return `SELECT b.band::numeric AS band, b.first_day_band::numeric AS first_day_band,
      b.resumption_sessions, b.resumption_band::numeric AS resumption_band
    FROM market_band b
    WHERE ${holds('b', scope)} AND (${scope.type} <> 'covered_warrant' OR b.security_type = 'covered_warrant')
    ORDER BY b.security_type = ${scope.type} DESC, b.valid_from DESC LIMIT 1`;
}
