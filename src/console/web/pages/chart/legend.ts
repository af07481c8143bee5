import { compact, NOTHING, percent, price, signed } from '../../format.js';
import { type Child, fill, h, iconButton } from '../../ui.js';
import { type Action, describe } from './actions.js';
import { type Chosen, keyOf, labelOf } from './catalogue.js';
import type { Bar } from './history.js';
import { formatOf, type Plot, type Values } from './plots.js';
import type { ChartView } from './view.js';

/** What the legend tells of one bar. */
export interface Reading {
  title: string;
  bar: Bar | undefined;
  /** close of the bar before */
  before: number | undefined;
  values: Values | undefined;
  actions: readonly Action[];
}

/** What can be done with an indicator from its legend. */
interface Handlers {
  edit(): void;
  remove(chosen: Chosen): void;
}

/** The figures under the crosshair, written over the panes that they belong to. */
export class Legend {
  private readonly layer = h('div', { class: 'legend-layer' });
  private readonly main = h('div', { class: 'legend-bar' });
  private readonly groups: HTMLElement[] = [];
  private readonly observer = new ResizeObserver(() => this.place());
  private cells = new Map<string, HTMLElement>();

  constructor(
    private readonly view: ChartView,
    private readonly handlers: Handlers,
  ) {
    view.element.append(this.layer);
  }

  /** Takes over the indicators that the view has now. */
  layOut(): void {
    this.cells = new Map();
    this.groups.length = 0;
    const panes = Math.max(0, ...this.view.plots.map(({ pane }) => pane));
    for (let index = 0; index <= panes; index += 1) {
      const rows = this.view.plots.filter(({ pane }) => pane === index).map((plot) => this.rowOf(plot));
      this.groups.push(h('div', { class: 'legend' }, index === 0 && this.main, ...rows));
    }
    fill(this.layer, ...this.groups);
    // The chart makes the elements of new panes when it draws next.
    requestAnimationFrame(() => this.watchPanes());
  }

  /** Shows the figures of a bar. */
  show({ title, bar, before, values, actions }: Reading): void {
    fill(this.main, h('strong', {}, title), ...barFigures(bar, before), ...actions.map(eventOf));
    for (const { chosen, lines } of this.view.plots) {
      for (const { output } of lines) {
        const value = values?.[keyOf(chosen)]?.[output.name];
        const cell = this.cells.get(cellOf(chosen, output.name));
        if (cell !== undefined)
          cell.textContent = typeof value === 'number' ? formatOf(output)(value) : NOTHING;
      }
    }
  }

  destroy(): void {
    this.observer.disconnect();
    this.layer.remove();
  }

  private rowOf({ chosen, lines }: Plot): HTMLElement {
    const label = labelOf(chosen);
    const figures = lines.map(({ output, color }) => {
      const cell = h('span', { class: 'legend-figure', title: output.name });
      cell.style.color = color;
      this.cells.set(cellOf(chosen, output.name), cell);
      return cell;
    });
    return h(
      'div',
      { class: 'legend-row' },
      h('span', { class: 'legend-name' }, label),
      ...figures,
      iconButton('settings', `Settings of ${label}`, () => this.handlers.edit()),
      iconButton('close', `Remove ${label}`, () => this.handlers.remove(chosen)),
    );
  }

  private watchPanes(): void {
    this.observer.disconnect();
    for (const pane of this.view.paneElements()) this.observer.observe(pane);
    this.place();
  }

  /** Moves each group to the top of its pane: the chart lays out its panes itself. */
  private place(): void {
    const { top } = this.view.element.getBoundingClientRect();
    for (const [index, pane] of this.view.paneElements().entries()) {
      const group = this.groups[index];
      if (group !== undefined) group.style.top = `${pane.getBoundingClientRect().top - top}px`;
    }
  }
}

const cellOf = (chosen: Chosen, output: string): string => `${keyOf(chosen)} ${output}`;

function barFigures(bar: Bar | undefined, before: number | undefined): Child[] {
  if (bar === undefined) return [];
  const change = before === undefined ? null : bar.close - before;
  const direction = change === null || change === 0 ? null : change > 0 ? 'up' : 'down';
  const one = (name: string, text: string, color: string | null = null) =>
    h('span', {}, h('span', { class: 'muted' }, `${name} `), h('span', { class: color }, text));
  return [
    h('span', { class: 'muted' }, bar.date),
    one('O', price(bar.open)),
    one('H', price(bar.high)),
    one('L', price(bar.low)),
    one('C', price(bar.close), direction),
    one('V', compact(bar.volume)),
    change !== null &&
      before !== undefined &&
      before > 0 &&
      h('span', { class: direction }, signed((100 * change) / before, percent)),
  ];
}

function eventOf(action: Action): HTMLElement {
  return h('span', { class: 'badge badge-accent' }, `${action.ex_date} ${describe(action)}`);
}
