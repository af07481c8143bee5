import { type DataSet, storedItem } from '../dataset/data-set.js';
import { DailyStatisticWrite } from './daily-statistic.dto.js';

/** Daily statistics: limits, matched and negotiated trading, shares. */
export const DAILY_STATISTIC: DataSet<DailyStatisticWrite> = {
  name: 'daily_statistic',
  title: 'Daily statistics: limits, matched and negotiated trading, shares',
  table: 'daily_statistic',
  key: ['ticker', 'date'],
  record: DailyStatisticWrite,
  dateColumn: 'date',
  check: ({ ceiling, floor }) =>
    ceiling !== undefined && floor !== undefined && floor > ceiling
      ? [{ pointer: '/floor', code: 'out_of_range', detail: `floor ${floor} is above ceiling ${ceiling}` }]
      : [],
  path: '/svc/record/daily_statistic',
  itemJson: storedItem(DailyStatisticWrite),
  columnNames: {
    reference: ['reference price', 'ref price', 'basic price', 'giá tham chiếu'],
    ceiling: ['ceiling price', 'giá trần'],
    floor: ['floor price', 'giá sàn'],
    average_price: ['average', 'avg price', 'vwap'],
    matched_volume: ['match volume', 'total match vol', 'order matching volume'],
    matched_value: ['match value', 'total match val', 'order matching value'],
    negotiated_volume: ['put through volume', 'deal volume', 'total deal vol'],
    negotiated_value: ['put through value', 'deal value', 'total deal val'],
    listed_shares: ['listed share', 'listed volume', 'listing volume'],
    outstanding_shares: ['shares outstanding', 'outstanding share', 'outstanding volume'],
  },
};
