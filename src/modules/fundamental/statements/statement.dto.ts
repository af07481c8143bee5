import { QueryField, RequiredQueryField, Shown } from '../../../http/fields/fields.js';
import { PageQuery } from '../../../http/fields/queries.js';
import {
  choiceKind,
  dateKind,
  dateShown,
  instantShown,
  numberKind,
  textShown,
  tickerKind,
} from '../../../kinds/kinds.js';
import {
  AS_OF,
  auditKind,
  companyTypeKind,
  consolidationKind,
  fiscalQuarterKind,
  fiscalYearKind,
  itemCodeKind,
  periodKind,
  STATEMENTS,
  statementKind,
} from './statement-kinds.js';

/** Parameters of statements and ratios alike. */
export class FundamentalQuery extends PageQuery {
  @RequiredQueryField(tickerKind, { description: 'Security symbol of the company.', example: 'VNM' })
  ticker: string;
  @QueryField(consolidationKind, {
    description: 'Of a group, of a company without subsidiaries, of a parent alone.',
    example: 'consolidated',
  })
  consolidation?: 'single' | 'consolidated' | 'parent';
  @QueryField(auditKind, { description: 'What auditors have done.', example: 'audited' })
  audit?: 'audited' | 'reviewed' | 'unreviewed';
  @QueryField(periodKind, {
    description: 'A single quarter, a fiscal year, or the fiscal year up to the end of a quarter.',
    example: 'quarter',
  })
  period?: 'quarter' | 'year' | 'cumulative';
  @QueryField(fiscalYearKind, { description: 'Fiscal year.', example: 2024 })
  fiscal_year?: number;
  @QueryField(fiscalQuarterKind, { description: 'Fiscal quarter 1 to 4; 0: years.', example: 4 })
  fiscal_quarter?: number;
  @QueryField(companyTypeKind, { description: 'Form of the statements.', example: 'ordinary' })
  company_type?: 'ordinary' | 'bank' | 'insurance' | 'securities';
  @QueryField(dateKind, { description: AS_OF, example: '20250131' })
  as_of?: string;
}

/** Parameters of GET /fundamental/as/reported/. */
export class ReportedQuery extends FundamentalQuery {
  @QueryField(choiceKind([...STATEMENTS, 'ratios']), {
    description: 'Statement; `ratios` answers as /fundamental/ratios does.',
    example: 'balance_sheet',
  })
  statement?: 'balance_sheet' | 'income_statement' | 'cash_flow_direct' | 'cash_flow_indirect' | 'ratios';
}

/** A figure of a financial statement as reported. */
export class StatementRecord {
  @Shown(tickerKind, { description: 'Security symbol of the company.', example: 'VNM' })
  ticker: string;
  @Shown(statementKind, { description: 'Statement.', example: 'balance_sheet' })
  statement: string;
  @Shown(companyTypeKind, { description: 'Form of the statement.', example: 'ordinary' })
  company_type: string;
  @Shown(consolidationKind, { description: 'Whose figures.', example: 'consolidated' })
  consolidation: string;
  @Shown(auditKind, { description: 'What auditors have done.', example: 'unreviewed' })
  audit: string;
  @Shown(periodKind, { description: 'Kind of period.', example: 'quarter' })
  period: string;
  @Shown(fiscalYearKind, { description: 'Fiscal year.', example: 2024 })
  fiscal_year: number;
  @Shown(fiscalQuarterKind, { description: 'Fiscal quarter; 0 of a year.', example: 4 })
  fiscal_quarter: number;
  @Shown(dateShown, { description: 'End of the fiscal period.', example: '2024-12-31' })
  period_end_date: string;
  @Shown(
    { schema: { type: 'integer' } },
    { description: 'Place of the line in its form; 99999 when the form does not know it.', example: 20 },
  )
  item_order: number;
  @Shown(itemCodeKind, { description: 'Code of the line.', example: '110' })
  item_code: string;
  @Shown(itemCodeKind, { description: 'Line that it is a part of.', example: '100', nullable: true })
  parent_code: string | null;
  @Shown(textShown, {
    description: 'Vietnamese name.',
    example: 'Tiền và các khoản tương đương tiền',
    nullable: true,
  })
  item_name: string | null;
  @Shown(textShown, { description: 'English name.', example: 'Cash and cash equivalents', nullable: true })
  item_name_en: string | null;
  @Shown(numberKind(), { description: 'Value in its unit.', example: 2225943849174 })
  value: number;
  @Shown(textShown, { description: 'Unit.', example: 'VND' })
  unit: string;
  @Shown(textShown, {
    description: 'Filing in which it was published.',
    example: '2024-VNM-Q4-HN',
    nullable: true,
  })
  filing_id: string | null;
  @Shown(instantShown, { description: 'When it became public, UTC.', example: '2025-01-30T09:12:00.000000Z' })
  published_at: string;
}
