import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { isSymbol } from '../../../database/sql.js';
import { StoredRecord } from '../../../database/stored-record.js';

// TypeORM writes into the options, so that every column has its own.
const key = () => ({ primaryKeyConstraintName: 'statement_item_pkey' });
const textKey = () => ({ collation: 'C', ...key() });

/**
 * One figure of a financial statement in one publication; natural key (ticker, statement, period, fiscal_year,
 * fiscal_quarter, consolidation, audit, item_code, published_at): restatements stay beside what they correct.
 */
@Entity('statement_item')
@Index('statement_item_id', ['id'])
@Index('statement_item_by_code', { synchronize: false })
@Index('statement_item_counted', { synchronize: false })
@Check('statement_item_ticker', isSymbol('ticker'))
@Check(
  'statement_item_statement',
  `statement IN ('balance_sheet', 'income_statement', 'cash_flow_direct', 'cash_flow_indirect')`,
)
@Check(
  'statement_item_period',
  `period IN ('quarter', 'year', 'cumulative') AND (period = 'year') = (fiscal_quarter = 0) AND fiscal_quarter BETWEEN 0 AND 4`,
)
@Check('statement_item_consolidation', `consolidation IN ('single', 'consolidated', 'parent')`)
@Check('statement_item_audit', `audit IN ('audited', 'reviewed', 'unreviewed')`)
@Check('statement_item_company_type', `company_type IN ('ordinary', 'bank', 'insurance', 'securities')`)
@Check('statement_item_value', `value > '-Infinity' AND value < 'Infinity'`)
@Check('statement_item_code', `item_code ~ '^[A-Za-z0-9][A-Za-z0-9._]{0,39}$'`)
@Check('statement_item_year', `fiscal_year BETWEEN 1900 AND 9999`)
@Check('statement_item_dates', `isfinite(published_at) AND isfinite(period_end_date)`)
export class StatementItem extends StoredRecord {
  @PrimaryColumn('text', textKey())
  ticker: string;

  @PrimaryColumn('text', textKey())
  statement: string;

  @PrimaryColumn('text', textKey())
  period: string;

  @PrimaryColumn('integer', key())
  fiscal_year: number;

  @PrimaryColumn('integer', key())
  fiscal_quarter: number;

  @PrimaryColumn('text', textKey())
  consolidation: string;

  @PrimaryColumn('text', textKey())
  audit: string;

  @PrimaryColumn('text', textKey())
  item_code: string;

  @PrimaryColumn('timestamptz', key())
  published_at: Date;

  @Column('date')
  period_end_date: string;

  /** in `unit` */
  @Column('double precision')
  value: number;

  @Column('text', { default: 'VND' })
  unit: string;

  @Column('text', { default: 'ordinary' })
  company_type: string;

  @Column('text', { nullable: true })
  filing_id: string | null;

  @Column('text', { nullable: true })
  item_name: string | null;
}
