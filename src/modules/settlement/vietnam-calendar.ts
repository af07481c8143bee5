import { CalendarVietnamese } from 'date-chinese';
import {
  ANNOUNCED,
  HALTS,
  HOLIDAYS,
  type Holiday,
  OBSERVED_TO,
  PROJECTED_FROM_YEAR,
  SWAPS,
  UNCERTAIN,
} from './vietnam-holidays.js';

/** A day of the settlement calendar of the Vietnamese exchanges and depository. */
export interface CalendarDay {
  country: 'VN';
  /** YYYY-MM-DD, a calendar date of the timezone. */
  date: string;
  timezone: 'Asia/Ho_Chi_Minh';
  /** What the day is; ends with '(projected)' if it rests on a rule, not on an observation or a notice. */
  name: string;
  status: 'open' | 'closed';
}

/** Before 2015 the substitution of Tet and the government swaps followed other practices (rules 3 and 5 fail). */
const FIRST_YEAR = 2015;
/** The lunar dates are checked against an independent computation up to here; the law will change long before. */
const LAST_YEAR = 2100;

const SUNDAY = 0;
const SATURDAY = 6;
const DAY_MS = 86_400_000;
const PROJECTED = ' (projected)';

const HALT_NOTES = new Map(HALTS.map((halt) => [halt.date, halt.note]));
const ANNOUNCED_DATES = new Set(ANNOUNCED.map((day) => day.date));
const UNCERTAIN_DATES = new Set(UNCERTAIN.map((day) => day.date));
const MADE_UP_DATES = new Set(SWAPS.map((swap) => swap.madeUpOn));

/** A day off as the law names it, which may fall on a weekend. */
interface DayOff {
  date: string;
  name: string;
  saturday: Holiday['saturday'];
}

/** What the rules say about one year, by date. */
interface YearOff {
  /** Closed weekdays. */
  closed: Map<string, string>;
  /** Holidays that fall on a Saturday or Sunday. */
  weekend: Map<string, string>;
}

/**
 * Every calendar day of the years, ascending, each exactly once.
 *
 * The rules and the swap table give exactly the 132 weekday closures of 2015-01-01 to 2026-08-21. They were
 * fitted to that history, so for later years they are a projection: the Prime Minister decides Tet and
 * National Day yearly, and published lists have changed afterwards. Replace projected days with those of the notice.
 *
 * @param fromYear first year, 2015 or later
 * @param toYear last year, inclusive, 2100 or earlier
 * @throws RangeError when a year is not an integer, is outside these bounds, or the range is reversed
 */
export function vietnamCalendar(fromYear: number, toYear: number): CalendarDay[] {
  if (!Number.isInteger(fromYear) || !Number.isInteger(toYear) || fromYear > toYear) {
    throw new RangeError(`not a range of years: ${fromYear} to ${toYear}`);
  }
  if (fromYear < FIRST_YEAR || toYear > LAST_YEAR) {
    throw new RangeError(`years must lie within ${FIRST_YEAR} to ${LAST_YEAR}: ${fromYear} to ${toYear}`);
  }
  const days: CalendarDay[] = [];
  for (let year = fromYear; year <= toYear; year += 1) {
    const off = yearOff(year);
    const end = isoDate(year + 1, 1, 1);
    for (let date = isoDate(year, 1, 1); date < end; date = addDays(date, 1))
      days.push(calendarDay(date, off));
  }
  return days;
}

function calendarDay(date: string, off: YearOff): CalendarDay {
  const closure = isWeekend(date) ? weekendName(date, off) : closureName(date, off);
  return {
    country: 'VN',
    date,
    timezone: 'Asia/Ho_Chi_Minh',
    name: closure ?? openName(date),
    status: closure === undefined ? 'open' : 'closed',
  };
}

/** A weekend is closed whatever the rules say, so its name is never projected. */
function weekendName(date: string, off: YearOff): string {
  const weekday = weekdayOf(date) === SATURDAY ? 'Saturday' : 'Sunday';
  const holiday = off.weekend.get(date);
  if (holiday !== undefined) return `${weekday}, ${holiday}`;
  return MADE_UP_DATES.has(date) ? `${weekday}, make-up working day without trading` : weekday;
}

