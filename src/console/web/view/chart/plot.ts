import { extentOf, linear, type Scale, ticksOf } from './scale.js';

/** One series of a chart over days. */
export interface TimeSeries {
  label: string;
  kind: 'columns' | 'line';
  /** its colour, a class of styles/view.css: tone-up, tone-series-1; `sign` means up or down by the value */
  tone: string;
  /** one value per day; null if there is none */
  values: readonly (number | null)[];
}

/** The geometry of a drawing. */
export interface PlotFrame {
  /** width of a day, px */
  step: number;
  y: Scale;
  ticks: number[];
}

/** The frame that fits all series: from zero with columns, as tight as possible with lines only. */
export function frameOf(
  series: readonly TimeSeries[],
  days: number,
  { width, height }: { width: number; height: number },
): PlotFrame {
  const columns = series.filter(({ kind }) => kind === 'columns');
  const lines = series.filter(({ kind }) => kind === 'line').flatMap(({ values }) => values);
  const stacks = Array.from({ length: columns.length === 0 ? 0 : days }, (_none, at) => stackOf(columns, at));
  const ends = columns.length === 0 ? lines : [0, ...lines, ...stacks.flat()];
  const [low, high] = extentOf(ends) ?? [0, 1];
  const space = (high - low) * 0.06;
  const range = [low < 0 || columns.length === 0 ? low - space : low, high + space] as const;
  return {
    step: Math.max(1, width) / Math.max(1, days),
    y: linear(range, [height, 4]),
    ticks: ticksOf(range, Math.max(2, Math.floor(height / 36))),
  };
}

/** The lowest and the highest end of the columns of a day. */
function stackOf(columns: readonly TimeSeries[], at: number): [number, number] {
  let [below, above] = [0, 0];
  for (const { values } of columns) {
    const value = values[at] ?? 0;
    if (value < 0) below += value;
    else above += value;
  }
  return [below, above];
}
