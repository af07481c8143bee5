import { dayOf, isoDate } from '../../database/packed.js';

/** The periods that returns are computed for: name in a body, code in a query. */
export const PERIODS = [
  { name: 'one_day', code: '1d' },
  { name: 'one_week', code: '1w' },
  { name: 'one_month', code: '1m' },
  { name: 'three_month', code: '3m' },
  { name: 'six_month', code: '6m' },
  { name: 'one_year', code: '1y' },
  { name: 'three_year', code: '3y' },
  { name: 'ytd', code: 'ytd' },
  { name: 'mtd', code: 'mtd' },
  { name: 'wtd', code: 'wtd' },
] as const;
export type PeriodCode = (typeof PERIODS)[number]['code'];
export type PeriodName = (typeof PERIODS)[number]['name'];
export const PERIOD_CODES = PERIODS.map(({ code }) => code);

const MONTHS: Partial<Record<PeriodCode, number>> = { '1m': 1, '3m': 3, '6m': 6, '1y': 12, '3y': 36 };

/**
 * Start of a period that ends on a day; both days since 2000-01-01. A period is measured from the last close on
 * or before its start. Months back end on the last day of a shorter month (31 March − 1 month = 28 or 29 February);
 * year, month and week to date start on the day before the first of the year, the first of the month, and Monday.
 */
export function startOf(period: PeriodCode, end: number): number {
  const months = MONTHS[period];
  if (months !== undefined) return monthsBefore(end, months);
  const date = isoDate(end);
  switch (period) {
    case '1d':
      return end - 1;
    case '1w':
      return end - 7;
    case 'ytd':
      return dayOf(`${date.slice(0, 4)}-01-01`) - 1;
    case 'mtd':
      return dayOf(`${date.slice(0, 7)}-01`) - 1;
    default:
      return end - daysSinceMonday(end) - 1;
  }
}

function monthsBefore(day: number, months: number): number {
  const [year, month, ofMonth] = isoDate(day).split('-').map(Number) as [number, number, number];
  const count = 12 * year + (month - 1) - months;
  const first = dayOf(firstOf(count));
  const length = dayOf(firstOf(count + 1)) - first;
  return first + Math.min(ofMonth, length) - 1;
}

/** First day of a month, counted from year 0. */
function firstOf(month: number): string {
  return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`;
}

/** 0 on Mondays; 2000-01-01 was a Saturday. */
function daysSinceMonday(day: number): number {
  return (((day + 5) % 7) + 7) % 7;
}
