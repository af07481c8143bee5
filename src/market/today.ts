import { MARKET_ZONE } from '../kinds/market-clock.js';

/** The zone's offset is in whole hours: its date changes on the hour. */
const HOUR_MS = 3_600_000;
// sv-SE formats a date as ISO 8601 does.
const CALENDAR = new Intl.DateTimeFormat('sv-SE', { timeZone: MARKET_ZONE });

let hour = Number.NaN;
let date = '';

/** The current calendar date in the market's zone, YYYY-MM-DD. */
export function marketToday(): string {
  const now = Date.now();
  const present = Math.floor(now / HOUR_MS);
  if (present !== hour) {
    hour = present;
    date = CALENDAR.format(now);
  }
  return date;
}

const DAY_MS = 86_400_000;

/** The date this many days later, YYYY-MM-DD. */
export function dayAfter(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The calendar date of an instant in the market's zone, YYYY-MM-DD. */
export const marketDayOf = (instant: string): string => CALENDAR.format(Date.parse(instant));

/** Days that contain the rows of a page if there are many a day. */
const FEW_DAYS = 40;
/** Of a deeper page all days are read. */
const MOST_ROWS = 1000;

/**
 * Returns the days from which on a list newest first, up to the earliest of some days and not after today, likely has a
 * number of rows: if there are many a day, and if there is one a session.
 */
export function latestDays(...upTo: (string | undefined)[]): (rows: number) => string[] {
  const last = [marketToday(), ...upTo].filter((day) => day !== undefined).sort()[0] as string;
  return (rows) => [0, Math.min(rows, MOST_ROWS)].map((sessions) => dayAfter(last, -FEW_DAYS - 2 * sessions));
}
