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
