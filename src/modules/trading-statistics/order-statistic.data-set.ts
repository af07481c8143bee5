import { type DataSet, storedItem } from '../dataset/data-set.js';
import { OrderStatisticWrite } from './order-statistic.dto.js';

/** Order statistics: orders placed, a day a security. */
export const ORDER_STATISTIC: DataSet<OrderStatisticWrite> = {
  name: 'order_statistic',
  title: 'Order statistics: orders placed, a day a security',
  table: 'order_statistic',
  key: ['ticker', 'date'],
  record: OrderStatisticWrite,
  dateColumn: 'date',
  path: '/svc/record/order_statistic',
  itemJson: storedItem(OrderStatisticWrite),
  columnNames: {
    buy_order_count: ['buy orders', 'total buy trade'],
    buy_order_volume: ['total buy trade vol'],
    sell_order_count: ['sell orders', 'total sell trade'],
    sell_order_volume: ['total sell trade vol'],
  },
};
