import { ComputedList } from '../../../database/lists/computed-list.js';
import type { List, PageRequest } from '../../../database/lists/list.js';
import { csvCell } from '../../../files/csv.js';
import { shownFieldsOf } from '../../../http/fields/fields.js';
import { RATIOS } from './catalogue.js';
import { RatioRecord } from './ratio.dto.js';

/** Columns, also of an answer without rows. */
const COLUMNS = shownFieldsOf(RatioRecord);

/** Values that make the order total; also the cursor. */
export type RatioKey = readonly [end: string, period: string, year: number, quarter: number, code: string];

/** A row that is computed when it is shown. */
export interface RatioRow {
  key: RatioKey;
  record(): RatioRecord;
}

/**
 * Lists ratios by the end of their period, newest first unless requested otherwise, then by kind of period, fiscal year
 * and quarter, then in the order of the catalogue, in which each period's ratios are passed. A cursor starts after the
 * row it names, even if that row is gone.
 */
export function ratioList(
  periods: readonly (readonly RatioRow[])[],
  query: PageRequest,
  after: RatioKey | undefined,
): List {
  const order = orderOf(query.order === 'asc' ? 1 : -1);
  const sorted = periods
    .filter(isNotEmpty)
    .toSorted(([a], [b]) => order(a.key, b.key))
    .flat();
  const start = after === undefined ? 0 : sorted.filter(({ key }) => order(key, after) <= 0).length;
  const at = (row: number) => sorted[start + row] as RatioRow;
  return new ComputedList({
    query,
    unit: null,
    total: sorted.length,
    count: sorted.length - start,
    columns: COLUMNS,
    json: (row, out) => out.text(JSON.stringify(at(row).record())),
    csv: (row, out) => {
      const record = at(row).record();
      out.text(COLUMNS.map((column) => csvCell(record[column])).join(','));
    },
    key: (row) => at(row).key,
  });
}

const isNotEmpty = (rows: readonly RatioRow[]): rows is readonly [RatioRow, ...RatioRow[]] => rows.length > 0;

const PLACES = new Map(RATIOS.map(({ code }, place) => [code, place]));
const placeOf = (code: string) => PLACES.get(code) ?? PLACES.size;

const orderOf =
  (direction: 1 | -1) =>
  (a: RatioKey, b: RatioKey): number =>
    direction * compare(a[0], b[0]) ||
    compare(a[1], b[1]) ||
    a[2] - b[2] ||
    a[3] - b[3] ||
    placeOf(a[4]) - placeOf(b[4]);

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
