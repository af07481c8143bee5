import {
  AreaSeries,
  BarSeries,
  CandlestickSeries,
  type IChartApi,
  type ISeriesApi,
  type LineData,
  LineSeries,
  type SeriesDataItemTypeMap,
  type WhitespaceData,
} from 'lightweight-charts';
import { price } from '../../format.js';
import { colorOf } from '../../theme.js';
import type { Bar } from './history.js';
import type { Kind } from './state.js';

/** The price series, however it is drawn. */
export type MainSeries = ISeriesApi<'Candlestick' | 'Bar' | 'Line' | 'Area'>;

const SERIES = { candles: CandlestickSeries, bars: BarSeries, line: LineSeries, area: AreaSeries } as const;

/** Adds the price to a chart, in its first pane. */
export function addMain(chart: IChartApi, kind: Kind): MainSeries {
  return chart.addSeries(SERIES[kind] as typeof CandlestickSeries, {
    priceFormat: { type: 'custom', formatter: price, minMove: 0.01 },
  }) as MainSeries;
}

/** The bars in the form that a kind of series takes: for a line only the closes. A close of 0 is no price. */
export function dataOfMain(kind: Kind, bars: readonly Bar[]): SeriesDataItemTypeMap['Candlestick'][] {
  if (kind === 'line' || kind === 'area') return dataOfLine(bars) as never;
  return bars.map(({ date: time, open, high, low, close }) =>
    close > 0 ? { time, open, high, low, close } : { time },
  ) as never;
}

/** The closes of bars as points of a line; those of 0 as days without a point. */
export function dataOfLine(bars: readonly Bar[]): (LineData<string> | WhitespaceData<string>)[] {
  return bars.map(({ date: time, close: value }) => (value > 0 ? { time, value } : { time }));
}

/** Colours of the current theme for every kind: a series uses those that it has. */
export function colorsOfMain() {
  const [up, down, line] = [colorOf('--up'), colorOf('--down'), colorOf('--series-1')];
  return {
    upColor: up,
    downColor: down,
    borderUpColor: up,
    borderDownColor: down,
    wickUpColor: up,
    wickDownColor: down,
    color: line,
    lineColor: line,
    topColor: line.replace(/^rgb\((.*)\)$/, 'rgba($1, 0.28)'),
    bottomColor: line.replace(/^rgb\((.*)\)$/, 'rgba($1, 0)'),
  };
}
