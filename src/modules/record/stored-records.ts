import type { Executor } from '../../database/statement.js';
import { parseJson } from '../../files/json-text.js';
import { columnsOf, type DataSet } from '../dataset/data-set.js';
import type { StoredRecords } from '../dataset/published.js';
import { fieldsOfKey, versionOfKey } from './look-ups.sql.js';

/** The stored records of a data set, with one look-up per call. */
export function storedRecords(executor: Executor, dataSet: DataSet): StoredRecords {
  const names = columnsOf(dataSet).map(({ name }) => name);
  return (key) => storedFields(executor, dataSet, names, key);
}

/** Fields of the record with a natural key; undefined: there is none. */
export async function storedFields(
  executor: Executor,
  dataSet: DataSet,
  names: readonly string[],
  key: object,
): Promise<Record<string, unknown> | undefined> {
  const [row] = await executor.query<{ record: string }>(fieldsOfKey(dataSet, names, key));
  return row && (parseJson(row.record) as Record<string, unknown>);
}

/** Version of the record with a natural key; undefined: there is none. */
export async function storedVersion(
  executor: Executor,
  dataSet: DataSet,
  key: object,
): Promise<string | undefined> {
  const [row] = await executor.query<{ version: string }>(versionOfKey(dataSet, key));
  return row?.version;
}
