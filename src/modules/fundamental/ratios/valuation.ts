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
  ratio,
  revenue,
} from './ratio.js';

/**
 * Valuation at the last close on or before the end of the period, in shares of that day, with the outstanding shares then.
 * Multiples of a loss or of negative equity are null.
 */
export const VALUATION = [
  ...group('valuation', EVERY, 'times', [
    ratio(
      'pe',
      'Price to earnings',
      'market capitalisation ÷ net profit of the parent of 12 months',
      (input) => overPositive(marketCap(input), netProfit(input.trailing)),
    ),
    ratio('pb', 'Price to book', 'market capitalisation ÷ equity of the parent', (input) =>
      overPositive(marketCap(input), parentEquity(input.now)),
    ),
    ratio(
      'ps',
      'Price to sales',
      'market capitalisation ÷ net revenue of 12 months (of a bank total operating income)',
      (input) => overPositive(marketCap(input), revenue(input.trailing)),
    ),
  ]),
  ...group('valuation', EVERY, 'VND/share', [
    ratio(
      'eps',
      'Earnings per share',
      'net profit of the parent of 12 months ÷ outstanding shares',
      ({ trailing, market }) => divide(netProfit(trailing), market.shares),
    ),
    ratio('bvps', 'Book value per share', 'equity of the parent ÷ outstanding shares', ({ now, market }) =>
      divide(parentEquity(now), market.shares),
    ),
  ]),
  ...group('valuation', NOT_BANK, 'times', [
    ratio(
      'pcf',
      'Price to operating cash flow',
      'market capitalisation ÷ net operating cash flow of 12 months',
      (input) => overPositive(marketCap(input), input.trailing.cash('20')),
    ),
  ]),
  ...group('valuation', ORDINARY, 'times', [
    ratio(
      'ev_ebitda',
      'Enterprise value to EBITDA',
      '(market capitalisation + borrowings + non-controlling interests − cash) ÷ (profit before tax + interest + depreciation of 12 months)',
      (input) => {
        const { now, trailing } = input;
        const claims = plus(plus(marketCap(input), debt(now)), now.balanceOrNil('429'));
        return overPositive(minus(claims, now.balance('110')), ebitda(trailing));
      },
    ),
  ]),
];
