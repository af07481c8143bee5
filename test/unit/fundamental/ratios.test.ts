import { describe, expect, it } from '@jest/globals';
import { RATIOS } from '../../../src/modules/fundamental/ratios/catalogue.js';
import { RATIO_GROUPS, type RatioInput } from '../../../src/modules/fundamental/ratios/ratio.js';
import {
  companyPeriods,
  type PeriodFigure,
} from '../../../src/modules/fundamental/statements/company-periods.js';
import { itemsOf } from './items.js';

const NO_MARKET = { close: null, shares: null };
const value = (code: string, input: RatioInput) =>
  RATIOS.find((ratio) => ratio.code === code)?.compute(input);

describe('published examples', () => {
  // Clear Lake Sporting Goods: J. Dahlquist, R. Knight, "Principles of Finance", OpenStax 2022, section 6.4:
  // debt-to-assets = ($100,000 + $50,000) ÷ $250,000 = 0.6, so that equity is 100,000 and debt-to-equity 1.5.
  it('OpenStax, Principles of Finance, 6.4: liabilities of Clear Lake', () => {
    const now = itemsOf({ balance: { '300': 150_000, '270': 250_000, '400': 100_000 } });
    const input = { now, before: itemsOf({}), trailing: now, market: NO_MARKET };
    expect(value('liabilities_to_assets', input)).toBe(0.6);
    expect(value('liabilities_to_equity', input)).toBe(1.5);
  });

  // The figures of problems 1 to 4, 6 and 7 of chapter 6; the book does not print its results beside them, so these
  // are worked by its formulas.
  it('OpenStax, Principles of Finance, problems of chapter 6', () => {
    const now = itemsOf({
      balance: { '100': 80_000, '110': 40_000, '140': 20_000, '310': 70_000, '131': 30_000 },
      income: { '10': 70_000, '50': 25_000, '23': 4_000 },
    });
    const input = { now, before: itemsOf({ balance: { '131': 20_000 } }), trailing: now, market: NO_MARKET };
    expect(value('current_ratio', input)).toBe(8 / 7);
    expect(value('quick_ratio', input)).toBe(6 / 7);
    expect(value('cash_ratio', input)).toBe(4 / 7);
    expect(value('receivables_turnover', input)).toBe(2.8);
    expect(value('interest_coverage', input)).toBe(7.25);
  });
});

describe('catalogue', () => {
  it('has the groups of the specification by company type', () => {
    const groups = (type: string) =>
      RATIO_GROUPS.filter((group) =>
        RATIOS.some((ratio) => ratio.group === group && (ratio.companyTypes as string[]).includes(type)),
      );
    for (const type of ['ordinary', 'securities', 'insurance']) {
      expect(groups(type)).toEqual(RATIO_GROUPS.filter((group) => group !== 'asset_quality'));
    }
    expect(groups('bank')).toEqual(['valuation', 'profitability', 'growth', 'liquidity', 'asset_quality']);
  });

  it('names every ratio once', () => {
    expect(new Set(RATIOS.map(({ code }) => code)).size).toBe(RATIOS.length);
  });

  it('gives null without inputs, never NaN, infinity or zero', () => {
    const nothing = itemsOf({});
    for (const ratio of RATIOS) {
      const input = { now: nothing, before: nothing, trailing: nothing, market: NO_MARKET };
      expect([ratio.code, ratio.compute(input)]).toEqual([ratio.code, null]);
    }
  });

  it('gives null on division by zero, and a multiple of a loss', () => {
    const zero = itemsOf({
      balance: { '100': 1, '310': 0, '400': -5 },
      income: { '60': -1, '10': 0, '20': 1 },
    });
    const input = { now: zero, before: zero, trailing: zero, market: { close: 10, shares: 10 } };
    for (const code of ['current_ratio', 'gross_margin', 'pe', 'pb', 'ps', 'revenue_growth']) {
      expect([code, value(code, input)]).toEqual([code, null]);
    }
  });
});

