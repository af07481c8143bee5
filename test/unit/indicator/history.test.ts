import { describe, expect, it } from '@jest/globals';
import { CATALOGUE } from '../../../src/modules/technical-analysis/catalogue/catalogue.js';
import type { Column } from '../../../src/modules/technical-analysis/catalogue/indicator.js';
import type { Series } from '../../../src/modules/technical-analysis/formulas/series.js';
import { compute, cut, GOLDEN, paramsOf, randomSeries } from './series.js';

const LONG = randomSeries(700, 7, true);
const CASES = CATALOGUE.map((indicator) => ({ code: indicator.code, indicator }));
const WHOLE_HISTORY = new Set([
  'parabolic_sar',
  'ad_line',
  'obv',
  'ema',
  'adx',
  'adxr',
  'macd',
  'zigzag',
  'cmo',
  'rsi',
  'average_rsi',
  'average_cmo',
]);

function part(column: Column | undefined, from: number, to?: number): (number | string | boolean | null)[] {
  return Array.from<number | string | boolean | null>(column?.slice(from, to) ?? []);
}

describe('no look-ahead: the values on the first bars are those computed from these bars alone', () => {
  const histories = [LONG, ...GOLDEN.map(({ series }) => series)];

  it.each(CASES.filter(({ code }) => code !== 'zigzag'))('$code', ({ indicator }) => {
    for (const series of histories) {
      const whole = indicator.compute(series, paramsOf(indicator));
      for (const bars of [1, 2, 27, 40, 133, 519].filter((count) => count < series.length)) {
        const early = indicator.compute(cut(series, 0, bars), paramsOf(indicator));
        for (const { name } of indicator.outputs) {
          expect({ name, bars, values: part(early[name], 0) }).toEqual({
            name,
            bars,
            values: part(whole[name], 0, bars),
          });
        }
      }
    }
  });

  it.each(['high_low', 'close'])('zigzag of %s: confirmed values stay', (source) => {
    for (const series of histories) {
      const whole = compute('zigzag', series, 3, source);
      for (let bars = 1; bars < series.length; bars += 7) {
        const early = compute('zigzag', cut(series, 0, bars), 3, source);
        const confirmed = part(early.confirmed, 0);
        const count = confirmed.lastIndexOf(true) + 1;
        for (const output of ['zigzag', 'pivot', 'confirmed']) {
          expect(part(early[output], 0, count)).toEqual(part(whole[output], 0, count));
        }
        expect(confirmed.slice(count)).toEqual(new Array(bars - count).fill(count === 0 ? null : false));
      }
    }
  });
});

describe('the window of a request does not matter', () => {
  it.each(CASES.filter(({ code }) => !WHOLE_HISTORY.has(code)))(
    '$code from a later first bar: the same bits once its own bars are there',
    ({ indicator }) => {
      const from = 101;
      const whole = indicator.compute(LONG, paramsOf(indicator));
      const later = indicator.compute(cut(LONG, from, LONG.length), paramsOf(indicator));
      const warmUp = indicator.warm_up_bars(paramsOf(indicator)) ?? 0;
      for (const { name } of indicator.outputs) {
        expect(part(later[name], warmUp)).toEqual(part(whole[name], from + warmUp));
      }
    },
  );

  it.each(['rsi', 'cmo', 'ema', 'macd', 'adx', 'adxr', 'average_rsi', 'average_cmo'])(
    '%s forgets its seed: 400 bars later two first bars agree',
    (code) => {
      const whole = compute(code, LONG);
      const later = compute(code, cut(LONG, 200, LONG.length));
      for (const [name, column] of Object.entries(later)) {
        const expected = whole[name]?.at(-1) as number;
        expect(Math.abs((column.at(-1) as number) - expected)).toBeLessThan(
          1e-6 * Math.max(1, Math.abs(expected)),
        );
      }
    },
  );
});

describe('no drift over 10,000 bars with volumes of a billion', () => {
  const series = randomSeries(10_000, 11);
  const last = series.length - 1;
  /** exact, as every value is a whole number below 2^53 */
  const sum = (values: Float64Array, bars: number) =>
    Number(values.slice(-bars).reduce((total, value) => total + BigInt(value), 0n));
  const near = (value: unknown, expected: number) =>
    expect(Math.abs((value as number) - expected)).toBeLessThanOrEqual(1e-6 + 1e-9 * Math.abs(expected));
  const at = (code: string, ...values: number[]) => compute(code, series, ...values)[code]?.[last];

  it.each([2, 20, 500])('means and sums over %i bars', (bars) => {
    near(at('vma', bars), sum(series.volume, bars) / bars);
    near(at('sma', bars), sum(series.close, bars) / bars);
    near(at('foreign_buy_volume', bars), sum(series.foreignBuyVolume as Float64Array, bars));
    near(
      at('buy_on_sell_volume_ratio', bars),
      sum(series.buyOrderVolume as Float64Array, bars) / sum(series.sellOrderVolume as Float64Array, bars),
    );
  });

  it('OBV to the last share', () => {
    const exact = series.close.reduce((balance, close, i) => {
      const prior = series.close[i - 1] ?? 0;
      return balance + Math.sign(close - prior) * (series.volume[i] as number);
    }, 0);
    expect(at('obv')).toBe(exact);
  });

  it('A/D against exact fractions', () => {
    near(at('ad_line'), exactAdLine(series));
  });

  it('MFI and deviations on a billion shares', () => {
    const flow = (i: number) => {
      const [now, before] = [i, i - 1].map((j) =>
        BigInt((series.high[j] as number) + (series.low[j] as number) + (series.close[j] as number)),
      ) as [bigint, bigint];
      const value = now * BigInt(series.volume[i] as number);
      return now > before ? value : now < before ? -value : 0n;
    };
    const flows = Array.from({ length: 500 }, (_, back) => flow(last - back));
    const total = flows.reduce((all, value) => all + (value < 0n ? -value : value), 0n);
    const inflow = flows.reduce((all, value) => all + (value > 0n ? value : 0n), 0n);
    near(at('mfi', 500), (100 * Number(inflow)) / Number(total));
    const closes = series.close.slice(-500);
    const squares = Number(closes.reduce((all, value) => all + BigInt(value) ** 2n, 0n) * 500n);
    const deviation = Math.sqrt(squares - sum(series.close, 500) ** 2) / 500;
    near(
      compute('bollinger_bands', series, 500, 2).upper?.[last],
      sum(series.close, 500) / 500 + 2 * deviation,
    );
  });
});

/** In units of 10^-12 shares, rounded once per bar. */
function exactAdLine({ high, low, close, volume, length }: Series): number {
  const unit = 10n ** 12n;
  let line = 0n;
  for (let i = 0; i < length; i++) {
    const [h, l, c, v] = [high[i], low[i], close[i], volume[i]].map((value) => BigInt(value as number)) as [
      bigint,
      bigint,
      bigint,
      bigint,
    ];
    if (h > l) line += ((2n * c - h - l) * v * unit) / (h - l);
  }
  return Number(line) / Number(unit);
}
