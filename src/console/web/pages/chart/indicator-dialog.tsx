import { Fragment, h } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { text } from '../../text/language.js';
import { definitionOf, findIndicators } from '../../view/definition.js';
import { openDialog } from '../../view/dialog.js';
import { IconButton } from '../../view/icon-button.js';
import { Empty } from '../../view/states.js';
import { toast } from '../../view/toast.js';
import {
  type ChosenIndicator,
  type Indicator,
  keyOf,
  labelOf,
  MOST_INDICATORS,
  withDefaults,
} from './catalogue.js';
import { ParameterField } from './parameter-field.js';

/** Opens the picker: indicators on the chart with their parameters, and others to add. `change` gets every choice. */
export function chooseIndicators(
  catalogue: readonly Indicator[],
  current: readonly ChosenIndicator[],
  change: (chosen: ChosenIndicator[]) => void,
): void {
  openDialog(
    text.value.chart.indicators,
    () => <Picker catalogue={catalogue} current={current} change={change} />,
    { large: true, first: 'input[type=search]' },
  );
}

function Picker({
  catalogue,
  current,
  change,
}: {
  catalogue: readonly Indicator[];
  current: readonly ChosenIndicator[];
  change(chosen: ChosenIndicator[]): void;
}) {
  const words = text.value.chart.picker;
  const [chosen, setChosen] = useState(current);
  const [filter, setFilter] = useState('');
  const search = useRef<HTMLInputElement>(null);
  const set = (next: ChosenIndicator[]) => {
    setChosen(next);
    change(next);
  };
  const add = (indicator: Indicator) => {
    const one = withDefaults(indicator);
    if (chosen.length === MOST_INDICATORS) toast(words.most(MOST_INDICATORS));
    else if (chosen.some((each) => keyOf(each) === keyOf(one))) toast(words.alreadyAdded(labelOf(one)));
    else set([...chosen, one]);
  };
  return (
    <Fragment>
      <div class="picker-active">
        <h3>{words.active(chosen.length, MOST_INDICATORS)}</h3>
        {chosen.length === 0 && <p class="hint">{words.none}</p>}
        {chosen.map((one, at) => (
          <ActiveRow
            key={at}
            one={one}
            all={chosen}
            replace={(next) => set(chosen.with(at, next))}
            remove={() => {
              set(chosen.filter((each) => each !== one));
              search.current?.focus();
            }}
          />
        ))}
      </div>
      <input
        ref={search}
        class="input"
        type="search"
        placeholder={words.placeholder}
        aria-label={words.filter}
        onInput={({ currentTarget: { value } }) => setFilter(value)}
      />
      <OfferedIndicators catalogue={catalogue} filter={filter} add={add} />
    </Fragment>
  );
}

/** An indicator on the chart, with editable parameters. */
function ActiveRow({
  one,
  all,
  replace,
  remove,
}: {
  one: ChosenIndicator;
  all: readonly ChosenIndicator[];
  replace(next: ChosenIndicator): void;
  remove(): void;
}) {
  const [, setRefusals] = useState(0);
  const label = labelOf(one);
  const change = (index: number, value: number | string) => {
    const next = { ...one, values: one.values.with(index, value) };
    if (all.some((each) => each !== one && keyOf(each) === keyOf(next))) {
      toast(text.value.chart.picker.already(labelOf(next)));
      // A new render replaces the typed value with the current one.
      setRefusals((count) => count + 1);
    } else replace(next);
  };
  return (
    <fieldset class="picker-row" aria-label={label}>
      <strong>{definitionOf('indicators', one.indicator).name}</strong>
      {one.indicator.parameters.map((parameter, index) => (
        <ParameterField
          key={parameter.name}
          parameter={parameter}
          value={one.values[index] ?? parameter.default}
          change={(value) => change(index, value)}
        />
      ))}
      <IconButton name="close" label={text.value.chart.remove(label)} onClick={remove} />
    </fieldset>
  );
}

/** Indicators to add, by group. */
function OfferedIndicators({
  catalogue,
  filter,
  add,
}: {
  catalogue: readonly Indicator[];
  filter: string;
  add(indicator: Indicator): void;
}) {
  const words = text.value.chart.picker;
  const matches = findIndicators(catalogue, filter);
  return (
    <div class="picker-list">
      {matches.length === 0 && (
        <Empty title={words.noMatch}>
          <p>{words.noMatchOf(filter)}</p>
        </Empty>
      )}
      {[...new Set(matches.map(({ group }) => group))].map((group) => (
        <section key={group}>
          <h3>{group}</h3>
          <div class="picker-group">
            {matches
              .filter((each) => each.group === group)
              .map((indicator) => (
                <button
                  key={indicator.code}
                  type="button"
                  class="button"
                  title={words.add(labelOf(withDefaults(indicator)))}
                  data-code={indicator.code}
                  onClick={() => add(indicator)}
                >
                  {indicator.name}
                </button>
              ))}
          </div>
        </section>
      ))}
    </div>
  );
}
