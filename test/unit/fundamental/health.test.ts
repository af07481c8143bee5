import { describe, expect, it } from '@jest/globals';
import {
  type AltmanFigures,
  altmanScore,
  variantFor,
  Z_1968,
  Z_1995,
} from '../../../src/modules/fundamental/health/altman.js';
import { piotroskiScore, piotroskiSignals } from '../../../src/modules/fundamental/health/piotroski.js';
import { itemsOf } from './items.js';

describe('Altman Z', () => {
  const unknown: AltmanFigures = {
    workingCapital: null,
    retainedEarnings: null,
    ebit: null,
    revenue: null,
    totalAssets: null,
    totalLiabilities: null,
    marketValue: null,
    bookValue: null,
  };

  it('published example: formiax.com, Altman score, "11.097 - Safe Zone"', () => {
    const score = altmanScore(Z_1968, {
      ...unknown,
      workingCapital: 4_200_000,
      retainedEarnings: 800_000,
      ebit: 6_500_000,
      revenue: 8_300_000,
      totalAssets: 3_500_000,
      totalLiabilities: 5_000_000,
      marketValue: 7_000_000,
    });
    // The page uses 0.999 as the coefficient of X5 and truncates after three digits; ours is 1.0.
    const published = (score.z as number) - 0.001 * (8_300_000 / 3_500_000);
    expect(Math.floor(published * 1000) / 1000).toBe(11.097);
    expect(score.zone).toBe('safe');
  });

  it('published example: wizedu.com question 366502, "Z score is 2.70"', () => {
    const score = altmanScore(Z_1968, {
      ...unknown,
      workingCapital: 34,
      retainedEarnings: 15,
      ebit: 0,
      revenue: 160,
      totalAssets: 100,
      totalLiabilities: 50,
      marketValue: 40,
    });
    expect(score.z).toBeCloseTo(2.7, 2);
    expect(score.zone).toBe('grey');
  });

  it('Z″ of 1995: 3.25 + 6.56 X1 + 3.26 X2 + 6.72 X3 + 1.05 X4 with the book value, without X5', () => {
    const figures = {
      ...unknown,
      workingCapital: 10,
      retainedEarnings: 20,
      ebit: 5,
      totalAssets: 100,
      totalLiabilities: 50,
      bookValue: 50,
    };
    const score = altmanScore(Z_1995, figures);
    expect(score.z).toBeCloseTo(3.25 + 0.656 + 0.652 + 0.336 + 1.05, 12);
    expect(score.zone).toBe('safe');
    expect(score.components.x5).toBeNull();
    expect(altmanScore(Z_1995, { ...figures, ebit: -20 }).zone).toBe('distress');
  });

  it('is null without its inputs', () => {
    expect(altmanScore(Z_1968, unknown)).toMatchObject({ z: null, zone: null });
  });

  it('fits the variant to the industry', () => {
    expect(variantFor(null).variant).toBe(Z_1968);
    expect(variantFor('30202030').variant).toBe(Z_1968);
    expect(variantFor('60201020').variant).toBe(Z_1995);
    expect(variantFor('60201020').reason).toContain('60201020');
  });
});

/** Statements with the published ratios of a company: assets of 100 at the three ends. */
function companyWith(ratios: {
  roa: [now: number, before: number];
  cfroa: number;
  leverage: [number, number];
  current: [number, number];
  issued: number;
  margin: [number, number];
  turnover: [number, number];
}) {
  const year = (at: 0 | 1) =>
    itemsOf({
      balance: {
        '270': 100,
        '338': 100 * ratios.leverage[at],
        '100': 50 * ratios.current[at],
        '310': 50,
      },
      income: {
        '60': 100 * ratios.roa[at],
        '10': 100 * ratios.turnover[at],
        '20': 100 * ratios.turnover[at] * ratios.margin[at],
      },
      cash: { '20': 100 * ratios.cfroa, '31': at === 0 ? ratios.issued : 0 },
    });
  return { now: year(0), before: year(1), earlier: itemsOf({ balance: { '270': 100 } }) };
}

describe('Piotroski F', () => {
  it('published example: platform.insiderpie.de, Streamline Health Solutions at 2012-07-31, 6 of 9', () => {
    const signals = piotroskiSignals(
      companyWith({
        roa: [0.013, -0.133],
        cfroa: 0.214,
        leverage: [0.164, 0.087],
        current: [0.891, 0.675],
        issued: 79.09,
        margin: [0.515, 0.4],
        turnover: [0.771, 1.183],
      }),
    );
    expect(signals.map(({ score }) => score)).toEqual([1, 1, 1, 1, 0, 1, 0, 1, 0]);
    expect(piotroskiScore(signals)).toBe(6);
  });

  it('published example: platform.insiderpie.de, Aurotek Corporation at 2015-12-31, 5 of 9', () => {
    const signals = piotroskiSignals(
      companyWith({
        roa: [0.013, 0.057],
        cfroa: 0.092,
        leverage: [0.087, 0.092],
        current: [1.754, 1.771],
        issued: 0,
        margin: [0.256, 0.265],
        turnover: [0.831, 0.893],
      }),
    );
    expect(signals.map(({ score }) => score)).toEqual([1, 1, 0, 1, 1, 0, 1, 0, 0]);
    expect(piotroskiScore(signals)).toBe(5);
  });

  it('a signal without its inputs is null, and so is the sum', () => {
    const { now, before } = companyWith({
      roa: [0.1, 0.1],
      cfroa: 0.1,
      leverage: [0, 0],
      current: [1, 1],
      issued: 0,
      margin: [0.1, 0.1],
      turnover: [1, 1],
    });
    const signals = piotroskiSignals({ now, before, earlier: itemsOf({}) });
    expect(signals.map(({ score }) => score)).toEqual([1, 1, null, 0, null, 0, 1, 0, null]);
    expect(piotroskiScore(signals)).toBeNull();
  });

  it('a cash flow statement without the line has no issue; without the statement it is not known', () => {
    const company = itemsOf({ balance: { '270': 1 }, cash: { '20': 1 } });
    const offer = (items: typeof company) =>
      piotroskiSignals({ now: items, before: items, earlier: items }).find(({ code }) => code === 'eq_offer');
    expect(offer(company)?.score).toBe(1);
    expect(offer(itemsOf({ balance: { '270': 1 } }))?.score).toBeNull();
  });
});
