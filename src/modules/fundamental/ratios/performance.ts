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
  ratio,
  revenue,
  totalAssets,
} from './ratio.js';

/** Placements, securities and loans on which a bank earns interest. */
const earningAssets = (items: Items) =>
  ['120', '130', '140', '160', '170'].reduce<number | null>(
    (sum, code) => plus(sum, items.balanceOrNil(code)),
    0,
  );
/** Liabilities on which a bank pays interest. */
const fundings = (items: Items) =>
  ['310', '320', '330', '350'].reduce<number | null>((sum, code) => plus(sum, items.balanceOrNil(code)), 0);

/** Profitability; returns use flows of 12 months, margins the period's own. */
export const PROFITABILITY = [
  ...group('profitability', NOT_BANK, 'ratio', [
    ratio('gross_margin', 'Gross margin', 'gross profit ÷ net revenue', ({ now }) =>
      divide(now.income('20'), revenue(now)),
    ),
    ratio('operating_margin', 'Operating margin', 'net operating profit ÷ net revenue', ({ now }) =>
      divide(now.income('30'), revenue(now)),
    ),
    ratio('ebit_margin', 'EBIT margin', '(profit before tax + interest expense) ÷ net revenue', ({ now }) =>
      divide(ebit(now), revenue(now)),
    ),
  ]),
  ...group('profitability', ORDINARY, 'ratio', [
    ratio(
      'ebitda_margin',
      'EBITDA margin',
      '(profit before tax + interest expense + depreciation) ÷ net revenue',
      ({ now }) => divide(ebitda(now), revenue(now)),
    ),
    ratio(
      'roce',
      'Return on capital employed',
      '(profit before tax + interest expense of 12 months) ÷ average (total assets − current liabilities)',
      (input) =>
        divide(
          ebit(input.trailing),
          averageOf(input, (items) => minus(totalAssets(items), items.balance('310'))),
        ),
    ),
  ]),
  ...group('profitability', EVERY, 'ratio', [
    ratio(
      'net_margin',
      'Net margin',
      'net profit after tax ÷ net revenue (of a bank total operating income)',
      ({ now }) => divide(now.income('60'), revenue(now)),
    ),
    ratio('roa', 'Return on assets', 'net profit after tax of 12 months ÷ average total assets', (input) =>
      divide(input.trailing.income('60'), averageOf(input, totalAssets)),
    ),
    ratio(
      'roe',
      'Return on equity',
      'net profit of the parent of 12 months ÷ average equity of the parent',
      (input) => divide(netProfit(input.trailing), averageOf(input, parentEquity)),
    ),
  ]),
  ...group('profitability', BANK, 'ratio', [
    ratio(
      'nim',
      'Net interest margin',
      'net interest income of 12 months ÷ average interest-earning assets',
      (input) => divide(input.trailing.income('03'), averageOf(input, earningAssets)),
    ),
    ratio(
      'cost_of_funds',
      'Cost of funds',
      'interest expense of 12 months ÷ average interest-bearing liabilities',
      (input) => divide(input.trailing.income('02'), averageOf(input, fundings)),
    ),
    ratio('cost_to_income', 'Cost to income', 'operating expenses ÷ total operating income', ({ now }) =>
      divide(now.income('26'), now.income('10')),
    ),
  ]),
];

/** Growth over the same period a year earlier; null for a base of zero or less. */
export const GROWTH = [
  ...group('growth', EVERY, 'ratio', [
    ratio(
      'revenue_growth',
      'Growth of revenue',
      'net revenue (of a bank total operating income) ÷ that of the same period a year earlier − 1',
      ({ now, before }) => growth(revenue(now), revenue(before)),
    ),
    ratio(
      'profit_before_tax_growth',
      'Growth of profit before tax',
      'profit before tax ÷ that of the same period a year earlier − 1',
      ({ now, before }) => growth(now.income('50'), before.income('50')),
    ),
    ratio(
      'net_profit_growth',
      'Growth of net profit',
      'net profit of the parent ÷ that of the same period a year earlier − 1',
      ({ now, before }) => growth(netProfit(now), netProfit(before)),
    ),
    ratio(
      'total_assets_growth',
      'Growth of total assets',
      'total assets ÷ those a year earlier − 1',
      ({ now, before }) => growth(totalAssets(now), totalAssets(before)),
    ),
    ratio(
      'equity_growth',
      'Growth of equity',
      'equity of the parent ÷ that a year earlier − 1',
      ({ now, before }) => growth(parentEquity(now), parentEquity(before)),
    ),
  ]),
  ...group('growth', NOT_BANK, 'ratio', [
    ratio(
      'gross_profit_growth',
      'Growth of gross profit',
      'gross profit ÷ that of the same period a year earlier − 1',
      ({ now, before }) => growth(now.income('20'), before.income('20')),
    ),
    ratio(
      'operating_profit_growth',
      'Growth of operating profit',
      'net operating profit ÷ that of the same period a year earlier − 1',
      ({ now, before }) => growth(now.income('30'), before.income('30')),
    ),
  ]),
  ...group('growth', BANK, 'ratio', [
    ratio(
      'net_interest_income_growth',
      'Growth of net interest income',
      'net interest income ÷ that of the same period a year earlier − 1',
      ({ now, before }) => growth(now.income('03'), before.income('03')),
    ),
    ratio(
      'loan_growth',
      'Growth of loans',
      'loans to customers before allowance ÷ those a year earlier − 1',
      ({ now, before }) => growth(now.balance('161'), before.balance('161')),
    ),
    ratio(
      'deposit_growth',
      'Growth of deposits',
      'deposits of customers ÷ those a year earlier − 1',
      ({ now, before }) => growth(now.balance('330'), before.balance('330')),
    ),
  ]),
];
