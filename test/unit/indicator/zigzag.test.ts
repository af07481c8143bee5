import { describe, expect, it } from '@jest/globals';
import type { Series } from '../../../src/modules/technical-analysis/formulas/series.js';
import { compute, seriesOf, valuesOf } from './series.js';

/** Bars as [high, low]. */
function bars(...pairs: [number, number][]): Series {
  return seriesOf({
    high: pairs.map(([high]) => high),
    low: pairs.map(([, low]) => low),
    close: pairs.map(([, low]) => low),
  });
}

/** Turning points as `index kind confirmed`. */
function pivots(series: Series, deviation = 10, source = 'high_low'): string[] {
  const kinds = valuesOf('pivot', 'zigzag', series, deviation, source);
  const confirmed = valuesOf('confirmed', 'zigzag', series, deviation, source);
  return kinds
    .map((kind, i) => `${i} ${kind} ${confirmed[i] ? 'confirmed' : 'open'}`)
    .filter((_, i) => kinds[i] !== null);
}

describe('zigzag of closes, deviation 10 %', () => {
  const closes = seriesOf({ close: [100, 95, 104, 110, 120, 115, 108, 100, 105, 111, 109] });
  const values = (output: string) => valuesOf(output, 'zigzag', closes, 10, 'close');

  it('turns where a move of 10 % of the price has come', () => {
    // 110 is 15 % above 95; 108 is 10 % below 120; 111 is 11 % above 100.
    expect(pivots(closes, 10, 'close')).toEqual([
      '1 low confirmed',
      '4 high confirmed',
      '7 low confirmed',
      '9 high open',
    ]);
  });

  it('draws straight lines between the pivots and nothing outside them', () => {
    const line = [null, 95, 95 + 25 / 3, 95 + 50 / 3, 120, 120 - 20 / 3, 120 - 40 / 3, 100, 105.5, 111, null];
    expect(values('zigzag')).toEqual(line.map((value) => value && expect.closeTo(value, 10)));
  });

  it('says which part may still be redrawn', () => {
    expect(values('confirmed')).toEqual([null, ...new Array(7).fill(true), false, false, false]);
    expect(values('pivot')).toEqual([null, 'low', null, null, 'high', null, null, 'low', null, 'high', null]);
  });
});

describe('before a direction exists', () => {
  it('nothing as long as no move is large enough', () => {
    expect(pivots(bars([105, 100], [108, 101], [109, 100]))).toEqual([]);
    expect(compute('zigzag', bars([105, 100], [108, 101]), 10).confirmed).toEqual([null, null]);
  });

  it('the first occurrence of the extreme is the pivot', () => {
    expect(pivots(bars([102, 100], [103, 100], [103, 101], [111, 105]))[0]).toBe('0 low confirmed');
    expect(pivots(bars([102, 100], [103, 100], [103, 101], [101, 92]))[0]).toBe('1 high confirmed');
  });

  it('both moves on one bar: the larger one', () => {
    // up 115/100 = 15 %, down 100/110 = 9.1 % with a deviation of 8
    expect(pivots(bars([109, 100], [115, 100]), 8)[0]).toBe('0 low confirmed');
    // up 109/100 = 9 %, down 1 - 92/109 = 15.6 %
    expect(pivots(bars([109, 100], [109, 92]), 8)[0]).toBe('0 high confirmed');
  });

  it('a tie of both moves: up', () => {
    // up 125/100 - 1 = 25 %, down 1 - 90/120 = 25 %
    expect(pivots(bars([120, 100], [125, 90]), 20)).toEqual(['0 low confirmed', '1 high open']);
  });

  it('the range of one bar is not a move', () => {
    expect(pivots(bars([120, 100]))).toEqual([]);
  });

  it('prices of 0, as some exports have for days without trades, turn once, not on each day', () => {
    const [zero, usual] = [[0, 0] as [number, number], [100, 100] as [number, number]];
    expect(pivots(bars(zero, zero, zero))).toEqual([]);
    expect(pivots(bars(usual, zero, zero, zero, usual))).toEqual([
      '0 high confirmed',
      '1 low confirmed',
      '4 high open',
    ]);
  });
});

describe('once there is a direction', () => {
  const rising: [number, number][] = [
    [100, 99],
    [112, 110],
  ];

  it('a higher high moves the candidate and is not tested that bar', () => {
    expect(pivots(bars(...rising, [120, 90]))).toEqual(['0 low confirmed', '2 high open']);
  });

  it('an equal high is tested', () => {
    expect(pivots(bars(...rising, [112, 90]))).toEqual(['0 low confirmed', '1 high confirmed', '2 low open']);
  });

  it('a lower low moves the candidate and is not tested that bar', () => {
    expect(pivots(bars(...rising, [111, 90], [130, 80]))).toEqual([
      '0 low confirmed',
      '1 high confirmed',
      '3 low open',
    ]);
  });

  it.each([3, 5, 7, 10, 15])('a touch of exactly %i % counts, just short of it does not', (deviation) => {
    for (let price = 10_000; price <= 100_000; price += 10_000) {
      const fall = (price * deviation) / 100;
      expect(pivots(bars([price, price], [price, price - fall]), deviation)[0]).toBe('0 high confirmed');
      expect(pivots(bars([price, price], [price, price - fall + 1]), deviation)).toEqual([]);
      expect(pivots(bars([price, price], [price + fall, price]), deviation)[0]).toBe('0 low confirmed');
      expect(pivots(bars([price, price], [price + fall - 1, price]), deviation)).toEqual([]);
    }
  });
});
