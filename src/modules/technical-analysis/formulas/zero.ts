/** Below this TA-Lib takes a divisor for zero (TA_EPSILON). */
const EPSILON = 1e-14;

/**
 * Whether a Wilder-smoothed divisor counts as zero. It fades by the factor (period - 1) / period and never
 * reaches 0, so TA-Lib's bound decides, and null stands exactly where TA-Lib puts its 0.
 */
export function isZero(value: number): boolean {
  return value > -EPSILON && value < EPSILON;
}
