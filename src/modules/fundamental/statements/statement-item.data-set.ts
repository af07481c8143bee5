import type { FieldError } from '../../../errors/domain-errors.js';
import type { Written } from '../../dataset/columns.js';
import { dataSet } from '../../dataset/data-set.js';
import { StatementItem } from './statement-item.entity.js';
import { WIDE_STATEMENTS } from './wide-statements.js';

/** Figures of financial statements, one line in one publication each. */
export const STATEMENT_ITEM = dataSet(StatementItem, {
  title: 'Figures of financial statements',
  check: checkItem,
  stored: inFull,
  publishedForms: [WIDE_STATEMENTS],
});

/** Powers of ten of the words before a currency. */
const POWERS: Readonly<Record<string, number>> = { thousand: 3, million: 6, billion: 9 };

/** The figure in full units: 3 `million VND` is 3000000 `VND`. The decimal point moves; nothing is multiplied. */
function inFull(item: Written<StatementItem>): Written<StatementItem> {
  const [word = '', currency] = item.unit?.split(' ') ?? [];
  const power = POWERS[word];
  if (power === undefined || currency === undefined) return item;
  const [digits, exponent = '0'] = String(item.value).split('e');
  return { ...item, value: Number(`${digits}e${Number(exponent) + power}`), unit: currency };
}

/** A year has quarter 0, everything else one of 1 to 4. */
function checkItem(item: Written<StatementItem>): FieldError[] {
  const { period, fiscal_quarter = 0 } = item;
  if (!Number.isFinite(inFull(item).value)) {
    return [{ pointer: '/value', code: 'out_of_range', detail: 'is too large in this unit' }];
  }
  if ((period === 'year') === (fiscal_quarter === 0)) return [];
  const expected =
    period === 'year' ? 'a year has fiscal_quarter 0' : `a ${period} has a fiscal_quarter 1 to 4`;
  return [{ pointer: '/fiscal_quarter', code: 'inconsistent', detail: expected }];
}
