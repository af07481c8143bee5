import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { isSymbol } from '../../database/sql.js';
import { StoredRecord } from '../../database/stored-record.js';

/** Trading of foreign investors in one security on one day; natural key (ticker, date). */
@Entity('foreign_trade')
@Index('foreign_trade_id', ['id'])
@Index('foreign_trade_by_date', { synchronize: false })
@Check('foreign_trade_ticker', isSymbol('ticker'))
@Check(
  'foreign_trade_volumes',
  `foreign_buy_volume_matched >= 0 AND foreign_buy_volume_negotiated >= 0 AND foreign_sell_volume_matched >= 0 AND foreign_sell_volume_negotiated >= 0`,
)
@Check('foreign_trade_ratio', `foreign_ownership_ratio >= 0 AND foreign_ownership_ratio <= 1`)
@Check('foreign_trade_date', `isfinite(date)`)
@Check(
  'foreign_trade_values',
  `foreign_buy_value_matched >= 0 AND foreign_buy_value_matched < 'Infinity' AND foreign_buy_value_negotiated >= 0 AND foreign_buy_value_negotiated < 'Infinity' AND foreign_sell_value_matched >= 0 AND foreign_sell_value_matched < 'Infinity' AND foreign_sell_value_negotiated >= 0 AND foreign_sell_value_negotiated < 'Infinity'`,
)
@Check(
  'foreign_trade_room',
  `foreign_total_room >= 0 AND foreign_owned_volume >= 0 AND foreign_remaining_room >= 0 AND foreign_current_room >= 0`,
)
export class ForeignTrade extends StoredRecord {
  @PrimaryColumn('text', { collation: 'C', primaryKeyConstraintName: 'foreign_trade_pkey' })
  ticker: string;

  @PrimaryColumn('date', { primaryKeyConstraintName: 'foreign_trade_pkey' })
  date: string;

  @Column('bigint', { nullable: true })
  foreign_buy_volume_matched: string | null;

  @Column('double precision', { nullable: true })
  foreign_buy_value_matched: number | null;

  @Column('bigint', { nullable: true })
  foreign_buy_volume_negotiated: string | null;

  @Column('double precision', { nullable: true })
  foreign_buy_value_negotiated: number | null;

  @Column('bigint', { nullable: true })
  foreign_sell_volume_matched: string | null;

  @Column('double precision', { nullable: true })
  foreign_sell_value_matched: number | null;

  @Column('bigint', { nullable: true })
  foreign_sell_volume_negotiated: string | null;

  @Column('double precision', { nullable: true })
  foreign_sell_value_negotiated: number | null;

  @Column('bigint', { nullable: true })
  foreign_total_room: string | null;

  @Column('bigint', { nullable: true })
  foreign_owned_volume: string | null;

  @Column('bigint', { nullable: true })
  foreign_remaining_room: string | null;

  @Column('bigint', { nullable: true })
  foreign_current_room: string | null;

  @Column('double precision', { nullable: true })
  foreign_ownership_ratio: number | null;
}
