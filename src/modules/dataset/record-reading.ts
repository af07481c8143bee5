import { type FieldError, InvalidInput, pointerTo } from '../../errors/domain-errors.js';
import {
  jsonReader,
  OptionalField,
  QueryField,
  type Reading,
  type RecordClass,
  RequiredQueryField,
} from '../../http/fields/fields.js';
import { type QueryReader, type QueryTexts, queryReader } from '../../http/fields/query-reader.js';
import { marketDayOf, marketToday } from '../../market/today.js';
import type { DataSetColumn } from './columns.js';
import { columnsOf, type DataSet, oncePerDataSet } from './data-set.js';

/** Characters of YYYY-MM-DD. */
const DATE_LENGTH = 10;

/** Readers of the records of one data set from untrusted input. */
interface Readers {
  record: (value: unknown) => Reading<object>;
  key: QueryReader;
  newKey: (value: unknown) => Reading<object>;
}

const readersOf = oncePerDataSet((dataSet): Readers => {
  const keys = columnsOf(dataSet).filter(({ isKey }) => isKey);
  return {
    record: jsonReader(dataSet.record),
    key: queryReader(
      classOf(keys, (column) =>
        (column.default === undefined ? RequiredQueryField : QueryField)(
          column.kind,
          column.description,
          column.example,
        ),
      ),
    ),
    newKey: jsonReader(
      classOf(keys, (column) => OptionalField(column.kind, column.description, column.example, column)),
    ),
  };
});

function classOf(
  columns: readonly DataSetColumn[],
  field: (column: DataSetColumn) => PropertyDecorator,
): RecordClass {
  const Reader = class {};
  for (const column of columns) field(column)(Reader.prototype, column.name);
  return Reader;
}

/** Reads a JSON value as a record of a data set: every field by its kind, then the rules across fields. */
export function readingOf(dataSet: DataSet, value: unknown): Reading<object> {
  const reading = readersOf(dataSet).record(value);
  const errors = reading.errors ?? brokenRules(dataSet, reading.record);
  if (errors.length > 0 || reading.record === undefined) return { errors };
  return { record: withKeyDefaults(dataSet, dataSet.stored?.(reading.record) ?? reading.record) };
}

/** The record with the defaults of key columns that it omits: equal keys are then equal in every comparison. */
function withKeyDefaults({ key, defaults }: DataSet, record: object): object {
  const row = record as Record<string, unknown>;
  for (const name of key) if (row[name] === undefined && name in defaults) row[name] = defaults[name];
  return row;
}

/** Rules across fields that a record breaks, including the one that its day must not be in the future. */
export function brokenRules(dataSet: DataSet, record: object): FieldError[] {
  const errors = dataSet.check?.(record) ?? [];
  const { notAhead } = dataSet;
  const ahead = notAhead === undefined ? undefined : aheadOf(notAhead, record);
  return ahead === undefined ? errors : [...errors, ahead];
}

function aheadOf(column: string, record: object): FieldError | undefined {
  const moment = (record as Record<string, string>)[column] ?? '';
  const day = moment.length > DATE_LENGTH ? marketDayOf(moment) : moment;
  const today = marketToday();
  if (day <= today) return undefined;
  const detail = `${day} is after today, ${today} in the market's zone`;
  return { pointer: pointerTo(column), code: 'date_in_future', detail };
}

/** Like {@link readingOf}, but throws {@link InvalidInput} naming every offending field. */
export function readRecord(dataSet: DataSet, value: unknown): object {
  return recordOf(readingOf(dataSet, value));
}

/** Reads a natural key from the parameters of a query; throws {@link InvalidInput}. */
export function readKey(dataSet: DataSet, texts: QueryTexts): Record<string, unknown> {
  const values = { ...texts };
  for (const { name, alias } of columnsOf(dataSet).filter(({ isKey }) => isKey)) {
    // The name that clients know it by: the publisher's `id`.
    if (alias === undefined || values[name] !== undefined || values[alias] === undefined) continue;
    values[name] = values[alias];
    delete values[alias];
  }
  return { ...defaultsOfKey(dataSet), ...readersOf(dataSet).key(values) };
}

/** Reads the fields of a natural key to be changed from a JSON body; throws {@link InvalidInput}, also if none is. */
export function readNewKey(dataSet: DataSet, value: unknown): Record<string, unknown> {
  const newKey = recordOf(readersOf(dataSet).newKey(value)) as Record<string, unknown>;
  if (Object.keys(newKey).length > 0) return newKey;
  const detail = `the new natural key is expected: ${dataSet.key.join(', ')}; what is left out stays`;
  throw new InvalidInput([{ pointer: '', code: 'required', detail }]);
}

function recordOf({ record, errors }: Reading<object>): object {
  if (errors !== undefined) throw new InvalidInput(errors);
  return record;
}

function defaultsOfKey({ key, defaults }: DataSet): Record<string, unknown> {
  return Object.fromEntries(
    key.filter((name) => Object.hasOwn(defaults, name)).map((name) => [name, defaults[name]]),
  );
}