function closureName(date: string, off: YearOff): string | undefined {
  const name = off.closed.get(date);
  if (name === undefined || date <= OBSERVED_TO || ANNOUNCED_DATES.has(date)) return name;
  return name + PROJECTED;
}

function openName(date: string): string {
  const halt = HALT_NOTES.get(date);
  if (halt !== undefined) return `Trading day (${halt})`;
  const isProjected = date >= isoDate(PROJECTED_FROM_YEAR, 1, 1) || UNCERTAIN_DATES.has(date);
  return isProjected ? `Trading day${PROJECTED}` : 'Trading day';
}

/**
 * Rules 1 to 5 for one year. Days off on weekdays and swaps are placed first, because a substitute goes to
 * the next working day that is not already closed.
 */
function yearOff(year: number): YearOff {
  const daysOff = HOLIDAYS.filter((holiday) => holiday.since <= year && year <= (holiday.until ?? year))
    .flatMap((holiday) => daysOffOf(holiday, year))
    .sort((a, b) => a.date.localeCompare(b.date));
  const closed = new Map<string, string>();
  const weekend = new Map<string, string>();
  for (const { date, name } of daysOff) (isWeekend(date) ? weekend : closed).set(date, name);
  for (const swap of SWAPS) {
    if (yearOf(swap.date) === year) closed.set(swap.date, `Government holiday swap, ${swap.holiday}`);
  }
  for (const day of daysOff) {
    if (isWeekend(day.date)) closed.set(substitute(day, closed), `${day.name}, in lieu`);
  }
  return { closed, weekend };
}

/** The nearest working day not already closed: after the weekend, or before it for a Saturday of Tet. */
function substitute({ date, saturday }: DayOff, closed: ReadonlyMap<string, string>): string {
  const step = weekdayOf(date) === SATURDAY && saturday === 'back' ? -1 : 1;
  let candidate = addDays(date, step);
  while (isWeekend(candidate) || closed.has(candidate)) candidate = addDays(candidate, step);
  return candidate;
}

function daysOffOf(holiday: Holiday, year: number): DayOff[] {
  const { name, month, day, saturday, besideBeforeOn } = holiday;
  const date = holiday.calendar === 'lunar' ? lunarDate(year, month, day) : isoDate(year, month, day);
  const daysOff = holiday.offsets.map((offset) => ({ date: addDays(date, offset), name, saturday }));
  if (besideBeforeOn !== undefined) {
    const neighbour = addDays(date, besideBeforeOn.includes(weekdayOf(date)) ? -1 : 1);
    daysOff.push({ date: neighbour, name: `${name}, second day`, saturday });
  }
  return daysOff;
}

/**
 * The Gregorian date of a day of the Vietnamese lunar year that begins in `year`; never a leap month.
 *
 * The Chinese calendar is no substitute: on its meridian, an hour further east, the new year is a day later
 * in 2007, 2030 and 2053, and the `chinese` calendar of Node's Intl is also a day late in 2027.
 */
function lunarDate(year: number, month: number, day: number): string {
  const calendar = new CalendarVietnamese();
  const [cycle, yearOfCycle] = calendar.fromJDE(calendar.newYear(year)).get();
  const gregorian = new CalendarVietnamese(cycle, yearOfCycle, month, false, day).toGregorian();
  return isoDate(gregorian.year, gregorian.month, gregorian.day);
}

function isoDate(year: number, month: number, day: number): string {
  return isoOf(Date.UTC(year, month - 1, day));
}

function addDays(date: string, days: number): string {
  return isoOf(Date.parse(date) + days * DAY_MS);
}

function isoOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

function yearOf(date: string): number {
  return Number(date.slice(0, 4));
}

/** 0 = Sunday … 6 = Saturday. A date string is read as midnight UTC, so the host's timezone plays no part. */
function weekdayOf(date: string): number {
  return new Date(date).getUTCDay();
}

function isWeekend(date: string): boolean {
  const weekday = weekdayOf(date);
  return weekday === SUNDAY || weekday === SATURDAY;
}
