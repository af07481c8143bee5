import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { isSymbol } from '../../../database/sql.js';
import { StoredRecord } from '../../../database/stored-record.js';
import { textOf } from '../../../kinds/kinds.js';

/** Identifier that a publisher gives a filing. */
export const filingIdKind = textOf({ max: 200 });

/**
 * A filing of a company; natural key filing_id, the publisher's identifier (`id` on the wire, where records have
 * a surrogate of that name).
 */
@Entity('filing')
@Index('filing_id', ['id'])
@Index('filing_by_date', { synchronize: false })
@Index('filing_by_ticker', { synchronize: false })
@Check('filing_ticker', isSymbol('ticker'))
@Check('filing_key', `filing_id <> ''`)
@Check('filing_dates', `isfinite(filing_date) AND isfinite(accepted_date) AND isfinite(period_end_date)`)
export class Filing extends StoredRecord {
  @PrimaryColumn('text', { collation: 'C', primaryKeyConstraintName: 'filing_pkey' })
  filing_id: string;

  @Column({ type: 'text', collation: 'C' })
  ticker: string;

  @Column('date')
  filing_date: string;

  @Column('timestamptz', { nullable: true })
  accepted_date: Date | null;

  @Column('date', { nullable: true })
  period_end_date: string | null;

  @Column('text', { nullable: true })
  report_type: string | null;

  @Column('text', { nullable: true })
  sec_unique_id: string | null;

  @Column('text', { nullable: true })
  filing_url: string | null;

  @Column('text', { nullable: true })
  report_url: string | null;

  @Column('text', { nullable: true })
  instance_url: string | null;
}
