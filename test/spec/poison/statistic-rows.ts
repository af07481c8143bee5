import { flaggedRow, type Poison, refusedRow, times } from './wrong-row.js';

const on = (date: string) => ({ ticker: 'ZDA', date });
const flow = (date: string) => ({ scope: 'ticker', code: 'ZDA', date });
const FOREIGN_VOLUMES = ['foreign_buy_volume_matched', 'foreign_sell_volume_matched'];
const FOREIGN_VALUES = ['foreign_buy_value_matched', 'foreign_sell_value_matched'];
const ORDERS = ['buy_order_volume', 'sell_order_volume'];
const LIMITS = ['reference', 'ceiling', 'floor'];

/** Wrong rows of daily statistics. */
export const STATISTIC_ROWS: readonly Poison[] = [
  {
    dataSet: 'daily_statistic',
    names: ['ZZZ9'],
    rows: [
      refusedRow('far future', on('2024-05-15'), { date: '2099-11-20' }, '/date', 'date_in_future'),
      flaggedRow('far past', on('2024-05-15'), { date: '1900-01-02' }, 'before_market'),
      flaggedRow('a Saturday', on('2024-05-17'), { date: '2024-05-18' }, 'closed_day'),
      flaggedRow('zero', on('2024-05-15'), { reference: 0, floor: 0 }, 'zero_price', 'limits_outside_bar'),
      flaggedRow('limits times 1,000', on('2024-05-21'), times(1000, ...LIMITS), 'limits_outside_bar'),
      flaggedRow(
        'thousands of VND',
        on('2024-05-23'),
        times(0.001, 'average_price', 'matched_value'),
        'average_outside_bar',
        'value_outside_bar',
      ),
      flaggedRow(
        'a volume times 1,000',
        on('2024-05-27'),
        times(1000, 'matched_volume'),
        'volume_above_quote',
      ),
      flaggedRow(
        'shares times 1,000',
        on('2024-05-29'),
        times(1000, 'outstanding_shares'),
        'shares_jump',
        'outstanding_above_listed',
      ),
      flaggedRow('no shares', on('2024-05-31'), { outstanding_shares: 0 }, 'no_shares'),
      flaggedRow('an unknown security', on('2024-05-15'), { ticker: 'ZZZ9' }, 'unknown_ticker'),
      refusedRow('floor above ceiling', on('2024-05-15'), { floor: 9e6 }, '/floor', 'out_of_range'),
      refusedRow('other letter case', on('2024-05-15'), { ticker: 'zda' }, '/ticker', 'invalid_format'),
    ],
  },
  {
    dataSet: 'foreign_trade',
    names: ['ZZZ9'],
    rows: [
      refusedRow('far future', on('2024-05-15'), { date: '2099-11-20' }, '/date', 'date_in_future'),
      flaggedRow('far past', on('2024-05-15'), { date: '1900-01-02' }, 'before_market'),
      flaggedRow('a Saturday', on('2024-05-17'), { date: '2024-05-18' }, 'closed_day'),
      flaggedRow(
        'a volume of zero',
        on('2024-05-15'),
        { foreign_buy_volume_matched: 0 },
        'value_without_volume',
      ),
      flaggedRow('times 1,000,000', on('2024-05-21'), times(1e6, ...FOREIGN_VOLUMES), 'volume_above_quote'),
      flaggedRow('thousands of VND', on('2024-05-23'), times(0.001, ...FOREIGN_VALUES), 'value_outside_bar'),
      flaggedRow(
        'more room than there is',
        on('2024-05-27'),
        times(10, 'foreign_current_room'),
        'room_above_total',
      ),
      flaggedRow(
        'more held than there is',
        on('2024-05-29'),
        times(1000, 'foreign_owned_volume'),
        'owned_above_room',
      ),
      flaggedRow('an unknown security', on('2024-05-15'), { ticker: 'ZZZ9' }, 'unknown_ticker'),
      refusedRow(
        'a percentage',
        on('2024-05-15'),
        { foreign_ownership_ratio: 52 },
        '/foreign_ownership_ratio',
        'out_of_range',
      ),
      refusedRow('other letter case', on('2024-05-15'), { ticker: 'zda' }, '/ticker', 'invalid_format'),
    ],
  },
  {
    dataSet: 'trade_flow',
    names: ['ZZZ9'],
    rows: [
      refusedRow('far future', flow('2024-05-15'), { date: '2099-11-20' }, '/date', 'date_in_future'),
      flaggedRow('far past', flow('2024-05-15'), { date: '1900-01-02' }, 'before_market'),
      flaggedRow('a Saturday', flow('2024-05-17'), { date: '2024-05-18' }, 'closed_day'),
      flaggedRow(
        'orders of nothing',
        flow('2024-05-15'),
        { buy_order_volume: 0, unmatched_buy_volume: 0 },
        'order_too_small',
      ),
      flaggedRow('times 1,000', flow('2024-05-21'), times(1000, ...ORDERS), 'order_too_large'),
      flaggedRow(
        'active volumes times 1,000',
        flow('2024-05-22'),
        times(1000, 'active_buy_volume'),
        'volume_above_quote',
      ),
      flaggedRow(
        'thousands of VND',
        flow('2024-05-23'),
        times(0.001, 'active_buy_value'),
        'value_outside_bar',
      ),
      flaggedRow(
        'a net value times 10,000,000',
        flow('2024-05-27'),
        { foreign_net_value: 4e18 },
        'net_value_above_quote',
      ),
      flaggedRow(
        'more left than there was',
        flow('2024-05-29'),
        times(100, 'unmatched_sell_volume'),
        'unmatched_above_orders',
      ),
      flaggedRow('an unknown code', flow('2024-05-15'), { code: 'ZZZ9' }, 'unknown_code'),
      refusedRow('an unknown scope', flow('2024-05-15'), { scope: 'market' }, '/scope', 'invalid_format'),
      refusedRow('other letter case', flow('2024-05-15'), { code: 'zda' }, '/code', 'invalid_format'),
    ],
  },
  {
    dataSet: 'order_statistic',
    names: ['ZZZ9'],
    rows: [
      refusedRow('far future', on('2024-05-15'), { date: '2099-11-20' }, '/date', 'date_in_future'),
      flaggedRow('far past', on('2024-05-15'), { date: '1900-01-02' }, 'before_market'),
      flaggedRow('a Saturday', on('2024-05-17'), { date: '2024-05-18' }, 'closed_day'),
      flaggedRow('zero', on('2024-05-15'), { buy_order_volume: 0 }, 'order_too_small', 'orders_below_quote'),
      flaggedRow('times 1,000', on('2024-05-21'), times(1000, ...ORDERS), 'order_too_large'),
      flaggedRow('counts times 10,000', on('2024-05-23'), times(1e4, 'buy_order_count'), 'order_too_small'),
      flaggedRow('an unknown security', on('2024-05-15'), { ticker: 'ZZZ9' }, 'unknown_ticker'),
      refusedRow(
        'a fraction',
        on('2024-05-15'),
        { buy_order_count: 1.5 },
        '/buy_order_count',
        'out_of_range',
      ),
      refusedRow(
        'below zero',
        on('2024-05-15'),
        { sell_order_volume: -1 },
        '/sell_order_volume',
        'out_of_range',
      ),
      refusedRow('other letter case', on('2024-05-15'), { ticker: 'zda' }, '/ticker', 'invalid_format'),
    ],
  },
];
