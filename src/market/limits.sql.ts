/**
 * SELECT of the tick that a price stands on: of the newest table of its exchange on a day that has a step at or below
 * the price, the highest such step. Arguments are SQL expressions; the column `tick` is numeric, VND.
 */
export function tickOf({ exchange, price, day }: { exchange: string; price: string; day: string }): string {
  return `SELECT t.tick::numeric AS tick FROM market_tick t
    WHERE t.exchange = ${exchange} AND t.price_from <= ${price} AND t.valid_from <= ${day}
    ORDER BY t.valid_from DESC, t.price_from DESC LIMIT 1`;
}

/**
 * SELECT of {@link tickOf} for all prices at once, one row: `steps` upward and the `ticks` of each, of `valid_from` at
 * the latest. A step of an older table counts below the first step of every newer one.
 */
export function ticksOf({ exchange, day }: { exchange: string; day: string }): string {
  return `SELECT max(t.valid_from) AS valid_from, array_agg(t.price_from ORDER BY t.price_from) AS steps,
      array_agg(t.tick::numeric ORDER BY t.price_from) AS ticks
    FROM market_tick t
    WHERE t.exchange = ${exchange} AND t.valid_from <= ${day} AND NOT EXISTS (
      SELECT FROM market_tick n
      WHERE n.exchange = t.exchange AND n.valid_from > t.valid_from AND n.valid_from <= ${day}
        AND n.price_from <= t.price_from)`;
}

/** SELECT of the band of an exchange on a day: `valid_from`, `band` and `first_day_band`, ratios in numeric. */
export function bandOf({ exchange, day }: { exchange: string; day: string }): string {
  return `SELECT b.valid_from, b.band::numeric AS band, b.first_day_band::numeric AS first_day_band FROM market_band b
    WHERE b.exchange = ${exchange} AND b.valid_from <= ${day} ORDER BY b.valid_from DESC LIMIT 1`;
}
