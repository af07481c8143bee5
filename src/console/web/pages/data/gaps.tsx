import { h } from 'preact';
import { integer } from '../../format.js';
import { text } from '../../text/language.js';
import { DataTable } from '../../view/data-table.js';
import { daysBefore, isWeekend } from '../../view/days.js';
import { ask, jointReading, useRead } from '../../view/read.js';
import { Empty, ReadingView } from '../../view/states.js';

/** Maximum days shown. */
const MOST_SHOWN = 1000;

/** Consecutive trading days without a quote. */
interface Range {
  from: string;
  to: string;
  days: number;
}

/** The trading days on which a security has no quote, as ranges, the newest first. */
export function Gaps({ ticker }: { ticker: string }) {
  const words = text.value.data.coverage;
  const gaps = useRead(ask('/quote/gaps', { ticker, limit: MOST_SHOWN, order: 'desc', total: true }));
  const dates = (gaps.body?.data ?? []).map(({ date }) => date);
  const closed = useRead(
    dates.length < 2
      ? null
      : ask('/reference/settlement', {
          country: 'VN',
          status: 'closed',
          from_date: dates.at(-1) ?? null,
          to_date: dates[0] ?? null,
          limit: 10_000,
        }),
  );
  const holidays = new Set((closed.body?.data ?? []).map(({ date }) => date));
  return (
    <ReadingView of={jointReading(gaps, closed)} empty={words.noGaps} isEmpty={() => false}>
      {({ data, meta }) => {
        if (data.length === 0) {
          return (
            <Empty title={words.noGaps}>
              <p>{words.noGapsMeaning(ticker)}</p>
            </Empty>
          );
        }
        const total = meta.total ?? data.length;
        return (
          <div class="stack">
            <p>
              {words.gaps(integer(total), ticker)}
              {total > data.length && ` ${words.latest(integer(data.length))}`}
            </p>
            <DataTable
              label={words.gapsOf(ticker)}
              rows={rangesOf(dates, holidays)}
              keyOf={({ from }) => from}
              columns={[
                { heading: words.from, cell: ({ from }) => from },
                { heading: words.to, cell: ({ to }) => to },
                { heading: words.length, cell: ({ days }) => integer(days), numeric: true },
              ]}
            />
          </div>
        );
      }}
    </ReadingView>
  );
}

/** Days, newest first, as ranges: two share a range if the market was closed on every day between them. */
function rangesOf(dates: readonly string[], holidays: ReadonlySet<string>): Range[] {
  const ranges: Range[] = [];
  for (const date of dates) {
    const range = ranges.at(-1);
    if (range !== undefined && openDayBefore(range.from, holidays) === date) {
      range.from = date;
      range.days += 1;
    } else ranges.push({ from: date, to: date, days: 1 });
  }
  return ranges;
}

function openDayBefore(date: string, holidays: ReadonlySet<string>): string {
  let day = daysBefore(date, 1);
  while (isWeekend(day) || holidays.has(day)) day = daysBefore(day, 1);
  return day;
}
