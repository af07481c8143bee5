import { cci, roc, rsi, stochasticSlow, williamsR } from '../technical-analysis/formulas/momentum.js';
import { sma } from '../technical-analysis/formulas/moving-average.js';
import { bollingerBands } from '../technical-analysis/formulas/overlay.js';
import type { Series } from '../technical-analysis/formulas/series.js';
import { adx, macd } from '../technical-analysis/formulas/trend.js';
import { obv } from '../technical-analysis/formulas/volume.js';
import { isRounding, moveFrom } from '../technical-analysis/formulas/zero.js';

/** Vote of a rule on the last bar. */
type Vote = 'buy' | 'neutral' | 'sell';

/** Words of a signal, the most bearish first. */
export const SIGNALS = ['strong_sell', 'sell', 'neutral', 'buy', 'strong_buy'] as const;
type Signal = (typeof SIGNALS)[number];

/** One rule applied to the last bar; value and vote are null where the indicator is (warm-up, 0/0). */
interface RuleResult {
  rule: string;
  indicator: string;
  value: number | null;
  threshold: string;
  vote: Vote | null;
}

/** Combined result of the rules. */
export interface SignalResult {
  signal: Signal | null;
  balance: number | null;
  buy_count: number;
  neutral_count: number;
  sell_count: number;
  rules: RuleResult[];
}

interface Rule {
  name: string;
  /** as written in the catalogue of technical analysis */
  indicator: string;
  /** when it votes buy and when sell; neutral otherwise */
  threshold: string;
  /** value of the last bar, and its vote, which does not count if the value is NaN */
  measure(bars: Series): [value: number, vote: Vote];
}

const last = (values: Float64Array) => values.at(-1) ?? Number.NaN;

/** The last bars, all that an indicator reads in a window: its last value costs a window, not a history. */
const tail = (values: Float64Array, bars: number) => values.subarray(-bars);

/** buy above 0, sell below. */
const bySign = (value: number): Vote => vote(value > 0, value < 0);

function vote(buys: boolean, sells: boolean): Vote {
  return buys ? 'buy' : sells ? 'sell' : 'neutral';
}

/** Differences of indicators up to this size are rounding; points, or the share of a band. */
const ROUNDING = 1e-9;

/** Whether an indicator is above a bound by more than rounding, so that a value equal to the bound is on neither side. */
const isAbove = (value: number, bound: number) => value - bound > ROUNDING;

/** Trend: the close against its simple moving average; value: the average, VND. */
function priceAgainstAverage(period: number): Rule {
  return {
    name: `price_sma_${period}`,
    indicator: `sma(${period})`,
    threshold: 'buy: close > sma; sell: close < sma',
    measure: ({ close }) => {
      const average = last(sma(tail(close, period), period));
      return [average, bySign(moveFrom(average, last(close)))];
    },
  };
}

