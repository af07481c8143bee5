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
  type Audit,
  auditKind,
  type CompanyType,
  type Consolidation,
  companyTypeKind,
  consolidationKind,
  fiscalQuarterKind,
  fiscalYearKind,
  type Period,
  periodKind,
  STATEMENTS,
  type StatementName,
} from './statement-kinds.js';
import { StatementTemplate } from './statement-template.entity.js';

/** Parameters common to statements and ratios. */
export class FundamentalQuery extends PageQuery {
  @RequiredQueryField(tickerKind, 'Security symbol of the company.', 'VNM') ticker: string;
  @QueryField(
    consolidationKind,
    'Figures of a group, of a company without subsidiaries, or of a parent alone.',
    'consolidated',
  )
  consolidation?: Consolidation;
  @QueryField(auditKind, 'Audit status.', 'audited') audit?: Audit;
  @QueryField(
    periodKind,
    'A single quarter, a fiscal year, or the fiscal year up to the end of a quarter.',
    'quarter',
  )
  period?: Period;
  @QueryField(fiscalYearKind, 'Fiscal year.', 2024) fiscal_year?: number;
  @QueryField(fiscalQuarterKind, 'Fiscal quarter 1 to 4; 0 for years.', 4) fiscal_quarter?: number;
  @QueryField(companyTypeKind, 'Form of the statements.', 'ordinary')
  company_type?: CompanyType;
  @QueryField(dateKind, AS_OF, '20250131') as_of?: string;
}

/** Parameters of GET /fundamental/as/reported/. */
export class ReportedQuery extends FundamentalQuery {
  @QueryField(
    choiceKind([...STATEMENTS, 'ratios']),
    'Statement; `ratios` returns the same as /fundamental/ratios.',
    'balance_sheet',
  )
  statement?: StatementName | 'ratios';
}

/** A figure of a financial statement as reported. */
export class StatementRecord {
  @FieldOf(StatementItem) ticker: string;
  @FieldOf(StatementItem) statement: string;
  @Shown(companyTypeKind, 'Form of the statement.', 'ordinary') company_type: string;
  @Shown(consolidationKind, 'Scope of consolidation.', 'consolidated') consolidation: string;
  @FieldOf(StatementItem) audit: string;
  @Shown(periodKind, 'Period type.', 'quarter') period: string;
  @FieldOf(StatementItem) fiscal_year: number;
  @Shown(fiscalQuarterKind, 'Fiscal quarter; 0 for a year.', 4) fiscal_quarter: number;
  @FieldOf(StatementItem) period_end_date: string;
  @Shown(integerShown, 'Position of the line in its form; 99999 if the form does not contain it.', 20)
  item_order: number;
  @FieldOf(StatementTemplate) item_code: string;
  @FieldOf(StatementTemplate) parent_code: string | null;
  @ShownOrNull(textShown, 'Vietnamese name.', 'Tiền và các khoản tương đương tiền') item_name: string | null;
  @ShownOrNull(textShown, 'English name.', 'Cash and cash equivalents') item_name_en: string | null;
  @FieldOf(StatementItem, 2225943849174) value: number;
  @Shown(textShown, 'Unit.', 'VND') unit: string;
  @FieldOf(StatementItem) filing_id: string | null;
  @Shown(instantShown, 'When it became public, UTC.', '2025-01-30T09:12:00.000000Z') published_at: string;
}
