/** Columns that an indicator may need, by their public names. */
export type Input =
  | 'open'
  | 'high'
  | 'low'
  | 'close'
  | 'volume'
  | 'foreign_buy_volume'
  | 'foreign_sell_volume'
  | 'buy_order_count'
  | 'buy_order_volume'
  | 'sell_order_count'
  | 'sell_order_volume';

/**
 * The daily bars of one ticker, oldest first, one array per column, all of the same length.
 * Prices in VND (index levels: points) and always finite: a row with a missing price is not a bar and is left
 * out beforehand. Volumes in shares, counts in orders; NaN = missing.
 */
export interface Series {
  readonly length: number;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly volume: Float64Array;
  /** bought by foreign investors, matched and negotiated */
  readonly foreignBuyVolume?: Float64Array | undefined;
  /** sold by foreign investors, matched and negotiated */
  readonly foreignSellVolume?: Float64Array | undefined;
  /** buy orders placed, not matched */
  readonly buyOrderCount?: Float64Array | undefined;
  readonly buyOrderVolume?: Float64Array | undefined;
  /** sell orders placed, not matched */
  readonly sellOrderCount?: Float64Array | undefined;
  readonly sellOrderVolume?: Float64Array | undefined;
}

/** Name of an input's column in a {@link Series}. */
export const COLUMNS: Record<Input, Exclude<keyof Series, 'length'>> = {
  open: 'open',
  high: 'high',
  low: 'low',
  close: 'close',
  volume: 'volume',
  foreign_buy_volume: 'foreignBuyVolume',
  foreign_sell_volume: 'foreignSellVolume',
  buy_order_count: 'buyOrderCount',
  buy_order_volume: 'buyOrderVolume',
  sell_order_count: 'sellOrderCount',
  sell_order_volume: 'sellOrderVolume',
};

/** `count` nulls: what a formula starts from and fills where it has a value. */
export function nulls(count: number): Float64Array {
  return new Float64Array(count).fill(Number.NaN);
}
