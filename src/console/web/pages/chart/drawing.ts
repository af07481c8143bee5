import { signal } from '@preact/signals';
import { integer, price } from '../../format.js';
import { text } from '../../text/language.js';
import { type Action, describe } from './actions.js';
import type { ChosenIndicator } from './catalogue.js';
import { type Compared, comparedOf } from './compare.js';
import type { Bar } from './history.js';
import { drawingsOf, hasRoom, lineThrough, type Point, storeDrawings } from './lines.js';
import type { Market } from './market.js';
import type { Plot, Values } from './plots.js';
import type { ChartState } from './state.js';
import { ChartView } from './view.js';

/** The bar under the crosshair; without one, the last bar. */
export interface PointedBar {
  bar: Bar;
  /** close of the bar before */
  before: number | undefined;
  values: Values | undefined;
  /** of the bar under the crosshair only */
  actions: readonly Action[];
}

/** The drawing with its keyboard control; it exposes its state as signals. */
export class ChartDrawing {
  /** null without bars */
  readonly pointedBar = signal<PointedBar | null>(null);
  /** indicators as drawn */
  readonly plots = signal<readonly Plot[]>([]);
  /** read out when the keyboard moves to a bar */
  readonly spoken = signal('');
  /** what the next presses create; null when they create nothing */
  readonly pointing = signal<'level' | 'line' | null>(null);
  private readonly view: ChartView;
  private market: Market | null = null;
  private indicators: readonly ChosenIndicator[] = [];
  private actions: readonly Action[] = [];
  private comparisons: readonly Compared[] = [];
  private places = new Map<string, number>();
  private markedActions = new Map<string, Action[]>();
  /** start of a line whose end is still to be pressed */
  private lineStart: Point | null = null;
  /** index of the bar under the crosshair; null without one */
  private place: number | null = null;

  constructor(
    private readonly canvas: HTMLElement,
    needOlder: () => void,
  ) {
    this.view = new ChartView(canvas, {
      point: (date) => this.point(date),
      press: (place) => this.press(place),
      needOlder,
    });
    canvas.addEventListener('keydown', (event) => this.onKey(event));
    canvas.addEventListener('blur', () => this.view.clearPoint());
  }

  /** Draws bars and indicators. Indicators exist for daily bars only, so none is drawn over longer ones. */
  show(market: Market, chosen: readonly ChosenIndicator[]): void {
    this.market = market;
    this.indicators = chosen;
    this.places = new Map(market.rows.map(({ date }, index) => [date, index]));
    this.view.setBars(market.rows);
    this.drawIndicators();
  }

  /** The elements of the panes, from the top. */
  panes(): HTMLElement[] {
    return this.view.paneElements();
  }

  /** Where the panes begin, px from the top of the drawing. */
  paneTops(): number[] {
    const { top } = this.canvas.getBoundingClientRect();
    return this.panes().map((pane) => pane.getBoundingClientRect().top - top);
  }

  /** Applies the colours of the theme. */
  paint(): void {
    this.view.paint();
    this.drawIndicators();
    this.mark(this.actions);
    this.drawStored();
    this.compare(this.comparisons);
  }

  /** Draws the price as a state requires, and whatever lies on it. */
  look(state: ChartState): void {
    this.view.setKind(state.kind);
    this.view.setScale(comparedOf(state).length > 0 ? 'percent' : state.scale);
    this.drawStored();
    this.mark(this.actions);
  }

  /** Draws other securities next to the price. */
  compare(compared: readonly Compared[]): void {
    this.comparisons = compared;
    this.view.setCompared(compared);
  }

  /** Draws the stored levels and lines of the ticker. */
  drawStored(): void {
    if (this.market === null) return;
    const { levels, lines } = drawingsOf(this.market.state.ticker);
    this.view.setLevels(levels);
    this.view.setLines(lines, this.lineStart);
  }

  /** Lets the reader draw by pointing: a level with one press, a line with two. */
  drawByPointing(what: 'level' | 'line'): void {
    this.lineStart = null;
    this.pointing.value = what;
    this.drawStored();
    this.canvas.focus();
  }

  /** Ends drawing by pointing: what was begun is dropped. */
  stopPointing(): void {
    this.lineStart = null;
    this.pointing.value = null;
    this.drawStored();
    this.view.clearPoint();
  }

