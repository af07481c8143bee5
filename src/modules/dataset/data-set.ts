import { instant } from '../../database/sql.js';
import type { FieldError } from '../../errors/domain-errors.js';
import { fieldsOf, type RecordClass, type RecordField } from '../../http/fields/fields.js';
import type { DataSetName } from './data-set-names.js';
import type { PublishedForm } from './published.js';

/**
 * What the service knows of one importable data set: data, from which single write, bulk insert, import and
 * documentation are served alike.
 */
export interface DataSet<T extends object = object> {
  /** name in `?resource=` and on the command line */
  name: DataSetName;
  /** a person's words for it */
  title: string;
  table: string;
  /** columns of the natural key, in its order */
  key: readonly string[];
  /** class whose record fields are the columns of the table */
  record: RecordClass<T>;
  /** values of optional fields that are not given; any other is null */
  defaults?: Readonly<Record<string, unknown>>;
  /**
   * column of the date (or instant) that the data set runs along, for the overview of data sets; it leads an
   * index where it leads the key, is outside it, or `dateLeads`, and follows the first column of the key otherwise
   */
  dateColumn?: string;
  /** the date column leads an index of its own, though not the key */
  dateLeads?: true;
  /** rules across fields; pointers name the culprits */
  check?(record: T): FieldError[];
  /** assignments that go with a change of values, such as the loss of an approval */
  onChange?: readonly string[];
  /** collection address of the stored records */
  path: string;
  /** SELECT of the item's JSON from one row, the alias `r` */
  itemJson: string;
  /** files that the import reads as their publisher wrote them */
  publishedForms?: readonly PublishedForm[];
  /**
   * other names of columns in common exports, by field, the better ones first; letter case, spaces and
   * punctuation do not count
   */
  columnNames?: Readonly<Record<string, readonly string[]>>;
}

/** Injection token of the {@link DataSets}. */
export const DATA_SETS = Symbol('DATA_SETS');

/** Every data set by its name. */
export type DataSets = Readonly<Record<DataSetName, DataSet>>;

/** The data set of a name that comes from outside, or undefined. */
export function findDataSet(dataSets: DataSets, name: string): DataSet | undefined {
  return Object.hasOwn(dataSets, name) ? dataSets[name as DataSetName] : undefined;
}

/** Columns of a data set: its record fields in declared order. */
export function columnsOf(dataSet: DataSet): readonly RecordField[] {
  return fieldsOf(dataSet.record);
}

/** The natural key of a record as an object, in key order. */
export function keyOf(dataSet: DataSet, record: object): Record<string, unknown> {
  return Object.fromEntries(
    dataSet.key.map((column) => [column, (record as Record<string, unknown>)[column]]),
  );
}

/** A record's key for a person: `VNM 2024-01-31`. */
export function keyText(dataSet: DataSet, record: object): string {
  return dataSet.key.map((column) => (record as Record<string, unknown>)[column]).join(' ');
}

/** SQL of an item that is its record fields, its identifier and its last change: {@link DataSet.itemJson}. */
export function storedItem(record: RecordClass): string {
  const fields = fieldsOf(record).map(({ name }) => `r.${name}`);
  return `SELECT row_to_json(item) FROM (
    SELECT ${fields.join(', ')}, r.id, ${instant('r.changed_at')} AS timestamp) item`;
}
