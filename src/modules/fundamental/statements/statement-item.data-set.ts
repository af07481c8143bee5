import { BY_TICKER } from '../../../database/citus/placement.js';
import type { FieldError } from '../../../errors/domain-errors.js';
import type { Written } from '../../dataset/columns.js';
import { dataSet } from '../../dataset/data-set.js';
import { checkAmount, inFull } from './amounts.js';
import { ITEM_FLAGS } from './statement-flags.js';
import { StatementItem } from './statement-item.entity.js';
import { WIDE_STATEMENTS } from './wide-statements.js';

/** Figures of financial statements, each one line in one publication. */
export const STATEMENT_ITEM = dataSet(StatementItem, {
  title: 'Figures of financial statements',
  placement: BY_TICKER,
  notAhead: 'published_at',
  check: checkItem,
  stored: inFull,
  flags: ITEM_FLAGS,
  publishedForms: [WIDE_STATEMENTS],
});

/** Checks that a year has quarter 0 and any other period a quarter from 1 to 4. */
function checkItem(item: Written<StatementItem>): FieldError[] {
  const { period, fiscal_quarter = 0 } = item;
  const errors = checkAmount(item);
  if (errors.length > 0) return errors;
  if ((period === 'year') === (fiscal_quarter === 0)) return [];
  const expected =
    period === 'year' ? 'a year has fiscal_quarter 0' : `a ${period} has a fiscal_quarter 1 to 4`;
  return [{ pointer: '/fiscal_quarter', code: 'inconsistent', detail: expected }];
}
