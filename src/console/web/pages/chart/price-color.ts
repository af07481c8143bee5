/** Prices that a price of the day is compared with. */
interface Limits {
  reference: number | null;
  ceiling: number | null;
  floor: number | null;
}

/** The colours of Vietnamese boards. */
export type PriceColor = 'ceiling' | 'floor' | 'reference' | 'up' | 'down';

/**
 * The colour of a price on its day, as on Vietnamese boards: purple at the ceiling, cyan at the floor, yellow at
 * the reference, else green above it and red below.
 */
export function colorOfPrice(value: number | null, { reference, ceiling, floor }: Limits): PriceColor | null {
  if (value === null || reference === null) return null;
  if (value === ceiling) return 'ceiling';
  if (value === floor) return 'floor';
  if (value === reference) return 'reference';
  return value > reference ? 'up' : 'down';
}
