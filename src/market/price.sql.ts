/*
 * Some exports have a close of 0 for days without trades. It is stored and listed as written, but it is no price: nothing
 * is computed from it.
 */

/** SQL condition that a bar, the alias `bar`, has a price. */
export const hasPrice = (bar: string) => `${bar}.close > 0`;

/** SQL of a close as a price; null if it is none. */
export const priceOf = (close: string) => `nullif(${close}, 0)`;

/** SQL of a count of outstanding shares as a known one. No company has 0 shares: a count of 0 is an unknown one, null. */
export const knownShares = (shares: string) => `nullif(${shares}, 0)`;

/** SQL of a market capitalisation, VND: shares × close; null if either is unknown. */
export const marketCap = ({ shares, close }: Record<'shares' | 'close', string>) =>
  `${knownShares(shares)} * ${priceOf(close)}`;

/**
 * SQL of the columns `open, high, low, close, volume` of a longer bar over daily ones, in a grouped SELECT from them: open
 * of the first day with a price, close of the last, extremes and sum between; prices of 0 if no day has one.
 */
export const LONGER_BAR = `
  coalesce((array_agg(open ORDER BY date) FILTER (WHERE close > 0))[1], 0) AS open, max(high) AS high,
  coalesce(min(low) FILTER (WHERE close > 0), 0) AS low,
  coalesce((array_agg(close ORDER BY date DESC) FILTER (WHERE close > 0))[1], 0) AS close, sum(volume) AS volume`;
