import {
  CrosshairMode,
  createChart,
  HistogramSeries,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  LineSeries,
  PriceScaleMode,
} from 'lightweight-charts';
import { compact, price } from '../../format.js';
import { text } from '../../text/language.js';
import { colorOf } from '../../theme.js';
import { type Action, kindOf } from './actions.js';
import { Annotations } from './annotations.js';
import type { ChosenIndicator } from './catalogue.js';
import type { Compared } from './compare.js';
import type { Bar } from './history.js';
import type { Line, Point } from './lines.js';
import { addMain, colorsOfMain, dataOfLine, dataOfMain, type MainSeries } from './main-series.js';
import { drawPlots, type Plot, type Values } from './plots.js';
import type { Kind, ScaleKind } from './state.js';

/** Bars left of the visible part below which older ones are requested, and free space right of the last, in bars. */
const NEAR_THE_EDGE = 30;
const RIGHT_SPACE = 4;
/** Font size of the axes, rem. */
const AXIS_TEXT = 0.6875;
/** Maximum movement of a press, px. */
const DRAG = 4;
/** Height of an indicator's pane relative to the price pane. */
const PANE_SHARE = 0.3;

/** What the view reports. */
interface Listener {
  /** the day under the crosshair; null when it leaves */
  point(date: string | null): void;
  /** the reader pressed a point in the price pane */
  press(place: Point): void;
  /** the reader came near the oldest bar */
  needOlder(): void;
}

/**
 * The drawing: candles, volume, indicators and marks, without colours and language until {@link paint}. It is given data
 * and is independent of the API.
 */
export class ChartView {
  plots: Plot[] = [];
  private readonly chart: IChartApi;
  private main: MainSeries;
  private kind: Kind = 'candles';
  private readonly volume: ISeriesApi<'Histogram'>;
  private readonly annotations = new Annotations();
  private comparisonLines: ISeriesApi<'Line'>[] = [];
  private levels: IPriceLine[] = [];
  private bars: readonly Bar[] = [];
  /** the frame in which the crosshair is put on a bar */
  private pointing = 0;

