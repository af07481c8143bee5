import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { isSymbol } from '../../database/sql.js';
import { StoredRecord } from '../../database/stored-record.js';

/** An action of a company that counts from its ex-date on; natural key (ticker, ex_date, type). */
@Entity('corporate_action')
@Index('corporate_action_id', ['id'])
@Index('corporate_action_by_date', { synchronize: false })
@Check('corporate_action_ticker', isSymbol('ticker'))
@Check(
  'corporate_action_type',
  `type IN ('cash_dividend', 'stock_dividend', 'bonus_issue', 'rights_issue', 'split', 'meeting', 'listing', 'other')`,
)
@Check(
  'corporate_action_terms',
  `cash_dividend >= 0 AND cash_dividend < 'Infinity' AND share_ratio > -1 AND share_ratio < 'Infinity' AND rights_ratio >= 0 AND rights_ratio < 'Infinity' AND rights_price >= 0 AND rights_price < 'Infinity'`,
)
@Check(
  'corporate_action_dates',
  `isfinite(ex_date) AND isfinite(record_date) AND isfinite(payment_date) AND isfinite(announced_date)`,
)
export class CorporateAction extends StoredRecord {
  @PrimaryColumn('text', { collation: 'C', primaryKeyConstraintName: 'corporate_action_pkey' })
  ticker: string;

  @PrimaryColumn('date', { primaryKeyConstraintName: 'corporate_action_pkey' })
  ex_date: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'corporate_action_pkey' })
  type: string;

  @Column('date', { nullable: true })
  record_date: string | null;

  @Column('date', { nullable: true })
  payment_date: string | null;

  @Column('date', { nullable: true })
  announced_date: string | null;

  @Column('double precision', { nullable: true })
  cash_dividend: number | null;

  @Column('double precision', { nullable: true })
  share_ratio: number | null;

  @Column('double precision', { nullable: true })
  rights_ratio: number | null;

  @Column('double precision', { nullable: true })
  rights_price: number | null;

  @Column('text', { nullable: true })
  note: string | null;
}
