/**
 * The part of date-chinese 2.1 used here. The package's own declarations are not reachable: its `exports`
 * map has no `types` entry, so Node's module resolution sees an untyped module.
 */
declare module 'date-chinese' {
  export interface GregorianDate {
    year: number;
    month: number;
    day: number;
  }

  /** The Vietnamese lunisolar calendar: the Chinese rules on the meridian of UTC+7 (from 1968). */
  export class CalendarVietnamese {
    constructor(cycle?: number, year?: number, month?: number, leap?: boolean, day?: number);
    /** The lunar date as [60-year cycle, year in the cycle, month, leap month, day]. */
    get(): [number, number, number, boolean, number];
    fromJDE(jde: number): this;
    toGregorian(): GregorianDate;
    /** Julian ephemeris day of the lunar new year that falls in the Gregorian year. */
    newYear(gregorianYear: number): number;
  }
}