  constructor(
    readonly element: HTMLElement,
    private readonly listener: Listener,
  ) {
    this.chart = createChart(element, {
      autoSize: true,
      // The logo needs an inline style, which this page's policy forbids: the link is below the chart instead.
      layout: {
        attributionLogo: false,
        fontFamily: getComputedStyle(document.body).fontFamily,
        // The page's small font size, which is larger on a large screen.
        fontSize: Math.round(
          AXIS_TEXT * Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
        ),
      },
      crosshair: { mode: CrosshairMode.Normal },
      timeScale: { rightOffset: RIGHT_SPACE, minBarSpacing: 0.3 },
      localization: { dateFormat: 'yyyy-MM-dd' },
    });
    this.main = addMain(this.chart, this.kind);
    this.volume = this.chart.addSeries(HistogramSeries, {
      priceFormat: { type: 'custom', formatter: compact, minMove: 1 },
      priceScaleId: 'volume',
      priceLineVisible: false,
      lastValueVisible: false,
    });
    this.main.priceScale().applyOptions({ scaleMargins: { top: 0.14, bottom: 0.22 } });
    this.volume.priceScale().applyOptions({ scaleMargins: { top: 0.84, bottom: 0 } });
    this.annotations.barOf = (date) => this.barOf(date);
    this.main.attachPrimitive(this.annotations);
    this.chart.subscribeCrosshairMove(({ time }) => listener.point(typeof time === 'string' ? time : null));
    this.hearPresses();
    this.chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
      if (range !== null && this.bars.length > 0 && range.from < NEAR_THE_EDGE) listener.needOlder();
    });
  }

  /** The library reports no press within half a second of another; a drag is no press. */
  private hearPresses(): void {
    let began = { x: 0, y: 0 };
    this.element.addEventListener('pointerdown', ({ clientX: x, clientY: y }) => {
      began = { x, y };
    });
    this.element.addEventListener('click', ({ clientX: x, clientY: y }) => {
      const pane = this.paneElements()[0]?.getBoundingClientRect();
      if (pane === undefined || Math.hypot(x - began.x, y - began.y) > DRAG) return;
      const time = this.chart.timeScale().coordinateToTime(x - pane.left);
      const price = y > pane.bottom ? null : this.main.coordinateToPrice(y - pane.top);
      if (typeof time === 'string' && price !== null && price > 0)
        this.listener.press({ date: time, price: roundPrice(price) });
    });
  }

  /** Applies the language, and the colours of the current theme. The caller redraws the indicators. */
  paint(): void {
    const line = colorOf('--line');
    const { code } = text.value;
    this.chart.applyOptions({
      localization: { locale: code === 'en' ? 'en-GB' : code },
      layout: {
        background: { color: colorOf('--surface') },
        textColor: colorOf('--muted'),
        panes: { separatorColor: line, separatorHoverColor: colorOf('--accent-soft') },
      },
      grid: { vertLines: { color: colorOf('--grid') }, horzLines: { color: colorOf('--grid') } },
      rightPriceScale: { borderColor: line },
      timeScale: { borderColor: line },
      crosshair: {
        vertLine: { color: colorOf('--line-strong'), labelBackgroundColor: colorOf('--tag') },
        horzLine: { color: colorOf('--line-strong'), labelBackgroundColor: colorOf('--tag') },
      },
    });
    this.main.applyOptions(colorsOfMain());
    this.annotations.paint();
    this.setBars(this.bars);
  }

  /** Shows bars, oldest first; the visible part stays in place when older ones are prepended. */
  setBars(bars: readonly Bar[]): void {
    this.bars = bars;
    const [up, down] = [fade(colorOf('--up')), fade(colorOf('--down'))];
    this.main.setData(dataOfMain(this.kind, bars));
    this.volume.setData(
      bars.map(({ date: time, open, close, volume: value }) => ({
        time,
        value,
        color: close < open ? down : up,
      })),
    );
  }

  /** Draws the price in another way; the caller redraws its marks and levels. */
  setKind(kind: Kind): void {
    if (kind === this.kind) return;
    this.kind = kind;
    this.main.detachPrimitive(this.annotations);
    this.chart.removeSeries(this.main);
    this.levels = [];
    this.main = addMain(this.chart, kind);
    this.main.setSeriesOrder(0);
    this.main.applyOptions(colorsOfMain());
    this.main.priceScale().applyOptions({ scaleMargins: { top: 0.14, bottom: 0.22 } });
    this.main.setData(dataOfMain(kind, this.bars));
    this.main.attachPrimitive(this.annotations);
  }

  /** Changes the price scale; in percent every line starts at 0 where the visible part starts. */
  setScale(scale: ScaleKind): void {
    const modes = {
      linear: PriceScaleMode.Normal,
      log: PriceScaleMode.Logarithmic,
      percent: PriceScaleMode.Percentage,
    };
    this.main.priceScale().applyOptions({ mode: modes[scale] });
  }

  /** Draws other securities next to the price, replacing previous ones. */
  setCompared(compared: readonly Compared[]): void {
    for (const series of this.comparisonLines) this.chart.removeSeries(series);
    this.comparisonLines = compared.map(({ ticker, bars }, at) => {
      const series = this.chart.addSeries(LineSeries, {
        title: ticker,
        color: colorOf(`--series-${at + 1}`),
        lineWidth: 2,
        priceLineVisible: false,
        priceFormat: { type: 'custom', formatter: price, minMove: 0.01 },
      });
      series.setData(dataOfLine(bars));
      return series;
    });
  }

  /** Draws lines at prices, replacing previous ones. */
  setLevels(levels: readonly number[]): void {
    for (const line of this.levels) this.main.removePriceLine(line);
    const color = colorOf('--accent');
    this.levels = levels.map((level) =>
      this.main.createPriceLine({ price: level, color, lineWidth: 1, lineStyle: 2, axisLabelVisible: true }),
    );
  }

  /** The drawing as displayed. */
  picture(): HTMLCanvasElement {
    return this.chart.takeScreenshot(true);
  }

  /** Draws indicators, replacing previous ones. */
  setIndicators(chosen: readonly ChosenIndicator[], days: ReadonlyMap<string, Values>): void {
    for (const { lines } of this.plots) for (const { series } of lines) this.chart.removeSeries(series);
    this.plots = drawPlots(this.chart, chosen, days);
    for (const [index, pane] of this.chart.panes().entries())
      pane.setStretchFactor(index === 0 ? 1 : PANE_SHARE);
  }

  /** Marks corporate actions on the axis, below the first bar that trades without them. */
  setActions(actions: readonly Action[]): void {
    this.annotations.marks = actions.flatMap((action) => {
      const date = this.barOf(action.ex_date);
      const { mark: letter, adjusts: isStrong } = kindOf(action);
      return date === undefined ? [] : [{ date, letter, isStrong }];
    });
    this.annotations.update();
  }

  /** Draws the reader's lines, replacing previous ones; `lineStart` is that of one without an end yet. */
  setLines(lines: readonly Line[], lineStart: Point | null): void {
    this.annotations.lines = lines;
    this.annotations.lineStart = lineStart;
    this.annotations.update();
  }

  /** The bar that contains or follows a day; undefined if the day is outside the loaded bars. */
  barOf(date: string): string | undefined {
    if (this.bars[0] === undefined || date < this.bars[0].date) return undefined;
    return this.bars.find((bar) => bar.date >= date)?.date;
  }

  /** Shows the bars from a day on; everything when null. */
  showFrom(date: string | null): void {
    const first = date === null ? 0 : this.bars.findIndex((bar) => bar.date >= date);
    this.chart.timeScale().setVisibleLogicalRange({
      from: Math.max(0, first) - 0.5,
      to: this.bars.length - 1 + RIGHT_SPACE,
    });
  }

  /** Puts the crosshair on the bar with this index and scrolls it into view, or to the middle if `isCentred`. */
  pointAt(index: number, isCentred = false): void {
    const bar = this.bars[index];
    if (bar === undefined) return;
    this.bringIntoView(index, isCentred);
    this.listener.point(bar.date);
    // The range changes with the library's next drawing, which leaves a crosshair where it is on the screen: on another bar.
    cancelAnimationFrame(this.pointing);
    this.pointing = requestAnimationFrame(() => {
      this.chart.setCrosshairPosition(bar.close, bar.date, this.main);
      this.listener.point(bar.date);
    });
  }

  /** Scrolls to the bar with this index, with as many bars visible as before. */
  private bringIntoView(index: number, isCentred: boolean): void {
    const scale = this.chart.timeScale();
    const range = scale.getVisibleLogicalRange();
    if (range === null) return;
    const { from, to } = range;
    const shift = isCentred
      ? index - (from + to) / 2
      : Math.min(0, index - from - 1) + Math.max(0, index - to + 1);
    if (isCentred || index < from || index > to)
      scale.setVisibleLogicalRange({ from: from + shift, to: to + shift });
  }

  /** Removes the crosshair. */
  clearPoint(): void {
    cancelAnimationFrame(this.pointing);
    this.chart.clearCrosshairPosition();
    this.listener.point(null);
  }

  /** Shows fewer bars (`factor` < 1) or more of them, the newest visible one staying in place. */
  zoom(factor: number): void {
    const scale = this.chart.timeScale();
    const range = scale.getVisibleLogicalRange();
    if (range === null) return;
    scale.setVisibleLogicalRange({ from: range.to - (range.to - range.from) * factor, to: range.to });
  }

  /** The elements of the panes, from the top. */
  paneElements(): HTMLElement[] {
    return this.chart.panes().flatMap((pane) => pane.getHTMLElement() ?? []);
  }

  destroy(): void {
    cancelAnimationFrame(this.pointing);
    this.chart.remove();
  }
}

function fade(color: string): string {
  return color.replace(/^rgb\((.*)\)$/, 'rgba($1, 0.38)');
}

/** Rounds a price to the precision of a pointer: four digits or whole VND. */
function roundPrice(price: number): number {
  return price >= 1_000 ? Math.round(price) : Number(price.toPrecision(4));
}
