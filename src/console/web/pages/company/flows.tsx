import { h } from 'preact';
import { compact, integer, percent, withSign } from '../../format.js';
import { text } from '../../text/language.js';
import { Card } from '../../view/card.js';
import { NetChart } from '../../view/chart/net-chart.js';
import { TimeChart } from '../../view/chart/time-chart.js';
import { rangeStart } from '../../view/days.js';
import { ExplainButton } from '../../view/explain.js';
import { Figures, type NamedFigure } from '../../view/figures.js';
import { ask, type RowOf, useRead } from '../../view/read.js';
import { ReadingView } from '../../view/states.js';
import type { OfCompany } from './of-company.js';

/** Calendar days of the charts. */
const PAST = 182;

/** Foreign room and holdings, and who bought and sold. */
export function Flows({ detail: { ticker, date } }: OfCompany) {
  const words = text.value.company.flows;
  const to = date ?? '';
  const range = {
    from_date: rangeStart(to === '' ? '1970-01-01' : to, PAST),
    to_date: to,
    order: 'asc',
    limit: 500,
  } as const;
  const foreign = useRead(date === null ? null : ask('/trade/foreign', { ticker, ...range }));
  const flow = useRead(
    date === null ? null : ask('/trade/flow', { scope: 'ticker', code: ticker, ...range }),
  );
  return (
    <div class="company-grid">
      <Card title={words.foreign} wide>
        <div class="card-body stack">
          <ReadingView of={foreign} empty={words.noForeign} isAsked={date !== null}>
            {({ data }) => <Foreign rows={data} />}
          </ReadingView>
        </div>
      </Card>
      <Card
        title={words.active}
        tools={
          <ExplainButton
            by={{
              title: words.active,
              meaning: words.activeMeaning,
              source: `GET /trade/flow?scope=ticker&code=${ticker}`,
            }}
          />
        }
      >
        <div class="card-body">
          <ReadingView of={flow} empty={words.noFlow} isAsked={date !== null}>
            {({ data }) => <Active rows={data} />}
          </ReadingView>
        </div>
      </Card>
      <Card title={words.proprietary}>
        <div class="card-body">
          <ReadingView of={flow} empty={words.noFlow} isAsked={date !== null}>
            {({ data }) => <Proprietary rows={data} />}
          </ReadingView>
        </div>
      </Card>
    </div>
  );
}

function Active({ rows }: { rows: readonly RowOf<'/trade/flow'>[] }) {
  const words = text.value.company.flows;
  return (
    <TimeChart
      label={words.active}
      days={rows.map((day) => day.date)}
      format={(value) => compact(value === null ? null : Math.abs(value))}
      series={[
        {
          label: words.activeBuy,
          kind: 'columns',
          tone: 'up',
          values: rows.map((day) => day.active_buy_value),
        },
        {
          label: words.activeSell,
          kind: 'columns',
          tone: 'down',
          values: rows.map((day) => minus(day.active_sell_value)),
        },
      ]}
    />
  );
}

function Proprietary({ rows }: { rows: readonly RowOf<'/trade/flow'>[] }) {
  const words = text.value.company.flows;
  return (
    <NetChart
      label={words.proprietary}
      series={words.net}
      days={rows.map((day) => day.date)}
      values={rows.map((day) => day.proprietary_net_value)}
    />
  );
}

function Foreign({ rows }: { rows: readonly RowOf<'/trade/foreign'>[] }) {
  const words = text.value.company.flows;
  const days = rows.map((day) => day.date);
  return (
    <div class="stack">
      <Figures of={roomOf(rows.at(-1))} />
      <NetChart
        label={words.net}
        series={words.net}
        days={days}
        values={rows.map((day) => day.foreign_net_value)}
      />
      <TimeChart
        label={words.owned}
        days={days}
        height={140}
        format={(value) => (value === null ? '' : percent(value))}
        series={[
          {
            label: words.owned,
            kind: 'line',
            tone: 'series-1',
            values: rows.map(({ foreign_ownership_ratio: share }) => (share === null ? null : share * 100)),
          },
        ]}
      />
    </div>
  );
}

/** What foreign investors hold of the security, and may still buy. */
function roomOf(day: RowOf<'/trade/foreign'> | undefined): NamedFigure[] {
  const words = text.value.company.flows;
  if (day === undefined) return [];
  const { foreign_total_room: total, foreign_owned_volume: owned, foreign_current_room: room } = day;
  const share = day.foreign_ownership_ratio;
  const common = { date: day.date, source: `GET /trade/foreign?ticker=${day.ticker}` };
  const inputs = [
    [words.totalRoom, integer(total)],
    [words.ownedShares, integer(owned)],
    [words.room, integer(room)],
  ] as const;
  return [
    {
      title: words.owned,
      value: share === null ? '' : percent(share * 100),
      formula: words.ownedFormula,
      inputs,
      ...common,
    },
    { title: words.ownedShares, value: integer(owned), meaning: words.ownedMeaning, ...common },
    { title: words.room, value: integer(room), formula: words.roomFormula, inputs, ...common },
    { title: words.totalRoom, value: integer(total), meaning: words.totalRoomMeaning, ...common },
    {
      title: words.net,
      value: withSign(day.foreign_net_value, compact),
      formula: words.netFormula,
      ...common,
    },
  ];
}

const minus = (value: number | null) => (value === null ? null : -value);
