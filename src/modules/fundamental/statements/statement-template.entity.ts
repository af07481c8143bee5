import { Check } from 'typeorm';
import { StoredRecord } from '../../../database/records/stored-record.js';
import { dateKind, integerKind, textOf } from '../../../kinds/kinds.js';
import { DataColumn, KeyColumn, OptionalColumn, RecordTable } from '../../dataset/columns.js';
import { companyTypeKind, itemCodeKind, statementKind } from './statement-kinds.js';

/** A line of the form of a statement; natural key (company_type, statement, item_code, valid_from). */
@RecordTable('statement_template')
@Check('statement_template_order', `item_order >= 0`)
@Check('statement_template_code', `item_code ~ '^[A-Za-z0-9][A-Za-z0-9._]{0,39}$'`)
@Check('statement_template_name', `name <> ''`)
@Check('statement_template_valid_from', `isfinite(valid_from)`)
@Check('statement_template_place', `item_order <= 99998`)
export class StatementTemplate extends StoredRecord {
  @KeyColumn(companyTypeKind, 'Company type that the form is for.', 'ordinary') company_type: string;
  @KeyColumn(statementKind, 'Statement.', 'balance_sheet') statement: string;
  @KeyColumn(itemCodeKind, 'Code of the line.', '110') item_code: string;
  /** first day of the fiscal years reported on this form */
  @KeyColumn(
    dateKind,
    'First day of the fiscal years reported on this form; valid until a later one of the same line.',
    '2000-01-01',
  )
  valid_from: string;
  @OptionalColumn(itemCodeKind, 'Code of the line that it is part of.', '100') parent_code?: string;
  @DataColumn(textOf({ max: 300 }), 'Vietnamese name.', 'Tiền và các khoản tương đương tiền') name: string;
  @OptionalColumn(textOf({ max: 300 }), 'English name.', 'Cash and cash equivalents') name_en?: string;
  @DataColumn(integerKind({ min: 0, max: 99_998 }), 'Position in the statement.', 20) item_order: number;
}
