/** TA-Lib treats a divisor below this as zero (TA_EPSILON). */
const EPSILON = 1e-14;

/**
 * Whether a Wilder-smoothed divisor counts as zero. It fades by the factor (period - 1) / period and never
 * reaches 0, so TA-Lib's bound decides, and the value is null exactly where TA-Lib returns 0.
 */
export function isZero(value: number): boolean {
  return value > -EPSILON && value < EPSILON;
}
