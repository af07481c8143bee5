import { BY_TICKER } from '../../database/citus/placement.js';
import { dataSet } from '../dataset/data-set.js';
import { OrderStatistic } from './order-statistic.entity.js';
import { ORDER_FLAGS } from './statistic-flags.js';

export const ORDER_STATISTIC = dataSet(OrderStatistic, {
  title: 'Order statistics: orders placed by security and day',
  placement: BY_TICKER,
  dateColumn: 'date',
  daily: true,
  dateLeads: true,
  notAhead: 'date',
  flags: ORDER_FLAGS,
});
