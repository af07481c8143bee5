import type { Items } from '../statements/items.js';
import {
  averageBalance,
  BANK,
  debt,
  divide,
  ebit,
  ebitda,
  group,
  minus,
  NOT_BANK,
  ORDINARY,
  plus,
  ratio,
  totalAssets,
} from './ratio.js';

/** Substandard, doubtful and loss loans. */
const badLoans = (items: Items) =>
  plus(plus(items.balance('473'), items.balance('474')), items.balance('475'));

/** Liquidity at the end of the period. */
export const LIQUIDITY = [
  ...group('liquidity', NOT_BANK, 'times', [
    ratio('current_ratio', 'Current ratio', 'current assets ÷ current liabilities', ({ now }) =>
      divide(now.balance('100'), now.balance('310')),
    ),
    ratio('quick_ratio', 'Quick ratio', '(current assets − inventories) ÷ current liabilities', ({ now }) =>
      divide(minus(now.balance('100'), now.balanceOrNil('140')), now.balance('310')),
    ),
    ratio('cash_ratio', 'Cash ratio', 'cash and cash equivalents ÷ current liabilities', ({ now }) =>
      divide(now.balance('110'), now.balance('310')),
    ),
    ratio(
      'operating_cash_flow_ratio',
      'Operating cash flow ratio',
      'net operating cash flow of 12 months ÷ current liabilities',
      ({ now, trailing }) => divide(trailing.cash('20'), now.balance('310')),
    ),
  ]),
  ...group('liquidity', BANK, 'ratio', [
    ratio(
      'loans_to_deposits',
      'Loans to deposits',
      'loans to customers before allowance ÷ deposits of customers',
      ({ now }) => divide(now.balance('161'), now.balance('330')),
    ),
    ratio(
      'liquid_assets_ratio',
      'Liquid assets to total assets',
      '(cash + balances with the State Bank + placements with credit institutions) ÷ total assets',
      ({ now }) =>
        divide(
          plus(plus(now.balance('110'), now.balanceOrNil('120')), now.balanceOrNil('130')),
          totalAssets(now),
        ),
    ),
  ]),
];

/** Leverage; coverage uses flows of 12 months. */
export const LEVERAGE = [
  ...group('leverage', NOT_BANK, 'times', [
    ratio('debt_to_equity', 'Debt to equity', 'borrowings and bonds ÷ equity', ({ now }) =>
      divide(debt(now), now.balance('400')),
    ),
  ]),
  ...group('leverage', NOT_BANK, 'ratio', [
    ratio('debt_to_assets', 'Debt to assets', 'borrowings and bonds ÷ total assets', ({ now }) =>
      divide(debt(now), totalAssets(now)),
    ),
    ratio('liabilities_to_assets', 'Liabilities to assets', 'liabilities ÷ total assets', ({ now }) =>
      divide(now.balance('300'), totalAssets(now)),
    ),
  ]),
  ...group('leverage', NOT_BANK, 'times', [
    ratio('liabilities_to_equity', 'Liabilities to equity', 'liabilities ÷ equity', ({ now }) =>
      divide(now.balance('300'), now.balance('400')),
    ),
    ratio('equity_multiplier', 'Equity multiplier', 'total assets ÷ equity', ({ now }) =>
      divide(totalAssets(now), now.balance('400')),
    ),
    ratio(
      'interest_coverage',
      'Interest coverage',
      '(profit before tax + interest expense) ÷ interest expense, of 12 months',
      ({ trailing }) => divide(ebit(trailing), trailing.income('23')),
    ),
  ]),
  ...group('leverage', ORDINARY, 'times', [
    ratio(
      'debt_to_ebitda',
      'Debt to EBITDA',
      'borrowings and bonds ÷ (profit before tax + interest + depreciation of 12 months)',
      ({ now, trailing }) => divide(debt(now), ebitda(trailing)),
    ),
  ]),
];

/** Quality of a bank's loans. */
export const ASSET_QUALITY = group('asset_quality', BANK, 'ratio', [
  ratio(
    'npl_ratio',
    'Non-performing loans',
    'loans of groups 3 to 5 ÷ loans to customers before allowance',
    ({ now }) => divide(badLoans(now), now.balance('161')),
  ),
  ratio(
    'group_2_ratio',
    'Special mention loans',
    'loans of group 2 ÷ loans to customers before allowance',
    ({ now }) => divide(now.balance('472'), now.balance('161')),
  ),
  ratio(
    'loan_loss_coverage',
    'Coverage of non-performing loans',
    'allowance for loans to customers ÷ loans of groups 3 to 5',
    ({ now }) => {
      const allowance = now.balance('169');
      return divide(allowance === null ? null : Math.abs(allowance), badLoans(now));
    },
  ),
  ratio(
    'credit_cost',
    'Credit cost',
    'credit provision expenses of 12 months ÷ average loans to customers before allowance',
    (input) => divide(input.trailing.income('31'), averageBalance(input, '161')),
  ),
]);

type Part = readonly [digits: string, code: string, name: string];

const structure = (of: string, whole: string, parts: readonly Part[]) =>
  parts.map(([digits, code, name]) =>
    ratio(code, `${name} in ${whole}`, `${name.toLowerCase()} ÷ ${whole}`, ({ now }) =>
      divide(now.balanceOrNil(digits), now.balance(of)),
    ),
  );

/** Composition of current assets. */
export const CURRENT_ASSET_STRUCTURE = group('current_asset_structure', NOT_BANK, 'ratio', [
  ratio(
    'current_assets_to_assets',
    'Current assets in total assets',
    'current assets ÷ total assets',
    ({ now }) => divide(now.balance('100'), totalAssets(now)),
  ),
  ...structure('100', 'current assets', [
    ['110', 'cash_to_current_assets', 'Cash and cash equivalents'],
    ['120', 'short_term_investments_to_current_assets', 'Short-term financial investments'],
    ['130', 'receivables_to_current_assets', 'Short-term receivables'],
    ['140', 'inventories_to_current_assets', 'Inventories'],
    ['150', 'other_to_current_assets', 'Other current assets'],
  ]),
]);

/** Composition of non-current assets. */
export const LONG_TERM_ASSET_STRUCTURE = group('long_term_asset_structure', NOT_BANK, 'ratio', [
  ratio(
    'long_term_assets_to_assets',
    'Non-current assets in total assets',
    'non-current assets ÷ total assets',
    ({ now }) => divide(now.balance('200'), totalAssets(now)),
  ),
  ...structure('200', 'non-current assets', [
    ['210', 'long_term_receivables_to_long_term_assets', 'Long-term receivables'],
    ['220', 'fixed_assets_to_long_term_assets', 'Fixed assets'],
    ['230', 'investment_property_to_long_term_assets', 'Investment property'],
    ['240', 'assets_in_progress_to_long_term_assets', 'Long-term assets in progress'],
    ['250', 'long_term_investments_to_long_term_assets', 'Long-term financial investments'],
    ['260', 'other_to_long_term_assets', 'Other non-current assets'],
  ]),
]);
