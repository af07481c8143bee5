import { BodyField } from '../../../http/fields/fields.js';
import { dateKind, instantKind, numberKind, textOf, tickerKind } from '../../../kinds/kinds.js';
import { ReadBack } from '../../dataset/read-back.js';
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

/** One figure of a financial statement in one publication, to be written. */
export class StatementItemWrite extends ReadBack {
  @BodyField(tickerKind, { description: 'Security symbol of the company.', example: 'VNM' })
  ticker: string;
  @BodyField(statementKind, { description: 'Statement.', example: 'balance_sheet' })
  statement: string;
  @BodyField(periodKind, {
    description: 'A single quarter, a fiscal year, or the fiscal year up to the end of a quarter.',
    example: 'quarter',
  })
  period: string;
  @BodyField(fiscalYearKind, { description: 'Fiscal year.', example: 2024 })
  fiscal_year: number;
  @BodyField(fiscalQuarterKind, {
    description: 'Fiscal quarter 1 to 4; 0 of a year, also when not given.',
    example: 4,
    default: 0,
    optional: true,
  })
  fiscal_quarter?: number;
  @BodyField(consolidationKind, {
    description: 'Of a group, of a company without subsidiaries, of a parent alone.',
    example: 'consolidated',
  })
  consolidation: string;
  @BodyField(auditKind, { description: 'What auditors have done.', example: 'unreviewed' })
  audit: string;
  @BodyField(itemCodeKind, {
    description: 'Code of the line, by the form of the company type; see the data set statement_template.',
    example: '270',
  })
  item_code: string;
  @BodyField(instantKind, {
    description:
      'When it became public, UTC; no answer for an earlier day uses it. A later publication of the same line is a restatement, and both are kept.',
    example: '2025-01-30T09:12:00Z',
  })
  published_at: string;
  @BodyField(dateKind, { description: 'End of the fiscal period.', example: '2024-12-31' })
  period_end_date: string;
  @BodyField(numberKind(), { description: 'Value in its unit.', example: 55049061747178 })
  value: number;
  @BodyField(unitKind, {
    description: 'Unit; VND when not given.',
    example: 'VND',
    default: 'VND',
    optional: true,
  })
  unit?: string;
  @BodyField(companyTypeKind, {
    description: 'Form that the code is of; ordinary when not given.',
    example: 'ordinary',
    default: 'ordinary',
    optional: true,
  })
  company_type?: string;
  @BodyField(filingIdKind, {
    description: 'Filing in which it was published.',
    example: '2024-VNM-Q4-HN',
    optional: true,
  })
  filing_id?: string;
  @BodyField(textOf({ max: 300 }), {
    description: "Name of the line in place of the form's.",
    example: 'TỔNG CỘNG TÀI SẢN',
    optional: true,
  })
  item_name?: string;
}
