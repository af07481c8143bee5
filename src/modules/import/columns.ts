import { plainName } from '../../files/text.js';
import { columnNamesOf } from '../dataset/column-names.js';
import { columnsOf, type DataSet } from '../dataset/data-set.js';

/** Which column of a file holds which field. */
export interface ColumnMatch {
  /** position of each field's column, by field */
  positions: ReadonlyMap<string, number>;
  /** required fields without a column */
  missing: readonly string[];
  /** columns that match no field */
  unknown: readonly string[];
}

/** How columns are matched other than by their names. */
export interface Matching {
  /** column by field, as given by the operator */
  map: ReadonlyMap<string, string>;
  /** fields whose value comes from elsewhere */
  suppliedFields: ReadonlySet<string>;
}

/** Matches the columns of a file with the fields of a data set. A mapped name that the file lacks is `missing`. */
export function matchColumns(dataSet: DataSet, header: readonly string[], matching: Matching): ColumnMatch {
  const names = header.map(plainName);
  const positions = new Map<string, number>();
  const missing: string[] = [];
  const fields = columnsOf(dataSet);
  const own = new Set(fields.map(({ name }) => plainName(name)));
  for (const field of fields) {
    const { name, optional } = field;
    if (matching.suppliedFields.has(name)) continue;
    const mappedName = matching.map.get(name);
    const headings = mappedName === undefined ? columnNamesOf(field) : [mappedName];
    // A column with the name of a field belongs to that field: `code` of an index is not the ticker of a member.
    const position = headings
      .map(plainName)
      .filter((each) => mappedName !== undefined || each === plainName(name) || !own.has(each))
      .map((each) => names.indexOf(each))
      .find((at) => at >= 0);
    if (position !== undefined) positions.set(name, position);
    else if (!optional || mappedName !== undefined) missing.push(name);
  }
  const matchedPositions = new Set(positions.values());
  const unknown = header.filter((name, position) => !matchedPositions.has(position) && name.trim() !== '');
  return { positions, missing, unknown };
}
