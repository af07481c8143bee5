import { csvCell } from '../../../files/csv.js';
import { columnsOf, type DataSet } from '../../dataset/data-set.js';
import { matchColumns } from '../../import/columns.js';
import { type DecimalFactor, decimalFactor } from '../../import/decimal.js';
import type { SourceField } from '../source.declaration.js';
import { readDate } from './dates.js';
import { type Row, valueAt } from './rows.js';
import { expand, type Values } from './template.js';

/** Most cached shapes of rows, and most columns that a failure names. */
const SHAPES = 1_000;
const SHOWN = 20;
const NO_MATCHING = { map: new Map(), suppliedFields: new Set<string>() };

/** Writes rows as lines of a CSV file for the import: text holds what vendors write as numbers and as strings. */
export interface RecordWriter {
  header: string;
  /** takes the columns of a table, which may be without rows */
  take(columns: readonly string[]): void;
  line(row: Row): string;
  /** required fields for which neither a table nor a row has had a column so far, and the columns that were found */
  missing(): { fields: readonly string[]; columns: readonly string[] };
}

/** With `fields`, one column per field; without, columns of each row are recognised by name, as by the import. */
export function recordWriter(
  dataSet: DataSet,
  fields: Readonly<Record<string, SourceField>> | undefined,
  values: Values,
): RecordWriter {
  if (fields === undefined) return matchingWriter(dataSet);
  const readers = Object.values(fields).map((field) => fieldReader(field, values));
  return {
    header: headerOf(Object.keys(fields)),
    take: () => undefined,
    line: (row) => readers.map((read) => csvCell(read(row))).join(','),
    missing: () => ({ fields: [], columns: [] }),
  };
}

const headerOf = (names: readonly string[]) => names.map(csvCell).join(',');

/** A row may have keys that earlier rows lacked: columns are matched once per shape of a row. */
function matchingWriter(dataSet: DataSet): RecordWriter {
  const fields = columnsOf(dataSet);
  const shapes = new Map<string, readonly (string | undefined)[]>();
  const columns = new Set<string>();
  const unmatched = new Set(fields.filter(({ optional }) => !optional).map(({ name }) => name));
  const matchedKeys = (names: readonly string[]): readonly (string | undefined)[] => {
    const { positions } = matchColumns(dataSet, names, NO_MATCHING);
    for (const name of positions.keys()) unmatched.delete(name);
    for (const name of names.slice(0, SHOWN)) if (columns.size < SHOWN) columns.add(name);
    return fields.map(({ name }) => names[positions.get(name) ?? -1]);
  };
  let last: { names: readonly string[]; keys: readonly (string | undefined)[] } = { names: [], keys: [] };
  const keysOf = (names: readonly string[]) => {
    if (isSame(names, last.names)) return last.keys;
    const shape = JSON.stringify(names);
    const keys = shapes.get(shape) ?? matchedKeys(names);
    if (shapes.size < SHAPES) shapes.set(shape, keys);
    last = { names, keys };
    return keys;
  };
  return {
    header: headerOf(fields.map(({ name }) => name)),
    take: (names) => void keysOf(names),
    line: (row) =>
      keysOf(Object.keys(row))
        .map((key) => (key === undefined ? '' : csvCell(row[key])))
        .join(','),
    missing: () => ({ fields: [...unmatched], columns: [...columns] }),
  };
}

const isSame = (names: readonly string[], others: readonly string[]) =>
  names.length === others.length && names.every((name, at) => name === others[at]);

/** The factors by which the import multiplies fields, which it reads in whatever form a CSV file writes numbers. */
export function scalesOf(
  fields: Readonly<Record<string, SourceField>> = {},
): ReadonlyMap<string, DecimalFactor> {
  const factors = Object.entries(fields).flatMap(([name, { from, scale, date, split }]) => {
    const isNumber = from !== undefined && date === undefined && split !== true;
    const factor = isNumber && scale !== undefined ? decimalFactor(scale) : undefined;
    return factor === undefined ? [] : [[name, factor] as const];
  });
  return new Map(factors);
}

/** The fields whose numbers the source does not write: fixed values, and shares computed from a split. */
export function plainFieldsOf(fields: Readonly<Record<string, SourceField>> = {}): ReadonlySet<string> {
  const plain = Object.entries(fields).filter(
    ([, { value, split }]) => value !== undefined || split === true,
  );
  return new Set(plain.map(([name]) => name));
}

function fieldReader({ from, value, date, split }: SourceField, values: Values): (row: Row) => unknown {
  if (value !== undefined) {
    const constant = expand(value, values, (text) => text);
    return () => constant;
  }
  const key = from ?? '';
  // A row built from lists of columns has JSON pointers as keys.
  const read = (row: Row): unknown =>
    key.startsWith('/') && !Object.hasOwn(row, key) ? valueAt(row, key) : row[key];
  if (split === true) return (row) => mapText(read(row), freeShares);
  return date === undefined ? read : (row) => mapText(read(row), (text) => readDate(text, date));
}

/** A split such as 3/2 as free shares per share held; any other text, a single number too, is one that its field refuses. */
function freeShares(text: string): string {
  const [, newShares, oldShares] =
    /^\s*(\d{1,9}(?:\.\d{1,9})?)\s*[/:]\s*(\d{1,9}(?:\.\d{1,9})?)\s*$/.exec(text) ?? [];
  if (newShares === undefined || Number(oldShares) === 0) return `${text} (new/old shares are expected)`;
  // 1.05/1 is 0.05: both are decimals, and the noise of their binary forms is far beyond twelve places.
  return String(Number(((Number(newShares) - Number(oldShares)) / Number(oldShares)).toFixed(12)));
}

function mapText(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'number') return change(String(value));
  return typeof value === 'string' && value.trim() !== '' ? change(value) : value;
}
