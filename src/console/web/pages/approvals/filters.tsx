import { h } from 'preact';
import { text } from '../../text/language.js';
import { Segmented } from '../../view/choices.js';
import { DayInput } from '../../view/day-input.js';
import { Field } from '../../view/field.js';
import { FilterForm, FREE_TEXT } from '../../view/filter-form.js';
import type { Flag } from './quote.js';
import { changeQuery, type QueueQuery, STATUSES } from './state.js';

/** State and filters of the queue, as given by the address. */
export function Filters({ query }: { query: QueueQuery }) {
  const words = text.value.approvals;
  return (
    <div class="stack">
      <Segmented
        label={words.status}
        choices={STATUSES.map((value) => ({ value, label: words.statuses[value] }))}
        value={query.status}
        onChoose={(status) => changeQuery({ status })}
      />
      <QueueFilters query={query} />
    </div>
  );
}

function QueueFilters({ query }: { query: QueueQuery }) {
  const words = text.value.approvals;
  const apply = (values: Readonly<Record<string, string>>) => {
    const of = (name: string) => values[name] ?? '';
    changeQuery({
      ticker: of('ticker').toUpperCase(),
      from_date: of('from_date'),
      to_date: of('to_date'),
      maker: of('maker'),
      flag: of('flag') as Flag | '',
    });
  };
  const clear = () => changeQuery({ ticker: '', from_date: '', to_date: '', maker: '', flag: '' });
  const { ticker, from_date, to_date, maker, flag } = query;
  const flags = Object.entries(words.flags);
  return (
    <FilterForm
      label={words.filters}
      values={{ ticker, from_date, to_date, maker, flag }}
      apply={apply}
      clear={clear}
    >
      <Field label={words.ticker}>
        {(labelled) => (
          <input
            {...labelled}
            {...FREE_TEXT}
            name="ticker"
            defaultValue={ticker}
            pattern="[A-Za-z0-9]{3,100}"
          />
        )}
      </Field>
      <Field label={words.from}>
        {(labelled) => <DayInput {...labelled} name="from_date" defaultValue={from_date} />}
      </Field>
      <Field label={words.to}>
        {(labelled) => <DayInput {...labelled} name="to_date" defaultValue={to_date} />}
      </Field>
      <Field label={words.maker}>
        {(labelled) => <input {...labelled} {...FREE_TEXT} name="maker" defaultValue={maker} />}
      </Field>
      <Field label={words.flag}>
        {(labelled) => (
          <select {...labelled} class="input" name="flag">
            <option value="">{words.any}</option>
            {flags.map(([each, { name }]) => (
              <option key={each} value={each} selected={each === flag}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
    </FilterForm>
  );
}