  /** The drawing as a picture. */
  picture(): HTMLCanvasElement {
    return this.view.picture();
  }

  /** Centres a day, or the bar after it, and puts the crosshair on it. */
  goToDate(date: string): void {
    const rows = this.market?.rows ?? [];
    const at = rows.findIndex((bar) => bar.date >= date);
    const index = at === -1 ? rows.length - 1 : at;
    if (index >= 0) this.goTo(index, true);
  }

  /** Marks corporate actions. */
  mark(actions: readonly Action[]): void {
    this.actions = actions;
    this.view.setActions(actions);
    this.markedActions = new Map();
    for (const action of actions) {
      const date = this.view.barOf(action.ex_date);
      if (date !== undefined) this.markedActions.set(date, [...(this.markedActions.get(date) ?? []), action]);
    }
  }

  /** Lets the keys move from bar to bar. */
  focus(): void {
    this.canvas.focus({ preventScroll: true });
  }

  /** Shows the bars from a day on; all when null. */
  showFrom(date: string | null): void {
    this.view.showFrom(date);
  }

  destroy(): void {
    this.view.destroy();
  }

  private drawIndicators(): void {
    if (this.market === null) return;
    const indicators = this.market.state.interval === '1d' ? this.indicators : [];
    const panes = indicators.filter((each) => !each.indicator.overlay).length;
    this.canvas.style.setProperty('--panes', String(panes));
    this.view.setIndicators(indicators, this.market.days);
    this.plots.value = this.view.plots;
    this.point(null);
  }

  /** Points at the bar of a day; at the last one without a crosshair. */
  private point(date: string | null): void {
    const rows = this.market?.rows ?? [];
    this.place = date === null ? null : (this.places.get(date) ?? null);
    const index = this.place ?? rows.length - 1;
    const bar = rows[index];
    this.pointedBar.value =
      bar === undefined
        ? null
        : {
            bar,
            before: rows[index - 1]?.close,
            values: this.market?.days.get(bar.date),
            actions: this.place === null ? [] : (this.markedActions.get(bar.date) ?? []),
          };
  }

  private press(place: Point): void {
    const { ticker } = this.market?.state ?? {};
    if (ticker === undefined || this.pointing.value === null) return;
    const { levels, lines } = drawingsOf(ticker);
    if (!hasRoom(this.pointing.value === 'level' ? levels : lines)) {
      this.stopPointing();
      return;
    }
    if (this.pointing.value === 'level') storeDrawings(ticker, { levels: [...levels, place.price], lines });
    else if (this.lineStart === null) this.lineStart = place;
    else if (this.lineStart.date !== place.date) {
      storeDrawings(ticker, { levels, lines: [...lines, lineThrough(this.lineStart, place)] });
      this.lineStart = null;
    }
    if (this.lineStart === null) this.pointing.value = null;
    this.drawStored();
  }

  private onKey(event: KeyboardEvent): void {
    if (event.target !== this.canvas || event.ctrlKey || event.metaKey || event.altKey) return;
    const last = (this.market?.rows.length ?? 0) - 1;
    const from = this.place ?? last + 1;
    const step = event.shiftKey ? 10 : 1;
    const target = {
      ArrowLeft: from - step,
      ArrowRight: from + step,
      Home: 0,
      End: last,
    }[event.key];
    if (target !== undefined) this.goTo(Math.min(Math.max(target, 0), last));
    else if (event.key === '+' || event.key === '=') this.view.zoom(0.75);
    else if (event.key === '-') this.view.zoom(1 / 0.75);
    else if (event.key === 'Escape') this.stopPointing();
    else return;
    event.preventDefault();
  }

  private goTo(index: number, isCentred = false): void {
    this.view.pointAt(index, isCentred);
    const bar = this.market?.rows[index];
    if (bar !== undefined) this.spoken.value = sentence(bar, this.markedActions.get(bar.date) ?? []);
  }
}

function sentence(bar: Bar, actions: readonly Action[]): string {
  const figures = text.value.chart.spoken({
    date: bar.date,
    open: price(bar.open),
    high: price(bar.high),
    low: price(bar.low),
    close: price(bar.close),
    volume: integer(bar.volume),
  });
  return [figures, ...actions.map(describe)].join('. ');
}
