import { nulls } from './series.js';
import { rollingSum, windowSum } from './window.js';

/*
 * Over the last `period` days, sums first, then divide. A missing day in the window, or a zero divisor: null.
 * First valid index: period - 1. Sources: CafeF's order statistics (average volume per order = volume / count);
 * fields of SSI FastConnect and Vietcap.
 */

/** Volume that foreign investors bought, or sold, in `period` days. Shares. */
export function foreignVolume(volume: Float64Array, period: number): Float64Array {
  return rollingSum(volume, period);
}

/** Shares per order: Σ order volume / Σ order count. */
export function averageOrder(volume: Float64Array, count: Float64Array, period: number): Float64Array {
  return ratioOfSums(volume, count, period);
}

/** Buy over sell of order volumes, or of order counts: Σ buy / Σ sell. A ratio. */
export function buyOnSell(buy: Float64Array, sell: Float64Array, period: number): Float64Array {
  return ratioOfSums(buy, sell, period);
}

/**
 * Average buy order / average sell order. A ratio; an inference: the volume ratio is then the order ratio times
 * this one, and no source defines it otherwise.
 */
export function buyOnSellRatio(
  buyVolume: Float64Array,
  buyCount: Float64Array,
  sellVolume: Float64Array,
  sellCount: Float64Array,
  period: number,
): Float64Array {
  return quotient(averageOrder(buyVolume, buyCount, period), averageOrder(sellVolume, sellCount, period));
}

function ratioOfSums(dividend: Float64Array, divisor: Float64Array, period: number): Float64Array {
  const out = nulls(dividend.length);
  for (let i = period - 1; i < dividend.length; i++) {
    const below = windowSum(divisor, i, period);
    if (below !== 0) out[i] = windowSum(dividend, i, period) / below;
  }
  return out;
}

function quotient(dividend: Float64Array, divisor: Float64Array): Float64Array {
  const out = nulls(dividend.length);
  for (let i = 0; i < dividend.length; i++) {
    const below = divisor[i] as number;
    if (below !== 0) out[i] = (dividend[i] as number) / below;
  }
  return out;
}
