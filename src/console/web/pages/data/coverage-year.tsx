import { h } from 'preact';
import { integer } from '../../format.js';
import { text } from '../../text/language.js';
import { type DayMark, MonthGrid } from '../../view/chart/month-grid.js';
import { titleOf } from '../../view/data-set-names.js';
import { isWeekend } from '../../view/days.js';
import { ask, type Reading, read, useAnswer } from '../../view/read.js';
import { useSession } from '../../view/session.js';
import { ReadingView } from '../../view/states.js';
import { READERS } from './days-of.js';
import type { DataSet } from './overview.js';

/** The days of a year: the number of records of each, and those on which the market was closed. */
interface Days {
  counts: ReadonlyMap<string, number>;
  closed: ReadonlySet<string>;
}

/** Data sets that should have a record for every open day. */
const COMPLETE = ['quote', 'daily_statistic', 'foreign_trade'];
/** A day with less than this share of the most securities on a day is shown as having few. */
const FEW = 0.8;

/** The calendar of a year. */
export function CoverageYear({ set, ticker, year }: { set: DataSet; ticker: string; year: number }) {
  const words = text.value.data.coverage;
  const days = useDays(set.name, ticker, year);
  if (ticker === '' && set.name !== 'quote') return <p class="hint">{words.needsTicker}</p>;
  const label = words.label(titleOf(set), ticker === '' ? words.all : ticker, year);
  return (
    <ReadingView of={days} empty={words.empty} isEmpty={({ counts }) => counts.size === 0} lead={null}>
      {(answer) => (
        <div class="stack">
          <p>
            {label}: {words.days(integer(answer.counts.size))}
          </p>
          <MonthGrid label={label} year={year} markOf={marksOf(set, answer)} />
          <ul class="day-legend">
            {(['present', 'few', 'missing', 'closed'] as const).map((tone) => (
              <li key={tone}>
                <i class={`day day-${tone}`} /> {words[tone]}
              </li>
            ))}
          </ul>
        </div>
      )}
    </ReadingView>
  );
}

function marksOf(set: DataSet, { counts, closed }: Days): (date: string) => DayMark {
  const words = text.value.data.coverage;
  const most = Math.max(...counts.values());
  const storedDays = [...counts.keys()].sort();
  const [first = '', last = ''] = [storedDays[0], storedDays.at(-1)];
  // Days before the first and after the last record of the year need not have one.
  const isExpected = (date: string) => COMPLETE.includes(set.name) && date >= first && date <= last;
  return (date) => {
    const count = counts.get(date);
    if (count !== undefined) {
      const tone = count < most * FEW ? 'few' : 'present';
      const records = most > 1 ? integer(count) : words.present;
      return { tone: `day-${tone}`, title: words.day(date, records) };
    }
    const tone = isWeekend(date) || closed.has(date) ? 'closed' : isExpected(date) ? 'missing' : 'none';
    return { tone: `day-${tone}`, title: words.day(date, words[tone]) };
  };
}

function useDays(name: string, ticker: string, year: number): Reading<Days> {
  const { api } = useSession();
  const reader = READERS[name];
  const isAsked = reader !== undefined && (ticker !== '' || name === 'quote');
  return useAnswer(isAsked ? `${name} ${ticker} ${year}` : null, async (signal) => {
    const range = { from_date: `${year}-01-01`, to_date: `${year}-12-31` };
    const closed = ask('/reference/settlement', { ...range, country: 'VN', status: 'closed', limit: 400 });
    const [records, { data }] = await Promise.all([
      reader?.(api, { ticker, ...range }, signal) ?? [],
      read(api, closed, signal),
    ]);
    return { counts: countsOf(records), closed: new Set(data.map(({ date }) => date)) };
  });
}

function countsOf(records: readonly string[] | Map<string, number>): ReadonlyMap<string, number> {
  if (records instanceof Map) return records;
  // One security: a day has a record of it or not.
  return new Map(records.map((date) => [date, 1]));
}
