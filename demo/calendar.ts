import { vietnamCalendar } from '../src/modules/settlement/vietnam-calendar.js';
import { FIRST_DAY } from './demo-market.js';

/** Years of the calendar around the market: announcements lie before its first day, payments after its last. */
const BEFORE = 1;
const AFTER = 2;

/** The trading days of a market and around it. */
export interface TradingDays {
  /** days of the market, ascending */
  days: readonly string[];
  /** the trading day `steps` after (or before, negative) the first one that is not before `date` */
  step(date: string, steps: number): string;
  /** the trading day of a month (`2024-05`), from 1; its last one when it has fewer */
  ofMonth(month: string, day: number): string;
}

/** The last trading day before a day, both YYYY-MM-DD. */
export function lastTradingDayBefore(today: string): string {
  const year = Number(today.slice(0, 4));
  const last = openDays(year - 1, year).findLast((date) => date < today);
  if (last === undefined) throw new RangeError(`no trading day before ${today}`);
  return last;
}

/** The trading days of the Vietnamese calendar up to a last day, itself included when it is one. */
export function tradingDays(lastDay: string): TradingDays {
  const open = openDays(Number(FIRST_DAY.slice(0, 4)) - BEFORE, Number(lastDay.slice(0, 4)) + AFTER);
  const at = (index: number): string => {
    const date = open[index];
    if (date === undefined) throw new RangeError(`outside the calendar of the demo: ${index}`);
    return date;
  };
  return {
    days: open.filter((date) => FIRST_DAY <= date && date <= lastDay),
    step: (date, steps) => at(open.findIndex((each) => each >= date) + steps),
    ofMonth: (month, day) => {
      const first = open.findIndex((date) => date >= `${month}-01`);
      const end = open.findIndex((date) => date > `${month}-31`);
      return at(Math.min(first + day, end) - 1);
    },
  };
}

function openDays(fromYear: number, toYear: number): string[] {
  return vietnamCalendar(fromYear, toYear)
    .filter((day) => day.status === 'open')
    .map((day) => day.date);
}