/** The rules, in the order of the answer. */
export const RULES: readonly Rule[] = [
  priceAgainstAverage(20),
  priceAgainstAverage(50),
  priceAgainstAverage(200),
  {
    name: 'macd_histogram',
    indicator: 'macd(12,26,9)',
    threshold: 'buy: histogram > 0; sell: histogram < 0',
    measure: ({ close }) => {
      const value = last(macd(close, 12, 26, 9).histogram);
      return [value, isRounding(value, last(close)) ? 'neutral' : bySign(value)];
    },
  },
  {
    name: 'rsi',
    indicator: 'rsi(14)',
    threshold: 'buy: rsi < 30; sell: rsi > 70',
    measure: ({ close }) => {
      const value = last(rsi(close, 14));
      return [value, vote(isAbove(30, value), isAbove(value, 70))];
    },
  },
  {
    name: 'stochastic',
    indicator: 'stochastic_slow(14,3,3)',
    threshold: 'buy: slow_k < 20 and slow_k > slow_d; sell: slow_k > 80 and slow_k < slow_d',
    measure: ({ high, low, close }) => {
      const { slow_k, slow_d } = stochasticSlow(tail(high, 18), tail(low, 18), tail(close, 18), 14, 3, 3);
      const [k, d] = [last(slow_k), last(slow_d)];
      return [k, vote(isAbove(20, k) && isAbove(k, d), isAbove(k, 80) && isAbove(d, k))];
    },
  },
  {
    name: 'cci',
    indicator: 'cci(20)',
    threshold: 'buy: cci < -100; sell: cci > 100',
    measure: ({ high, low, close }) => {
      const value = last(cci(tail(high, 20), tail(low, 20), tail(close, 20), 20));
      return [value, vote(isAbove(-100, value), isAbove(value, 100))];
    },
  },
  {
    name: 'adx',
    indicator: 'adx(14)',
    threshold: 'buy: adx > 25 and plus_di > minus_di; sell: adx > 25 and plus_di < minus_di',
    measure: ({ high, low, close }) => {
      const movement = adx(high, low, close, 14);
      const [strength, up, down] = [last(movement.adx), last(movement.plus_di), last(movement.minus_di)];
      const isTrend = isAbove(strength, 25);
      return [strength, vote(isTrend && isAbove(up, down), isTrend && isAbove(down, up))];
    },
  },
  {
    name: 'bollinger_position',
    indicator: 'bollinger_bands(20,2)',
    threshold: 'buy: (close - lower) / (upper - lower) < 0; sell: > 1',
    measure: ({ close }) => {
      const { upper, lower } = bollingerBands(tail(close, 20), 20, 2);
      const width = moveFrom(last(lower), last(upper));
      const value = width === 0 ? Number.NaN : (last(close) - last(lower)) / width;
      return [value, vote(isAbove(0, value), isAbove(value, 1))];
    },
  },
  {
    name: 'obv_trend',
    indicator: 'obv',
    threshold: 'buy: obv - mean of its last 20 > 0; sell: < 0',
    measure: ({ close, volume }) => {
      const line = obv(close, volume);
      const value = last(line) - last(sma(tail(line, 20), 20));
      return [value, bySign(value)];
    },
  },
  {
    name: 'williams_r',
    indicator: 'williams_r(14)',
    threshold: 'buy: williams_r < -80; sell: williams_r > -20',
    measure: ({ high, low, close }) => {
      const value = last(williamsR(tail(high, 14), tail(low, 14), tail(close, 14), 14));
      return [value, vote(isAbove(-80, value), isAbove(value, -20))];
    },
  },
  {
    name: 'rate_of_change',
    indicator: 'roc(10)',
    threshold: 'buy: roc > 0; sell: roc < 0',
    measure: ({ close }) => {
      const value = last(roc(tail(close, 11), 10));
      return [value, bySign(value)];
    },
  },
];

/** Bounds of the balance at which the word changes; those stated for TradingView's technical ratings. */
const LEANING = 0.1;
const STRONG = 0.5;

/**
 * Applies {@link RULES} to the last of the bars, which are adjusted as of it. balance = (buy − sell) ÷
 * (buy + neutral + sell) over the rules that have a value, from −1 to 1; signal: strong_buy above 0.5, buy above 0.1,
 * sell below −0.1, strong_sell below −0.5, else neutral. Both are null if no rule has a value.
 */
export function signalOf(bars: Series): SignalResult {
  const rules = RULES.map(({ name, indicator, threshold, measure }): RuleResult => {
    const [value, says] = measure(bars);
    const isKnown = Number.isFinite(value);
    return { rule: name, indicator, value: isKnown ? value : null, threshold, vote: isKnown ? says : null };
  });
  const count = (word: Vote) => rules.filter((each) => each.vote === word).length;
  const [buys, neutrals, sells] = [count('buy'), count('neutral'), count('sell')];
  const votes = buys + neutrals + sells;
  const balance = votes === 0 ? null : (buys - sells) / votes;
  return {
    signal: balance === null ? null : wordOf(balance),
    balance,
    buy_count: buys,
    neutral_count: neutrals,
    sell_count: sells,
    rules,
  };
}

function wordOf(balance: number): Signal {
  const steps = Math.abs(balance) > STRONG ? 2 : Math.abs(balance) > LEANING ? 1 : 0;
  return SIGNALS[2 + Math.sign(balance) * steps] ?? 'neutral';
}
