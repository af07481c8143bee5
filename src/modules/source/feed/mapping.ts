import { csvCell } from '../../../files/csv.js';
import { decimalFactor, scaled } from '../../import/decimal.js';
import type { SourceField } from '../source.declaration.js';
import { readDate } from './dates.js';
import { type Row, valueAt } from './rows.js';
import { expand, type Values } from './template.js';

/** Writes rows as lines of a CSV file, which the import reads: text takes what vendors write as numbers and as strings. */
export interface RecordWriter {
  /** the header, known at the first row */
  header(row: Row): string;
  line(row: Row): string;
}

/** With `fields`, a column a field; without, the columns of the first row under their own names. */
export function recordWriter(
  fields: Readonly<Record<string, SourceField>> | undefined,
  values: Values,
): RecordWriter {
  if (fields === undefined) return plainWriter();
  const readers = Object.values(fields).map((field) => fieldReader(field, values));
  return {
    header: () => Object.keys(fields).map(csvCell).join(','),
    line: (row) => readers.map((read) => csvCell(read(row))).join(','),
  };
}

function plainWriter(): RecordWriter {
  let names: readonly string[] = [];
  return {
    header: (row) => {
      names = Object.keys(row);
      return names.map(csvCell).join(',');
    },
    line: (row) => names.map((name) => csvCell(row[name])).join(','),
  };
}

function fieldReader(
  { from, value, scale, date, split }: SourceField,
  values: Values,
): (row: Row) => unknown {
  if (value !== undefined) {
    const fixed = expand(value, values, (text) => text);
    return () => fixed;
  }
  const key = from ?? '';
  // A row of columns has pointers as its keys.
  const read = (row: Row): unknown =>
    key.startsWith('/') && !Object.hasOwn(row, key) ? valueAt(row, key) : row[key];
  if (split === true) return (row) => changed(read(row), freeShares);
  if (date !== undefined) return (row) => changed(read(row), (text) => readDate(text, date));
  const factor = scale === undefined ? undefined : decimalFactor(scale);
  return factor === undefined ? read : (row) => changed(read(row), (text) => scaled(text.trim(), factor));
}

/** A split such as 3/2 as free shares a held share; what is none comes back as it is, to be refused by its field. */
function freeShares(text: string): string {
  const [, fresh, old] = /^\s*(\d{1,9}(?:\.\d{1,9})?)\s*[/:]\s*(\d{1,9}(?:\.\d{1,9})?)\s*$/.exec(text) ?? [];
  return fresh === undefined || Number(old) === 0
    ? text
    : String((Number(fresh) - Number(old)) / Number(old));
}

function changed(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'number') return change(String(value));
  return typeof value === 'string' && value !== '' ? change(value) : value;
}
