import { type Input, nulls, type Series } from '../formulas/series.js';
import { averageOrder, buyOnSell, buyOnSellRatio, foreignVolume } from '../formulas/supply-demand.js';
import { bars, countOf, type Definition, output, type Unit } from './indicator.js';

/** The fields in which the seven indicators differ. */
interface Demand {
  code: string;
  name: string;
  formula: string;
  unit: Unit;
  inputs: readonly Input[];
  of: (series: Required<Series>, period: number) => Float64Array;
}

/** Specification 4.1, Supply and demand. */
export const supplyDemand: readonly Definition[] = [
  demand({
    code: 'foreign_buy_volume',
    name: 'Foreign Buy Volumn',
    formula: 'Σ of the volume that foreign investors bought in n days',
    unit: 'shares',
    inputs: ['foreign_buy_volume'],
    of: (series, period) => foreignVolume(series.foreignBuyVolume, period),
  }),
  demand({
    code: 'foreign_sell_volume',
    name: 'Foreign Sell Volumn',
    formula: 'Σ of the volume that foreign investors sold in n days',
    unit: 'shares',
    inputs: ['foreign_sell_volume'],
    of: (series, period) => foreignVolume(series.foreignSellVolume, period),
  }),
  demand({
    code: 'average_buy_order',
    name: 'Average Buy Order',
    formula: 'Σ volume of buy orders ÷ Σ count of buy orders, n days',
    unit: 'shares per order',
    inputs: ['buy_order_volume', 'buy_order_count'],
    of: (series, period) => averageOrder(series.buyOrderVolume, series.buyOrderCount, period),
  }),
  demand({
    code: 'average_sell_order',
    name: 'Average Sell Order',
    formula: 'Σ volume of sell orders ÷ Σ count of sell orders, n days',
    unit: 'shares per order',
    inputs: ['sell_order_volume', 'sell_order_count'],
    of: (series, period) => averageOrder(series.sellOrderVolume, series.sellOrderCount, period),
  }),
  demand({
    code: 'buy_on_sell_ratio',
    name: 'Buy On Sell Ratio',
    formula: 'average buy order ÷ average sell order',
    unit: 'ratio',
    inputs: ['buy_order_volume', 'buy_order_count', 'sell_order_volume', 'sell_order_count'],
    of: (series, period) =>
      buyOnSellRatio(
        series.buyOrderVolume,
        series.buyOrderCount,
        series.sellOrderVolume,
        series.sellOrderCount,
        period,
      ),
  }),
  demand({
    code: 'buy_on_sell_volume_ratio',
    name: 'Buy On Sell Volumn Ratio',
    formula: 'Σ volume of buy orders ÷ Σ volume of sell orders, n days',
    unit: 'ratio',
    inputs: ['buy_order_volume', 'sell_order_volume'],
    of: (series, period) => buyOnSell(series.buyOrderVolume, series.sellOrderVolume, period),
  }),
  demand({
    code: 'buy_on_sell_order_ratio',
    name: 'Buy On Sell Order Ratio',
    formula: 'Σ count of buy orders ÷ Σ count of sell orders, n days',
    unit: 'ratio',
    inputs: ['buy_order_count', 'sell_order_count'],
    of: (series, period) => buyOnSell(series.buyOrderCount, series.sellOrderCount, period),
  }),
];

function demand({ code, name, formula, unit, inputs, of }: Demand): Definition {
  return {
    code,
    name,
    formula,
    group: 'Supply and demand',
    overlay: false,
    inputs,
    parameters: [bars('period', 1, 1)],
    outputs: [output(code, unit, 0)],
    warm_up_bars: (params) => countOf(params, 'period') - 1,
    compute: (series, params) => ({ [code]: of(complete(series), countOf(params, 'period')) }),
  };
}

/** The series with nulls for absent columns. */
function complete(series: Series): Required<Series> {
  const absent = nulls(series.length);
  return {
    ...series,
    foreignBuyVolume: series.foreignBuyVolume ?? absent,
    foreignSellVolume: series.foreignSellVolume ?? absent,
    buyOrderCount: series.buyOrderCount ?? absent,
    buyOrderVolume: series.buyOrderVolume ?? absent,
    sellOrderCount: series.sellOrderCount ?? absent,
    sellOrderVolume: series.sellOrderVolume ?? absent,
  };
}
