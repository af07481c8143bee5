import { icon } from '../../icons.js';
import type { Shortcut } from '../../shortcuts.js';
import { button, h } from '../../ui.js';
import {
  type ChartState,
  INTERVALS,
  type Interval,
  KINDS,
  type Kind,
  RANGES,
  type Range,
  SCALES,
  type ScaleKind,
} from './state.js';

/** What the toolbar asks for. */
interface Handlers {
  change(change: Partial<ChartState>): void;
  pickIndicators(): void;
  showTable(): void;
  compare(): void;
  editLevels(): void;
  goToDate(date: string): void;
  exportPicture(): void;
  exportCsv(): void;
}

/** Everything that changes what the chart shows. */
export class Toolbar {
  readonly element: HTMLElement;
  /** how much of the past is in view: stands below the drawing, as on other charts */
  readonly ranges: HTMLElement;
  private readonly intervals: Map<Interval, HTMLButtonElement>;
  private readonly rangeButtons: Map<Range, HTMLButtonElement>;
  private readonly adjusted: HTMLButtonElement;
  private readonly events: HTMLButtonElement;
  private readonly count = h('span', { class: 'badge badge-accent' });
  private readonly compared = h('span', { class: 'badge badge-accent' });
  private readonly kind = selection('Drawn as', KINDS);
  private readonly scale = selection('Scale', SCALES);
  private state: ChartState | null = null;

  constructor(private readonly handlers: Handlers) {
    const { change, pickIndicators, showTable } = handlers;
    this.intervals = choices(Object.keys(INTERVALS) as Interval[], INTERVALS, (interval) =>
      change({ interval }),
    );
    this.rangeButtons = choices(Object.keys(RANGES) as Range[], {}, (range) => change({ range }));
    this.adjusted = button('Adjusted', () => this.toggle('adjusted'), {
      title: 'Prices and volumes as if the corporate actions since then had been there already',
    });
    this.events = button('Events', () => this.toggle('events'), { title: 'Marks of corporate actions' });
    const indicators = button('Indicators', pickIndicators);
    indicators.append(this.count);
    const table = button('Table', showTable, { title: 'The bars as a table' });
    table.prepend(icon('table'));
    const compare = button('Compare', handlers.compare, {
      title: 'Other securities beside this one, relative',
    });
    compare.append(this.compared);
    this.kind.addEventListener('change', () => change({ kind: this.kind.value as Kind }));
    this.scale.addEventListener('change', () => change({ scale: this.scale.value as ScaleKind }));
    const day = h('input', { class: 'input', type: 'date', 'aria-label': 'Go to a day' });
    day.addEventListener('change', () => day.value !== '' && handlers.goToDate(day.value));
    const picture = button('Picture', handlers.exportPicture, { title: 'The chart as a picture' });
    picture.prepend(icon('download'));
    const csv = button('CSV', handlers.exportCsv, { title: 'The loaded bars as a file' });
    csv.prepend(icon('download'));
    this.ranges = h(
      'div',
      { class: 'toolbar' },
      group('Range', this.rangeButtons.values()),
      day,
      picture,
      csv,
    );
    this.element = h(
      'div',
      { class: 'toolbar chart-toolbar' },
      group('Interval', this.intervals.values()),
      this.kind,
      this.scale,
      h(
        'div',
        { class: 'toolbar toolbar-end' },
        this.adjusted,
        this.events,
        compare,
        button('Levels', handlers.editLevels, { title: 'Lines at prices of your own' }),
        indicators,
        table,
      ),
    );
  }

  /** Shows a state. `isAdjustable` is false where there are no corporate actions to adjust for. */
  show(
    state: ChartState,
    { count, compared, isAdjustable }: { count: number; compared: number; isAdjustable: boolean },
  ): void {
    this.state = state;
    this.kind.value = state.kind;
    this.scale.value = compared > 0 ? 'percent' : state.scale;
    this.scale.disabled = compared > 0;
    this.compared.textContent = String(compared);
    this.compared.hidden = compared === 0;
    for (const [interval, each] of this.intervals) press(each, interval === state.interval);
    for (const [range, each] of this.rangeButtons) press(each, range === state.range);
    press(this.adjusted, state.adjusted && isAdjustable);
    press(this.events, state.events);
    this.adjusted.disabled = !isAdjustable;
    this.count.textContent = String(count);
    this.count.hidden = count === 0;
  }

  /** The same by keyboard. */
  shortcuts(): Shortcut[] {
    const { change, pickIndicators, showTable } = this.handlers;
    return [
      { keys: '1', label: 'Daily bars', run: () => change({ interval: '1d' }) },
      { keys: '2', label: 'Weekly bars', run: () => change({ interval: '1w' }) },
      { keys: '3', label: 'Monthly bars', run: () => change({ interval: '1m' }) },
      { keys: 'a', label: 'Adjusted or as traded', run: () => this.adjusted.click() },
      { keys: 'e', label: 'Marks of corporate actions', run: () => this.toggle('events') },
      { keys: 'i', label: 'Indicators', run: pickIndicators },
      { keys: 'c', label: 'Compare with others', run: this.handlers.compare },
      { keys: 'l', label: 'Levels', run: this.handlers.editLevels },
      { keys: 'b', label: 'The bars as a table', run: showTable },
    ];
  }

  private toggle(what: 'adjusted' | 'events'): void {
    if (this.state !== null) this.handlers.change({ [what]: !this.state[what] });
  }
}

function choices<Choice extends string>(
  all: readonly Choice[],
  labels: Readonly<Partial<Record<Choice, string>>>,
  choose: (choice: Choice) => void,
): Map<Choice, HTMLButtonElement> {
  return new Map(
    all.map((choice) => [
      choice,
      h('button', { type: 'button', on: { click: () => choose(choice) } }, labels[choice] ?? choice),
    ]),
  );
}

function selection(label: string, labels: Readonly<Record<string, string>>): HTMLSelectElement {
  const options = Object.entries(labels).map(([value, name]) => h('option', { value }, name));
  return h('select', { class: 'input', 'aria-label': label }, ...options);
}

function group(label: string, buttons: Iterable<HTMLElement>): HTMLElement {
  return h('div', { class: 'segmented', role: 'group', 'aria-label': label }, ...buttons);
}

function press(element: HTMLElement, isPressed: boolean): void {
  element.setAttribute('aria-pressed', String(isPressed));
}
