import { getMetadataArgsStorage } from 'typeorm';
import type { Placement } from '../../database/citus/placement.js';
import type { StoredRecord } from '../../database/records/stored-record.js';
import type { FieldError } from '../../errors/domain-errors.js';
import { addRecordField, type RecordClass } from '../../http/fields/fields.js';
import { collectionPath, DATA_SET_NAMES, type DataSetName } from '../../kinds/data-set-names.js';
import { columnsOfEntity, type DataSetColumn, storedItem, type Written, writeBody } from './columns.js';
import type { PublishedForm } from './published.js';
import type { RecordFlags } from './record-flags.js';

/**
 * Definition of an importable data set: plain data that single writes, bulk insert, import and documentation are all
 * derived from.
 */
export interface DataSet<T extends object = object> {
  /** name in `?resource=` and on the command line: the same as its table's */
  name: DataSetName;
  /** human-readable name */
  title: string;
  table: string;
  entity: RecordClass<StoredRecord>;
  /** columns of the natural key, in its order */
  key: readonly string[];
  /** class of a record to be written */
  record: RecordClass<T>;
  /** default values of omitted optional fields; any other is null */
  defaults: Readonly<Record<string, unknown>>;
  /**
   * date (or instant) column that is the time axis of the data set, for the overview of data sets; it leads an index
   * if it leads the key, is outside it, or `dateLeads` is set, and otherwise follows the first column of the key
   */
  dateColumn?: string;
  /** the date column leads a separate index, though not the key */
  dateLeads?: true;
  /** day or instant column that must not be in the future in the market's zone; if omitted, the future is normal */
  notAhead?: string;
  /** where its rows are in a Citus cluster; if omitted, on the coordinator alone */
  placement?: Placement;
  /** no answer is computed from its records: a change of them leaves those that are kept alone */
  isComputedFrom?: false;
  /** it has records for every trading day: an old last date means that something is missing */
  daily?: true;
  /** rules across fields; pointers name the offending fields */
  check?(record: T): FieldError[];
  /** a record whose key was changed, with the values that repeat the key changed as well */
  followKey?(record: T): T;
  /** stored form of a valid record, such as an amount in full units; if omitted, the record as it is */
  stored?(record: T): T;
  /** what an import stores in a field that a row omits; its summary counts such rows */
  assumed?: Assumption;
  /** assignments to the row `r` that accompany a change of values, such as the loss of an approval */
  onChange?: readonly string[];
  /** values of control columns of a record that an import creates */
  onImport?: Readonly<Record<string, number>>;
  /** whether a stored record is for every reader; others are shown like unapproved quotes. If omitted, all are */
  isPublished?(item: Readonly<Record<string, unknown>>): boolean;
  /** collection address of the stored records */
  path: string;
  /** SELECT of the item's JSON from one row, the alias `r` */
  itemJson: string;
  /** SQL, and its type, of a value in {@link itemJson} that another table has for a key column: `value('r.…')` there */
  lookUp?: { of: string; sqlType: string; value(key: string): string };
  /** what may be wrong with its stored records, for `npm run doctor` and GET /svc/datasets/{name}/flagged */
  flags: RecordFlags;
  /** flags are stored with its records soon after a write, and brought up to date before a read: see `QuoteChecks` */
  flagsAreStored?: true;
  /** forms of files that the import reads as their publisher wrote them */
  publishedForms?: readonly PublishedForm[];
}

/** A field that takes the value of another if it is omitted while one of the fields `beside` is given. */
interface Assumption {
  field: string;
  from: string;
  beside: readonly string[];
}

/** What the entity does not define of a data set; `record` and `itemJson` if they are not just its columns. */
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

/** Builds something for a data set once, when it is first needed. */
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

/** The data set with a name that comes from outside, or undefined. */
export function findDataSet(dataSets: DataSets, name: string): DataSet | undefined {
  return Object.hasOwn(dataSets, name) ? dataSets[name as DataSetName] : undefined;
}

/** Whether rows bring a column: those of the key, and the fields that their source declares; all if it declares none. */
export function isBrought(
  { key }: Pick<DataSet, 'key'>,
  fields: readonly string[] | undefined,
  column: string,
): boolean {
  return key.includes(column) || (fields?.includes(column) ?? true);
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

/** A record's key in human-readable form: `VNM 2024-01-31`. */
export function keyText(dataSet: DataSet, record: object): string {
  return dataSet.key.map((column) => (record as Record<string, unknown>)[column]).join(' ');
}

/** The same table with only its key: records that identify others, such as those to delete. */
export function keysOfDataSet(dataSet: DataSet): DataSet {
  const entity = class {} as RecordClass<StoredRecord>;
  for (const column of columnsOf(dataSet).filter(({ isKey }) => isKey)) {
    addRecordField(entity.prototype, column);
  }
  const { name, title, table, key, record, defaults, path, itemJson, flags } = dataSet;
  return { name, title, table, key, record, defaults, path, itemJson, flags, entity };
}
