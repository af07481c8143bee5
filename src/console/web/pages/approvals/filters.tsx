import { h } from 'preact';
import { text } from '../../text/language.js';
import { Segmented } from '../../view/choices.js';
import { Field } from '../../view/field.js';
import { FilterForm, FREE_TEXT } from '../../view/filter-form.js';
import type { Flag } from './quote.js';
import { STATUSES, type Wanted, want } from './state.js';

/** State and filters of the queue, as given by the address. */
export function Filters({ wanted }: { wanted: Wanted }) {
  const words = text.value.approvals;
  return (
    <div class="stack">
      <Segmented
        label={words.status}
        choices={STATUSES.map((value) => ({ value, label: words.statuses[value] }))}
        value={wanted.status}
        onChoose={(status) => want({ status })}
      />
      <QueueFilters wanted={wanted} />
    </div>
  );
}

function QueueFilters({ wanted }: { wanted: Wanted }) {
  const words = text.value.approvals;
  const apply = (given: Readonly<Record<string, string>>) => {
    const of = (name: string) => given[name] ?? '';
    want({
      ticker: of('ticker').toUpperCase(),
      from_date: of('from_date'),
      to_date: of('to_date'),
      maker: of('maker'),
      flag: of('flag') as Flag | '',
    });
  };
  const clear = () => want({ ticker: '', from_date: '', to_date: '', maker: '', flag: '' });
  const flags = Object.entries(words.flags);
  return (
    <FilterForm label={words.filters} apply={apply} clear={clear}>
      <Field label={words.ticker}>
        {(labelled) => (
          <input
            {...labelled}
            {...FREE_TEXT}
            name="ticker"
            value={wanted.ticker}
            pattern="[A-Za-z0-9]{3,100}"
          />
        )}
      </Field>
      <Field label={words.from}>
        {(labelled) => (
          <input {...labelled} class="input" type="date" name="from_date" value={wanted.from_date} />
        )}
      </Field>
      <Field label={words.to}>
        {(labelled) => (
          <input {...labelled} class="input" type="date" name="to_date" value={wanted.to_date} />
        )}
      </Field>
      <Field label={words.maker}>
        {(labelled) => <input {...labelled} {...FREE_TEXT} name="maker" value={wanted.maker} />}
      </Field>
      <Field label={words.flag}>
        {(labelled) => (
          <select {...labelled} class="input" name="flag" value={wanted.flag}>
            <option value="">{words.any}</option>
            {flags.map(([flag, { name }]) => (
              <option key={flag} value={flag}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
    </FilterForm>
  );
}
