import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { type CalendarDay, vietnamCalendar } from '../../src/modules/settlement/vietnam-calendar.js';
import { SWAPS } from '../../src/modules/settlement/vietnam-holidays.js';

/**
 * The weekdays from 2015-01-01 to 2026-08-21 on which the exchanges did not trade, and how each was
 * confirmed: 'bars of N tickers' (N tickers have daily bars before and after, none has volume on the date),
 * 'bars of the VN-Index' (the index has no bar on the date), or 'exchange notice'.
 */
const closures: { date: string; confirmed: string }[] = JSON.parse(
  readFileSync(new URL('../fixtures/vietnam-closures.json', import.meta.url), 'utf8'),
);

const OBSERVED_TO = '2026-08-21';
const calendar = vietnamCalendar(2015, 2030);
const byDate = new Map(calendar.map((day) => [day.date, day]));

function on(date: string): CalendarDay {
  const day = byDate.get(date);
  if (day === undefined) throw new Error(`no record on ${date}`);
  return day;
}

function isWeekend(date: string): boolean {
  return [0, 6].includes(new Date(date).getUTCDay());
}

function closedWeekdays(from: string, to: string): string[] {
  return calendar
    .filter((day) => day.date >= from && day.date <= to && day.status === 'closed' && !isWeekend(day.date))
    .map((day) => day.date);
}

describe('observed history', () => {
  it('gives the 132 closed weekdays of 2015-01-01 to 2026-08-21, no other', () => {
    expect(closures).toHaveLength(132);
    expect(closedWeekdays('2015-01-01', OBSERVED_TO)).toEqual(closures.map((closure) => closure.date));
  });

  it('every closure of the fixture says how it was confirmed', () => {
    const unconfirmed = closures.filter(
      ({ confirmed }) => !/^(bars of \d+ tickers|bars of the VN-Index|exchange notice)$/.test(confirmed),
    );
    expect(unconfirmed).toEqual([]);
  });

  it('nothing observed is called projected', () => {
    const projected = calendar.filter((day) => day.date <= OBSERVED_TO && day.name.includes('projected'));
    expect(projected).toEqual([]);
  });
});

describe('every day of the years', () => {
  it('is a record exactly once, ascending, without gaps', () => {
    const expected: string[] = [];
    for (let time = Date.UTC(2015, 0, 1); time < Date.UTC(2031, 0, 1); time += 86_400_000) {
      expected.push(new Date(time).toISOString().slice(0, 10));
    }
    expect(calendar.map((day) => day.date)).toEqual(expected);
  });

  it('carries country, timezone and a name', () => {
    expect(on('2024-06-12')).toEqual({
      country: 'VN',
      date: '2024-06-12',
      timezone: 'Asia/Ho_Chi_Minh',
      name: 'Trading day',
      status: 'open',
    });
    expect(calendar.filter((day) => day.country !== 'VN' || day.timezone !== 'Asia/Ho_Chi_Minh')).toEqual([]);
    expect(calendar.filter((day) => day.name.trim() === '')).toEqual([]);
  });

  it('Saturdays and Sundays are closed, and never projected', () => {
    const weekend = calendar.filter((day) => isWeekend(day.date));
    expect(weekend.filter((day) => day.status !== 'closed' || day.name.includes('projected'))).toEqual([]);
    expect(on('2024-06-15').name).toBe('Saturday');
    expect(on('2024-06-16').name).toBe('Sunday');
  });

  it('a year does not depend on the requested range', () => {
    expect(vietnamCalendar(2100, 2100)).toHaveLength(365);
    expect(vietnamCalendar(2023, 2023)).toEqual(calendar.filter((day) => day.date.startsWith('2023')));
  });

  it.each([
    [2014, 2020],
    [2015, 2101],
    [2020, 2019],
    [2020.5, 2021],
    [Number.NaN, 2021],
  ])('RangeError for the years %p to %p', (from, to) => {
    expect(() => vietnamCalendar(from, to)).toThrow(RangeError);
  });
});

