import { h } from 'preact';
import { compact, integer } from '../../format.js';
import { text } from '../../text/language.js';
import { Card } from '../../view/card.js';
import { TimeChart } from '../../view/chart/time-chart.js';
import { DataTable, type TableColumn } from '../../view/data-table.js';
import { ExplainButton } from '../../view/explain.js';
import { Foldout } from '../../view/foldout.js';
import type { BodyOf, Reading, RowOf } from '../../view/read.js';
import { ReadingView } from '../../view/states.js';

type Movement = Reading<BodyOf<'/market/movement'>>;
type Day = RowOf<'/market/movement'>;

/** How many securities rose and fell, day by day. */
export function Breadth({ of }: { of: Movement }) {
  const words = text.value.market.breadth;
  return (
    <Card
      title={words.title}
      tools={
        <ExplainButton
          by={{
            title: words.title,
            meaning: words.meaning,
            formula: words.formula,
            source: 'GET /market/movement',
          }}
        />
      }
    >
      <div class="card-body">
        <ReadingView of={of} empty={words.empty}>
          {({ data }) => {
            const days = [...data].reverse();
            return (
              <div class="stack">
                <TimeChart
                  label={words.title}
                  days={days.map(({ date }) => date)}
                  format={(value) => integer(value === null ? null : Math.abs(value))}
                  series={[
                    {
                      label: words.advances,
                      kind: 'columns',
                      tone: 'up',
                      values: days.map((day) => day.advances),
                    },
                    {
                      label: words.declines,
                      kind: 'columns',
                      tone: 'down',
                      values: days.map((day) => -day.declines),
                    },
                  ]}
                />
                <Foldout label={text.value.common.asTable}>
                  <DataTable label={words.title} columns={columns()} rows={data} keyOf={(day) => day.date} />
                </Foldout>
              </div>
            );
          }}
        </ReadingView>
      </div>
    </Card>
  );
}

/** Total trading value, day by day. */
export function Turnover({ of }: { of: Movement }) {
  const words = text.value.market.turnover;
  return (
    <Card
      title={words.title}
      tools={
        <ExplainButton by={{ title: words.title, meaning: words.meaning, source: 'GET /market/movement' }} />
      }
    >
      <div class="card-body">
        <ReadingView of={of} empty={text.value.market.breadth.empty}>
          {({ data }) => {
            const days = [...data].reverse();
            const values = days.map((day) => day.total_value);
            return (
              <TimeChart
                label={words.title}
                days={days.map(({ date }) => date)}
                format={compact}
                series={[
                  { label: words.value, kind: 'columns', tone: 'series-1', values },
                  { label: words.average, kind: 'line', tone: 'series-2', values: meansOf(values, 20) },
                ]}
              />
            );
          }}
        </ReadingView>
      </div>
    </Card>
  );
}

/** The mean of the last `length` values at each point; null while there are fewer. */
function meansOf(values: readonly number[], length: number): (number | null)[] {
  let sum = 0;
  return values.map((value, at) => {
    sum += value - (values[at - length] ?? 0);
    return at + 1 < length ? null : sum / length;
  });
}

function columns(): readonly TableColumn<Day>[] {
  const { breadth, turnover } = text.value.market;
  return [
    { heading: text.value.common.date, cell: ({ date }) => date },
    { heading: breadth.advances, cell: (day) => integer(day.advances), numeric: true },
    { heading: breadth.declines, cell: (day) => integer(day.declines), numeric: true },
    { heading: breadth.unchanged, cell: (day) => integer(day.unchanged), numeric: true },
    { heading: breadth.ceilings, cell: (day) => integer(day.ceilings), numeric: true, wideOnly: true },
    { heading: breadth.floors, cell: (day) => integer(day.floors), numeric: true, wideOnly: true },
    { heading: turnover.value, cell: (day) => compact(day.total_value), numeric: true },
  ];
}
