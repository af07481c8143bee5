import { packedRows, unpack } from '../database/packed.js';

/** The adjustments of one ticker, oldest first: the factors for bars before each effective day. */
export interface Adjustments {
  /** days since 2000-01-01 */
  effective: Int32Array;
  /** price factors: Π P'/P over the day and all later ones */
  prices: Float64Array;
  /** share-count factors: Π (1 + α + β) */
  shares: Float64Array;
}

/** SQL aggregate of the CTE `adjustment` under the alias `f`, for {@link readAdjustments}. */
export const PACKED_ADJUSTMENTS = packedRows(
  'f.effective',
  ['f.price_factor', 'f.share_factor'],
  'f.effective',
);

/** Reads {@link PACKED_ADJUSTMENTS}; null means none. */
export function readAdjustments(bytes: Buffer | null): Adjustments {
  const { days, columns } = unpack(bytes, 2);
  const [prices, shares] = columns as [Float64Array, Float64Array];
  return { effective: days, prices, shares };
}

/**
 * Multiplies every value, in place, by the factor of the first effective day after its own day; values on or after the
 * last effective day stay unchanged. `days`: ascending, since 2000-01-01.
 */
export function adjust(
  values: Float64Array,
  days: Int32Array,
  { effective, factors }: { effective: Int32Array; factors: Float64Array },
): void {
  let row = 0;
  for (const [event, day] of effective.entries()) {
    const factor = factors[event] as number;
    for (; row < days.length && (days[row] as number) < day; row++)
      values[row] = (values[row] as number) * factor;
  }
}
