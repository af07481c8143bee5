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
import { instant, isSymbol } from '../../database/sql.js';
import type { StoredRecord } from '../../database/stored-record.js';
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

/** What a column may say besides. A `default` is stored where a record leaves the column out. */
interface ColumnExtras extends BodyFieldOptions {
  /** names in common exports, the better ones first; letter case, spaces and punctuation do not count */
  columnNames?: readonly string[];
  /** what TypeORM has to know and the kind does not say */
  column?: ColumnOptions;
  /** name of the check that follows from its kind, where it is not those of the table and the column */
  check?: string;
}

/** A column of a data set: its field in records, and how the table has it. */
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

/** A column outside the natural key that every record states, unless it has a `default`. */
export const DataColumn: ColumnDecorator = (kind, description, example, extras) =>
  column({ ...extras, kind, description, example, isKey: false });

/** A column that a record may leave out: it is NULL then. */
export const OptionalColumn: ColumnDecorator = (kind, description, example, extras) =>
  column({ ...extras, kind, description, example, isKey: false, optional: true });

/**
 * The one place where a column is written down: the entity, the record that is imported or written, and the
 * documentation of both have it from here.
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
    const added: DataSetColumn = { ...text, name: String(property), optional };
    addRecordField(target, added);
  };
}

/**
 * The table of a data set: its identifiers have an index, and a column of words or of symbols has the check that follows
 * from its kind, unless the entity has one of that name. `indexes`: those of the migrations that TypeORM cannot describe.
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
  if (words !== undefined) return `${name} IN (${words.map((word) => `'${word}'`).join(', ')})`;
  return kind === tickerKind ? isSymbol(name) : undefined;
}

/**
 * Gives an entity its values as records carry them: nothing for NULL, 64-bit integers as numbers or past 2^53 as
 * bigint, instants as text (exact to the millisecond), JSON as its text.
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
 * Makes the class of an entity's records as they are written, `SecurityWrite` of `Security`. Control fields that a
 * record read back carries (`id`, `url`, the last change and `controls`) are dropped, unless one is a column.
 */
export function writeBody<T extends StoredRecord>(
  entity: RecordClass<T>,
  ...controls: string[]
): RecordClass<Written<T>> {
  const name = `${entity.name}Write`;
  const body = { [name]: class {} }[name] as RecordClass<Written<T>>;
  const columns = columnsOfEntity(entity);
  for (const { name, kind, description, example, default: standard, ...extras } of columns) {
    const isList = kind.schema.type === 'array'; // a list that is left out is empty, which needs no words
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

/** Name under which a record shows its last change: `timestamp`, unless that is a column of its own. */
function lastChange(entity: RecordClass<StoredRecord>): string {
  return columnsOfEntity(entity).some(({ name }) => name === 'timestamp') ? 'changed_at' : 'timestamp';
}
