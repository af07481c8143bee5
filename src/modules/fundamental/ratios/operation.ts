import {
  averageBalance,
  averageOf,
  divide,
  freeCashFlow,
  group,
  minus,
  NOT_BANK,
  ORDINARY,
  plus,
  type RatioInput,
  revenue,
  size,
  totalAssets,
} from './ratio.js';

type Cell = number | null;
const DAYS = 365;
const days = (turnover: Cell) => divide(DAYS, turnover);

const inventoryTurnover = (input: RatioInput) =>
  divide(input.trailing.income('11'), averageBalance(input, '140'));
const receivablesTurnover = (input: RatioInput) =>
  divide(revenue(input.trailing), averageBalance(input, '131'));
const payablesTurnover = (input: RatioInput) =>
  divide(input.trailing.income('11'), averageBalance(input, '311'));

/** Turnover of 12 months over the mean of the balances at the end and a year before; days of 365. */
export const OPERATING_EFFICIENCY = [
  ...group('operating_efficiency', NOT_BANK, [
    [
      'asset_turnover',
      'Asset turnover',
      'times',
      'net revenue of 12 months ÷ average total assets',
      (input) => divide(revenue(input.trailing), averageOf(input, totalAssets)),
    ],
    [
      'fixed_asset_turnover',
      'Fixed asset turnover',
      'times',
      'net revenue of 12 months ÷ average fixed assets',
      (input) => divide(revenue(input.trailing), averageBalance(input, '220')),
    ],
  ]),
  ...group('operating_efficiency', ORDINARY, [
    [
      'inventory_turnover',
      'Inventory turnover',
      'times',
      'cost of goods sold of 12 months ÷ average inventories',
      inventoryTurnover,
    ],
    [
      'receivables_turnover',
      'Receivables turnover',
      'times',
      'net revenue of 12 months ÷ average short-term trade receivables',
      receivablesTurnover,
    ],
    [
      'payables_turnover',
      'Payables turnover',
      'times',
      'cost of goods sold of 12 months ÷ average short-term trade payables',
      payablesTurnover,
    ],
    [
      'inventory_days',
      'Days of inventory',
      'days',
      '365 ÷ inventory turnover',
      (input) => days(inventoryTurnover(input)),
    ],
    [
      'receivables_days',
      'Days of receivables',
      'days',
      '365 ÷ receivables turnover',
      (input) => days(receivablesTurnover(input)),
    ],
    [
      'payables_days',
      'Days of payables',
      'days',
      '365 ÷ payables turnover',
      (input) => days(payablesTurnover(input)),
    ],
    [
      'cash_conversion_cycle',
      'Cash conversion cycle',
      'days',
      'days of inventory + days of receivables − days of payables',
      (input) =>
        minus(
          plus(days(inventoryTurnover(input)), days(receivablesTurnover(input))),
          days(payablesTurnover(input)),
        ),
    ],
  ]),
];

/** Cash flows of 12 months. */
export const CASH_FLOW = group('cash_flow', NOT_BANK, [
  [
    'cash_to_profit',
    'Operating cash flow to net profit',
    'times',
    'net operating cash flow ÷ net profit after tax, of 12 months',
    ({ trailing }) => divide(trailing.cash('20'), trailing.income('60')),
  ],
  [
    'operating_cash_flow_margin',
    'Operating cash flow to revenue',
    'ratio',
    'net operating cash flow ÷ net revenue, of 12 months',
    ({ trailing }) => divide(trailing.cash('20'), revenue(trailing)),
  ],
  [
    'free_cash_flow',
    'Free cash flow',
    'VND',
    'net operating cash flow − purchases of fixed assets, of 12 months',
    ({ trailing }) => freeCashFlow(trailing),
  ],
  [
    'free_cash_flow_margin',
    'Free cash flow to revenue',
    'ratio',
    '(net operating cash flow − purchases of fixed assets) ÷ net revenue, of 12 months',
    ({ trailing }) => divide(freeCashFlow(trailing), revenue(trailing)),
  ],
  [
    'capex_to_operating_cash_flow',
    'Capital expenditure to operating cash flow',
    'ratio',
    'purchases of fixed assets ÷ net operating cash flow, of 12 months',
    ({ trailing }) => divide(size(trailing.cashOrNil('21')), trailing.cash('20')),
  ],
  [
    'operating_cash_flow_to_liabilities',
    'Operating cash flow to liabilities',
    'ratio',
    'net operating cash flow of 12 months ÷ liabilities',
    ({ now, trailing }) => divide(trailing.cash('20'), now.balance('300')),
  ],
]);

const share = (digits: string) => (input: RatioInput) => divide(input.now.income(digits), revenue(input.now));

/** Costs of the period over its own revenue. */
export const COST_STRUCTURE = group('cost_structure', NOT_BANK, [
  [
    'cost_of_sales_to_revenue',
    'Cost of sales to revenue',
    'ratio',
    'cost of goods sold (of an insurer cost of insurance, of a securities company operating expenses) ÷ net revenue',
    share('11'),
  ],
  [
    'selling_to_revenue',
    'Selling expenses to revenue',
    'ratio',
    'selling expenses ÷ net revenue',
    share('25'),
  ],
  [
    'administration_to_revenue',
    'Administration to revenue',
    'ratio',
    'general and administrative expenses ÷ net revenue',
    share('26'),
  ],
  [
    'financial_expenses_to_revenue',
    'Financial expenses to revenue',
    'ratio',
    'financial expenses ÷ net revenue',
    share('22'),
  ],
  ['interest_to_revenue', 'Interest to revenue', 'ratio', 'interest expense ÷ net revenue', share('23')],
  [
    'effective_tax_rate',
    'Effective tax rate',
    'ratio',
    '(current + deferred corporate income tax) ÷ profit before tax',
    ({ now }) => divide(plus(now.income('51'), now.incomeOrNil('52')), now.income('50')),
  ],
]);
