import { dataSet } from '../dataset/data-set.js';
import { DailyStatistic } from './daily-statistic.entity.js';

/** Daily statistics: limits, matched and negotiated trading, shares. */
export const DAILY_STATISTIC = dataSet(DailyStatistic, {
  title: 'Daily statistics: limits, matched and negotiated trading, shares',
  dateColumn: 'date',
  check: ({ ceiling, floor }) =>
    ceiling !== undefined && floor !== undefined && floor > ceiling
      ? [{ pointer: '/floor', code: 'out_of_range', detail: `floor ${floor} is above ceiling ${ceiling}` }]
      : [],
});
