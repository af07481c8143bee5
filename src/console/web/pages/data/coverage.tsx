import { h } from 'preact';
import { useState } from 'preact/hooks';
import { text } from '../../text/language.js';
import { Card } from '../../view/card.js';
import { Select } from '../../view/choices.js';
import { titleOf } from '../../view/data-set-names.js';
import { marketToday } from '../../view/days.js';
import { Field } from '../../view/field.js';
import { route, visit } from '../../view/route.js';
import { CoverageYear } from './coverage-year.js';
import { READERS } from './days-of.js';
import { Gaps } from './gaps.js';
import type { DataSet } from './overview.js';

const TICKER = /^[A-Z0-9]{3,100}$/;

/** The days of a data set and a security as a calendar, and its gaps; the address selects both. */
export function Coverage({ sets, only }: { sets: readonly DataSet[]; only?: string }) {
  const words = text.value.data.coverage;
  const { query } = route.value;
  const offeredSets = sets.filter(({ name, row_count: count }) => name in READERS && count > 0);
  const dataSetName = only ?? query.get('set') ?? 'quote';
  const set = offeredSets.find(({ name }) => name === dataSetName) ?? offeredSets[0];
  const requestedTicker = query.get('ticker')?.toUpperCase() ?? '';
  const ticker = TICKER.test(requestedTicker) ? requestedTicker : '';
  const last = Number((set?.last_date ?? marketToday()).slice(0, 4));
  const first = Number((set?.first_date ?? String(last)).slice(0, 4));
  const year = Math.min(last, Math.max(first, Number(query.get('year') ?? last) || last));
  const years = Array.from({ length: last - first + 1 }, (_none, back) => String(last - back));
  return (
    <Card title={words.title}>
      <div class="card-body stack">
        <div class="inline-form">
          <TickerForm ticker={ticker} />
          {only === undefined && offeredSets.length > 1 && (
            <Select
              label={words.set}
              choices={offeredSets.map((set) => ({ value: set.name as string, label: titleOf(set) }))}
              value={set?.name ?? 'quote'}
              onChoose={(name) => visit({ set: name === 'quote' ? null : name })}
            />
          )}
          {years.length > 1 && (
            <Select
              label={words.year}
              choices={years.map((value) => ({ value, label: value }))}
              value={String(year)}
              onChoose={(value) => visit({ year: value })}
            />
          )}
        </div>
        {set !== undefined && <CoverageYear set={set} ticker={ticker} year={year} />}
        {(set === undefined || set.name === 'quote') &&
          (ticker === '' ? <p class="hint">{words.hint}</p> : <Gaps key={ticker} ticker={ticker} />)}
      </div>
    </Card>
  );
}

function TickerForm({ ticker }: { ticker: string }) {
  const words = text.value.data.coverage;
  const [typed, setTyped] = useState<{ of: string; value: string }>({ of: ticker, value: ticker });
  const value = typed.of === ticker ? typed.value : ticker;
  return (
    <form
      class="inline-form"
      onSubmit={(event) => {
        event.preventDefault();
        visit({ ticker: value.trim().toUpperCase() });
      }}
    >
      <Field label={words.ticker}>
        {(labelled) => (
          <input
            {...labelled}
            class="input"
            name="ticker"
            pattern="[A-Za-z0-9]{3,100}"
            autocomplete="off"
            spellcheck={false}
            placeholder="VNM"
            value={value}
            onInput={({ currentTarget }) => setTyped({ of: ticker, value: currentTarget.value })}
          />
        )}
      </Field>
      <button type="submit" class="button">
        {words.find}
      </button>
      {ticker !== '' && (
        <button type="button" class="button button-quiet" onClick={() => visit({ ticker: null })}>
          {words.all}
        </button>
      )}
    </form>
  );
}
