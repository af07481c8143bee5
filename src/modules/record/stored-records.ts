import type { Database } from '../../database/database.js';
import { columnsOf, type DataSet } from '../dataset/data-set.js';
import type { StoredRecords } from '../dataset/published.js';

/** SELECT of some fields of a stored record as JSON, over the alias `r`. */
export const fieldsJson = (names: readonly string[]) =>
  `(SELECT row_to_json(line) FROM (SELECT ${names.map((name) => `r.${name}`).join(', ')}) line)`;

/** The stored records of a data set, with one look-up per call. */
export function storedRecords(database: Database, dataSet: DataSet): StoredRecords {
  const fields = columnsOf(dataSet);
  const typeOf = (name: string) => fields.find((field) => field.name === name)?.kind.sqlType ?? 'text';
  const text = `
    SELECT ${fieldsJson(fields.map(({ name }) => name))} AS record FROM ${dataSet.table} r
    WHERE ${dataSet.key.map((name, index) => `r.${name} = $${index + 1}::${typeOf(name)}`).join(' AND ')}`;
  return async (key) => {
    const values = dataSet.key.map((name) => key[name]);
    return (await database.queryOne<{ record: Record<string, unknown> }>({ text, values }))?.record;
  };
}
