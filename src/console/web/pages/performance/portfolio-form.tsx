import { h } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { text } from '../../text/language.js';
import { Card } from '../../view/card.js';
import { DayInput } from '../../view/day-input.js';
import { Field } from '../../view/field.js';
import { IconButton } from '../../view/icon-button.js';
import { visit } from '../../view/route.js';
import { type Holding, type PerformanceState, queryOf } from './state.js';

const CODE = '[A-Za-z0-9]{3,100}';
const PLAIN = { class: 'input', autocomplete: 'off', spellcheck: false } as const;

/** The form that composes a portfolio; submitting changes the address, which measures it. */
export function PortfolioForm({ state }: { state: PerformanceState }) {
  const words = text.value.performance;
  const [draft, setDraft] = useState(() => draftOf(state));
  const address = JSON.stringify(state);
  const lastAddress = useRef(address);
  useEffect(() => {
    if (lastAddress.current === address) return;
    lastAddress.current = address;
    setDraft(draftOf(state));
  }, [address]);
  const change = (part: Partial<PerformanceState>) => setDraft((before) => ({ ...before, ...part }));
  const code = (value: string) => value.trim().toUpperCase();
  return (
    <Card title={words.portfolio}>
      <form
        class="card-body stack"
        onSubmit={(event) => {
          event.preventDefault();
          const holdings = draft.holdings
            .map(({ ticker, weight }) => ({ ticker: code(ticker), weight: weight.trim() }))
            .filter(({ ticker }) => ticker !== '');
          visit(queryOf({ ...draft, holdings, benchmark: code(draft.benchmark) }));
        }}
      >
        <Holdings of={draft.holdings} onChange={(holdings) => change({ holdings })} />
        <p class="hint">{words.weightHint}</p>
        <div class="record-fields">
          <Field label={words.benchmark}>
            {(labelled) => (
              <input
                {...labelled}
                {...PLAIN}
                pattern={CODE}
                value={draft.benchmark}
                onInput={({ currentTarget: { value } }) => change({ benchmark: value })}
              />
            )}
          </Field>
          {(['from', 'to'] as const).map((end) => (
            <Field key={end} label={words[end]}>
              {(labelled) => (
                <DayInput
                  {...labelled}
                  value={draft[end]}
                  onInput={({ currentTarget: { value } }) => change({ [end]: value })}
                />
              )}
            </Field>
          ))}
          <Field label={words.riskFree}>
            {(labelled) => (
              <input
                {...labelled}
                {...PLAIN}
                inputMode="decimal"
                pattern="-?[0-9]*[.]?[0-9]+"
                value={draft.riskFree}
                onInput={({ currentTarget: { value } }) => change({ riskFree: value })}
              />
            )}
          </Field>
        </div>
        <label class="check">
          <input
            type="checkbox"
            checked={draft.adjusted}
            onChange={({ currentTarget: { checked } }) => change({ adjusted: checked })}
          />
          {words.adjusted}
        </label>
        <div class="toolbar">
          <button type="submit" class="button button-primary">
            {words.measure}
          </button>
        </div>
      </form>
    </Card>
  );
}

/** What the form begins with: a line for the first security if there is none. */
function draftOf(state: PerformanceState): PerformanceState {
  return {
    ...state,
    benchmark: state.benchmark === 'none' ? '' : state.benchmark,
    holdings: state.holdings.length === 0 ? [{ ticker: '', weight: '' }] : state.holdings,
  };
}

function Holdings({
  of,
  onChange,
}: {
  of: readonly Holding[];
  onChange(holdings: readonly Holding[]): void;
}) {
  const words = text.value.performance;
  const set = (at: number, part: Partial<Holding>) =>
    onChange(of.map((holding, index) => (index === at ? { ...holding, ...part } : holding)));
  return (
    <div class="holdings">
      {of.map(({ ticker, weight }, at) => (
        <div key={at} class="holding">
          <input
            {...PLAIN}
            aria-label={words.tickerOf(at + 1)}
            placeholder={words.ticker}
            pattern={CODE}
            required={at === 0}
            value={ticker}
            onInput={({ currentTarget: { value } }) => set(at, { ticker: value })}
          />
          <input
            {...PLAIN}
            aria-label={words.weightOf(at + 1)}
            placeholder={words.weight}
            inputMode="decimal"
            pattern="[0-9]*[.]?[0-9]+"
            value={weight}
            onInput={({ currentTarget: { value } }) => set(at, { weight: value })}
          />
          <IconButton
            name="close"
            label={words.remove(at + 1)}
            disabled={of.length === 1}
            onClick={() => onChange(of.filter((_holding, index) => index !== at))}
          />
        </div>
      ))}
      <button type="button" class="button" onClick={() => onChange([...of, { ticker: '', weight: '' }])}>
        {words.add}
      </button>
    </div>
  );
}
