import { openDialog } from '../../dialog.js';
import { toast } from '../../toast.js';
import { button, empty, field, fill, h, iconButton } from '../../ui.js';
import {
  boundedValue,
  type Chosen,
  type Indicator,
  keyOf,
  labelOf,
  MOST_INDICATORS,
  type Parameter,
  withDefaults,
} from './catalogue.js';

/** The picker: what is on the chart with its parameters, and what may be added. `change` gets every new choice. */
export function chooseIndicators(
  catalogue: readonly Indicator[],
  current: readonly Chosen[],
  change: (chosen: Chosen[]) => void,
): void {
  let chosen = [...current];
  const active = h('div', { class: 'picker-active' });
  const list = h('div', { class: 'picker-list' });
  const filter = h('input', {
    class: 'input',
    type: 'search',
    placeholder: 'Filter, such as RSI or volume',
    'aria-label': 'Filter the indicators',
  });
  filter.addEventListener('input', showList);
  showActive();
  showList();
  const dialog = openDialog('Indicators', active, filter, list);
  dialog.classList.add('dialog-large');
  filter.focus();

  function set(next: Chosen[]): void {
    chosen = next;
    change(chosen);
  }

  function showActive(): void {
    fill(
      active,
      h('h3', {}, `On the chart (${chosen.length} of ${MOST_INDICATORS} at most)`),
      chosen.length === 0 && h('p', { class: 'hint' }, 'None yet. Add one below.'),
      ...chosen.map(activeRow),
    );
  }

  function activeRow(one: Chosen): HTMLElement {
    const replace = (values: Chosen['values']) => {
      const next = { ...one, values };
      if (chosen.some((each) => each !== one && keyOf(each) === keyOf(next))) {
        toast(`${labelOf(next)} is on the chart already`);
      } else set(chosen.map((each) => (each === one ? next : each)));
      showActive();
    };
    return h(
      'div',
      { class: 'picker-row', role: 'group', 'aria-label': labelOf(one) },
      h('strong', {}, one.indicator.name),
      ...one.indicator.parameters.map((parameter, index) =>
        control(parameter, one.values[index] ?? parameter.default, (value) =>
          replace(one.values.with(index, value)),
        ),
      ),
      iconButton('close', `Remove ${labelOf(one)}`, () => {
        set(chosen.filter((each) => each !== one));
        showActive();
        filter.focus();
      }),
    );
  }

  function showList(): void {
    const wanted = filter.value.trim().toLowerCase();
    const found = catalogue.filter(({ name, code, group }) =>
      `${name} ${code} ${group}`.toLowerCase().includes(wanted),
    );
    const groups = [...new Set(found.map(({ group }) => group))];
    fill(
      list,
      found.length === 0 && empty('No such indicator', `Nothing in the catalogue matches “${filter.value}”.`),
      ...groups.map((group) =>
        h(
          'section',
          {},
          h('h3', {}, group),
          h('div', { class: 'picker-group' }, ...found.filter((each) => each.group === group).map(addButton)),
        ),
      ),
    );
  }

  function addButton(indicator: Indicator): HTMLElement {
    return button(indicator.name, () => add(indicator), {
      title: `Add ${labelOf(withDefaults(indicator))}`,
      'data-code': indicator.code,
    });
  }

  function add(indicator: Indicator): void {
    const one = withDefaults(indicator);
    if (chosen.length === MOST_INDICATORS)
      toast(`At most ${MOST_INDICATORS} indicators stand on a chart; remove one first`);
    else if (chosen.some((each) => keyOf(each) === keyOf(one)))
      toast(`${labelOf(one)} is on the chart already; change its parameters above`);
    else {
      set([...chosen, one]);
      showActive();
    }
  }
}

/** A control for one parameter, with the bounds of the catalogue; calls back with valid values only. */
function control(
  parameter: Parameter,
  value: number | string,
  change: (value: number | string) => void,
): HTMLElement {
  const words = parameter.name.replaceAll('_', ' ');
  const label = words.charAt(0).toUpperCase() + words.slice(1);
  if (parameter.enum !== null) {
    const select = h(
      'select',
      { class: 'input' },
      ...parameter.enum.map((word) => h('option', { value: word, selected: word === value }, word)),
    );
    select.addEventListener('change', () => change(select.value));
    return field(label, select);
  }
  const input = h('input', {
    class: 'input',
    type: 'number',
    required: true,
    min: parameter.min,
    max: parameter.max,
    step: parameter.type === 'integer' ? 1 : 'any',
    value,
  });
  input.addEventListener('change', () => {
    if (input.reportValidity()) change(boundedValue(parameter, input.value));
  });
  return field(label, input);
}
