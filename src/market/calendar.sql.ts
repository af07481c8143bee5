/** Some Saturday. */
const SATURDAY = '2000-01-01';
/** Country whose settlement calendar is the market's. */
const HOME = 'VN';

/**
 * SQL condition that the market is open on a day, an SQL date: as its calendar says, and where that does not reach, on
 * weekdays.
 */
export const isOpenDay = (day: string) => `
  coalesce((SELECT c.status = 'open' FROM settlement c WHERE c.country = '${HOME}' AND c.date = ${day}),
    extract(isodow FROM ${day}) < 6)`;

/** The same of many rows: a join of their days with the calendar, the alias `c`, and the condition on it. */
export const calendarOf = (day: string) =>
  `LEFT JOIN settlement c ON c.country = '${HOME}' AND c.date = ${day}`;
export const isOpenBy = (day: string) => `coalesce(c.status = 'open', extract(isodow FROM ${day}) < 6)`;

/**
 * SQL condition that the market is closed on a day, the same of very many rows, as a part of an OR: two look-ups in tables
 * that are made once, whatever the planner makes of the number of rows.
 */
export const isClosedAmongMany = (day: string) => `(
  ${day} IN (SELECT c.date FROM settlement c WHERE c.country = '${HOME}' AND c.status <> 'open')
  OR (${day} - '${SATURDAY}'::date) % 7 IN (0, 1, -6) AND ${day} NOT IN (SELECT c.date FROM settlement c WHERE c.country = '${HOME}'))`;

/** SELECT of how many days the market was open after one day and before another, SQL dates; one row, `sessions`. */
export const sessionsBetween = (from: string, to: string) => `
  SELECT count(*)::int AS sessions
  FROM generate_series(1, ${to} - ${from} - 1) step CROSS JOIN LATERAL (SELECT ${from} + step AS date) day
  WHERE ${isOpenDay('day.date')}`;
