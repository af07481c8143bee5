import { h } from 'preact';
import { text } from '../../text/language.js';
import { marketToday, rangeStart } from '../../view/days.js';
import { ask, type BodyOf, type Reading, useAnswer, useRead } from '../../view/read.js';
import { route } from '../../view/route.js';
import { useSession } from '../../view/session.js';
import { Empty, ReadingView } from '../../view/states.js';
import { type Measurement, measure } from './measure.js';
import { PortfolioForm } from './portfolio-form.js';
import { Result } from './result.js';
import { type PerformanceState, stateOf } from './state.js';

/** The page: a portfolio and its performance. */
export function PerformancePage() {
  const state = stateOf(route.value);
  const words = text.value.performance;
  const measurement = useMeasurement(state);
  return (
    <div class="stack">
      <header class="page-head">
        <h1>{words.title}</h1>
      </header>
      <PortfolioForm state={state} />
      {state.holdings.length === 0 ? (
        <Empty title={words.empty}>
          <p>{words.emptyHint}</p>
        </Empty>
      ) : (
        <ReadingView of={measurement} empty={words.noReturns} isEmpty={({ days }) => days.length === 0}>
          {(body) => (
            <div class="stack">
              <Result of={body} />
            </div>
          )}
        </ReadingView>
      )}
    </div>
  );
}

/** Measures what the address asks for, by default over a year up to the newest trading day. */
function useMeasurement(state: PerformanceState): Reading<Measurement> {
  const { api } = useSession();
  const isAsked = state.holdings.length > 0;
  const newest = useRead(isAsked && state.to === '' ? ask('/market/movement', { limit: 1 }) : null);
  const to = state.to === '' ? lastDayOf(newest.body) : state.to;
  const from = state.from === '' && to !== null ? rangeStart(to, 365) : state.from;
  const key = isAsked && to !== null ? JSON.stringify({ ...state, from, to }) : null;
  const measurement = useAnswer(key, (signal) =>
    measure(api, state, { from_date: from, to_date: to ?? '' }, signal),
  );
  // As long as the day is read, or cannot be read, nothing is measured.
  return key === null ? { ...newest, body: null } : measurement;
}

/** The newest trading day of a list of them; without any, today: the service says what is missing. */
function lastDayOf(days: BodyOf<'/market/movement'> | null): string | null {
  if (days === null) return null;
  return days.data[0]?.date ?? marketToday();
}
