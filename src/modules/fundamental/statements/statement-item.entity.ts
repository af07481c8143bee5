import { Check } from 'typeorm';
import { StoredRecord } from '../../../database/records/stored-record.js';
import { dateKind, instantKind, numberKind, textOf, tickerKind } from '../../../kinds/kinds.js';
import { DataColumn, KeyColumn, OptionalColumn, RecordTable } from '../../dataset/columns.js';
import { filingIdKind } from './filing.entity.js';
import {
  auditKind,
  companyTypeKind,
  consolidationKind,
  fiscalQuarterKind,
  fiscalYearKind,
  itemCodeKind,
  periodKind,
  statementKind,
  unitKind,
} from './statement-kinds.js';

/**
 * One figure of a financial statement in one publication; natural key (ticker, statement, period, fiscal_year,
 * fiscal_quarter, consolidation, audit, item_code, published_at): restatements are stored alongside what they correct.
 */
@RecordTable(
  'statement_item',
  'statement_item_by_code',
  'statement_item_counted',
  'statement_item_publication',
)
@Check(
  'statement_item_period',
  `period IN ('quarter', 'year', 'cumulative') AND (period = 'year') = (fiscal_quarter = 0) AND fiscal_quarter BETWEEN 0 AND 4`,
)
@Check('statement_item_value', `value > '-Infinity' AND value < 'Infinity'`)
@Check('statement_item_code', `item_code ~ '^[A-Za-z0-9][A-Za-z0-9._]{0,39}$'`)
@Check('statement_item_year', `fiscal_year BETWEEN 1900 AND 9999`)
@Check('statement_item_dates', `isfinite(published_at) AND isfinite(period_end_date)`)
export class StatementItem extends StoredRecord {
  @KeyColumn(tickerKind, 'Security symbol of the company.', 'VNM') ticker: string;
  @KeyColumn(statementKind, 'Statement.', 'balance_sheet') statement: string;
  @KeyColumn(
    periodKind,
    'A single quarter, a fiscal year, or the fiscal year up to the end of a quarter.',
    'quarter',
  )
  period: string;
  @KeyColumn(fiscalYearKind, 'Fiscal year.', 2024, { columnNames: ['year'] }) fiscal_year: number;
  @KeyColumn(fiscalQuarterKind, 'Fiscal quarter 1 to 4; 0 for a year and by default.', 4, {
    default: 0,
    columnNames: ['quarter'],
    column: { default: undefined },
  })
  fiscal_quarter?: number;
  @KeyColumn(
    consolidationKind,
    'Figures of a group, of a company without subsidiaries, or of a parent alone.',
    'consolidated',
  )
  consolidation: string;
  @KeyColumn(auditKind, 'Audit status.', 'unreviewed') audit: string;
  @KeyColumn(
    itemCodeKind,
    'Code of the line in the form of the company type; see the data set statement_template.',
    '270',
    { columnNames: ['code'] },
  )
  item_code: string;
  @KeyColumn(
    instantKind,
    'When it became public, UTC; no response for an earlier day uses it. A later publication of the same line is a restatement, and both are kept.',
    '2025-01-30T09:12:00Z',
    { columnNames: ['publish date', 'publication date'] },
  )
  published_at: string;
  @DataColumn(dateKind, 'End of the fiscal period.', '2024-12-31', { columnNames: ['report date'] })
  period_end_date: string;
  /** in `unit` */
  @DataColumn(numberKind(), 'Value in its unit.', 55049061747178) value: number;
  @DataColumn(
    unitKind,
    'Unit; VND by default. `thousand`, `million` and `billion` of a currency are accepted and stored in full.',
    'VND',
    { default: 'VND' },
  )
  unit?: string;
  @DataColumn(companyTypeKind, 'Form that the code belongs to; ordinary by default.', 'ordinary', {
    default: 'ordinary',
  })
  company_type?: string;
  @OptionalColumn(filingIdKind, 'Filing in which it was published.', '2024-VNM-Q4-HN') filing_id?: string;
  @OptionalColumn(textOf({ max: 300 }), "Name of the line, used instead of the form's.", 'TỔNG CỘNG TÀI SẢN')
  item_name?: string;
}
