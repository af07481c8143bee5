import { h } from 'preact';
import { percent, price, withSign } from '../../format.js';
import { text } from '../../text/language.js';
import { Card } from '../../view/card.js';
import { linear } from '../../view/chart/scale.js';
import { ExplainButton } from '../../view/explain.js';
import { companyAddress } from '../../view/links.js';
import { ask, jointReading, useRead } from '../../view/read.js';
import { ReadingView } from '../../view/states.js';
import { toneOf } from '../../view/tone.js';
import { type Step, stepsOf } from './waterfall.js';

/** What moved the index, member by member, from the level before to the level of the day. */
export function Contributors({ code, day, date }: { code: string; day: string | null; date: string | null }) {
  const words = text.value.market.contributors;
  const members = useRead(ask('/market/contributors', { code, date: day, side: 'all', limit: 10_000 }));
  const level = useRead(
    date === null
      ? null
      : ask('/trade/market/result', { code, from_date: date, to_date: date, fields: 'extended' }),
  );
  const result = level.body?.data[0];
  const move = result?.change ?? null;
  const isTraded = (members.body?.data ?? []).length > 0;
  return (
    <Card
      title={words.title(code)}
      tools={
        <ExplainButton
          by={{
            title: words.title(code),
            value: withSign(move, price),
            meaning: words.meaning,
            formula: words.formula,
            date,
            source: `GET /market/contributors?code=${code}&side=all`,
          }}
        />
      }
    >
      <div class="card-body">
        <ReadingView
          of={jointReading(members, level)}
          empty={isTraded ? words.noPoints(code) : words.empty(code)}
          isEmpty={({ data }) => data.every(({ contribution_point: points }) => points === null)}
        >
          {({ data }) => {
            const close = result?.close ?? null;
            const before = close === null || move === null ? null : close - move;
            return (
              <Waterfall code={code} steps={stepsOf(data, words.others)} before={before} close={close} />
            );
          }}
        </ReadingView>
      </div>
    </Card>
  );
}

/** Each step begins where the previous one ended; the last one ends at the close. */
function Waterfall({
  code,
  steps,
  before,
  close,
}: {
  code: string;
  steps: readonly Step[];
  before: number | null;
  close: number | null;
}) {
  const words = text.value.market.contributors;
  const ends = steps.flatMap(({ from, to }) => [from, to]);
  const x = linear([Math.min(0, ...ends), Math.max(0, ...ends)], [0, 100]);
  const sum = steps.at(-1)?.to ?? 0;
  return (
    <table class="waterfall" aria-label={words.title(code)}>
      <thead class="visually-hidden">
        <tr>
          <th scope="col">{text.value.common.ticker}</th>
          <th scope="col">{words.change}</th>
          <th scope="col">{words.place}</th>
          <th scope="col">{words.points}</th>
        </tr>
      </thead>
      <tbody>
        <End label={words.before} points={price(before)} />
        {steps.map((step) => (
          <StepRow key={step.label} step={step} x={x} />
        ))}
        <End label={words.close} points={price(close)} note={words.sum(withSign(sum, price))} />
      </tbody>
    </table>
  );
}

function End({ label, points, note = '' }: { label: string; points: string; note?: string }) {
  return (
    <tr class="waterfall-end">
      <th scope="row" colSpan={2}>
        {label}
      </th>
      <td class="muted">{note}</td>
      <td class="numeric">{points}</td>
    </tr>
  );
}

function StepRow({
  step: { label, ticker, change, from, to },
  x,
}: {
  step: Step;
  x: (value: number) => number;
}) {
  const points = to - from;
  const [left, right] = [x(Math.min(from, to)), x(Math.max(from, to))];
  return (
    <tr>
      <th scope="row">{ticker === null ? label : <a href={companyAddress(ticker)}>{ticker}</a>}</th>
      <td class={`numeric ${toneOf(change)}`}>{change === null ? '' : withSign(change, percent)}</td>
      <td class="waterfall-track">
        <span
          class={`waterfall-bar tone-${points < 0 ? 'down' : 'up'}`}
          style={{ left: `${left}%`, width: `${right - left}%` }}
        />
      </td>
      <td class={`numeric ${toneOf(points)}`}>{withSign(points, price)}</td>
    </tr>
  );
}
