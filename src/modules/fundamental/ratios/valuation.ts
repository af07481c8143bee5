import {
  debt,
  divide,
  EVERY,
  ebitda,
  group,
  marketCap,
  minus,
  NOT_BANK,
  netProfit,
  ORDINARY,
  overPositive,
  parentEquity,
  plus,
  revenue,
} from './ratio.js';

/**
 * Valuation at the last close on or before the end of the period, with the outstanding shares of that day.
 * Multiples of a loss or of negative equity are null.
 */
export const VALUATION = [
  ...group('valuation', EVERY, [
    [
      'pe',
      'Price to earnings',
      'times',
      'market capitalisation ÷ net profit of the parent of 12 months',
      (input) => overPositive(marketCap(input), netProfit(input.trailing)),
    ],
    [
      'pb',
      'Price to book',
      'times',
      'market capitalisation ÷ equity of the parent',
      (input) => overPositive(marketCap(input), parentEquity(input.now)),
    ],
    [
      'ps',
      'Price to sales',
      'times',
      'market capitalisation ÷ net revenue of 12 months (of a bank total operating income)',
      (input) => overPositive(marketCap(input), revenue(input.trailing)),
    ],
    [
      'eps',
      'Earnings per share',
      'VND/share',
      'net profit of the parent of 12 months ÷ outstanding shares',
      ({ trailing, market }) => divide(netProfit(trailing), market.shares),
    ],
    [
      'bvps',
      'Book value per share',
      'VND/share',
      'equity of the parent ÷ outstanding shares',
      ({ now, market }) => divide(parentEquity(now), market.shares),
    ],
  ]),
  ...group('valuation', NOT_BANK, [
    [
      'pcf',
      'Price to operating cash flow',
      'times',
      'market capitalisation ÷ net operating cash flow of 12 months',
      (input) => overPositive(marketCap(input), input.trailing.cash('20')),
    ],
  ]),
  ...group('valuation', ORDINARY, [
    [
      'ev_ebitda',
      'Enterprise value to EBITDA',
      'times',
      '(market capitalisation + borrowings + non-controlling interests − cash) ÷ (profit before tax + interest + depreciation of 12 months)',
      (input) => {
        const { now, trailing } = input;
        const claims = plus(plus(marketCap(input), debt(now)), now.balanceOrNil('429'));
        return overPositive(minus(claims, now.balance('110')), ebitda(trailing));
      },
    ],
  ]),
];
