import { BY_TICKER } from '../../database/citus/placement.js';
import { dataSet } from '../dataset/data-set.js';
import { DailyStatistic } from './daily-statistic.entity.js';
import { STATISTIC_FLAGS } from './statistic-flags.js';

export const DAILY_STATISTIC = dataSet(DailyStatistic, {
  title: 'Daily statistics: limits, matched and negotiated trading, shares',
  placement: BY_TICKER,
  dateColumn: 'date',
  daily: true,
  dateLeads: true,
  notAhead: 'date',
  flags: STATISTIC_FLAGS,
  check: ({ ceiling, floor }) =>
    ceiling !== undefined && floor !== undefined && floor > ceiling
      ? [{ pointer: '/floor', code: 'out_of_range', detail: `floor ${floor} is above ceiling ${ceiling}` }]
      : [],
});
