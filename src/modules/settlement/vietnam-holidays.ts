/** Data of the Vietnamese settlement calendar: one line per fact, with the reason it holds and since when. */

/** Where a holiday falls: a date of one of the two calendars, and which days around it are days off. */
export interface Holiday {
  /** English name, with the Vietnamese one. */
  name: string;
  calendar: 'gregorian' | 'lunar';
  month: number;
  day: number;
  /** Days off counted from the date, 0 being the date itself. */
  offsets: readonly number[];
  /** Where a Saturday's day off goes; a Sunday's always goes forward. */
  saturday: 'back' | 'forward';
  /**
   * One more day off next to the date: the day before when the date is on one of these weekdays
   * (0 = Sunday … 6 = Saturday), else the day after.
   */
  besideBeforeOn?: readonly number[];
  /** First and last year of validity. */
  since: number;
  until?: number;
  /** Law or observation the line rests on. */
  basis: string;
}

/** A working weekday the government makes a day off. */
interface Swap {
  date: string;
  /** The Saturday worked instead. The exchanges and the depository never trade or settle on it. */
  madeUpOn: string;
  holiday: string;
  basis: string;
}

/** A date that needs its own name or caution. */
interface DatedNote {
  date: string;
  note: string;
  basis: string;
}

const NEW_YEAR = 'International New Year (Tết Dương lịch)';
const TET = 'Lunar New Year (Tết Nguyên Đán)';
const REUNIFICATION = 'Reunification Day (Ngày Chiến thắng)';
const LABOUR = 'International Labour Day (Quốc tế Lao động)';
const NATIONAL = 'National Day (Quốc khánh)';

const LABOUR_CODE = 'Labour Code 2012 art. 115, Labour Code 2019 art. 112.1; substitution art. 111.3';
const single = { offsets: [0], saturday: 'forward' } as const;

/** Rules 1 to 4. `since` is 2015 where the law is older: earlier years are not modelled. */
export const HOLIDAYS: readonly Holiday[] = [
  { ...single, name: NEW_YEAR, calendar: 'gregorian', month: 1, day: 1, since: 2015, basis: LABOUR_CODE },
  {
    name: TET,
    calendar: 'lunar',
    month: 1,
    day: 1,
    // Five days: the eve to the 4th of the 1st month.
    offsets: [-1, 0, 1, 2, 3],
    // Seen in 2015, 2017, 2018, 2020, 2021, 2023, 2024 and 2025: the holiday grows at both ends.
    saturday: 'back',
    since: 2015,
    basis: 'Labour Code art. 112.1b; the Prime Minister chooses the days each year (art. 112.3)',
  },
  {
    ...single,
    name: 'Hung Kings Commemoration Day (Giỗ Tổ Hùng Vương)',
    calendar: 'lunar',
    month: 3,
    day: 10,
    since: 2015,
    basis: 'A day off since 2007; Labour Code art. 112.1',
  },
  {
    ...single,
    name: REUNIFICATION,
    calendar: 'gregorian',
    month: 4,
    day: 30,
    since: 2015,
    basis: LABOUR_CODE,
  },
  { ...single, name: LABOUR, calendar: 'gregorian', month: 5, day: 1, since: 2015, basis: LABOUR_CODE },
  {
    ...single,
    name: NATIONAL,
    calendar: 'gregorian',
    month: 9,
    day: 2,
    since: 2015,
    until: 2020,
    basis: 'Labour Code 2012 art. 115: one day',
  },
  {
    ...single,
    name: NATIONAL,
    calendar: 'gregorian',
    month: 9,
    day: 2,
    // Monday and Thursday give the day after; Sunday has not been seen yet and is assumed to do the same.
    besideBeforeOn: [2, 3, 5, 6],
    since: 2021,
    basis:
      'Labour Code 2019 art. 112.1: a second day, before or after, chosen each year by the Prime Minister',
  },
  {
    ...single,
    name: 'Vietnam Culture Day (Ngày Văn hóa Việt Nam)',
    calendar: 'gregorian',
    month: 11,
    day: 24,
    since: 2026,
    basis: 'National Assembly Resolution 28/2026/QH16, in force 2026-07-01; no exchange notice seen',
  },
];

/** Rule 5. A swap follows no rule: it is known only when the government announces it. */
export const SWAPS: readonly Swap[] = [
  { date: '2015-01-02', madeUpOn: '2014-12-27', holiday: NEW_YEAR, basis: 'no trading seen' },
  { date: '2015-02-16', madeUpOn: '2015-02-14', holiday: TET, basis: 'no trading seen' },
  {
    date: '2015-04-29',
    madeUpOn: '2015-04-25',
    holiday: REUNIFICATION,
    basis: 'HOSE and HNX notices, April 2015',
  },
  {
    date: '2018-12-31',
    madeUpOn: '2019-01-05',
    holiday: NEW_YEAR,
    basis: 'Government Office 6519/VPCP-KGVX; depository notice of 2018-08-27',
  },
  {
    date: '2019-04-29',
    madeUpOn: '2019-05-04',
    holiday: REUNIFICATION,
    basis: 'Government Office 6519/VPCP-KGVX; depository notice of 2018-08-27',
  },
  {
    date: '2024-04-29',
    madeUpOn: '2024-05-04',
    holiday: REUNIFICATION,
    basis: 'Government Office 2450/VPCP-KGVX of 2024-04-12; Securities Commission 2421/UBCK-PTTT',
  },
  { date: '2025-05-02', madeUpOn: '2025-04-26', holiday: LABOUR, basis: 'no trading seen' },
  {
    date: '2026-01-02',
    madeUpOn: '2026-01-10',
    holiday: NEW_YEAR,
    basis: 'government decision of 2025-12-25, after the HOSE notice for 2026',
  },
  {
    date: '2026-08-31',
    madeUpOn: '2026-08-22',
    holiday: NATIONAL,
    basis: 'HOSE notice for 2026, December 2025',
  },
];

/** Open days on which one exchange did not trade. A record has no exchange field, so the name states it. */
export const HALTS: readonly DatedNote[] = ['2018-01-23', '2018-01-24'].map((date) => ({
  date,
  note: 'HOSE halted by a system failure, HNX and settlement open',
  basis: 'Securities Commission and depository notices of January 2018; HOSE resumed on 2018-01-25',
}));

/** Last day compared with published trading series: up to here a closure is an observation. */
export const OBSERVED_TO = '2026-08-21';

/** Closures after OBSERVED_TO that an exchange has announced. */
export const ANNOUNCED: readonly DatedNote[] = ['2026-08-31', '2026-09-01', '2026-09-02'].map((date) => ({
  date,
  note: 'announced closure',
  basis: 'HOSE notice for 2026, December 2025',
}));

/** First year without any exchange notice: whether any of its weekdays is open rests on the rules. */
export const PROJECTED_FROM_YEAR = 2027;

/** Open weekdays, in a year with a notice, that may still be closed. */
export const UNCERTAIN: readonly DatedNote[] = [
  {
    date: '2026-11-23',
    note: 'may be swapped to join Vietnam Culture Day to the weekend',
    basis: 'under consultation in September 2026',
  },
];
