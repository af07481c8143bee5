import { h } from 'preact';
import { text } from '../../text/language.js';
import { ask, type RowOf, useRead } from '../../view/read.js';
import { route, visit } from '../../view/route.js';
import { DataSources, Empty, Failure, noticesOf } from '../../view/states.js';
import { Breadth, Turnover } from './breadth.js';
import { Contributors } from './contributors.js';
import { Foreign } from './foreign.js';
import { MarketHead } from './head.js';
import { Heatmap } from './heatmap.js';
import { IndexStrip } from './index-strip.js';
import { Members } from './members.js';
import { Movers } from './movers.js';
import { MarketNews } from './news.js';
import { Economy, Insight } from './outlook.js';
import { stateOf, within } from './state.js';

/** Days of the charts over time: about three months. */
const DAYS = 60;

/** The page: what happened on a day, from the whole market to the single security. */
export function MarketPage() {
  const state = stateOf(route.value);
  const indices = useRead(ask('/index/profile', { date: state.date, limit: 200 }));
  const breadth = useRead(
    ask('/market/movement', { to_date: state.date, ...within(state.scope), limit: DAYS }),
  );
  const knownIndices = indices.body?.data ?? [];
  const days = breadth.body?.data ?? [];
  const newest = days[0]?.date ?? null;
  const date = state.date ?? newest;
  const isDay = breadth.body === null || breadth.isLoading || (date !== null && newest === date);
  const code = indexOf(state.scope, knownIndices);
  return (
    <div class="market">
      {/* Whatever becomes of a day or a scope, others can be chosen. */}
      <MarketHead state={state} date={date} days={days.map((day) => day.date)} indices={knownIndices} />
      {breadth.error !== null && !breadth.isLoading ? (
        <Failure error={breadth.error} retry={breadth.retry} />
      ) : isDay ? (
        <div class="market-grid">
          <IndexStrip of={indices} date={date} scope={state.scope} />
          <Heatmap state={state} />
          <Movers state={state} />
          <div class="market-column">
            <Contributors code={code} day={state.date} date={date} />
            <Foreign code={code} date={date} />
          </div>
          <div class="market-column">
            <Breadth of={breadth} />
            <Turnover of={breadth} />
          </div>
          {code === state.scope && <Members code={code} date={date} />}
          <MarketNews date={date} scope={state.scope} />
          <Economy date={date} />
          <Insight date={date} />
        </div>
      ) : (
        <NoDay date={state.date} newest={newest} notices={noticesOf(breadth.body)} />
      )}
    </div>
  );
}

/** The index that represents a scope: itself, else the all-share index of the exchange, else the VN-Index. */
function indexOf(scope: string, indices: readonly RowOf<'/index/profile'>[]): string {
  if (indices.some(({ code }) => code === scope)) return scope;
  const whole = indices.find(({ exchange, all_share }) => all_share && exchange === scope);
  return whole?.code ?? indices.find(({ code }) => code === 'VNINDEX')?.code ?? indices[0]?.code ?? 'VNINDEX';
}

/** A day without trading, with a link to the last trading day before it; or a market without any day. */
function NoDay({
  date,
  newest,
  notices,
}: {
  date: string | null;
  newest: string | null;
  notices: ReturnType<typeof noticesOf>;
}) {
  const words = text.value.market;
  if (newest === null) {
    return (
      <Empty title={date === null ? words.noMarket : words.nothingBefore(date)} notices={notices}>
        {date === null ? <DataSources /> : <ToDay date={null} label={words.presentDay} />}
      </Empty>
    );
  }
  return (
    <Empty title={words.closedDay(date ?? '')}>
      <ToDay date={newest} label={words.dayBefore(newest)} />
    </Empty>
  );
}

function ToDay({ date, label }: { date: string | null; label: string }) {
  return (
    <button type="button" class="button button-primary" onClick={() => visit({ date })}>
      {label}
    </button>
  );
}
