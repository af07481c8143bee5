/** What per-share figures are computed for, as SQL expressions. */
export interface PerShareScope {
  ticker: string;
  /** only statements published on or before this day may count */
  day: string;
  /** last close, VND */
  close: string;
}

/**
 * SELECT of the per-share figures of a security on a day, always one row: `eps` (net profit of the last four
 * quarters a share), `feps` (forecast of the running year), `bvps` (book value), all VND a share, after the
 * statements published by then; `pe` = close / eps, `pb` = close / bvps, null without a divisor. float64.
 *
 * No statements are stored yet, so every figure is null.
 */
export function perShareOf({ ticker, day, close }: PerShareScope): string {
  const statements = `
    SELECT NULL::double precision AS eps, NULL::double precision AS feps, NULL::double precision AS bvps
    FROM (SELECT ${ticker} AS ticker, ${day} AS day) wanted`;
  return `
    SELECT told.eps, told.feps, told.bvps,
      ${close} / nullif(told.eps, 0) AS pe, ${close} / nullif(told.bvps, 0) AS pb
    FROM (${statements}) told`;
}
