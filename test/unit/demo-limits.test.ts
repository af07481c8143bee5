import { describe, expect, it } from '@jest/globals';
import type { Exchange } from '../../demo/demo-market.js';
import { boardOf, limitsOf, onTick, tickOf } from '../../demo/limits.js';

describe('limits of the demo market', () => {
  it.each([
    ['TCB', 'HOSE', 30_850, 33_000, 28_700],
    ['ACB', 'HOSE', 23_000, 24_600, 21_400],
    ['SSI', 'HOSE', 27_650, 29_550, 25_750],
    ['ABB', 'UPCOM', 16_900, 19_400, 14_400],
  ])('check value %s on %s', (_ticker, exchange, reference, ceiling, floor) => {
    expect(limitsOf(exchange as Exchange, reference)).toEqual({ ceiling, floor });
  });

  it('first trading days have ±20, 30 and 40 %', () => {
    expect(limitsOf('HOSE', 20_000, true)).toEqual({ ceiling: 24_000, floor: 16_000 });
    expect(limitsOf('HNX', 20_000, true)).toEqual({ ceiling: 26_000, floor: 14_000 });
    expect(limitsOf('UPCOM', 20_000, true)).toEqual({ ceiling: 28_000, floor: 12_000 });
  });

  it('the tick of a limit is that of its own price', () => {
    // 9,600 + 7 % = 10,272 is on ticks of 50, 9,600 − 7 % = 8,928 on ticks of 10.
    expect(limitsOf('HOSE', 9_600)).toEqual({ ceiling: 10_250, floor: 8_930 });
    expect([tickOf('HOSE', 9_990), tickOf('HOSE', 10_000), tickOf('HOSE', 50_000)]).toEqual([10, 50, 100]);
    expect([tickOf('HNX', 9_990), tickOf('UPCOM', 400)]).toEqual([100, 100]);
  });

  it('a band of less than a tick is one tick either way', () => {
    expect(limitsOf('HNX', 500)).toEqual({ ceiling: 600, floor: 400 });
    expect(limitsOf('UPCOM', 100)).toEqual({ ceiling: 200, floor: 100 });
  });

  it('a fund traded on HOSE has a tick of 10 at every price', () => {
    expect(limitsOf('HOSE_ETF', 23_370)).toEqual({ ceiling: 25_000, floor: 21_740 });
    expect(boardOf({ exchange: 'HOSE', company_type: 'fund' })).toBe('HOSE_ETF');
    expect(boardOf({ exchange: 'HNX', company_type: 'fund' })).toBe('HNX');
  });

  it('rounds to the nearest tick', () => {
    expect(onTick('HOSE', 10_074.9)).toBe(10_050);
    expect(onTick('HOSE', 10_075)).toBe(10_100);
    expect(onTick('HNX', 20)).toBe(100);
  });
});
