import type { Items } from '../statements/items.js';
import {
  averageOf,
  BANK,
  divide,
  EVERY,
  ebit,
  ebitda,
  group,
  growth,
  minus,
  NOT_BANK,
  netProfit,
  ORDINARY,
  parentEquity,
  plus,
  revenue,
  totalAssets,
} from './ratio.js';

/** Placements, securities and loans on which a bank earns interest. */
const earningAssets = (items: Items) =>
  ['120', '130', '140', '160', '170'].reduce<number | null>(
    (sum, code) => plus(sum, items.balanceOrNil(code)),
    0,
  );
/** What a bank pays interest on. */
const fundings = (items: Items) =>
  ['310', '320', '330', '350'].reduce<number | null>((sum, code) => plus(sum, items.balanceOrNil(code)), 0);

/** Profitability; flows of returns are those of 12 months, of margins the period's own. */
export const PROFITABILITY = [
  ...group('profitability', NOT_BANK, [
    [
      'gross_margin',
      'Gross margin',
      'ratio',
      'gross profit ÷ net revenue',
      ({ now }) => divide(now.income('20'), revenue(now)),
    ],
    [
      'operating_margin',
      'Operating margin',
      'ratio',
      'net operating profit ÷ net revenue',
      ({ now }) => divide(now.income('30'), revenue(now)),
    ],
    [
      'ebit_margin',
      'EBIT margin',
      'ratio',
      '(profit before tax + interest expense) ÷ net revenue',
      ({ now }) => divide(ebit(now), revenue(now)),
    ],
  ]),
  ...group('profitability', ORDINARY, [
    [
      'ebitda_margin',
      'EBITDA margin',
      'ratio',
      '(profit before tax + interest expense + depreciation) ÷ net revenue',
      ({ now }) => divide(ebitda(now), revenue(now)),
    ],
    [
      'roce',
      'Return on capital employed',
      'ratio',
      '(profit before tax + interest expense of 12 months) ÷ average (total assets − current liabilities)',
      (input) =>
        divide(
          ebit(input.trailing),
          averageOf(input, (items) => minus(totalAssets(items), items.balance('310'))),
        ),
    ],
  ]),
  ...group('profitability', EVERY, [
    [
      'net_margin',
      'Net margin',
      'ratio',
      'net profit after tax ÷ net revenue (of a bank total operating income)',
      ({ now }) => divide(now.income('60'), revenue(now)),
    ],
    [
      'roa',
      'Return on assets',
      'ratio',
      'net profit after tax of 12 months ÷ average total assets',
      (input) => divide(input.trailing.income('60'), averageOf(input, totalAssets)),
    ],
    [
      'roe',
      'Return on equity',
      'ratio',
      'net profit of the parent of 12 months ÷ average equity of the parent',
      (input) => divide(netProfit(input.trailing), averageOf(input, parentEquity)),
    ],
  ]),
  ...group('profitability', BANK, [
    [
      'nim',
      'Net interest margin',
      'ratio',
      'net interest income of 12 months ÷ average interest-earning assets',
      (input) => divide(input.trailing.income('03'), averageOf(input, earningAssets)),
    ],
    [
      'cost_of_funds',
      'Cost of funds',
      'ratio',
      'interest expense of 12 months ÷ average interest-bearing liabilities',
      (input) => divide(input.trailing.income('02'), averageOf(input, fundings)),
    ],
    [
      'cost_to_income',
      'Cost to income',
      'ratio',
      'operating expenses ÷ total operating income',
      ({ now }) => divide(now.income('26'), now.income('10')),
    ],
  ]),
];

/** Growth on the same period a year earlier; null on a base of zero or less. */
export const GROWTH = [
  ...group('growth', EVERY, [
    [
      'revenue_growth',
      'Growth of revenue',
      'ratio',
      'net revenue (of a bank total operating income) ÷ that of the same period a year earlier − 1',
      ({ now, before }) => growth(revenue(now), revenue(before)),
    ],
    [
      'profit_before_tax_growth',
      'Growth of profit before tax',
      'ratio',
      'profit before tax ÷ that of the same period a year earlier − 1',
      ({ now, before }) => growth(now.income('50'), before.income('50')),
    ],
    [
      'net_profit_growth',
      'Growth of net profit',
      'ratio',
      'net profit of the parent ÷ that of the same period a year earlier − 1',
      ({ now, before }) => growth(netProfit(now), netProfit(before)),
    ],
    [
      'total_assets_growth',
      'Growth of total assets',
      'ratio',
      'total assets ÷ those a year earlier − 1',
      ({ now, before }) => growth(totalAssets(now), totalAssets(before)),
    ],
    [
      'equity_growth',
      'Growth of equity',
      'ratio',
      'equity of the parent ÷ that a year earlier − 1',
      ({ now, before }) => growth(parentEquity(now), parentEquity(before)),
    ],
  ]),
  ...group('growth', NOT_BANK, [
    [
      'gross_profit_growth',
      'Growth of gross profit',
      'ratio',
      'gross profit ÷ that of the same period a year earlier − 1',
      ({ now, before }) => growth(now.income('20'), before.income('20')),
    ],
    [
      'operating_profit_growth',
      'Growth of operating profit',
      'ratio',
      'net operating profit ÷ that of the same period a year earlier − 1',
      ({ now, before }) => growth(now.income('30'), before.income('30')),
    ],
  ]),
  ...group('growth', BANK, [
    [
      'net_interest_income_growth',
      'Growth of net interest income',
      'ratio',
      'net interest income ÷ that of the same period a year earlier − 1',
      ({ now, before }) => growth(now.income('03'), before.income('03')),
    ],
    [
      'loan_growth',
      'Growth of loans',
      'ratio',
      'loans to customers before allowance ÷ those a year earlier − 1',
      ({ now, before }) => growth(now.balance('161'), before.balance('161')),
    ],
    [
      'deposit_growth',
      'Growth of deposits',
      'ratio',
      'deposits of customers ÷ those a year earlier − 1',
      ({ now, before }) => growth(now.balance('330'), before.balance('330')),
    ],
  ]),
];
