import { sessionsBetween } from './calendar.sql.js';
import { priceOf } from './price.sql.js';

/** Greatest age of a base, open days. */
const OLDEST = 5;
/** No market closure is longer, days: the count over a longer gap stops there. */
const LONGEST_CLOSING = 30;

/**
 * SQL condition that a close of the day `base` is too old a base for a change to `day`, SQL dates: the market was open
 * on more than five days after it, `day` included. For a period, `day` is its start. False if `base` is null.
 */
export const isBaseTooOld = (base: string, day: string) => `
  CASE WHEN ${day} - ${base} > ${OLDEST} THEN
    (${sessionsBetween(base, `(least(${day}, ${base} + ${LONGEST_CLOSING}) + 1)`)}) > ${OLDEST} ELSE false END`;

/**
 * SQL of the reason why a bar has no change against its reference price: the previous bar is too old. Null if it has a
 * change, or nothing to compare with. A `stored` reference is the exchange's own and holds for its day.
 */
export const changeReason = ({ stored, base, day }: Record<'stored' | 'base' | 'day', string>) => `
  CASE WHEN ${stored} IS NULL AND ${isBaseTooOld(base, day)} THEN 'base_too_old' END`;

/**
 * Joins that compare an index level with the previous one, aliases with `date` and `close`: `move.change`, points, null
 * with a `gap.reason` if the previous one is too old.
 */
export const levelChange = ({ level, before }: Record<'level' | 'before', string>) => `
  CROSS JOIN LATERAL (
    SELECT ${changeReason({ stored: 'NULL', base: `${before}.date`, day: `${level}.date` })} AS reason) gap
  CROSS JOIN LATERAL (
    SELECT CASE WHEN gap.reason IS NULL THEN ${priceOf(`${level}.close`)} - ${priceOf(`${before}.close`)} END AS change) move`;
