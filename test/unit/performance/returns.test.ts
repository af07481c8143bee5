import { describe, expect, it } from '@jest/globals';
import { dayOf, isoDate } from '../../../src/database/packed.js';
import { adjust } from '../../../src/market/adjust.js';
import { startOf } from '../../../src/modules/performance/periods.js';
import { buyAndHold, normalised } from '../../../src/modules/performance/portfolio.js';
import {
  alpha,
  annualizedReturn,
  beta,
  common,
  dailyReturns,
  lastAt,
  maxDrawdown,
  type Prices,
  returnBetween,
  sharpeRatio,
  totalReturn,
  volatility,
  windowOf,
} from '../../../src/modules/performance/returns.js';

const numbers = (...values: number[]) => Float64Array.from(values);
/** Closes by day number. */
const prices = (closes: Record<number, number>): Prices => ({
  days: Int32Array.from(Object.keys(closes), Number),
  closes: Float64Array.from(Object.values(closes)),
});

describe('by hand: closes 100, 110, 99, 108.9, returns +10 %, -10 %, +10 %', () => {
  const closes = numbers(100, 110, 99, 108.9);
  const returns = dailyReturns(closes);

  it('daily and total returns', () => {
    expect([...returns]).toEqual([0.1, -0.1, 0.1].map((value) => expect.closeTo(value, 12)));
    expect(totalReturn(closes)).toBeCloseTo(0.089, 12);
  });

  it('annualised: (1 + r)^(365 / days) - 1', () => {
    expect(annualizedReturn(0.1, 365)).toBeCloseTo(0.1, 12);
    expect(annualizedReturn(0.21, 730)).toBeCloseTo(0.1, 12);
    expect(annualizedReturn(-1, 10)).toBe(-1);
    expect(annualizedReturn(0.1, 0)).toBeNull();
    expect(annualizedReturn(null, 10)).toBeNull();
  });

  it('volatility: mean 1/30, sum of squares 0.08/3, over n - 1, times 252', () => {
    expect(volatility(returns)).toBeCloseTo(Math.sqrt((0.08 / 3 / 2) * 252), 12);
    expect(volatility(returns.subarray(0, 1))).toBeNull();
  });

  it('drawdown: 110 to 99', () => {
    expect(maxDrawdown(closes)).toBeCloseTo(-0.1, 12);
    expect(maxDrawdown(numbers(1, 2, 3))).toBe(0);
    expect(maxDrawdown(numbers(1))).toBeNull();
  });

  it('Sharpe: 252/30 less the rate, over the volatility', () => {
    expect(sharpeRatio(returns, 0.4)).toBeCloseTo(8 / Math.sqrt((0.08 / 6) * 252), 12);
  });

  it('beta and alpha of twice the benchmark and 0.1 % a day', () => {
    const benchmark = numbers(0.01, -0.02, 0.03);
    const own = benchmark.map((value) => 2 * value + 0.001);
    expect(beta(own, benchmark)).toBeCloseTo(2, 12);
    // 252 · (2 · 0.02/3 + 0.001) - [0.05 + 2 · (252 · 0.02/3 - 0.05)]
    expect(alpha(own, benchmark, 0.05)).toBeCloseTo(0.252 + 0.05, 10);
    expect(alpha(benchmark, benchmark, 0.05)).toBe(0);
  });

  it('0/0 is null: steady growth has no Sharpe ratio, a resting benchmark no beta', () => {
    const steady = dailyReturns(numbers(100, 110, 121, 133.1, 146.41));
    expect(volatility(steady)).toBe(0);
    expect(sharpeRatio(steady, 0)).toBeNull();
    expect(beta(returns, numbers(0, 0, 0))).toBeNull();
    expect(alpha(returns, numbers(0, 0, 0), 0)).toBeNull();
    expect(totalReturn(numbers(0, 0))).toBeNull();
    expect(beta(numbers(0.1), numbers(0.1))).toBeNull();
  });
});

