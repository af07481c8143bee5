import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { isSymbol } from '../../database/sql.js';
import { StoredRecord } from '../../database/stored-record.js';

/** A stored daily quote; natural key (ticker, date), surrogate id, approval state. */
@Entity('quote')
@Index('quote_id', ['id'])
@Index('quote_by_date', { synchronize: false })
@Index('quote_decided', { synchronize: false })
@Check('quote_ticker', isSymbol('ticker'))
@Check(
  'quote_bar',
  `low >= 0 AND low <= open AND low <= close AND open <= high AND close <= high AND high < 'Infinity'`,
)
@Check('quote_volume', `volume >= 0`)
@Check(
  'quote_approval',
  `approval IN (0, 1, 2) AND (approval = 0) = (approval_by IS NULL) AND (approval = 0) = (approval_at IS NULL)`,
)
@Check('quote_date', `isfinite(date)`)
export class Quote extends StoredRecord {
  @PrimaryColumn('text', { collation: 'C', primaryKeyConstraintName: 'quote_pkey' })
  ticker: string;

  /** YYYY-MM-DD */
  @PrimaryColumn('date', { primaryKeyConstraintName: 'quote_pkey' })
  date: string;

  @Column('double precision')
  open: number;

  @Column('double precision')
  high: number;

  @Column('double precision')
  low: number;

  @Column('double precision')
  close: number;

  /** digits: a bigint may exceed 2^53 */
  @Column('bigint')
  volume: string;

  /** 0 pending, 1 approved, 2 rejected */
  @Column('smallint', { default: 0 })
  approval: number;

  @Column('text', { nullable: true })
  approval_by: string | null;

  @Column('timestamptz', { nullable: true })
  approval_at: Date | null;

  @Column('text', { nullable: true })
  approval_reason: string | null;
}
