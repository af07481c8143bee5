import { addressOf, navigate } from '../../router.js';
import { text } from '../../text/language.js';
import { useRef } from '../../vendor/hooks.js';
import { h } from '../../vendor/preact.js';
import { Field } from '../../view/field.js';
import { ask, useRead } from '../../view/read.js';
import { FILTERS, type Filters } from './audit-state.js';

const FREE = { class: 'input', autocomplete: 'off', spellcheck: false } as const;
/** What the audit tells of beside data sets. */
const OTHERS = ['source', 'token', 'webhook'];

/** The filters of the audit. */
export function AuditFilters({ filters }: { filters: Filters }) {
  const words = text.value.activity.audit;
  const sets = useRead(ask('/svc/datasets', { limit: 100 }));
  const form = useRef<HTMLFormElement>(null);
  const apply = () => {
    if (form.current === null || !form.current.reportValidity()) return;
    const given = new FormData(form.current);
    const entries = FILTERS.map((name) => [name, String(given.get(name) ?? '').trim()] as const);
    navigate('activity', ['audit'], Object.fromEntries(entries.filter(([, value]) => value !== '')));
  };
  const resources = [...(sets.body?.data ?? []).map(({ name }) => name as string), ...OTHERS];
  return (
    <form
      ref={form}
      class="filters"
      aria-label={words.filters}
      onChange={apply}
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <Field label={words.resource}>
        {(labelled) => (
          <select {...labelled} class="input" name="resource" value={filters.resource}>
            <option value="">{words.any}</option>
            {resources.map((name) => (
              <option key={name} value={name} selected={name === filters.resource}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      {(['action', 'actor', 'record_id'] as const).map((name) => (
        <Field key={name} label={name === 'record_id' ? words.record : words[name]}>
          {(labelled) => <input {...labelled} {...FREE} name={name} value={filters[name]} />}
        </Field>
      ))}
      {(['from_date', 'to_date'] as const).map((name) => (
        <Field key={name} label={name === 'from_date' ? words.from : words.to}>
          {(labelled) => <input {...labelled} class="input" type="date" name={name} value={filters[name]} />}
        </Field>
      ))}
      {filters.request !== '' && <input type="hidden" name="request" value={filters.request} />}
      <a class="button button-quiet" href={addressOf('activity', ['audit'])}>
        {words.clear}
      </a>
      <button type="submit" class="visually-hidden" tabIndex={-1}>
        {words.apply}
      </button>
    </form>
  );
}
