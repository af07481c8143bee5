import { h } from 'preact';
import { compact, withSign } from '../../format.js';
import { text } from '../../text/language.js';
import { Card } from '../../view/card.js';
import { NetChart } from '../../view/chart/net-chart.js';
import { rangeStart } from '../../view/days.js';
import { ExplainButton } from '../../view/explain.js';
import { companyAddress } from '../../view/links.js';
import { ask, type RowOf, useRead } from '../../view/read.js';
import { Empty, ReadingView } from '../../view/states.js';
import { toneOf } from '../../view/tone.js';

/** Calendar days of the chart, and securities per side. */
const PAST = 60;
const ROWS = 5;

/** Net purchases of foreign investors: over time, and the largest of the day. */
export function Foreign({ code, date }: { code: string; date: string | null }) {
  const words = text.value.market.foreign;
  const flow = useRead(
    date === null
      ? null
      : ask('/trade/flow', {
          scope: 'index',
          code,
          from_date: rangeStart(date, PAST),
          to_date: date,
          order: 'asc',
          limit: 200,
        }),
  );
  const day = useRead(
    date === null ? null : ask('/trade/foreign', { from_date: date, to_date: date, limit: 10_000 }),
  );
  return (
    <Card
      title={words.title}
      tools={
        <ExplainButton
          by={{
            title: words.title,
            meaning: words.meaning(code),
            formula: words.formula,
            date,
            source: `GET /trade/flow?scope=index&code=${code}, GET /trade/foreign`,
          }}
        />
      }
    >
      <div class="card-body stack">
        <ReadingView of={flow} empty={words.empty}>
          {({ data }) => (
            <NetChart
              label={words.title}
              series={words.net(code)}
              days={data.map((each) => each.date)}
              values={data.map((each) => each.foreign_net_value)}
            />
          )}
        </ReadingView>
        <ReadingView of={day} empty={words.empty} lead={null}>
          {({ data }) => <Extremes rows={data} />}
        </ReadingView>
      </div>
    </Card>
  );
}

/** The securities with the largest net purchases and sales. */
function Extremes({ rows }: { rows: readonly RowOf<'/trade/foreign'>[] }) {
  const words = text.value.market.foreign;
  const sorted = rows
    .flatMap(({ ticker, foreign_net_value: net }) => (net === null || net === 0 ? [] : [{ ticker, net }]))
    .sort((one, other) => other.net - one.net);
  if (sorted.length === 0) return <Empty title={words.nothing} />;
  const bought = sorted.filter(({ net }) => net > 0).slice(0, ROWS);
  const sold = sorted
    .filter(({ net }) => net < 0)
    .slice(-ROWS)
    .reverse();
  return (
    <div class="two-columns">
      <NetList title={words.bought} rows={bought} />
      <NetList title={words.sold} rows={sold} />
    </div>
  );
}

function NetList({ title, rows }: { title: string; rows: readonly { ticker: string; net: number }[] }) {
  return (
    <div>
      <h3>{title}</h3>
      <ul class="net-list">
        {rows.map(({ ticker, net }) => (
          <li key={ticker}>
            <a href={companyAddress(ticker)}>{ticker}</a>
            <span class={`numeric ${toneOf(net)}`}>{withSign(net, compact)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
