import { type Item, versionSql } from '../../database/records/stored-item.js';
import { columnsFrom } from '../../database/sql.js';
import type { Statement } from '../../database/statement.js';
import { columnsOf, type DataSet } from '../dataset/data-set.js';

/** Fields of a stored record, as JSON text, and the parts of its version. */
export interface StoredFields extends Pick<Item, 'id' | 'revision'> {
  record: string;
}

/** SELECT of the item with an identifier. */
export function itemOf(dataSet: DataSet, id: string): Statement {
  return {
    text: `${byId(dataSet)} SELECT r.id, r.revision, (${dataSet.itemJson})::text AS json FROM r`,
    values: [id],
  };
}

/** CTE `r` of the record with an identifier: looked up on every shard, if there are shards, then read from here. */
const byId = ({ table }: DataSet) =>
  `WITH r AS MATERIALIZED (SELECT * FROM ${table} stored WHERE stored.id = $1::uuid)`;

/** SELECT of the item with a natural key, whose absent columns take the defaults of the data set. */
export function itemOfKey(dataSet: DataSet, key: object): Statement {
  return byKey(dataSet, key, `r.id, r.revision, (${dataSet.itemJson})::text AS json`);
}

/** SELECT of fields of the record with a natural key, as JSON text: `record`. */
export function fieldsOfKey(dataSet: DataSet, names: readonly string[], key: object): Statement {
  return byKey(dataSet, key, `${fieldsJson(names)}::text AS record`);
}

/** SELECT of the version of the record with a natural key: `version`. */
export function versionOfKey(dataSet: DataSet, key: object): Statement {
  return byKey(dataSet, key, `${versionSql('r')} AS version`);
}

function byKey(dataSet: DataSet, key: object, columns: string): Statement {
  const keys = columnsOf(dataSet).filter(({ isKey }) => isKey);
  const isKey = keys.map(({ name, kind }, index) => `r.${name} = $${index + 1}::${kind.sqlType}`);
  return {
    text: `SELECT ${columns} FROM ${dataSet.table} r WHERE ${isKey.join(' AND ')}`,
    values: keys.map(({ name }) => (key as Record<string, unknown>)[name] ?? dataSet.defaults[name] ?? null),
  };
}

/** SELECT of fields of the record with an identifier: {@link StoredFields}. */
export function fieldsOf(dataSet: DataSet, names: readonly string[], id: string): Statement {
  return {
    text: `${byId(dataSet)} SELECT ${fieldsJson(names)}::text AS record, r.id, r.revision FROM r`,
    values: [id],
  };
}

const fieldsJson = (names: readonly string[]) =>
  `(SELECT row_to_json(line) FROM (SELECT ${columnsFrom('r', names)}) line)`;
