import type {
  IPrimitivePaneRenderer,
  ISeriesPrimitive,
  SeriesAttachedParameter,
  Time,
} from 'lightweight-charts';
import { colorOf } from '../../theme.js';
import type { Line, Point } from './lines.js';

type Target = Parameters<IPrimitivePaneRenderer['draw']>[0];

/** A letter on the time axis. */
export interface AxisMark {
  /** day of the bar above it */
  date: string;
  letter: string;
  isStrong: boolean;
}

/** Size of a mark, px. */
const RADIUS = 8;

/** The reader's lines and event marks, drawn over the price on whatever scale it has. */
export class Annotations implements ISeriesPrimitive<Time> {
  lines: readonly Line[] = [];
  /** start of a line whose end is still to be chosen */
  lineStart: Point | null = null;
  marks: readonly AxisMark[] = [];
  /** the day of the bar that contains a day */
  barOf: (date: string) => string | undefined = (date) => date;
  private chart: SeriesAttachedParameter<Time> | null = null;
  private colors = colorsNow();

  attached(chart: SeriesAttachedParameter<Time>): void {
    this.chart = chart;
  }

  detached(): void {
    this.chart = null;
  }

  /** Applies the colours of the theme. */
  paint(): void {
    this.colors = colorsNow();
    this.update();
  }

  /** Requests a redraw. */
  update(): void {
    this.chart?.requestUpdate();
  }

  paneViews() {
    return [
      { zOrder: () => 'normal' as const, renderer: () => ({ draw: (target: Target) => this.draw(target) }) },
    ];
  }

  private draw(target: Target): void {
    target.useMediaCoordinateSpace(({ context, mediaSize: { height } }) => {
      this.drawLines(context);
      this.drawMarks(context, height - RADIUS - 2);
    });
  }

  private drawLines(context: CanvasRenderingContext2D): void {
    context.strokeStyle = this.colors.line;
    context.fillStyle = this.colors.line;
    context.lineWidth = 1.5;
    for (const { from, to } of this.lines) {
      const [start, end] = [this.placeOf(from), this.placeOf(to)];
      if (start === null || end === null) continue;
      context.beginPath();
      context.moveTo(...start);
      context.lineTo(...end);
      context.stroke();
    }
    const startPlace = this.lineStart === null ? null : this.placeOf(this.lineStart);
    if (startPlace === null) return;
    context.beginPath();
    context.arc(...startPlace, 4, 0, 2 * Math.PI);
    context.fill();
  }

  private drawMarks(context: CanvasRenderingContext2D, y: number): void {
    const { strong, onStrong, weak, onWeak, font } = this.colors;
    context.font = font;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    for (const mark of this.marks) {
      const x = this.chart?.chart.timeScale().timeToCoordinate(mark.date) ?? null;
      if (x === null) continue;
      context.fillStyle = mark.isStrong ? strong : weak;
      context.beginPath();
      context.arc(x, y, RADIUS, 0, 2 * Math.PI);
      context.fill();
      context.fillStyle = mark.isStrong ? onStrong : onWeak;
      context.fillText(mark.letter, x, y + 0.5);
    }
  }

  private placeOf({ date, price }: Point): [number, number] | null {
    const bar = this.barOf(date);
    if (this.chart === null || bar === undefined) return null;
    const x = this.chart.chart.timeScale().timeToCoordinate(bar);
    const y = this.chart.series.priceToCoordinate(price);
    return x === null || y === null ? null : [x, y];
  }
}

function colorsNow() {
  return {
    line: colorOf('--accent'),
    strong: colorOf('--accent-solid'),
    onStrong: colorOf('--on-accent'),
    weak: colorOf('--muted'),
    onWeak: colorOf('--surface'),
    font: `600 10px ${getComputedStyle(document.body).fontFamily}`,
  };
}
