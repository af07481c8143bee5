import { Fragment, h } from 'preact';
import { integer } from '../../format.js';
import { text } from '../../text/language.js';
import { Card } from '../../view/card.js';
import { type DayMark, MonthGrid } from '../../view/chart/month-grid.js';
import { Select } from '../../view/choices.js';
import { DataTable } from '../../view/data-table.js';
import { DayInput } from '../../view/day-input.js';
import { isDay, isWeekend, marketToday } from '../../view/days.js';
import { Field } from '../../view/field.js';
import { ask, type RowOf, useRead } from '../../view/read.js';
import { route, visit } from '../../view/route.js';
import { ReadingView } from '../../view/states.js';

type Day = RowOf<'/reference/settlement'>;

/** Selectable years around the present one. */
const BACK = 12;
const AHEAD = 1;

/** The trading days of Vietnam month by month, and when a trade settles. */
export function Calendar() {
  const words = text.value.reference.calendar;
  const { query } = route.value;
  const present = Number(marketToday().slice(0, 4));
  const year = Number(query.get('year') ?? present) || present;
  const years = Array.from({ length: BACK + AHEAD + 1 }, (_none, back) => String(present + AHEAD - back));
  const days = useRead(
    ask('/reference/settlement', {
      country: 'VN',
      from_date: `${year}-01-01`,
      to_date: `${year}-12-31`,
      limit: 400,
      order: 'asc',
    }),
  );
  return (
    <Fragment>
      <Card
        title={words.title(year)}
        tools={
          <Select
            label={words.year}
            choices={years.map((value) => ({ value, label: value }))}
            value={String(year)}
            onChoose={(value) => visit({ year: value })}
          />
        }
      >
        <div class="card-body">
          <ReadingView of={days} empty={text.value.reference.empty}>
            {({ data }) => <Year year={year} days={data} />}
          </ReadingView>
        </div>
      </Card>
      <Settlement />
    </Fragment>
  );
}

function Year({ year, days }: { year: number; days: readonly Day[] }) {
  const words = text.value.reference.calendar;
  const byDate = new Map(days.map((day) => [day.date, day]));
  const holidays = days.filter(({ status, date }) => status === 'closed' && !isWeekend(date));
  const open = days.filter(({ status }) => status === 'open').length;
  const markOf = (date: string): DayMark => {
    const day = byDate.get(date);
    if (day?.status === 'open') return { tone: 'day-present', title: `${date}: ${words.open}` };
    if (isWeekend(date)) return { tone: 'day-closed', title: `${date}: ${words.weekend}` };
    if (day === undefined) return { tone: 'day-none', title: date };
    return { tone: 'day-few', title: `${date}: ${day.name}` };
  };
  return (
    <div class="stack">
      <p>{words.days(integer(open), integer(holidays.length))}</p>
      <MonthGrid label={words.title(year)} year={year} markOf={markOf} />
      <DataTable
        label={words.holidays}
        rows={holidays}
        keyOf={({ date }) => date}
        columns={[
          { heading: words.date, cell: ({ date }) => date },
          { heading: words.holidays, cell: ({ name }) => name, wrap: true },
        ]}
      />
    </div>
  );
}

/** When a trade of a day settles. */
function Settlement() {
  const words = text.value.reference.calendar;
  const trade = route.value.query.get('trade') ?? '';
  const request = isDay(trade)
    ? ask('/reference/settlement', { country: 'VN', from_date: trade, to_date: trade })
    : null;
  const answer = useRead(request);
  return (
    <Card title={words.settles}>
      <div class="card-body stack">
        <div class="inline-form">
          <Field label={words.tradeDay}>
            {(labelled) => <DayInput {...labelled} value={trade} onChange={(day) => visit({ trade: day })} />}
          </Field>
        </div>
        {request !== null && (
          <ReadingView of={answer} empty={words.beyond(trade)} lead={null}>
            {({ data }) => data.map((day) => <SettlementOf key={day.date} day={day} />)}
          </ReadingView>
        )}
      </div>
    </Card>
  );
}

function SettlementOf({ day: { date, status, name, settlement_date: settles } }: { day: Day }) {
  const words = text.value.reference.calendar;
  if (status === 'closed') return <p role="status">{words.closedDay(date, name)}</p>;
  return <p role="status">{settles === null ? words.beyond(date) : words.settlesOn(date, settles)}</p>;
}
