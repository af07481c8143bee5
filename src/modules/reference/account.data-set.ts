import { instant } from '../../database/sql.js';
import type { FieldError } from '../../errors/domain-errors.js';
import type { DataSet } from '../dataset/data-set.js';
import { AccountWrite } from './account.dto.js';
import { checkPeriod } from './reference-kinds.js';

/** The national accounting chart under its regimes. */
export const ACCOUNT: DataSet<AccountWrite> = {
  name: 'account',
  title: 'National accounting chart',
  table: 'account',
  key: ['code', 'regime'],
  record: AccountWrite,
  defaults: { company_type: 'ordinary' },
  check: checkAccount,
  path: '/svc/record/account',
  columnNames: { code: ['account_code'] },
  itemJson: `SELECT row_to_json(item) FROM (
    SELECT r.code, r.regime, r.company_type, r.parent_code, r.level, r.type, r.name, r.name_en, r.valid_from,
      r.valid_to, r.id, ${instant('r.changed_at')} AS timestamp) item`,
};

/** A parent begins the code of its child; the period has an order. */
function checkAccount(account: AccountWrite): FieldError[] {
  const { code, parent_code: parent, valid_from, valid_to } = account;
  const errors: FieldError[] = checkPeriod(valid_from, valid_to, 'valid_to');
  if (parent !== undefined && (parent === code || !code.startsWith(parent))) {
    errors.push({
      pointer: '/parent_code',
      code: 'inconsistent',
      detail: `${code} does not begin with its parent ${parent}`,
    });
  }
  return errors;
}
