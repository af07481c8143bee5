/**
 * SELECT of the tick that a price stands on: of the newest table of its exchange on a day that has a step at or below
 * the price, the highest such step. Arguments are SQL expressions; the column `tick` is numeric, VND.
 */
export function tickOf({ exchange, price, day }: { exchange: string; price: string; day: string }): string {
  return `SELECT t.tick::numeric AS tick FROM market_tick t
    WHERE t.exchange = ${exchange} AND t.price_from <= ${price} AND t.valid_from <= ${day}
    ORDER BY t.valid_from DESC, t.price_from DESC LIMIT 1`;
}

/** SELECT of the band of an exchange on a day: `band` and `first_day_band`, ratios in numeric. */
export function bandOf({ exchange, day }: { exchange: string; day: string }): string {
  return `SELECT b.band::numeric AS band, b.first_day_band::numeric AS first_day_band FROM market_band b
    WHERE b.exchange = ${exchange} AND b.valid_from <= ${day} ORDER BY b.valid_from DESC LIMIT 1`;
}
