import { versionSql } from '../../database/records/stored-item.js';
import { columnsFrom, textList } from '../../database/sql.js';
import type { DataSet } from './data-set.js';

/** Which flagged records to search for. */
export interface FlaggedSearch {
  /** name of a flag; all when not given */
  only?: string;
  /** dismissed ones instead of the others */
  dismissed?: boolean;
}

/**
 * SELECT of the flagged records of a data set, one row per record and flag: its natural key, `id, changed_at, maker,
 * version` and the number `place` of the flag. One SELECT per condition, so that PostgreSQL finds the best plan for
 * each.
 */
export function flaggedRows(dataSet: DataSet, { only, dismissed = false }: FlaggedSearch = {}): string {
  const version = versionSql('r');
  const columns = `${columnsFrom('r', [...dataSet.key, 'id', 'changed_at', 'maker'])}, ${version} AS version`;
  const isDismissed = (name: string) => `${dismissed ? '' : 'NOT '}EXISTS (
    SELECT FROM flag_dismissal d
    WHERE d.resource = '${dataSet.name}' AND d.record_id = r.id AND d.version = ${version}
      AND '${name}' = ANY (d.flags))`;
  return Object.entries(dataSet.flags)
    .map(([name, { when }], place) => ({ name, when, place: place + 1 }))
    .filter(({ name }) => only === undefined || name === only)
    .map(
      ({ name, when, place }) =>
        `SELECT ${columns}, ${place} AS place FROM ${dataSet.table} r WHERE (${when}) AND ${isDismissed(name)}`,
    )
    .join('\n  UNION ALL\n  ');
}

/** SQL of the names of flags, text[], in the order of their places. */
export const flagNamesOf = (dataSet: DataSet) => `ARRAY[${textList(Object.keys(dataSet.flags))}]`;
