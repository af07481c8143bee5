import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { isSymbol } from '../../database/sql.js';
import { StoredRecord } from '../../database/stored-record.js';

/** A period in which a security belongs to an index with these shares; natural key (code, ticker, from_date). */
@Entity('index_constituent')
@Index('index_constituent_id', ['id'])
@Check('index_constituent_code', isSymbol('code'))
@Check('index_constituent_ticker', isSymbol('ticker'))
@Check('index_constituent_dates', `to_date >= from_date`)
@Check(
  'index_constituent_factors',
  `shares >= 0 AND free_float_ratio >= 0 AND free_float_ratio <= 1 AND cap_ratio >= 0 AND cap_ratio <= 1`,
)
@Check('index_constituent_period', `isfinite(from_date) AND isfinite(to_date)`)
export class IndexConstituent extends StoredRecord {
  @PrimaryColumn('text', { collation: 'C', primaryKeyConstraintName: 'index_constituent_pkey' })
  code: string;

  @PrimaryColumn('text', { collation: 'C', primaryKeyConstraintName: 'index_constituent_pkey' })
  ticker: string;

  @PrimaryColumn('date', { primaryKeyConstraintName: 'index_constituent_pkey' })
  from_date: string;

  @Column('date', { nullable: true })
  to_date: string | null;

  @Column('bigint', { nullable: true })
  shares: string | null;

  @Column('double precision', { default: 1 })
  free_float_ratio: number;

  @Column('double precision', { default: 1 })
  cap_ratio: number;
}
