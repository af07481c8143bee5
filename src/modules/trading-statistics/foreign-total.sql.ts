/**
 * SQL of the total that foreign investors bought or sold in one day, matched and negotiated: alias `row` of
 * `foreign_trade`; null if neither is known. Volumes in numeric, as the sum of two may exceed 64 bits.
 */
export function foreignTotal(row: string, side: 'buy' | 'sell', measure: 'volume' | 'value'): string {
  const type = measure === 'volume' ? 'numeric' : 'double precision';
  const [matched, negotiated] = ['matched', 'negotiated'].map(
    (way) => `${row}.foreign_${side}_${measure}_${way}::${type}`,
  );
  return `CASE WHEN coalesce(${matched}, ${negotiated}) IS NOT NULL
    THEN coalesce(${matched}, 0) + coalesce(${negotiated}, 0) END`;
}

/** SQL of net purchases by foreign investors; null if bought or sold is unknown. */
export const foreignNet = (row: string, measure: 'volume' | 'value') =>
  `(${foreignTotal(row, 'buy', measure)}) - (${foreignTotal(row, 'sell', measure)})`;
