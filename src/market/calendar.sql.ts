import { marketDate } from '../database/sql.js';

/** A Saturday. */
const SATURDAY = '2000-01-01';
/** Country whose settlement calendar is the market's. */
export const HOME = 'VN';
/** Hour at which the exchanges close, in the market's time zone. */
export const CLOSE = 15;

/** SQL of the newest day that is over at an instant: its data may be there. */
export const dayOverAt = (moment: string) => marketDate(`(${moment} - interval '${CLOSE} hours')`);

/** SQL condition that a row of `settlement` is an open day of the market. */
export const isOpenMarket = (row: string) => `${row}.country = '${HOME}' AND ${row}.status = 'open'`;

/**
 * SQL condition that the market is open on a day, an SQL date: by its calendar, and on weekdays where the calendar does
 * not reach.
 */
export const isOpenDay = (day: string) => `
  coalesce((SELECT c.status = 'open' FROM settlement c WHERE c.country = '${HOME}' AND c.date = ${day}),
    extract(isodow FROM ${day}) < 6)`;

/** The same for many rows: a join of their days with the calendar, the alias `c`, and the condition on it. */
export const calendarOf = (day: string) =>
  `LEFT JOIN settlement c ON c.country = '${HOME}' AND c.date = ${day}`;
export const isOpenBy = (day: string) => `coalesce(c.status = 'open', extract(isodow FROM ${day}) < 6)`;

/**
 * SQL condition that the market is closed on a day, for very many rows and as part of an OR: two look-ups in tables
 * that are built once, however many rows the planner expects.
 */
export const isClosedAmongMany = (day: string) => `(
  ${day} IN (SELECT c.date FROM settlement c WHERE c.country = '${HOME}' AND c.status <> 'open')
  OR (${day} - '${SATURDAY}'::date) % 7 IN (0, 1, -6) AND ${day} NOT IN (SELECT c.date FROM settlement c WHERE c.country = '${HOME}'))`;

/** SELECT of the number of open days of the market after one day and before another, SQL dates; one row, `sessions`. */
export const sessionsBetween = (from: string, to: string) => `
  SELECT count(*)::int AS sessions
  FROM generate_series(1, ${to} - ${from} - 1) step CROSS JOIN LATERAL (SELECT ${from} + step AS date) day
  WHERE ${isOpenDay('day.date')}`;
