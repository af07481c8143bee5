import {
  AreaSeries,
  BarSeries,
  CandlestickSeries,
  type IChartApi,
  type ISeriesApi,
  LineSeries,
  type SeriesDataItemTypeMap,
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

/** The bars in the form that a kind of series takes: for a line only the closes. */
export function dataOfMain(kind: Kind, bars: readonly Bar[]): SeriesDataItemTypeMap['Candlestick'][] {
  if (kind === 'line' || kind === 'area') {
    return bars.map(({ date: time, close: value }) => ({ time, value })) as never;
  }
  return bars.map(({ date: time, open, high, low, close }) => ({ time, open, high, low, close }));
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
