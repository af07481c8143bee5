import { instant } from '../../../database/sql.js';
import type { FieldError } from '../../../errors/domain-errors.js';
import type { DataSet } from '../../dataset/data-set.js';
import { StatementItemWrite } from './statement-item.dto.js';
import { WIDE_STATEMENTS } from './wide-statements.js';

/** Figures of financial statements, one line in one publication each. */
export const STATEMENT_ITEM: DataSet<StatementItemWrite> = {
  name: 'statement_item',
  title: 'Figures of financial statements',
  table: 'statement_item',
  key: [
    'ticker',
    'statement',
    'period',
    'fiscal_year',
    'fiscal_quarter',
    'consolidation',
    'audit',
    'item_code',
    'published_at',
  ],
  record: StatementItemWrite,
  defaults: { fiscal_quarter: 0, unit: 'VND', company_type: 'ordinary' },
  check: checkItem,
  path: '/svc/record/statement_item',
  publishedForms: [WIDE_STATEMENTS],
  columnNames: {
    fiscal_year: ['year'],
    fiscal_quarter: ['quarter'],
    item_code: ['code'],
    published_at: ['publish date', 'publication date'],
    period_end_date: ['report date'],
  },
  itemJson: `SELECT row_to_json(item) FROM (
    SELECT r.ticker, r.statement, r.period, r.fiscal_year, r.fiscal_quarter, r.consolidation, r.audit, r.item_code,
      ${instant('r.published_at')} AS published_at, r.period_end_date, r.value, r.unit, r.company_type, r.filing_id,
      r.item_name, r.id, ${instant('r.changed_at')} AS timestamp) item`,
};

/** A year has quarter 0, everything else one of 1 to 4. */
function checkItem({ period, fiscal_quarter = 0 }: StatementItemWrite): FieldError[] {
  if ((period === 'year') === (fiscal_quarter === 0)) return [];
  const expected =
    period === 'year' ? 'a year has fiscal_quarter 0' : `a ${period} has a fiscal_quarter 1 to 4`;
  return [{ pointer: '/fiscal_quarter', code: 'inconsistent', detail: expected }];
}
