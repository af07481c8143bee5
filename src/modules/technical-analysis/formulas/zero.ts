/** TA-Lib treats a divisor below this as zero (TA_EPSILON). */
const EPSILON = 1e-14;

/**
 * Whether a Wilder-smoothed divisor counts as zero. It fades by the factor (period - 1) / period and never
 * reaches 0, so TA-Lib's bound decides, and the value is null exactly where TA-Lib returns 0.
 */
export function isZero(value: number): boolean {
  return value > -EPSILON && value < EPSILON;
}

/** A difference of prices below this share of the price is rounding. */
const ROUNDING = 1e-14;

/**
 * Whether a difference of prices about as large as `price` is rounding. Adjusted prices are products, and the
 * differences of products of equal differences are not equal to the last bit: without this, an adjusted tie
 * would be a move, and ADX, MFI and OBV of adjusted bars other than those of the traded ones.
 */
export function isRounding(difference: number, price: number): boolean {
  return Math.abs(difference) <= ROUNDING * price;
}

/** The move from one price to another: 0 if it is rounding. Price units. */
export function moveFrom(before: number, price: number): number {
  const move = price - before;
  return isRounding(move, price) ? 0 : move;
}
