import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { isSymbol } from '../../database/sql.js';
import { StoredRecord } from '../../database/stored-record.js';

/** Orders placed in one security on one day, matched or not; natural key (ticker, date). */
@Entity('order_statistic')
@Index('order_statistic_id', ['id'])
@Index('order_statistic_by_date', { synchronize: false })
@Check('order_statistic_ticker', isSymbol('ticker'))
@Check(
  'order_statistic_volumes',
  `buy_order_count >= 0 AND buy_order_volume >= 0 AND sell_order_count >= 0 AND sell_order_volume >= 0`,
)
@Check('order_statistic_date', `isfinite(date)`)
export class OrderStatistic extends StoredRecord {
  @PrimaryColumn('text', { collation: 'C', primaryKeyConstraintName: 'order_statistic_pkey' })
  ticker: string;

  @PrimaryColumn('date', { primaryKeyConstraintName: 'order_statistic_pkey' })
  date: string;

  @Column('bigint', { nullable: true })
  buy_order_count: string | null;

  @Column('bigint', { nullable: true })
  buy_order_volume: string | null;

  @Column('bigint', { nullable: true })
  sell_order_count: string | null;

  @Column('bigint', { nullable: true })
  sell_order_volume: string | null;
}
