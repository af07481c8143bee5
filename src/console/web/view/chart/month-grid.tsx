import { h } from 'preact';
import { text } from '../../text/language.js';

/** How a day is shown, and its tooltip. */
export interface DayMark {
  /** class of styles/data.css: day-present, day-missing, day-closed … */
  tone: string;
  title: string;
}

/** Months of a year as calendar sheets, Monday first: as many side by side as there is room for. */
export function MonthGrid({
  label,
  year,
  months = MONTHS,
  markOf,
}: {
  label: string;
  year: number;
  /** 0 for January; all by default */
  months?: readonly number[];
  markOf(date: string): DayMark;
}) {
  return (
    <div class="months" role="img" aria-label={label}>
      {months.map((month) => (
        <Month key={month} year={year} month={month} markOf={markOf} />
      ))}
    </div>
  );
}

const MONTHS = Array.from({ length: 12 }, (_none, month) => month);

function Month({ year, month, markOf }: { year: number; month: number; markOf(date: string): DayMark }) {
  const first = new Date(Date.UTC(year, month, 1));
  const count = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const before = (first.getUTCDay() + 6) % 7;
  const name = new Intl.DateTimeFormat(text.value.code, { month: 'short', timeZone: 'UTC' }).format(first);
  return (
    <div class="month">
      <strong>{name}</strong>
      <div class="month-days">
        {Array.from({ length: before }, (_none, at) => (
          <i key={`before ${at}`} />
        ))}
        {Array.from({ length: count }, (_none, at) => {
          const date = `${year}-${String(month + 1).padStart(2, '0')}-${String(at + 1).padStart(2, '0')}`;
          const { tone, title } = markOf(date);
          return (
            <span key={date} class={`day ${tone}`} title={title}>
              {at + 1}
            </span>
          );
        })}
      </div>
    </div>
  );
}
