import { integer, price } from '../../format.js';
import { type Action, describe } from './actions.js';
import type { Chosen } from './catalogue.js';
import { type Compared, comparedOf } from './compare.js';
import type { Frame } from './frame.js';
import type { Bar } from './history.js';
import { Legend } from './legend.js';
import { levelsOf } from './levels.js';
import type { Market } from './market.js';
import { type ChartState, INTERVALS } from './state.js';
import { ChartView } from './view.js';

/** What the reader does on the drawing. */
interface Handlers {
  needOlder(): void;
  edit(): void;
  remove(chosen: Chosen): void;
}

/** The drawing with its legend and its keyboard. */
export class ChartDrawing {
  private readonly view: ChartView;
  private readonly legend: Legend;
  private market: Market | null = null;
  private chosen: readonly Chosen[] = [];
  private actions: readonly Action[] = [];
  private compared: readonly Compared[] = [];
  private places = new Map<string, number>();
  private marked = new Map<string, Action[]>();
  /** the bar under the crosshair; null when it is nowhere */
  private pointed: number | null = null;

  constructor(
    private readonly frame: Frame,
    handlers: Handlers,
  ) {
    this.view = new ChartView(frame.canvas, {
      point: (date) => this.point(date),
      needOlder: handlers.needOlder,
    });
    this.legend = new Legend(this.view, handlers);
    frame.canvas.addEventListener('keydown', (event) => this.onKey(event));
    frame.canvas.addEventListener('blur', () => this.view.clearPoint());
  }

  /** What the chart is of: ZDA · 1D. */
  get title(): string {
    const { ticker, interval, adjusted } = this.market?.state ?? {
      ticker: '',
      interval: '1d',
      adjusted: true,
    };
    return [ticker, INTERVALS[interval], adjusted ? null : 'as traded'].filter(Boolean).join(' · ');
  }

  /** Draws bars and indicators. Indicators are of daily bars, so none is drawn over longer ones. */
  show(market: Market, chosen: readonly Chosen[]): void {
    this.market = market;
    this.chosen = chosen;
    const isDaily = market.state.interval === '1d';
    this.places = new Map(market.rows.map(({ date }, index) => [date, index]));
    this.view.setBars(market.rows);
    this.drawIndicators();
    this.frame.note.hidden = isDaily || chosen.length === 0;
    this.frame.note.textContent = 'Indicators are computed on daily bars; they come back with 1D.';
    this.frame.canvas.setAttribute(
      'aria-label',
      `Chart of ${this.title}. Left and right move from bar to bar, plus and minus zoom. The button Table shows the figures.`,
    );
  }

  /** Takes the colours of the theme. */
  paint(): void {
    this.view.paint();
    this.drawIndicators();
    this.mark(this.actions);
    this.drawLevels();
    this.compare(this.compared);
  }

  /** Draws the price as a state asks for it, and what lies on it. */
  look(state: ChartState): void {
    this.view.setKind(state.kind);
    this.view.setScale(comparedOf(state).length > 0 ? 'percent' : state.scale);
    this.drawLevels();
    this.mark(this.actions);
  }

  /** Draws other securities beside the price. */
  compare(compared: readonly Compared[]): void {
    this.compared = compared;
    this.view.setCompared(compared);
  }

  /** Draws the levels that are kept of the ticker. */
  drawLevels(): void {
    if (this.market !== null) this.view.setLevels(levelsOf(this.market.state.ticker));
  }

  /** The drawing as a picture. */
  picture(): HTMLCanvasElement {
    return this.view.picture();
  }

  /** Brings a day, or the bar after it, into the middle and under the crosshair. */
  goToDate(date: string): void {
    const rows = this.market?.rows ?? [];
    const at = rows.findIndex((bar) => bar.date >= date);
    const index = at === -1 ? rows.length - 1 : at;
    if (index < 0) return;
    this.view.centre(index);
    this.goTo(index);
  }

  /** Marks corporate actions. */
  mark(actions: readonly Action[]): void {
    this.actions = actions;
    this.view.setActions(actions);
    this.marked = new Map();
    for (const action of actions) {
      const date = this.view.barOf(action.ex_date);
      if (date !== undefined) this.marked.set(date, [...(this.marked.get(date) ?? []), action]);
    }
  }

  /** Shows the bars from a day on; all when null. */
  showFrom(date: string | null): void {
    this.view.showFrom(date);
  }

  destroy(): void {
    this.legend.destroy();
    this.view.destroy();
  }

  private drawIndicators(): void {
    if (this.market === null) return;
    const drawn = this.market.state.interval === '1d' ? this.chosen : [];
    this.frame.canvas.style.setProperty(
      '--panes',
      String(drawn.filter((each) => !each.indicator.overlay).length),
    );
    this.view.setIndicators(drawn, this.market.days);
    this.legend.layOut();
    this.point(null);
  }

  /** Shows the figures of a day in the legend; of the last one without crosshair. */
  private point(date: string | null): void {
    const rows = this.market?.rows ?? [];
    this.pointed = date === null ? null : (this.places.get(date) ?? null);
    const index = this.pointed ?? rows.length - 1;
    const bar = rows[index];
    this.legend.show({
      title: this.title,
      bar,
      before: rows[index - 1]?.close,
      values: bar === undefined ? undefined : this.market?.days.get(bar.date),
      actions: bar === undefined || this.pointed === null ? [] : (this.marked.get(bar.date) ?? []),
    });
  }

  private onKey(event: KeyboardEvent): void {
    if (event.target !== this.frame.canvas || event.ctrlKey || event.metaKey || event.altKey) return;
    const last = (this.market?.rows.length ?? 0) - 1;
    const from = this.pointed ?? last + 1;
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
    else if (event.key === 'Escape') this.view.clearPoint();
    else return;
    event.preventDefault();
  }

  private goTo(index: number): void {
    this.view.pointAt(index);
    const bar = this.market?.rows[index];
    if (bar !== undefined) this.frame.spoken.textContent = sentence(bar, this.marked.get(bar.date) ?? []);
  }
}

function sentence({ date, open, high, low, close, volume }: Bar, actions: readonly Action[]): string {
  const figures = `${date}: open ${price(open)}, high ${price(high)}, low ${price(low)}, close ${price(close)}, volume ${integer(volume)}`;
  return [figures, ...actions.map(describe)].join('. ');
}