describe('windows', () => {
  const ownPrices = prices({ 10: 1, 12: 2, 13: 3, 17: 4 });

  it.each([
    [9, -1],
    [10, 0],
    [11, 0],
    [17, 3],
    [99, 3],
  ])('the last day not after %i', (day, index) => expect(lastAt(ownPrices.days, day)).toBe(index));

  it.each([
    ['base before the window', 11, 13, [1, 2, 3]],
    ['base on its first day', 12, 16, [2, 3]],
    ['no close before: the first one in it', 5, 12, [1, 2]],
    ['nothing after the base', 13, 16, []],
    ['one close alone', 5, 10, []],
    ['over before the first close', 1, 5, []],
  ])('%s', (_, from, to, closes) => {
    expect([...windowOf(ownPrices, from, to).closes]).toEqual(closes);
  });

  it('a period reaches back or is null', () => {
    expect(returnBetween(ownPrices, 11, 17)).toBe(3);
    expect(returnBetween(ownPrices, 9, 17)).toBeNull();
  });

  it('only days that both have are compared', () => {
    const other = prices({ 9: 7, 10: 8, 13: 9, 14: 5, 17: 6 });
    expect(common(ownPrices, other)).toEqual({ own: numbers(1, 3, 4), other: numbers(8, 9, 6) });
  });
});

describe('portfolio', () => {
  it('weights add up to 1; equal ones by default', () => {
    expect(normalised([3, 1])).toEqual([0.75, 0.25]);
    expect(normalised([undefined, undefined])).toEqual([0.5, 0.5]);
  });

  it('is bought at the start and held; the last close is carried, an asset that begins later is cash until then', () => {
    const value = buyAndHold(
      [
        { prices: prices({ 10: 100, 11: 110, 13: 120 }), weight: 0.5 },
        { prices: prices({ 9: 50, 12: 25 }), weight: 0.25 },
        { prices: prices({ 12: 10, 13: 20 }), weight: 0.25 },
      ],
      10,
      13,
    );
    expect([...value.days]).toEqual([10, 11, 12, 13]);
    expect([...value.closes]).toEqual([1, 0.55 + 0.5, 0.55 + 0.125 + 0.25, 0.6 + 0.125 + 0.5]);
  });

  it('starts with the first close of any where there is none before', () => {
    const value = buyAndHold([{ prices: prices({ 12: 10, 13: 20, 14: 30 }), weight: 1 }], 10, 13);
    expect([...value.days]).toEqual([12, 13]);
    expect([...value.closes]).toEqual([1, 2]);
  });
});

describe('periods', () => {
  it.each([
    ['1d', '2024-03-31', '2024-03-30'],
    ['1w', '2024-03-31', '2024-03-24'],
    ['1m', '2024-03-31', '2024-02-29'],
    ['1m', '2023-03-30', '2023-02-28'],
    ['1m', '2024-01-15', '2023-12-15'],
    ['3m', '2024-01-31', '2023-10-31'],
    ['6m', '2024-08-31', '2024-02-29'],
    ['1y', '2024-02-29', '2023-02-28'],
    ['3y', '2024-02-29', '2021-02-28'],
    ['ytd', '2024-05-06', '2023-12-31'],
    ['mtd', '2024-05-06', '2024-04-30'],
    ['wtd', '2024-05-06', '2024-05-05'],
    ['wtd', '2024-05-10', '2024-05-05'],
    ['wtd', '2024-05-12', '2024-05-05'],
    ['wtd', '1999-12-31', '1999-12-26'],
  ] as const)('%s to %s starts on %s', (period, end, start) => {
    expect(isoDate(startOf(period, dayOf(end)))).toBe(start);
  });
});

it('values are multiplied by the factor of the first effective day after their own', () => {
  const values = numbers(1, 1, 1, 1, 1);
  adjust(values, Int32Array.of(1, 2, 5, 6, 9), {
    effective: Int32Array.of(2, 6),
    factors: numbers(0.25, 0.5),
  });
  expect([...values]).toEqual([0.25, 0.5, 0.5, 1, 1]);
});
