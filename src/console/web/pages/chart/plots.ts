import {
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  LineSeries,
  LineStyle,
  PriceScaleMode,
  type SeriesType,
} from 'lightweight-charts';
import { compact, figure, price } from '../../format.js';
import { colorOf } from '../../theme.js';
import { type ChosenIndicator, drawnOutputs, keyOf, LEVELS, type Output } from './catalogue.js';

/** Indicator values of one day: by indicator, then by output. */
export type Values = Readonly<Record<string, Readonly<Record<string, number | string | boolean | null>>>>;

/** One drawn output. */
interface Line {
  output: Output;
  color: string;
  series: ISeriesApi<SeriesType>;
}

/** One drawn indicator. */
export interface Plot {
  chosen: ChosenIndicator;
  /** 0 is the price pane */
  pane: number;
  lines: Line[];
}

const COLORS = ['--series-1', '--series-2', '--series-3', '--series-4', '--series-5', '--series-6'];

/** Draws indicators: overlays over the price, each other one in its own pane below. */
export function drawPlots(
  chart: IChartApi,
  chosen: readonly ChosenIndicator[],
  days: ReadonlyMap<string, Values>,
): Plot[] {
  let pane = 0;
  let overlays = 0;
  return chosen.map((one) => {
    const { overlay } = one.indicator;
    if (overlay) overlays += 1;
    else pane += 1;
    const lines = drawnOutputs(one.indicator).map((output, index) => {
      const color = colorOf(String(COLORS[(overlay ? overlays - 1 : index) % COLORS.length]));
      const series = addSeries(chart, { one, output, color, pane: overlay ? 0 : pane });
      series.setData(pointsOf(one, output, days));
      return { output, color, series };
    });
    if (!overlay) {
      drawLevels(lines[0]?.series, one.indicator.code);
      lines[0]?.series.priceScale().applyOptions({
        // A new pane begins with the scale of the price, of which its values know nothing.
        mode: PriceScaleMode.Normal,
        // The legend of the pane is at its top.
        scaleMargins: { top: 0.24, bottom: 0.06 },
      });
    }
    return { chosen: one, pane: overlay ? 0 : pane, lines };
  });
}

function addSeries(
  chart: IChartApi,
  { one, output, color, pane }: { one: ChosenIndicator; output: Output; color: string; pane: number },
): ISeriesApi<SeriesType> {
  const { overlay, code } = one.indicator;
  const common = {
    color,
    priceLineVisible: false,
    lastValueVisible: !overlay,
    priceFormat: { type: 'custom' as const, formatter: formatOf(output), minMove: 0.0001 },
    ...boundsOf(output),
  };
  if (output.name === 'histogram') return chart.addSeries(HistogramSeries, common, pane);
  return chart.addSeries(
    LineSeries,
    {
      ...common,
      lineWidth: 1,
      crosshairMarkerVisible: false,
      ...(output.name === 'middle' && { lineStyle: LineStyle.Dashed }),
      ...(code === 'parabolic_sar' && {
        lineVisible: false,
        pointMarkersVisible: true,
        pointMarkersRadius: 1.5,
      }),
    },
    pane,
  );
}

/** Shows a bounded scale, such as 0 to 100, in full. */
function boundsOf({ min, max }: Output): object {
  if (min === null || max === null) return {};
  return { autoscaleInfoProvider: () => ({ priceRange: { minValue: min, maxValue: max } }) };
}

/** The format for values of an output. */
export function formatOf({ unit }: Output): (value: number) => string {
  if (unit === 'price') return price;
  return unit === 'shares' ? compact : figure;
}

function pointsOf(
  { indicator, values }: ChosenIndicator,
  { name }: Output,
  days: ReadonlyMap<string, Values>,
) {
  const key = keyOf({ indicator, values });
  const [up, down] = name === 'histogram' ? [colorOf('--up'), colorOf('--down')] : ['', ''];
  return [...days].map(([time, day]) => {
    const value = day[key]?.[name];
    if (typeof value !== 'number') return { time };
    return name === 'histogram' ? { time, value, color: value < 0 ? down : up } : { time, value };
  });
}

function drawLevels(series: ISeriesApi<SeriesType> | undefined, code: string): void {
  for (const level of LEVELS[code] ?? []) {
    series?.createPriceLine({
      price: level,
      color: colorOf('--line-strong'),
      lineWidth: 1,
      lineStyle: LineStyle.Dotted,
      axisLabelVisible: false,
    });
  }
}
