import { Check } from 'typeorm';
import { StoredRecord } from '../../database/records/stored-record.js';
import { GivenTradeDate, Ticker } from '../../http/fields/market-fields.js';
import { bigintKind } from '../../kinds/kinds.js';
import { KeyColumn, OptionalColumn, RecordTable } from '../dataset/columns.js';

/** Orders placed in one security on one day, matched or not; natural key (ticker, date). */
@RecordTable('order_statistic', 'order_statistic_by_date')
@Check(
  'order_statistic_volumes',
  `buy_order_count >= 0 AND buy_order_volume >= 0 AND sell_order_count >= 0 AND sell_order_volume >= 0`,
)
@Check('order_statistic_date', `isfinite(date)`)
export class OrderStatistic extends StoredRecord {
  @Ticker(KeyColumn) ticker: string;
  @GivenTradeDate(KeyColumn) date: string;
  @OptionalColumn(bigintKind, 'Buy orders placed.', 5210, { columnNames: ['buy orders', 'total buy trade'] })
  buy_order_count?: number | bigint;
  @OptionalColumn(bigintKind, 'Securities in buy orders placed.', 6120000, {
    columnNames: ['total buy trade vol'],
  })
  buy_order_volume?: number | bigint;
  @OptionalColumn(bigintKind, 'Sell orders placed.', 4180, {
    columnNames: ['sell orders', 'total sell trade'],
  })
  sell_order_count?: number | bigint;
  @OptionalColumn(bigintKind, 'Securities in sell orders placed.', 5980000, {
    columnNames: ['total sell trade vol'],
  })
  sell_order_volume?: number | bigint;
}
