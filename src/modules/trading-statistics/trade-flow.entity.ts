import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { isSymbol } from '../../database/sql.js';
import { StoredRecord } from '../../database/stored-record.js';

/** Trade flow of a security, a sector or an index on one day; natural key (scope, code, date). */
@Entity('trade_flow')
@Index('trade_flow_id', ['id'])
@Index('trade_flow_by_date', { synchronize: false })
@Check('trade_flow_scope', `scope IN ('ticker', 'sector', 'index')`)
@Check('trade_flow_code', isSymbol('code', 2))
@Check(
  'trade_flow_volumes',
  `buy_order_count >= 0 AND buy_order_volume >= 0 AND sell_order_count >= 0 AND sell_order_volume >= 0 AND active_buy_volume >= 0 AND active_sell_volume >= 0 AND unmatched_buy_volume >= 0 AND unmatched_sell_volume >= 0`,
)
@Check('trade_flow_date', `isfinite(date)`)
@Check(
  'trade_flow_values',
  `active_buy_value >= 0 AND active_buy_value < 'Infinity' AND active_sell_value >= 0 AND active_sell_value < 'Infinity'`,
)
@Check(
  'trade_flow_net_values',
  `foreign_net_value > '-Infinity' AND foreign_net_value < 'Infinity' AND proprietary_net_value > '-Infinity' AND proprietary_net_value < 'Infinity'`,
)
export class TradeFlow extends StoredRecord {
  @PrimaryColumn('text', { collation: 'C', default: 'ticker', primaryKeyConstraintName: 'trade_flow_pkey' })
  scope: string;

  @PrimaryColumn('text', { collation: 'C', primaryKeyConstraintName: 'trade_flow_pkey' })
  code: string;

  @PrimaryColumn('date', { primaryKeyConstraintName: 'trade_flow_pkey' })
  date: string;

  @Column('bigint', { nullable: true })
  buy_order_count: string | null;

  @Column('bigint', { nullable: true })
  buy_order_volume: string | null;

  @Column('bigint', { nullable: true })
  sell_order_count: string | null;

  @Column('bigint', { nullable: true })
  sell_order_volume: string | null;

  @Column('bigint', { nullable: true })
  active_buy_volume: string | null;

  @Column('double precision', { nullable: true })
  active_buy_value: number | null;

  @Column('bigint', { nullable: true })
  active_sell_volume: string | null;

  @Column('double precision', { nullable: true })
  active_sell_value: number | null;

  @Column('bigint', { nullable: true })
  unmatched_buy_volume: string | null;

  @Column('bigint', { nullable: true })
  unmatched_sell_volume: string | null;

  @Column('bigint', { nullable: true })
  foreign_net_volume: string | null;

  @Column('double precision', { nullable: true })
  foreign_net_value: number | null;

  @Column('bigint', { nullable: true })
  proprietary_net_volume: string | null;

  @Column('double precision', { nullable: true })
  proprietary_net_value: number | null;
}