describe('ratios of a bank', () => {
  it('takes the lines of its own form', () => {
    const lines = (loans: number) => ({
      BK161: loans,
      BK160: loans - 20,
      BK169: -20,
      BK120: 50,
      BK130: 100,
      BK170: 50,
      BK472: 15,
      BK473: 4,
      BK474: 3,
      BK475: 3,
      BK330: 800,
    });
    const now = itemsOf({ balance: lines(1000), income: { BK03: 60, BK31: 18, BK10: 90, BK26: 30 } }, 'bank');
    const before = itemsOf({ balance: lines(800) }, 'bank');
    const input = { now, before, trailing: now, market: NO_MARKET };
    expect(value('npl_ratio', input)).toBe(0.01);
    expect(value('group_2_ratio', input)).toBe(0.015);
    expect(value('loan_loss_coverage', input)).toBe(2);
    expect(value('credit_cost', input)).toBe(18 / 900);
    expect(value('loans_to_deposits', input)).toBe(1.25);
    expect(value('cost_to_income', input)).toBe(30 / 90);
    expect(value('nim', input)).toBe(60 / ((1180 + 980) / 2));
    expect(value('loan_growth', input)).toBe(0.25);
  });
});

describe('periods of a company', () => {
  const figure = (overrides: Partial<PeriodFigure>): PeriodFigure => ({
    statement: 'income_statement',
    period: 'quarter',
    fiscal_year: 2023,
    fiscal_quarter: 1,
    consolidation: 'consolidated',
    company_type: 'ordinary',
    item_code: '60',
    value: 1,
    period_end_date: '2023-03-31',
    published_at: '2023-04-28',
    ...overrides,
  });
  const quarters = (values: readonly number[], year = 2023) =>
    values.map((each, at) =>
      figure({
        fiscal_year: year,
        fiscal_quarter: at + 1,
        value: each,
        period_end_date: `${year}-0${at + 1}-28`,
      }),
    );
  const profit = (figures: PeriodFigure[]) =>
    companyPeriods(figures).map(({ trailing }) => trailing.income('60'));

  it('twelve months of a quarter are it and the three before, across years', () => {
    expect(profit([...quarters([1, 2, 3, 4]), ...quarters([10], 2024)])).toEqual([null, null, null, 10, 19]);
  });

  it('the profit of the owners that a year does not state is that of its quarters', () => {
    const owners = quarters([1, 1, 2, 2]).map((each) => ({ ...each, item_code: '61' }));
    const ofYear = figure({ period: 'year', fiscal_quarter: 0, value: 10, period_end_date: '2023-12-28' });
    const year = companyPeriods([...quarters([1, 2, 3, 4]), ...owners, ofYear]).find(
      ({ period }) => period === 'year',
    );
    expect(year?.trailing.ownersProfit()).toBe(6);
    expect(year?.trailing.income('60')).toBe(10);
  });

  it('a missing quarter leaves them unknown', () => {
    expect(profit(quarters([1, 2, 3, 4]).filter(({ fiscal_quarter }) => fiscal_quarter !== 2))).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('a quarter that omits interest or purchases of fixed assets has none: the others count', () => {
    const lines: Record<string, Record<string, (number | null)[]>> = {
      income_statement: { '50': [100, 100, 100, 100], '23': [50, null, 50, 50], '10': [9, 9, null, 9] },
      cash_flow_indirect: { '20': [200, 200, 200, 200], '21': [-40, -40, -40, null], '02': [30, 30, 30, 30] },
    };
    const figures = Object.entries(lines).flatMap(([statement, codes]) =>
      Object.entries(codes).flatMap(([item_code, values]) =>
        quarters(values.map((each) => each ?? Number.NaN)).map((each) => ({
          ...each,
          statement: statement as PeriodFigure['statement'],
          item_code,
        })),
      ),
    );
    const periods = companyPeriods(figures.filter((each) => !Number.isNaN(each.value)));
    const { now, before, trailing } = periods.at(-1) as (typeof periods)[number];
    const input = { now, before, trailing, market: NO_MARKET };
    expect(value('free_cash_flow', input)).toBe(800 - 120);
    expect(value('capex_to_operating_cash_flow', input)).toBe(120 / 800);
    expect(trailing.incomeOrNil('23')).toBe(150);
    expect([trailing.income('23'), trailing.income('10')]).toEqual([null, null]);
  });

  it('cash flows add up whichever method a quarter states them by', () => {
    const cash = (statement: PeriodFigure['statement'], lines: Record<string, (number | null)[]>) =>
      Object.entries(lines).flatMap(([item_code, values]) =>
        quarters(values.map((each) => each ?? Number.NaN))
          .filter(({ value: each }) => !Number.isNaN(each))
          .map((each) => ({ ...each, statement, item_code })),
      );
    const trailing = companyPeriods([
      ...cash('cash_flow_direct', {
        '01': [5, 5, 5, 5],
        '20': [100, 200, 7, null],
        '21': [-10, null, null, null],
      }),
      ...cash('cash_flow_indirect', { '20': [null, null, 300, 400], '21': [null, -20, -30, null] }),
    ]).at(-1)?.trailing;
    expect(trailing?.cash('20')).toBe(1000);
    // The fourth quarter bought nothing.
    expect([trailing?.cash('21'), trailing?.cashOrNil('21')]).toEqual([null, -60]);
    expect(trailing?.cash('01')).toBeNull();
  });

  it('quarters on several forms add up to lines that all of these have', () => {
    const year = (companyType: PeriodFigure['company_type'][], code: string) =>
      quarters([1, 2, 3, 4]).map((each, at) => {
        const prefix = { ordinary: '', bank: 'BK', insurance: 'IN', securities: 'SC' }[
          companyType[at] ?? 'ordinary'
        ];
        return { ...each, item_code: `${prefix}${code}`, company_type: companyType[at] ?? 'ordinary' };
      });
    const trailing = (companyType: PeriodFigure['company_type'][], code: string) =>
      companyPeriods(year(companyType, code)).at(-1)?.trailing.income(code);
    expect(trailing(['ordinary', 'insurance', 'securities', 'ordinary'], '23')).toBe(10);
    expect(trailing(['bank', 'bank', 'ordinary', 'ordinary'], '60')).toBe(10);
    expect(trailing(['ordinary', 'ordinary', 'bank', 'bank'], '60')).toBe(10);
    // Other income of most companies, credit provisions of a bank.
    expect(trailing(['bank', 'bank', 'ordinary', 'ordinary'], '31')).toBeNull();
    expect(trailing(['ordinary', 'ordinary', 'bank', 'bank'], '31')).toBeNull();
    expect(trailing(['bank', 'bank', 'bank', 'bank'], '31')).toBe(10);
  });

  it('of a cumulative period: its own and the year before, less that year up to the same quarter', () => {
    const half = (year: number, each: number) =>
      figure({
        period: 'cumulative',
        fiscal_year: year,
        fiscal_quarter: 2,
        value: each,
        period_end_date: `${year}-06-30`,
      });
    const year = figure({
      period: 'year',
      fiscal_year: 2023,
      fiscal_quarter: 0,
      value: 10,
      period_end_date: '2023-12-31',
    });
    expect(profit([half(2023, 4), year, half(2024, 7)])).toEqual([null, 10, 13]);
  });

  it('where the year stands for its fourth quarter: the quarters to date and the year before, less the same quarters of it', () => {
    const figures = [
      ...quarters([1, 2, 3]),
      figure({ period: 'year', fiscal_quarter: 0, value: 10, period_end_date: '2023-12-31' }),
      ...quarters([5, 6, 7], 2024),
    ];
    const ofQuarters = companyPeriods(figures).filter(({ period }) => period === 'quarter');
    expect(ofQuarters.map(({ trailing }) => trailing.income('60'))).toEqual([null, null, null, 14, 18, 22]);
  });

  it('of half a year after one that was reported by quarters: their sum counts as its half-year and as the year', () => {
    const figures = [
      ...quarters([1, 2, 3, 4]),
      figure({
        ...{ period: 'cumulative', fiscal_year: 2024, fiscal_quarter: 2 },
        ...{ value: 11, period_end_date: '2024-06-30' },
      }),
    ];
    expect(profit(figures)).toEqual([null, null, null, 10, 11 + 10 - 3]);
  });

  it('cash flows of the year to date: a quarter has the difference, twelve months add up over the year', () => {
    const cash = (
      period: PeriodFigure['period'],
      fiscal_year: number,
      fiscal_quarter: number,
      each: number,
    ) =>
      figure({
        ...{ statement: 'cash_flow_indirect', item_code: '20', period, fiscal_year, fiscal_quarter },
        ...{ value: each, period_end_date: `${fiscal_year}-0${fiscal_quarter || 4}-28` },
      });
    const figures = [
      ...quarters([1, 2, 3, 4]),
      ...quarters([5, 6], 2024),
      ...[10, 30, 60].map((each, at) => cash('cumulative', 2023, at + 1, each)),
      cash('year', 2023, 0, 100),
      // The first quarter as a quarter: it is the year to date, too.
      cash('quarter', 2024, 1, 15),
      cash('cumulative', 2024, 2, 40),
    ];
    const ofQuarters = companyPeriods(figures).filter(({ period }) => period === 'quarter');
    expect(ofQuarters.map(({ now }) => now.cash('20'))).toEqual([10, 20, 30, 40, 15, 25]);
    expect(ofQuarters.map(({ before }) => before.cash('20'))).toEqual([null, null, null, null, 10, 20]);
    expect(ofQuarters.map(({ trailing }) => trailing.cash('20'))).toEqual([null, null, null, 100, 105, 110]);
    expect(ofQuarters.map(({ trailing }) => trailing.income('60'))).toEqual([null, null, null, 10, 14, 18]);
  });

  it('without the year to date up to the quarter before, the cash flow of a quarter is not known', () => {
    const [first, second] = quarters([1, 2]);
    const cash = {
      ...{ statement: 'cash_flow_indirect', item_code: '20', period: 'cumulative', value: 30 },
    } as const;
    const [, quarter] = companyPeriods([first, second, { ...second, ...cash }] as PeriodFigure[]);
    expect([quarter?.now.cash('20'), quarter?.now.cashOrNil('21')]).toEqual([null, null]);
  });

  it('takes the figures of the group where it reports as one, and no mixture', () => {
    const figures = [
      figure({ value: 5 }),
      figure({ consolidation: 'parent', value: 9 }),
      figure({ consolidation: 'parent', value: 8, fiscal_quarter: 2, period_end_date: '2023-06-30' }),
    ];
    expect(companyPeriods(figures).map((each) => [each.consolidation, each.now.income('60')])).toEqual([
      ['consolidated', 5],
      ['parent', 8],
    ]);
  });

  it('takes balances of a year from its last quarter where they are not stated', () => {
    const figures = [
      figure({ period: 'year', fiscal_quarter: 0, value: 10, period_end_date: '2023-12-31' }),
      figure({
        statement: 'balance_sheet',
        item_code: '270',
        fiscal_quarter: 4,
        value: 77,
        period_end_date: '2023-12-31',
        published_at: '2024-01-30',
      }),
    ];
    const year = companyPeriods(figures).find(({ period }) => period === 'year');
    expect(year?.now.balance('270')).toBe(77);
    expect(year?.publishedAt).toBe('2024-01-30');
  });
});
