import { Check, Index } from 'typeorm';
import { StoredRecord } from '../../database/records/stored-record.js';
import { choiceKind, dateKind, integerKind, textOf } from '../../kinds/kinds.js';
import { DataColumn, KeyColumn, OptionalColumn, RecordTable } from '../dataset/columns.js';
import { companyTypeKind } from '../fundamental/statements/statement-kinds.js';
import { accountCodeKind, regimeKind } from './reference-kinds.js';

export const levelKind = integerKind({ min: 1, max: 8 });

export const accountTypeKind = choiceKind([
  'asset',
  'liability',
  'equity',
  'revenue',
  'production_and_business_cost',
  'other_income',
  'other_expense',
  'result',
  'off_balance_sheet',
]);

/** An account of the national accounting chart; natural key (code, regime). */
@RecordTable('account', 'account_words')
@Index('account_by_regime', ['regime', 'code'])
@Check('account_code', `code ~ '^[0-9]{1,10}$'`)
@Check('account_validity', `valid_to >= valid_from`)
@Check('account_names', `regime <> '' AND name <> ''`)
@Check('account_level', `level BETWEEN 1 AND 8`)
@Check('account_dates', `isfinite(valid_from) AND isfinite(valid_to)`)
export class Account extends StoredRecord {
  @KeyColumn(accountCodeKind, 'Account code; key together with regime.', '1121', {
    columnNames: ['account_code'],
  })
  code: string;
  @KeyColumn(regimeKind, 'Regime, by short name or circular.', 'TT200') regime: string;
  @DataColumn(companyTypeKind, 'Kind of company; ordinary by default.', 'ordinary', {
    default: 'ordinary',
  })
  company_type?: string;
  @OptionalColumn(accountCodeKind, 'Parent account.', '112') parent_code?: string;
  @DataColumn(levelKind, 'Level.', 2) level: number;
  @DataColumn(accountTypeKind, 'Type.', 'asset') type: string;
  @DataColumn(textOf({ max: 300 }), 'Vietnamese name.', 'Tiền Việt Nam') name: string;
  @OptionalColumn(textOf({ max: 300 }), 'English name.', 'Bank deposits, Vietnamese dong') name_en?: string;
  /** YYYY-MM-DD, first and last day of validity */
  @DataColumn(dateKind, 'First day of validity.', '2015-01-01') valid_from: string;
  @OptionalColumn(dateKind, 'Last day of validity.', '2025-12-31') valid_to?: string;
}
