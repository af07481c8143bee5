import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { isSymbol } from '../../database/sql.js';
import { StoredRecord } from '../../database/stored-record.js';

/** What the exchange says of a security beside its bar on one day; natural key (ticker, date). */
@Entity('daily_statistic')
@Index('daily_statistic_id', ['id'])
@Index('daily_statistic_shares', { synchronize: false })
@Check('daily_statistic_ticker', isSymbol('ticker'))
@Check(
  'daily_statistic_prices',
  `reference >= 0 AND reference < 'Infinity' AND ceiling >= floor AND ceiling < 'Infinity' AND floor >= 0 AND average_price >= 0 AND average_price < 'Infinity'`,
)
@Check(
  'daily_statistic_volumes',
  `matched_volume >= 0 AND negotiated_volume >= 0 AND listed_shares >= 0 AND outstanding_shares >= 0`,
)
@Check(
  'daily_statistic_values',
  `matched_value >= 0 AND matched_value < 'Infinity' AND negotiated_value >= 0 AND negotiated_value < 'Infinity'`,
)
@Check('daily_statistic_date', `isfinite(date)`)
@Check('daily_statistic_limits', `ceiling >= 0 AND floor < 'Infinity'`)
export class DailyStatistic extends StoredRecord {
  @PrimaryColumn('text', { collation: 'C', primaryKeyConstraintName: 'daily_statistic_pkey' })
  ticker: string;

  @PrimaryColumn('date', { primaryKeyConstraintName: 'daily_statistic_pkey' })
  date: string;

  @Column('double precision', { nullable: true })
  reference: number | null;

  @Column('double precision', { nullable: true })
  ceiling: number | null;

  @Column('double precision', { nullable: true })
  floor: number | null;

  @Column('double precision', { nullable: true })
  average_price: number | null;

  @Column('bigint', { nullable: true })
  matched_volume: string | null;

  @Column('double precision', { nullable: true })
  matched_value: number | null;

  @Column('bigint', { nullable: true })
  negotiated_volume: string | null;

  @Column('double precision', { nullable: true })
  negotiated_value: number | null;

  @Column('bigint', { nullable: true })
  listed_shares: string | null;

  @Column('bigint', { nullable: true })
  outstanding_shares: string | null;
}
