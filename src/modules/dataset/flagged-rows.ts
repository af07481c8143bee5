import type { DataSet } from './data-set.js';

/**
 * SELECT of the flagged records of a data set, a row a record and flag: its natural key, `id, changed_at, maker` and
 * the number `place` of the flag. A condition a SELECT, so that PostgreSQL finds the best plan for each. `only`: the
 * names of the flags that are looked for, all when not given.
 */
export function flaggedRows(dataSet: DataSet, only?: string): string {
  const columns = [...dataSet.key, 'id', 'changed_at', 'maker'].map((column) => `r.${column}`).join(', ');
  return Object.entries(dataSet.flags)
    .map(([name, { when }], place) => ({ name, when, place: place + 1 }))
    .filter(({ name }) => only === undefined || name === only)
    .map(({ when, place }) => `SELECT ${columns}, ${place} AS place FROM ${dataSet.table} r WHERE ${when}`)
    .join('\n  UNION ALL\n  ');
}

/** SQL of the names of flags, text[], by their places. */
export const flagNamesOf = (dataSet: DataSet) => `ARRAY['${Object.keys(dataSet.flags).join("', '")}']`;
