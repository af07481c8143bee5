import {
  averageBalance,
  averageOf,
  type Cell,
  divide,
  freeCashFlow,
  group,
  minus,
  NOT_BANK,
  ORDINARY,
  plus,
  type RatioInput,
  ratio,
  revenue,
  size,
  totalAssets,
} from './ratio.js';

const DAYS = 365;
const days = (turnover: Cell) => divide(DAYS, turnover);

const inventoryTurnover = (input: RatioInput) =>
  divide(input.trailing.income('11'), averageBalance(input, '140'));
const receivablesTurnover = (input: RatioInput) =>
  divide(revenue(input.trailing), averageBalance(input, '131'));
const payablesTurnover = (input: RatioInput) =>
  divide(input.trailing.income('11'), averageBalance(input, '311'));

/** Turnover of 12 months over the mean of the balances at the end and a year earlier; a year has 365 days. */
export const OPERATING_EFFICIENCY = [
  ...group('operating_efficiency', NOT_BANK, 'times', [
    ratio('asset_turnover', 'Asset turnover', 'net revenue of 12 months ÷ average total assets', (input) =>
      divide(revenue(input.trailing), averageOf(input, totalAssets)),
    ),
    ratio(
      'fixed_asset_turnover',
      'Fixed asset turnover',
      'net revenue of 12 months ÷ average fixed assets',
      (input) => divide(revenue(input.trailing), averageBalance(input, '220')),
    ),
  ]),
  ...group('operating_efficiency', ORDINARY, 'times', [
    ratio(
      'inventory_turnover',
      'Inventory turnover',
      'cost of goods sold of 12 months ÷ average inventories',
      inventoryTurnover,
    ),
    ratio(
      'receivables_turnover',
      'Receivables turnover',
      'net revenue of 12 months ÷ average short-term trade receivables',
      receivablesTurnover,
    ),
    ratio(
      'payables_turnover',
      'Payables turnover',
      'cost of goods sold of 12 months ÷ average short-term trade payables',
      payablesTurnover,
    ),
  ]),
  ...group('operating_efficiency', ORDINARY, 'days', [
    ratio('inventory_days', 'Days of inventory', '365 ÷ inventory turnover', (input) =>
      days(inventoryTurnover(input)),
    ),
    ratio('receivables_days', 'Days of receivables', '365 ÷ receivables turnover', (input) =>
      days(receivablesTurnover(input)),
    ),
    ratio('payables_days', 'Days of payables', '365 ÷ payables turnover', (input) =>
      days(payablesTurnover(input)),
    ),
    ratio(
      'cash_conversion_cycle',
      'Cash conversion cycle',
      'days of inventory + days of receivables − days of payables',
      (input) =>
        minus(
          plus(days(inventoryTurnover(input)), days(receivablesTurnover(input))),
          days(payablesTurnover(input)),
        ),
    ),
  ]),
];

/** Cash flows of 12 months. */
export const CASH_FLOW = [
  ...group('cash_flow', NOT_BANK, 'times', [
    ratio(
      'cash_to_profit',
      'Operating cash flow to net profit',
      'net operating cash flow ÷ net profit after tax, of 12 months',
      ({ trailing }) => divide(trailing.cash('20'), trailing.income('60')),
    ),
  ]),
  ...group('cash_flow', NOT_BANK, 'ratio', [
    ratio(
      'operating_cash_flow_margin',
      'Operating cash flow to revenue',
      'net operating cash flow ÷ net revenue, of 12 months',
      ({ trailing }) => divide(trailing.cash('20'), revenue(trailing)),
    ),
  ]),
  ...group('cash_flow', NOT_BANK, 'VND', [
    ratio(
      'free_cash_flow',
      'Free cash flow',
      'net operating cash flow − purchases of fixed assets, of 12 months',
      ({ trailing }) => freeCashFlow(trailing),
    ),
  ]),
  ...group('cash_flow', NOT_BANK, 'ratio', [
    ratio(
      'free_cash_flow_margin',
      'Free cash flow to revenue',
      '(net operating cash flow − purchases of fixed assets) ÷ net revenue, of 12 months',
      ({ trailing }) => divide(freeCashFlow(trailing), revenue(trailing)),
    ),
    ratio(
      'capex_to_operating_cash_flow',
      'Capital expenditure to operating cash flow',
      'purchases of fixed assets ÷ net operating cash flow, of 12 months',
      ({ trailing }) => divide(size(trailing.cashOrNil('21')), trailing.cash('20')),
    ),
    ratio(
      'operating_cash_flow_to_liabilities',
      'Operating cash flow to liabilities',
      'net operating cash flow of 12 months ÷ liabilities',
      ({ now, trailing }) => divide(trailing.cash('20'), now.balance('300')),
    ),
  ]),
];

const share = (digits: string) => (input: RatioInput) => divide(input.now.income(digits), revenue(input.now));

/** Costs of the period over its own revenue. */
export const COST_STRUCTURE = group('cost_structure', NOT_BANK, 'ratio', [
  ratio(
    'cost_of_sales_to_revenue',
    'Cost of sales to revenue',
    'cost of goods sold (of an insurer cost of insurance, of a securities company operating expenses) ÷ net revenue',
    share('11'),
  ),
  ratio('selling_to_revenue', 'Selling expenses to revenue', 'selling expenses ÷ net revenue', share('25')),
  ratio(
    'administration_to_revenue',
    'Administration to revenue',
    'general and administrative expenses ÷ net revenue',
    share('26'),
  ),
  ratio(
    'financial_expenses_to_revenue',
    'Financial expenses to revenue',
    'financial expenses ÷ net revenue',
    share('22'),
  ),
  ratio('interest_to_revenue', 'Interest to revenue', 'interest expense ÷ net revenue', share('23')),
  ratio(
    'effective_tax_rate',
    'Effective tax rate',
    '(current + deferred corporate income tax) ÷ profit before tax',
    ({ now }) => divide(plus(now.income('51'), now.incomeOrNil('52')), now.income('50')),
  ),
]);
