import { ON_EVERY_NODE } from '../../database/citus/placement.js';
import type { FieldError } from '../../errors/domain-errors.js';
import type { Written } from '../dataset/columns.js';
import { dataSet } from '../dataset/data-set.js';
import { Account } from './account.entity.js';
import { ACCOUNT_FLAGS } from './reference-flags.js';
import { checkPeriod } from './reference-kinds.js';

/** The national accounting chart under its regimes. */
export const ACCOUNT = dataSet(Account, {
  title: 'National accounting chart',
  placement: ON_EVERY_NODE,
  isComputedFrom: false,
  check: checkAccount,
  flags: ACCOUNT_FLAGS,
});

/** Checks that a child's code begins with its parent's, and the order of the period. */
function checkAccount(account: Written<Account>): FieldError[] {
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
