import { h } from 'preact';
import { text } from '../../text/language.js';
import { Select } from '../../view/choices.js';
import { DayInput } from '../../view/day-input.js';
import { ask, type RowOf, read } from '../../view/read.js';
import { route, visit } from '../../view/route.js';
import { useSession } from '../../view/session.js';
import { toastError } from '../../view/toast.js';
import { EXCHANGES, type MarketState } from './state.js';

/** Heading, day and scope of the page. */
export function MarketHead({
  state,
  date,
  days,
  indices,
}: {
  state: MarketState;
  date: string | null;
  /** trading days up to the one shown, the newest first */
  days: readonly string[];
  indices: readonly RowOf<'/index/profile'>[];
}) {
  const words = text.value.market;
  const scopes = [
    { value: '', label: words.wholeMarket },
    ...EXCHANGES.map((exchange) => ({ value: exchange as string, label: exchange as string })),
    ...indices.map(({ code }) => ({ value: code, label: words.indexScope(code) })),
  ];
  return (
    <header class="page-head">
      <h1>{words.title}</h1>
      <div class="toolbar">
        <Select
          label={words.scope}
          choices={scopes}
          value={state.scope}
          onChoose={(scope) => visit({ scope })}
        />
        <DayPicker
          state={state}
          date={date}
          before={days.find((day) => date !== null && day < date) ?? null}
        />
      </div>
    </header>
  );
}

function DayPicker({
  state,
  date,
  before,
}: {
  state: MarketState;
  date: string | null;
  before: string | null;
}) {
  const { api } = useSession();
  const words = text.value.market;
  /** Reads the next trading day only on request: after the present day there is none. */
  const goOn = async () => {
    if (date === null) return;
    const before = route.peek();
    const { data } = await read(api, ask('/market/movement', { from_date: date, order: 'asc', limit: 2 }));
    // A reader who has gone elsewhere meanwhile stays there.
    if (route.peek() === before) visit({ date: data.find((day) => day.date > date)?.date ?? null });
  };
  return (
    <div class="day-picker" data-chosen={date ?? ''}>
      <button
        type="button"
        class="icon-button"
        aria-label={words.previousDay}
        title={words.previousDay}
        disabled={before === null}
        onClick={() => visit({ date: before })}
      >
        <span aria-hidden="true">‹</span>
      </button>
      <DayInput
        aria-label={words.day}
        value={date ?? ''}
        onChange={(day) => day !== '' && visit({ date: day })}
      />
      <button
        type="button"
        class="icon-button"
        aria-label={words.nextDay}
        title={words.nextDay}
        disabled={state.date === null}
        onClick={() => void goOn().catch((error) => toastError(words.nextDay, error))}
      >
        <span aria-hidden="true">›</span>
      </button>
      {state.date !== null && (
        <button type="button" class="button button-quiet" onClick={() => visit({ date: null })}>
          {words.presentDay}
        </button>
      )}
    </div>
  );
}