describe('rules 1 and 2: a weekend holiday moves to the next working day not already closed', () => {
  it.each([
    ['2017-01-02', 'International New Year (Tết Dương lịch), in lieu'],
    ['2019-04-15', 'Hung Kings Commemoration Day (Giỗ Tổ Hùng Vương), in lieu'],
    ['2021-05-03', 'International Labour Day (Quốc tế Lao động), in lieu'],
    ['2018-09-03', 'National Day (Quốc khánh), in lieu'],
  ])('substitution on %s', (date, name) => {
    expect(on(date)).toMatchObject({ status: 'closed', name });
  });

  it('names the holiday on the weekend itself', () => {
    expect(on('2022-01-01').name).toBe('Saturday, International New Year (Tết Dương lịch)');
    expect(on('2026-04-26').name).toBe('Sunday, Hung Kings Commemoration Day (Giỗ Tổ Hùng Vương)');
  });

  it('two weekend holidays take two working days (2022)', () => {
    expect(closedWeekdays('2022-04-25', '2022-05-06')).toEqual(['2022-05-02', '2022-05-03']);
  });

  it('steps over a holiday that already closes the Monday (2017, 2023)', () => {
    expect(on('2017-05-01').name).toBe('International Labour Day (Quốc tế Lao động)');
    expect(on('2017-05-02').name).toBe('Reunification Day (Ngày Chiến thắng), in lieu');
    expect(closedWeekdays('2023-04-24', '2023-05-05')).toEqual(['2023-05-01', '2023-05-02', '2023-05-03']);
  });

  it('Hung Kings is the 10th of the 3rd lunar month, after a leap month too (2023)', () => {
    expect(on('2024-04-18').name).toBe('Hung Kings Commemoration Day (Giỗ Tổ Hùng Vương)');
    expect(on('2023-04-29').name).toBe('Saturday, Hung Kings Commemoration Day (Giỗ Tổ Hùng Vương)');
  });
});

describe('rule 3: Tet is five days, a Saturday moves back, a Sunday forward', () => {
  it.each([
    ['five weekdays', '2019', ['2019-02-04', '2019-02-05', '2019-02-06', '2019-02-07', '2019-02-08']],
    ['only a Sunday', '2016', ['2016-02-08', '2016-02-09', '2016-02-10', '2016-02-11', '2016-02-12']],
    ['only a Saturday', '2025', ['2025-01-27', '2025-01-28', '2025-01-29', '2025-01-30', '2025-01-31']],
    ['both', '2024', ['2024-02-08', '2024-02-09', '2024-02-12', '2024-02-13', '2024-02-14']],
    ['a Saturday eve', '2023', ['2023-01-20', '2023-01-23', '2023-01-24', '2023-01-25', '2023-01-26']],
  ])('%s (%s)', (_case, year, dates) => {
    const tet = calendar.filter(
      (day) => day.date.startsWith(year) && !isWeekend(day.date) && day.name.startsWith('Lunar New Year'),
    );
    expect(tet.map((day) => day.date)).toEqual(dates);
  });

  it('names the substitutes', () => {
    expect(on('2024-02-08').name).toBe('Lunar New Year (Tết Nguyên Đán), in lieu');
    expect(on('2024-02-09').name).toBe('Lunar New Year (Tết Nguyên Đán)');
    expect(on('2024-02-14').name).toBe('Lunar New Year (Tết Nguyên Đán), in lieu');
  });

  it('follows the Vietnamese lunar calendar, not the Chinese one, a day later in 2030', () => {
    expect(on('2030-02-01').name).toBe('Lunar New Year (Tết Nguyên Đán) (projected)');
    expect(on('2030-02-02').name).toBe('Saturday, Lunar New Year (Tết Nguyên Đán)');
    expect(on('2030-01-31').name).toBe('Lunar New Year (Tết Nguyên Đán), in lieu (projected)');
  });
});

