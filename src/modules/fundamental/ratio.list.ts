import { type ComputedList, csvCell } from '../../http/computed-list.js';
import type { RatioQuery, RatioRecord } from './statement.dto.js';

/** Column names of the answer, also of one without rows. */
const COLUMNS = [
  'ticker',
  'company_type',
  'consolidation',
  'period',
  'fiscal_year',
  'fiscal_quarter',
  'period_end_date',
  'group',
  'code',
  'name',
  'value',
  'unit',
  'formula',
  'published_at',
] as const satisfies readonly (keyof RatioRecord)[];

const keyOf = (row: RatioRecord) => [
  row.period_end_date,
  row.period,
  row.fiscal_year,
  row.fiscal_quarter,
  row.code,
];

/**
 * Ratios by the end of their period, newest first unless asked otherwise, then by kind of period, fiscal year and
 * quarter, then in the order of the catalogue, in which `rows` are given. A cursor begins
 * after the row that it names.
 */
export function ratioList(
  rows: readonly RatioRecord[],
  query: RatioQuery,
  after: readonly unknown[] | undefined,
): ComputedList {
  const direction = query.order === 'asc' ? 1 : -1;
  const sorted = rows
    .map((row, place) => ({ row, place, period: periodOf(row) }))
    .sort(
      (a, b) =>
        direction * compare(a.row.period_end_date, b.row.period_end_date) ||
        compare(a.period, b.period) ||
        a.place - b.place,
    )
    .map(({ row }) => row);
  const cursor = JSON.stringify(after);
  const found = after === undefined ? -1 : sorted.findIndex((row) => JSON.stringify(keyOf(row)) === cursor);
  const skipped = found + 1;
  const at = (row: number) => sorted[skipped + row] as RatioRecord;
  return {
    query,
    unit: null,
    total: sorted.length,
    count: sorted.length - skipped,
    columns: COLUMNS,
    json: (row, out) => out.text(JSON.stringify(at(row))),
    csv: (row, out) => out.text(COLUMNS.map((column) => csvCell(at(row)[column])).join(',')),
    key: (row) => keyOf(at(row)),
  };
}

const periodOf = ({ period, fiscal_year, fiscal_quarter }: RatioRecord) =>
  `${period} ${fiscal_year} ${fiscal_quarter}`;

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
