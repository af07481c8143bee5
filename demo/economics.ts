import type { DemoPart } from './demo-market.js';
import { FIRST_DAY } from './demo-market.js';
import { randomOf } from './random.js';

/** Months that the calendar of meetings reaches beyond the last day. */
const MONTHS_AHEAD = 4;

/** A figure that is published every month or every quarter. */
interface Release {
  name: string;
  /** day of the month */
  day: number;
  /** months from one to the next */
  every: 1 | 3;
  importance: 'low' | 'medium' | 'high';
  unit: string;
  /** about this, give or take `spread` */
  mean: number;
  spread: number;
}

const RELEASES: readonly Release[] = [
  {
    name: 'CPI, year on year',
    day: 6,
    every: 1,
    importance: 'high',
    unit: 'percent',
    mean: 3.5,
    spread: 0.4,
  },
  {
    name: 'Industrial production, year on year',
    day: 6,
    every: 1,
    importance: 'medium',
    unit: 'percent',
    mean: 7,
    spread: 2,
  },
  {
    name: 'Trade balance',
    day: 6,
    every: 1,
    importance: 'medium',
    unit: 'billion USD',
    mean: 2,
    spread: 0.8,
  },
  {
    name: 'Manufacturing PMI',
    day: 1,
    every: 1,
    importance: 'medium',
    unit: 'points',
    mean: 51,
    spread: 1.5,
  },
  {
    name: 'GDP, year on year',
    day: 6,
    every: 3,
    importance: 'high',
    unit: 'percent',
    mean: 6.5,
    spread: 0.6,
  },
];

/** A meeting that is known months before; it carries no figure, so that its record never changes. */
interface Meeting {
  organiser: string;
  name: string;
  location: string;
  country: string;
  day: number;
  every: 1 | 3;
  importance: 'low' | 'medium' | 'high';
}

const OFFICE = 'Cơ quan Thống kê Demo (synthetic)';
const MEETINGS: readonly Meeting[] = [
  {
    organiser: 'Ngân hàng Trung ương Demo (synthetic)',
    name: 'Monetary policy meeting',
    location: 'Hà Nội',
    country: 'VN',
    day: 20,
    every: 1,
    importance: 'high',
  },
  {
    organiser: 'Demo Exchange (synthetic)',
    name: 'Index review',
    location: 'TP. Hồ Chí Minh',
    country: 'VN',
    day: 15,
    every: 3,
    importance: 'medium',
  },
  {
    organiser: 'Demo Reserve (synthetic)',
    name: 'Open market committee',
    location: 'Washington',
    country: 'US',
    day: 18,
    every: 1,
    importance: 'high',
  },
  {
    organiser: 'Demo Producers (synthetic)',
    name: 'Oil supply meeting',
    location: 'Vienna',
    country: 'AT',
    day: 4,
    every: 3,
    importance: 'low',
  },
];

/**
 * Figures up to the last day, and meetings some months further. A figure is in the calendar from its publication
 * on: announced earlier, its record would have to change.
 */
export const economicsPart: DemoPart = ({ days }) => {
  const last = days.at(-1) ?? FIRST_DAY;
  const months = monthsUntil(last);
  const figures = RELEASES.flatMap((release) => {
    const due = months.filter((_, index) => index % release.every === 0);
    return due.flatMap((month, index) => {
      const date = dayOf(month, release.day);
      return date > last ? [] : [figure(release, date, due[index - 1])];
    });
  });
  const meetings = MEETINGS.flatMap(({ name, day, every, ...meeting }) =>
    months
      .filter((_, index) => index % every === 0)
      .map((month) => ({ date: dayOf(month, day), event_name: name, ...meeting })),
  );
  return [{ dataSet: 'economic_event', records: [...figures, ...meetings] }];
};

function figure(release: Release, date: string, monthBefore: string | undefined): object {
  const actual = valueIn(release, date.slice(0, 7));
  const surprise = randomOf(`forecast:${release.name}:${date}`).normal() * release.spread * 0.3;
  return {
    date,
    organiser: OFFICE,
    event_name: release.name,
    location: 'Hà Nội',
    country: 'VN',
    importance: release.importance,
    actual,
    forecast: rounded(actual + surprise),
    previous: monthBefore === undefined ? undefined : valueIn(release, monthBefore),
    unit: release.unit,
  };
}

function valueIn({ name, mean, spread }: Release, month: string): number {
  return rounded(mean + spread * randomOf(`figure:${name}:${month}`).normal());
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

function dayOf(month: string, day: number): string {
  return `${month}-${String(day).padStart(2, '0')}`;
}

/** Months as `2024-05`, from that of the first day to some months after that of the last. */
function monthsUntil(last: string): string[] {
  const number = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
  const [first, end] = [number(FIRST_DAY), number(last) + MONTHS_AHEAD];
  return Array.from({ length: end - first + 1 }, (_, index) => {
    const month = first + index;
    return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;
  });
}
