/**
 * SQL of what foreign investors bought or sold in one day in all, matched and negotiated: alias `row` of
 * `foreign_trade`; null where neither is known. Volumes in numeric, as two of 64 bits may not fit one.
 */
export function foreignTotal(row: string, side: 'buy' | 'sell', measure: 'volume' | 'value'): string {
  const type = measure === 'volume' ? 'numeric' : 'double precision';
  const [matched, negotiated] = ['matched', 'negotiated'].map(
    (way) => `${row}.foreign_${side}_${measure}_${way}::${type}`,
  );
  return `CASE WHEN coalesce(${matched}, ${negotiated}) IS NOT NULL
    THEN coalesce(${matched}, 0) + coalesce(${negotiated}, 0) END`;
}

/** SQL of bought less sold by foreign investors; null where either is not known. */
export const foreignNet = (row: string, measure: 'volume' | 'value') =>
  `(${foreignTotal(row, 'buy', measure)}) - (${foreignTotal(row, 'sell', measure)})`;
