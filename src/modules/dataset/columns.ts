import {
  Check,
  Column,
  type ColumnOptions,
  Entity,
  getMetadataArgsStorage,
  Index,
  PrimaryColumn,
  type ValueTransformer,
} from 'typeorm';
import type { StoredRecord } from '../../database/records/stored-record.js';
import { instant, isSymbol, textList } from '../../database/sql.js';
import {
  addRecordField,
  BodyField,
  type BodyFieldOptions,
  fieldsOf,
  Ignored,
  type RecordClass,
  type RecordField,
} from '../../http/fields/fields.js';
import type { DataSetName } from '../../kinds/data-set-names.js';
import { type Kind, tickerKind } from '../../kinds/kinds.js';

/** Further properties of a column. A `default` is stored if a record omits the column. */
interface ColumnExtras extends BodyFieldOptions {
  /** names in common exports, the better ones first; letter case, spaces and punctuation do not count */
  columnNames?: readonly string[];
  /** options that TypeORM needs and the kind does not give */
  column?: ColumnOptions;
  /** name of the check derived from its kind, if it is not made of the table's and the column's names */
  check?: string;
}

/** A column of a data set: its field in records, and its definition in the table. */
export interface DataSetColumn extends RecordField, ColumnExtras {
  optional: boolean;
  isKey: boolean;
}

/** An entity's fields without the control columns: a record as it is written. */
export type Written<T extends StoredRecord> = Omit<T, keyof StoredRecord>;

type ColumnDecorator = <T>(
  kind: Kind<T>,
  description: string,
  example?: unknown,
  extras?: ColumnExtras,
) => PropertyDecorator;

/** A column of the natural key. Texts are ordered by code point, unless `column` says otherwise. */
export const KeyColumn: ColumnDecorator = (kind, description, example, extras = {}) =>
  column({
    ...extras,
    column: { ...(kind.sqlType === 'text' && { collation: 'C' }), ...extras.column },
    kind,
    description,
    example,
    isKey: true,
  });

/** A column outside the natural key that every record must give, unless it has a `default`. */
export const DataColumn: ColumnDecorator = (kind, description, example, extras) =>
  column({ ...extras, kind, description, example, isKey: false });

/** A column that a record may omit: it is NULL then. */
export const OptionalColumn: ColumnDecorator = (kind, description, example, extras) =>
  column({ ...extras, kind, description, example, isKey: false, optional: true });

/**
 * The single definition of a column: the entity, the record that is imported or written, and the documentation of both
 * are derived from it.
 */
function column(text: Omit<DataSetColumn, 'name' | 'optional'> & { optional?: boolean }): PropertyDecorator {
  const { kind, isKey } = text;
  const optional = text.optional === true || text.default !== undefined;
  return (target, property) => {
    const options: ColumnOptions = {
      type: kind.sqlType.replace('[]', '') as 'text',
      array: kind.sqlType.endsWith('[]'),
      nullable: optional && text.default === undefined,
      default: kind.sqlType === 'jsonb' ? parsed(text.default) : text.default,
      transformer: transformer(kind),
      ...text.column,
    };
    if (isKey) PrimaryColumn(options as object)(target, property);
    else Column(options)(target, property);
    const recordField: DataSetColumn = { ...text, name: String(property), optional };
    addRecordField(target, recordField);
  };
}

/**
 * The table of a data set: its identifiers have an index, and a column of fixed words or of tickers has the check
 * derived from its kind, unless the entity has one of that name. `indexes`: indexes of the migrations that TypeORM
 * cannot describe.
 */
export function RecordTable(name: DataSetName, ...indexes: string[]): ClassDecorator {
  return (entity) => {
    Entity(name)(entity);
    Index(`${name}_id`, ['id'])(entity);
    for (const index of indexes) Index(index, { synchronize: false })(entity);
    const own = getMetadataArgsStorage().checks.filter(({ target }) => target === entity);
    for (const column of columnsOfEntity(entity as unknown as RecordClass<StoredRecord>)) {
      const { check = `${name}_${column.name}` } = column;
      const rule = ruleOf(column);
      if (rule !== undefined && own.every((each) => each.name !== check)) Check(check, rule)(entity);
    }
  };
}

function ruleOf({ name, kind }: DataSetColumn): string | undefined {
  const { enum: words } = kind.schema;
  if (words !== undefined) return `${name} IN (${textList(words)})`;
  return kind === tickerKind ? isSymbol(name) : undefined;
}

/**
 * Converts stored values to those of records: undefined for NULL, 64-bit integers as numbers, or beyond 2^53 as bigint,
 * instants as text (exact to the millisecond), JSON as its text.
 */
function transformer<T>(kind: Kind<T>): ValueTransformer {
  const isJson = kind.sqlType === 'jsonb';
  return {
    to: isJson ? parsed : (value: unknown) => value,
    from: (stored: unknown) => {
      if (stored === null || stored === undefined) return undefined;
      if (isJson) return JSON.stringify(stored);
      if (stored instanceof Date) return kind.fromText(stored.toISOString());
      return kind.sqlType === 'bigint' ? kind.fromText(String(stored)) : stored;
    },
  };
}

const parsed = (text: unknown): unknown => (typeof text === 'string' ? JSON.parse(text) : text);

/** The columns of an entity's records, in declared order. */
export function columnsOfEntity(entity: RecordClass<StoredRecord>): readonly DataSetColumn[] {
  return fieldsOf(entity) as readonly DataSetColumn[];
}

/**
 * Builds the class of an entity's records as clients write them, such as `SecurityWrite` for `Security`. Control fields
 * of a record that was read before (`id`, `url`, the last change and `controls`) are dropped, unless one is a column.
 */
export function writeBody<T extends StoredRecord>(
  entity: RecordClass<T>,
  ...controls: string[]
): RecordClass<Written<T>> {
  const name = `${entity.name}Write`;
  const body = { [name]: class {} }[name] as RecordClass<Written<T>>;
  const columns = columnsOfEntity(entity);
  for (const { name, kind, description, example, default: standard, ...extras } of columns) {
    const isList = kind.schema.type === 'array'; // an omitted list is empty, which needs no documentation
    const options = { ...extras, ...(!isList && { default: standard }) };
    BodyField(kind, description, example, options)(body.prototype, name);
  }
  const names = new Set(columns.map((each) => each.name));
  for (const control of ['id', 'url', lastChange(entity), ...controls]) {
    if (!names.has(control)) Ignored()(body.prototype, control);
  }
  return body;
}

/** SELECT of a stored record's JSON over the alias `r`: its columns, its identifier and its last change. */
export function storedItem(entity: RecordClass<StoredRecord>): string {
  const columns = columnsOfEntity(entity).map(({ name, kind }) =>
    kind.sqlType === 'timestamptz' ? `${instant(`r.${name}`)} AS ${name}` : `r.${name}`,
  );
  return `SELECT row_to_json(stored_item) FROM (
    SELECT ${columns.join(', ')}, r.id, ${instant('r.changed_at')} AS ${lastChange(entity)}) stored_item`;
}

/** Name under which a record shows its last change: `timestamp`, unless that is a column. */
function lastChange(entity: RecordClass<StoredRecord>): string {
  return columnsOfEntity(entity).some(({ name }) => name === 'timestamp') ? 'changed_at' : 'timestamp';
}
