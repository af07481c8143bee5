import { FieldOf, QueryField, RequiredQueryField, Shown, ShownOrNull } from '../../../http/fields/fields.js';
import { PageQuery } from '../../../http/fields/queries.js';
import {
  choiceKind,
  dateKind,
  instantShown,
  integerShown,
  textShown,
  tickerKind,
} from '../../../kinds/kinds.js';
import { StatementItem } from './statement-item.entity.js';
import {
  AS_OF,
  auditKind,
  companyTypeKind,
  consolidationKind,
  fiscalQuarterKind,
  fiscalYearKind,
  periodKind,
  STATEMENTS,
} from './statement-kinds.js';
import { StatementTemplate } from './statement-template.entity.js';

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
  @FieldOf(StatementItem) ticker: string;
  @FieldOf(StatementItem) statement: string;
  @Shown(companyTypeKind, { description: 'Form of the statement.', example: 'ordinary' })
  company_type: string;
  @Shown(consolidationKind, { description: 'Whose figures.', example: 'consolidated' })
  consolidation: string;
  @FieldOf(StatementItem) audit: string;
  @Shown(periodKind, { description: 'Kind of period.', example: 'quarter' })
  period: string;
  @FieldOf(StatementItem) fiscal_year: number;
  @Shown(fiscalQuarterKind, { description: 'Fiscal quarter; 0 of a year.', example: 4 })
  fiscal_quarter: number;
  @FieldOf(StatementItem) period_end_date: string;
  @Shown(integerShown, {
    description: 'Place of the line in its form; 99999 when the form does not know it.',
    example: 20,
  })
  item_order: number;
  @FieldOf(StatementTemplate) item_code: string;
  @FieldOf(StatementTemplate) parent_code: string | null;
  @ShownOrNull(textShown, { description: 'Vietnamese name.', example: 'Tiền và các khoản tương đương tiền' })
  item_name: string | null;
  @ShownOrNull(textShown, { description: 'English name.', example: 'Cash and cash equivalents' })
  item_name_en: string | null;
  @FieldOf(StatementItem, { example: 2225943849174 })
  value: number;
  @Shown(textShown, { description: 'Unit.', example: 'VND' })
  unit: string;
  @FieldOf(StatementItem) filing_id: string | null;
  @Shown(instantShown, { description: 'When it became public, UTC.', example: '2025-01-30T09:12:00.000000Z' })
  published_at: string;
}
