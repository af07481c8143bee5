import { Fragment, h } from 'preact';
import { navigate } from '../../router.js';
import { text } from '../../text/language.js';
import { useDataSetNames } from '../../view/data-set-names.js';
import { DayInput } from '../../view/day-input.js';
import { Field } from '../../view/field.js';
import { FilterForm, FREE_TEXT } from '../../view/filter-form.js';
import { actionName } from '../../view/problem.js';
import { MissingParts } from '../../view/states.js';
import { BESIDE_DATA_SETS, FILTERS, type Filters } from './audit-state.js';

/** The filters of the audit. */
export function AuditFilters({ filters }: { filters: Filters }) {
  const words = text.value.activity.audit;
  const { names, sets } = useDataSetNames(filters.resource);
  const apply = (values: Readonly<Record<string, string>>) => {
    const entries = FILTERS.map((name) => [name, values[name] ?? ''] as const);
    navigate('activity', ['audit'], Object.fromEntries(entries.filter(([, value]) => value !== '')));
  };
  // Those of an address may be of a newer version.
  const actions = new Set([...Object.keys(text.value.codes.history), filters.action]);
  actions.delete('');
  const resources = new Set([...names, ...BESIDE_DATA_SETS]);
  return (
    <Fragment>
      <MissingParts of={[sets]} />
      <FilterForm
        label={words.filters}
        values={filters}
        apply={apply}
        clear={() => navigate('activity', ['audit'])}
      >
        <Field label={words.resource}>
          {(labelled) => (
            <select {...labelled} class="input" name="resource">
              <option value="">{words.any}</option>
              {[...resources].map((name) => (
                <option key={name} value={name} selected={name === filters.resource}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={words.action}>
          {(labelled) => (
            <select {...labelled} class="input" name="action">
              <option value="">{words.any}</option>
              {[...actions].map((code) => (
                <option key={code} value={code} selected={code === filters.action}>
                  {actionName(code)}
                </option>
              ))}
            </select>
          )}
        </Field>
        {(['actor', 'record_id'] as const).map((name) => (
          <Field key={name} label={name === 'record_id' ? words.record : words[name]}>
            {(labelled) => <input {...labelled} {...FREE_TEXT} name={name} defaultValue={filters[name]} />}
          </Field>
        ))}
        {(['from_date', 'to_date'] as const).map((name) => (
          <Field key={name} label={name === 'from_date' ? words.from : words.to}>
            {(labelled) => <DayInput {...labelled} name={name} defaultValue={filters[name]} />}
          </Field>
        ))}
        {filters.request_id !== '' && <input type="hidden" name="request_id" value={filters.request_id} />}
      </FilterForm>
    </Fragment>
  );
}
