import { sessionsBetween } from './calendar.sql.js';

/** Open days that a base may be old. */
const OLDEST = 5;
/** No closing of the market is longer, days: what is further apart is not counted out. */
const LONGEST_CLOSING = 30;

/**
 * SQL condition that a close of the day `base` is no base of a change to `day`, SQL dates: the market was open on more
 * than five days after it, `day` among them. Of a period `day` is its start. False where `base` is null.
 */
export const isBaseTooOld = (base: string, day: string) => `
  CASE WHEN ${day} - ${base} > ${OLDEST} THEN
    (${sessionsBetween(base, `(least(${day}, ${base} + ${LONGEST_CLOSING}) + 1)`)}) > ${OLDEST} ELSE false END`;

/**
 * SQL of why a bar has no change against its reference price, null where it has one or nothing to be compared with: the
 * bar before is too old. A `stored` reference is the exchange's own and as good as its day.
 */
export const changeReason = ({ stored, base, day }: Record<'stored' | 'base' | 'day', string>) => `
  CASE WHEN ${stored} IS NULL AND ${isBaseTooOld(base, day)} THEN 'base_too_old' END`;

/**
 * Joins that compare the level of an index with the one before, aliases with `date` and `close`: `move.change`, points,
 * null with a `gap.reason` where that is too old.
 */
export const levelChange = ({ level, before }: Record<'level' | 'before', string>) => `
  CROSS JOIN LATERAL (
    SELECT ${changeReason({ stored: 'NULL', base: `${before}.date`, day: `${level}.date` })} AS reason) gap
  CROSS JOIN LATERAL (
    SELECT CASE WHEN gap.reason IS NULL THEN ${level}.close - ${before}.close END AS change) move`;
