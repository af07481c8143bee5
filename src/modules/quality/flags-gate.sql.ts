import { STAGE } from '../../database/records/stage.js';
import { columnsFrom, haveSame } from '../../database/sql.js';
import type { DataSetName } from '../../kinds/data-set-names.js';
import { isInteger } from '../../kinds/float-noise.js';
import { columnsOf, type DataSet, isBrought } from '../dataset/data-set.js';
import { SHIPPED } from '../dataset/shipped-data.js';
import { comesFirst, judging, STAGED_ROWS, yieldsTo } from './judging.sql.js';

/** Numbers are compared between sources, unless they are part of the key. */
const isAmount = ({ isKey, kind }: ReturnType<typeof columnsOf>[number]) =>
  !isKey && (kind.schema.type === 'number' || isInteger(kind));

/** The stored record is another source's or a person's; shipped records are replaced by any newer one. */
const IS_ANOTHERS = `r.stored_maker <> $2::text AND r.stored_maker <> '${SHIPPED}'`;

/**
 * Statement that judges the rows of any data set by its flags, as they would be flagged once stored, and by the rules
 * that all data sets have. `fields`: those that the source declares, all if undefined; a stored record keeps the others.
 * See {@link judging}.
 */
export function judgeByFlags(dataSet: DataSet, fields: readonly string[] | undefined): string {
  const { name, table, key } = dataSet;
  const columns = columnsOf(dataSet);
  const names = columns.map((column) => column.name);
  const isMapped = (column: string) => isBrought(dataSet, fields, column);
  const payload = names.filter((column) => !key.includes(column) && isMapped(column));
  const amounts = columns
    .filter((column) => isAmount(column) && isMapped(column.name))
    .map(({ name }) => name);
  const arriving = names.map((each) =>
    isMapped(each) ? `s.${each}` : `CASE WHEN k.id IS NULL THEN s.${each} ELSE k.${each} END AS ${each}`,
  );
  /** whether a row only fills fields of the stored record that are empty, which no preferred source has brought */
  const isAddition =
    fields === undefined || payload.length === 0
      ? 'false'
      : `k.id IS NOT NULL AND num_nonnulls(${columnsFrom('k', payload)}) = 0`;
  const finding = (rule: string, condition: string) => `
    SELECT r.row_number, '${rule}' AS rule, NULL::float8 AS value, NULL::float8 AS expected
    FROM arrived r WHERE $1::jsonb -> '${rule}' ->> 'action' <> 'off' AND (${condition})`;
  // A row whose key is already stored is judged as that record, so that no flag mistakes it for another one.
  const head = `
  comparison AS MATERIALIZED (
    SELECT s.row_number, ${arriving.join(', ')}, coalesce(k.id, s.id) AS id, $2::text AS maker,
      clock_timestamp() AS created_at, clock_timestamp() AS changed_at,
      k.maker AS latest_maker, k.created_at AS stored_at, ${amounts.map((each) => `k.${each} AS stored_${each}, `).join('')}s.is_conflict,
      ${isAddition} AS is_addition
    FROM (
      SELECT o.*, min(${rowText('o', payload)}) OVER own IS DISTINCT FROM max(${rowText('o', payload)}) OVER own AS is_conflict
      FROM ${STAGE} o WINDOW own AS (PARTITION BY ${columnsFrom('o', key)})
    ) s LEFT JOIN ${table} k ON ${haveSame('k', 's', key)}
    WHERE k.id IS NULL${payload.length === 0 ? '' : ` OR (${columnsFrom('s', payload)}) IS DISTINCT FROM (${columnsFrom('k', payload)})`}
  ), arrived AS MATERIALIZED (
    SELECT c.*, ${fields === undefined || payload.length === 0 ? 'c.latest_maker' : authorOf(name, payload)} AS stored_maker FROM comparison c
  )`;
  const differing = amounts.flatMap((each) =>
    ['second_source', 'preferred_source'].map(
      (rule) => `
    SELECT r.row_number, '${rule}' AS rule, r.${each}::float8 AS value, r.stored_${each}::float8 AS expected
    FROM arrived r WHERE ${IS_ANOTHERS}
      AND ${rule === 'second_source' ? 'NOT ' : ''}${comesFirst('r.stored_maker')}
      AND abs(r.${each}::float8 - r.stored_${each}::float8)
        > ($1::jsonb -> 'second_source' ->> 'threshold')::float8 * abs(r.stored_${each}::float8)`,
    ),
  );
  // An empty field never replaces another's number, whichever source is preferred.
  const erasing = amounts.map(
    (each) => `
    SELECT r.row_number, 'second_source' AS rule, NULL::float8 AS value, r.stored_${each}::float8 AS expected
    FROM arrived r WHERE ${IS_ANOTHERS} AND NOT ${yieldsTo('r.stored_maker')}
      AND r.${each} IS NULL AND r.stored_${each} IS NOT NULL`,
  );
  const missing =
    columns
      .filter(({ name, optional }) => optional && fields?.includes(name))
      .map((column) => `r.${column.name} IS NULL`)
      .join(' OR ') || 'false';
  return judging({
    resource: name,
    key: Object.fromEntries(
      columns.filter(({ isKey }) => isKey).map((column) => [column.name, column.kind.sqlType]),
    ),
    rows: STAGED_ROWS,
    head,
    incoming: 'arrived',
    yields: `${yieldsTo('a.stored_maker')} AND NOT a.is_addition`,
    findings: [
      finding('conflict', 'r.is_conflict'),
      finding('missing', missing),
      ...differing,
      ...erasing,
      ...Object.entries(dataSet.flags).map(([flag, { when }]) => finding(flag, when)),
    ],
  });
}

const rowText = (alias: string, columns: readonly string[]) =>
  columns.length === 0 ? `''::text` : `ROW(${columnsFrom(alias, columns)})::text`;

/**
 * The maker of the values that a row of `comparison c` would replace: the latest, unless that is a source that declares
 * none of these columns. Then the log says who wrote them; if it does not, they count as the latest maker's.
 */
function authorOf(resource: DataSetName, payload: readonly string[]): string {
  const valuesIn = (version: string) => payload.map((each) => `w.${version} -> '${each}'`).join(', ');
  const bringsNone = (maker: string) => `EXISTS (
      SELECT FROM source o WHERE 'source:' || o.name = ${maker} AND NOT o.declaration -> 'fields' ?| '{${payload.join()}}'::text[])`;
  return `CASE WHEN c.latest_maker <> $2::text AND ${bringsNone('c.latest_maker')} THEN coalesce((
      SELECT either.actor FROM (
        (SELECT w.id, w.actor FROM audit_event w
         WHERE w.record_id = c.id AND w.resource = '${resource}' AND w.action IN ('created', 'updated')
           AND (${valuesIn('before')}) IS DISTINCT FROM (${valuesIn('after')}) AND NOT ${bringsNone('w.actor')}
         ORDER BY w.id DESC LIMIT 1)
        UNION ALL
        (SELECT w.id, w.actor FROM audit_event w
         WHERE w.resource = '${resource}' AND w.action = 'imported' AND w.occurred_at = c.stored_at AND NOT ${bringsNone('w.actor')}
         LIMIT 1)
      ) either ORDER BY either.id DESC LIMIT 1), c.latest_maker) ELSE c.latest_maker END`;
}
