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
};
