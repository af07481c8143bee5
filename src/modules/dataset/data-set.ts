import { getMetadataArgsStorage } from 'typeorm';
import type { StoredRecord } from '../../database/stored-record.js';
import type { FieldError } from '../../errors/domain-errors.js';
import { addRecordField, type RecordClass } from '../../http/fields/fields.js';
import { collectionPath, DATA_SET_NAMES, type DataSetName } from '../../kinds/data-set-names.js';
import { columnsOfEntity, type DataSetColumn, storedItem, type Written, writeBody } from './columns.js';
import type { PublishedForm } from './published.js';
import type { RecordFlags } from './record-flags.js';

/**
 * What the service knows of one importable data set: data, from which single write, bulk insert, import and
 * documentation are served alike.
 */
export interface DataSet<T extends object = object> {
  /** name in `?resource=` and on the command line: that of its table */
  name: DataSetName;
  /** a person's words for it */
  title: string;
  table: string;
  entity: RecordClass<StoredRecord>;
  /** columns of the natural key, in its order */
  key: readonly string[];
  /** class of a record to be written */
  record: RecordClass<T>;
  /** values of optional fields that are not given; any other is null */
  defaults: Readonly<Record<string, unknown>>;
  /**
   * column of the date (or instant) that the data set runs along, for the overview of data sets; it leads an
   * index where it leads the key, is outside it, or `dateLeads`, and follows the first column of the key otherwise
   */
  dateColumn?: string;
  /** the date column leads an index of its own, though not the key */
  dateLeads?: true;
  /** column of a day or an instant that is not still to come in the market's zone; the future is natural when not given */
  notAhead?: string;
  /** it has records of every trading day: an old last date means that something is missing */
  daily?: true;
  /** rules across fields; pointers name the culprits */
  check?(record: T): FieldError[];
  /** a record whose key was changed, with the values that repeat the key brought along */
  followKey?(record: T): T;
  /** a record that keeps the rules as it is stored, such as an amount in full units; as it is when not given */
  stored?(record: T): T;
  /** what an import stores in a field that a row leaves out; its summary counts such rows */
  assumed?: Assumption;
  /** assignments to the row `r` that go with a change of values, such as the loss of an approval */
  onChange?: readonly string[];
  /** values of control columns of a record that an import creates */
  onImport?: Readonly<Record<string, number>>;
  /** whether a stored record is for every reader; others see it as unapproved quotes are seen. Every one when not given */
  isPublished?(item: Readonly<Record<string, unknown>>): boolean;
  /** collection address of the stored records */
  path: string;
  /** SELECT of the item's JSON from one row, the alias `r` */
  itemJson: string;
  /** SQL, within {@link itemJson}, of a value, and its type, that another table has of a key column: `value('r.…')` there */
  lookUp?: { of: string; sqlType: string; value(key: string): string };
  /** what may be wrong with its stored records, for `npm run doctor` and GET /svc/datasets/{name}/flagged */
  flags: RecordFlags;
  /** they are stored with its records soon after a write, and brought up to date for who reads them: see `QuoteChecks` */
  flagsAreStored?: true;
  /** files that the import reads as their publisher wrote them */
  publishedForms?: readonly PublishedForm[];
}

/** A field that takes the value of another where it is left out beside one of some fields. */
export interface Assumption {
  field: string;
  from: string;
  beside: readonly string[];
}

/** What its entity does not say of a data set; `record` and `itemJson` where they are not just its columns. */
type Definition<T extends object> = Pick<DataSet<T>, 'title' | 'flags'> &
  Partial<Omit<DataSet<T>, 'name' | 'table' | 'entity' | 'key' | 'defaults' | 'path'>>;

/** Defines the data set whose columns are those of an entity. */
export function dataSet<T extends StoredRecord>(
  entity: RecordClass<T>,
  definition: Definition<Written<T>>,
): DataSet<Written<T>> {
  const name = nameOf(entity);
  const columns = columnsOfEntity(entity);
  const defaults = columns.filter((column) => column.default !== undefined);
  return {
    name,
    table: name,
    entity,
    key: columns.filter(({ isKey }) => isKey).map((column) => column.name),
    record: definition.record ?? writeBody(entity),
    defaults: Object.fromEntries(defaults.map((column) => [column.name, column.default])),
    path: collectionPath(name),
    itemJson: storedItem(entity),
    ...definition,
  };
}

/** The name of an entity's table, which is that of its data set. */
function nameOf(entity: RecordClass<StoredRecord>): DataSetName {
  const table = getMetadataArgsStorage().tables.find(({ target }) => target === entity)?.name;
  const name = DATA_SET_NAMES.find((each) => each === table);
  if (name === undefined) throw new Error(`${table ?? entity.name} is not one of DATA_SET_NAMES`);
  return name;
}

/** Builds something of a data set once, when it is first needed. */
export function oncePerDataSet<Built>(build: (dataSet: DataSet) => Built): (dataSet: DataSet) => Built {
  const built = new WeakMap<DataSet, { value: Built }>();
  return (dataSet) => {
    const entry = built.get(dataSet) ?? { value: build(dataSet) };
    built.set(dataSet, entry);
    return entry.value;
  };
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
export function columnsOf(dataSet: DataSet): readonly DataSetColumn[] {
  return columnsOfEntity(dataSet.entity);
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

/** The same table with nothing but its key: records by which others are named, such as those to delete. */
export function keysOfDataSet(dataSet: DataSet): DataSet {
  const entity = class {} as RecordClass<StoredRecord>;
  for (const column of columnsOf(dataSet).filter(({ isKey }) => isKey)) {
    addRecordField(entity.prototype, column);
  }
  const { name, title, table, key, record, defaults, path, itemJson, flags } = dataSet;
  return { name, title, table, key, record, defaults, path, itemJson, flags, entity };
}
