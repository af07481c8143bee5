import { QueryField, RequiredQueryField, Shown } from '../../http/fields.js';
import {
  choiceKind,
  dateKind,
  dateShown,
  instantShown,
  numberKind,
  textShown,
  tickerKind,
} from '../../http/kinds.js';
import { PageQuery } from '../../http/queries.js';
import { RATIO_GROUPS } from './ratios/ratio.js';
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

/** Parameters of GET /fundamental/ratios. */
export class RatioQuery extends FundamentalQuery {
  @QueryField(choiceKind(RATIO_GROUPS), { description: 'Group of ratios.', example: 'profitability' })
  group?: (typeof RATIO_GROUPS)[number];
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

/** A ratio of a company at the end of a period. */
export class RatioRecord {
  @Shown(tickerKind, { description: 'Security symbol of the company.', example: 'VNM' })
  ticker: string;
  @Shown(companyTypeKind, { description: 'Kind of company.', example: 'ordinary' })
  company_type: string;
  @Shown(consolidationKind, { description: 'Whose figures.', example: 'consolidated' })
  consolidation: string;
  @Shown(periodKind, { description: 'Kind of period.', example: 'year' })
  period: string;
  @Shown(fiscalYearKind, { description: 'Fiscal year.', example: 2024 })
  fiscal_year: number;
  @Shown(fiscalQuarterKind, { description: 'Fiscal quarter; 0 of a year.', example: 0 })
  fiscal_quarter: number;
  @Shown(dateShown, { description: 'End of the fiscal period.', example: '2024-12-31' })
  period_end_date: string;
  @Shown(choiceKind(RATIO_GROUPS), { description: 'Group.', example: 'profitability' })
  group: string;
  @Shown(textShown, { description: 'Code.', example: 'roe' })
  code: string;
  @Shown(textShown, { description: 'Name.', example: 'Return on equity' })
  name: string;
  @Shown(numberKind(), {
    description: 'Value in its unit; null where an input is missing or the formula divides by zero.',
    example: 0.2631,
    nullable: true,
  })
  value: number | null;
  @Shown(textShown, {
    description: 'ratio (decimal), times, days, VND or VND/share.',
    example: 'ratio',
  })
  unit: string;
  @Shown(textShown, {
    description: 'Formula in words.',
    example: 'net profit of the parent of 12 months ÷ average equity of the parent',
  })
  formula: string;
  @Shown(instantShown, {
    description: 'Publication of the newest statement figure that the period and its comparisons have, UTC.',
    example: '2025-03-26T09:12:00.000000Z',
  })
  published_at: string;
}
