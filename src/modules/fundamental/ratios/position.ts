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
  totalAssets,
} from './ratio.js';

/** Substandard, doubtful and loss loans. */
const badLoans = (items: Items) =>
  plus(plus(items.balance('473'), items.balance('474')), items.balance('475'));

/** Liquidity at the end of the period. */
export const LIQUIDITY = [
  ...group('liquidity', NOT_BANK, [
    [
      'current_ratio',
      'Current ratio',
      'times',
      'current assets ÷ current liabilities',
      ({ now }) => divide(now.balance('100'), now.balance('310')),
    ],
    [
      'quick_ratio',
      'Quick ratio',
      'times',
      '(current assets − inventories) ÷ current liabilities',
      ({ now }) => divide(minus(now.balance('100'), now.balanceOrNil('140')), now.balance('310')),
    ],
    [
      'cash_ratio',
      'Cash ratio',
      'times',
      'cash and cash equivalents ÷ current liabilities',
      ({ now }) => divide(now.balance('110'), now.balance('310')),
    ],
    [
      'operating_cash_flow_ratio',
      'Operating cash flow ratio',
      'times',
      'net operating cash flow of 12 months ÷ current liabilities',
      ({ now, trailing }) => divide(trailing.cash('20'), now.balance('310')),
    ],
  ]),
  ...group('liquidity', BANK, [
    [
      'loans_to_deposits',
      'Loans to deposits',
      'ratio',
      'loans to customers before allowance ÷ deposits of customers',
      ({ now }) => divide(now.balance('161'), now.balance('330')),
    ],
    [
      'liquid_assets_ratio',
      'Liquid assets to total assets',
      'ratio',
      '(cash + balances with the State Bank + placements with credit institutions) ÷ total assets',
      ({ now }) =>
        divide(
          plus(plus(now.balance('110'), now.balanceOrNil('120')), now.balanceOrNil('130')),
          totalAssets(now),
        ),
    ],
  ]),
];

/** Leverage; coverage by flows of 12 months. */
export const LEVERAGE = [
  ...group('leverage', NOT_BANK, [
    [
      'debt_to_equity',
      'Debt to equity',
      'times',
      'borrowings and bonds ÷ equity',
      ({ now }) => divide(debt(now), now.balance('400')),
    ],
    [
      'debt_to_assets',
      'Debt to assets',
      'ratio',
      'borrowings and bonds ÷ total assets',
      ({ now }) => divide(debt(now), totalAssets(now)),
    ],
    [
      'liabilities_to_assets',
      'Liabilities to assets',
      'ratio',
      'liabilities ÷ total assets',
      ({ now }) => divide(now.balance('300'), totalAssets(now)),
    ],
    [
      'liabilities_to_equity',
      'Liabilities to equity',
      'times',
      'liabilities ÷ equity',
      ({ now }) => divide(now.balance('300'), now.balance('400')),
    ],
    [
      'equity_multiplier',
      'Equity multiplier',
      'times',
      'total assets ÷ equity',
      ({ now }) => divide(totalAssets(now), now.balance('400')),
    ],
    [
      'interest_coverage',
      'Interest coverage',
      'times',
      '(profit before tax + interest expense) ÷ interest expense, of 12 months',
      ({ trailing }) => divide(ebit(trailing), trailing.income('23')),
    ],
  ]),
  ...group('leverage', ORDINARY, [
    [
      'debt_to_ebitda',
      'Debt to EBITDA',
      'times',
      'borrowings and bonds ÷ (profit before tax + interest + depreciation of 12 months)',
      ({ now, trailing }) => divide(debt(now), ebitda(trailing)),
    ],
  ]),
];

/** Quality of a bank's loans. */
export const ASSET_QUALITY = group('asset_quality', BANK, [
  [
    'npl_ratio',
    'Non-performing loans',
    'ratio',
    'loans of groups 3 to 5 ÷ loans to customers before allowance',
    ({ now }) => divide(badLoans(now), now.balance('161')),
  ],
  [
    'group_2_ratio',
    'Special mention loans',
    'ratio',
    'loans of group 2 ÷ loans to customers before allowance',
    ({ now }) => divide(now.balance('472'), now.balance('161')),
  ],
  [
    'loan_loss_coverage',
    'Coverage of non-performing loans',
    'ratio',
    'allowance for loans to customers ÷ loans of groups 3 to 5',
    ({ now }) => {
      const allowance = now.balance('169');
      return divide(allowance === null ? null : Math.abs(allowance), badLoans(now));
    },
  ],
  [
    'credit_cost',
    'Credit cost',
    'ratio',
    'credit provision expenses of 12 months ÷ average loans to customers before allowance',
    (input) => divide(input.trailing.income('31'), averageBalance(input, '161')),
  ],
]);

type Part = readonly [digits: string, code: string, name: string];

const structure = (of: string, whole: string, parts: readonly Part[]) =>
  parts.map(
    ([digits, code, name]) =>
      [
        code,
        `${name} in ${whole}`,
        'ratio' as const,
        `${name.toLowerCase()} ÷ ${whole}`,
        ({ now }: { now: Items }) => divide(now.balanceOrNil(digits), now.balance(of)),
      ] as const,
  );

/** What current assets consist of. */
export const CURRENT_ASSET_STRUCTURE = group('current_asset_structure', NOT_BANK, [
  [
    'current_assets_to_assets',
    'Current assets in total assets',
    'ratio',
    'current assets ÷ total assets',
    ({ now }) => divide(now.balance('100'), totalAssets(now)),
  ],
  ...structure('100', 'current assets', [
    ['110', 'cash_to_current_assets', 'Cash and cash equivalents'],
    ['120', 'short_term_investments_to_current_assets', 'Short-term financial investments'],
    ['130', 'receivables_to_current_assets', 'Short-term receivables'],
    ['140', 'inventories_to_current_assets', 'Inventories'],
    ['150', 'other_to_current_assets', 'Other current assets'],
  ]),
]);

/** What non-current assets consist of. */
export const LONG_TERM_ASSET_STRUCTURE = group('long_term_asset_structure', NOT_BANK, [
  [
    'long_term_assets_to_assets',
    'Non-current assets in total assets',
    'ratio',
    'non-current assets ÷ total assets',
    ({ now }) => divide(now.balance('200'), totalAssets(now)),
  ],
  ...structure('200', 'non-current assets', [
    ['210', 'long_term_receivables_to_long_term_assets', 'Long-term receivables'],
    ['220', 'fixed_assets_to_long_term_assets', 'Fixed assets'],
    ['230', 'investment_property_to_long_term_assets', 'Investment property'],
    ['240', 'assets_in_progress_to_long_term_assets', 'Long-term assets in progress'],
    ['250', 'long_term_investments_to_long_term_assets', 'Long-term financial investments'],
    ['260', 'other_to_long_term_assets', 'Other non-current assets'],
  ]),
]);