describe("rule 4: National Day's second day", () => {
  it.each([
    ['Thursday: after', 2021, ['2021-09-02', '2021-09-03']],
    ['Friday: before', 2022, ['2022-09-01', '2022-09-02']],
    ['Saturday: before, and the Monday in lieu', 2023, ['2023-09-01', '2023-09-04']],
    ['Monday: after', 2024, ['2024-09-02', '2024-09-03']],
    ['Tuesday: before', 2025, ['2025-09-01', '2025-09-02']],
    ['Sunday, assumed: after, and the Tuesday in lieu', 2029, ['2029-09-03', '2029-09-04']],
  ])('%s (%i)', (_case, year, dates) => {
    expect(closedWeekdays(`${year}-08-20`, `${year}-09-15`)).toEqual(dates);
  });

  it('is named', () => {
    expect(on('2024-09-03').name).toBe('National Day (Quốc khánh), second day');
  });

  it('does not exist before 2021', () => {
    expect(closedWeekdays('2020-08-20', '2020-09-15')).toEqual(['2020-09-02']);
  });
});

describe('rule 5: government swaps', () => {
  it.each(SWAPS.map((swap) => [swap.date, swap.holiday]))(
    '%s is closed as a swap for %s',
    (date, holiday) => {
      expect(isWeekend(date)).toBe(false);
      expect(on(date)).toMatchObject({ status: 'closed', name: `Government holiday swap, ${holiday}` });
    },
  );

  it('make-up Saturdays are closed', () => {
    const saturdays = SWAPS.map((swap) => swap.madeUpOn).filter((date) => date >= '2015');
    expect(saturdays.map((date) => new Date(date).getUTCDay())).toEqual(saturdays.map(() => 6));
    expect(saturdays.map((date) => on(date))).toEqual(
      saturdays.map((date) =>
        expect.objectContaining({
          date,
          status: 'closed',
          name: 'Saturday, make-up working day without trading',
        }),
      ),
    );
  });
});

describe('the 2018 HOSE halt', () => {
  it.each(['2018-01-23', '2018-01-24'])('%s is open, and its name says that HOSE did not trade', (date) => {
    expect(on(date)).toMatchObject({
      status: 'open',
      name: 'Trading day (HOSE halted by a system failure, HNX and settlement open)',
    });
  });
});

describe('projection', () => {
  it('the closures HOSE announced for 2026 are not projected', () => {
    expect(closedWeekdays('2026-08-22', '2026-09-30')).toEqual(['2026-08-31', '2026-09-01', '2026-09-02']);
    expect(on('2026-08-31').name).toBe('Government holiday swap, National Day (Quốc khánh)');
    expect(on('2026-09-01').name).toBe('National Day (Quốc khánh), second day');
    expect(on('2026-09-02').name).toBe('National Day (Quốc khánh)');
    expect(on('2026-09-03').name).toBe('Trading day');
  });

  it('Vietnam Culture Day 2026 is projected, and the Monday before it may still close', () => {
    expect(on('2026-11-24')).toMatchObject({
      status: 'closed',
      name: 'Vietnam Culture Day (Ngày Văn hóa Việt Nam) (projected)',
    });
    expect(on('2026-11-23')).toMatchObject({ status: 'open', name: 'Trading day (projected)' });
    expect(on('2025-11-24').status).toBe('open');
  });

  it('the closures of 2027 come out by rule', () => {
    expect(closedWeekdays('2027-01-01', '2027-12-31')).toEqual([
      '2027-01-01',
      '2027-02-04',
      '2027-02-05',
      '2027-02-08',
      '2027-02-09',
      '2027-02-10',
      '2027-04-16',
      '2027-04-30',
      '2027-05-03',
      '2027-09-02',
      '2027-09-03',
      '2027-11-24',
    ]);
  });

  it('every weekday from 2027 is projected, open or closed', () => {
    const weekdays = calendar.filter((day) => day.date >= '2027' && !isWeekend(day.date));
    expect(weekdays.filter((day) => !day.name.endsWith(' (projected)'))).toEqual([]);
    expect(on('2027-03-01')).toMatchObject({ status: 'open', name: 'Trading day (projected)' });
  });
});
