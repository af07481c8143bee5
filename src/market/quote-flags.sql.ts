import { averageOf, hasLimits } from './day-prices.sql.js';
import { tickOf } from './limits.sql.js';
import { dayLimits } from './market-day.sql.js';
import { isBeforeMarket, isClosedDay } from './plausibility.sql.js';

/** Automatic checks of a quote, in the order of their bits in `quote.flags`. */
export const QUOTE_FLAGS = [
  'outside_limits',
  'off_tick',
  'price_jump',
  'change_without_volume',
  'non_trading_day',
] as const;
export type QuoteFlag = (typeof QUOTE_FLAGS)[number];

/**
 * Checks against the master and the calendar, irrelevant to the approver of a quote; their bits follow
 * {@link IMPORTED}.
 */
const MASTER_FLAGS = ['volume_above_shares', 'outside_listing', 'before_market'] as const;

/** Every flag that is stored with a quote. */
export const STORED_FLAGS = [...QUOTE_FLAGS, ...MASTER_FLAGS] as const;
export type StoredFlag = (typeof STORED_FLAGS)[number];

/** Bit of `quote.flags` for imported values: not a flag, but it keeps them out of an index by maker. */
export const IMPORTED = 32;

const BITS = Object.fromEntries([
  ...QUOTE_FLAGS.map((flag, place) => [flag, 1 << place]),
  ...MASTER_FLAGS.map((flag, place) => [flag, (IMPORTED << 1) << place]),
]) as Record<StoredFlag, number>;

/** A close this far from the previous one, as a ratio, is flagged: beyond every exchange's daily band. */
const JUMP = 0.2;

/** Whether a price of the quote `r` is between two ticks of its exchange; an index or a derivative has none there. */
const OFF_TICK = `${hasLimits('s')} AND EXISTS (
  SELECT FROM unnest(ARRAY[r.open, r.high, r.low, r.close]) price,
    LATERAL (${tickOf({ exchange: 's.exchange', type: 's.security_type', price: 'price', day: 'r.date' })}) step
  WHERE mod(price::numeric, step.tick) <> 0)`;

/** SQL conditions of the flags of a quote, the alias `r`, on the joins of {@link QUOTE_FLAGS_NOW}. */
const CONDITIONS: Readonly<Record<StoredFlag, string>> = {
  outside_limits: 'basis.is_known AND (r.high > limits.ceiling OR r.low < limits.floor)',
  off_tick: OFF_TICK,
  price_jump: `ex.price > 0 AND abs(r.close::numeric / ex.price::numeric - 1) >= ${JUMP}`,
  change_without_volume: 'r.volume = 0 AND r.close <> previous.close AND r.close <> ref.price',
  non_trading_day: isClosedDay('r.date'),
  volume_above_shares: 'r.volume > greatest(s.outstanding_shares, s.listed_shares)',
  outside_listing: 'r.date < s.listing_date OR r.date > s.delisting_date',
  before_market: isBeforeMarket('r.date'),
};

/**
 * Joins that add to quotes, the alias `r`, their current flags: `verdict.flags`, the bits of {@link STORED_FLAGS}.
 *
 * Checks use the reference and the limits of the quote's day. UPCOM's reference is the stored one, or the matched
 * average of the day before: if neither is stored, its limits are not checked. On an ex-date the price before is the one
 * after the ex-date formula; without trades, a close at either price is no change.
 */
export const QUOTE_FLAGS_NOW = `
  ${dayLimits('r', 'all')}
  CROSS JOIN LATERAL (
    SELECT s.exchange <> 'UPCOM' OR coalesce(stat.reference, ${averageOf('before')}) IS NOT NULL AS is_known) basis
  CROSS JOIN LATERAL (
    SELECT (${STORED_FLAGS.map((flag) => `CASE WHEN ${CONDITIONS[flag]} THEN ${BITS[flag]} ELSE 0 END`).join(
      '\n      + ',
    )})::smallint AS flags
    OFFSET 0) verdict`;

/** SQL condition that a quote, the alias `quote`, has a flag; each is the condition of an index. */
export const hasFlag = (quote: string, flag: StoredFlag) => `${quote}.flags & ${BITS[flag]} <> 0`;

/** SQL condition that no import wrote the values of a quote, the alias `quote`; the condition of an index. */
export const isWritten = (quote: string) => `${quote}.flags & ${IMPORTED} = 0`;

/** SQL of the names of the {@link QUOTE_FLAGS} of a quote, the alias `quote`, text[]. */
export const flagNames = (quote: string) =>
  `array_remove(ARRAY[${QUOTE_FLAGS.map(
    (flag) => `CASE WHEN ${hasFlag(quote, flag)} THEN '${flag}' END`,
  ).join(', ')}], NULL)`;
