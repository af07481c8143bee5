import { STAGE } from '../../database/records/stage.js';
import { columnsFrom, jsonFrom } from '../../database/sql.js';
import { USUAL_PRIORITY } from './quality-rules.js';

/** Location of the rows to judge. */
export interface JudgedRows {
  table: string;
  /** column that numbers them in order of arrival, and its SQL type; `row_number` in what follows */
  column: string;
  type: string;
  /** the table is large and has an index on the column */
  isIndexed: boolean;
}

/** Rows in the staging table. */
export const STAGED_ROWS: JudgedRows = { table: STAGE, column: 'row_number', type: 'int', isIndexed: false };

/** Basis for judging the rows of a data set. */
interface Judging {
  resource: string;
  /** columns of the natural key, with their SQL types */
  key: Readonly<Record<string, string>>;
  rows: JudgedRows;
  /** CTEs, among them `arrived`: the rows that differ from what is stored, at least those that a rule finds */
  head: string;
  /** SELECTs of `row_number, rule, value, expected` */
  findings: readonly string[];
  /** name of the CTE of all rows that differ from what is stored; read if the table holds others too */
  incoming: string;
  /** condition on `a`, a row of `arrived`, that it leaves the stored record as it is */
  yields: string;
}

/** Findings shown per part. */
const SHOWN = 20;

/** Priority of this source, from the settings `$1`. */
const OWN = `($1::jsonb -> 'own' ->> 'priority')::int`;

/** Priority of the source that wrote as a maker; null for a person. */
const priorityOf = (maker: string) => `(
  SELECT min(coalesce((o.declaration ->> 'priority')::int, ${USUAL_PRIORITY})) FROM source o
  WHERE 'source:' || o.name = ${maker} OR o.declaration ->> 'principal' = ${maker})`;

/** Whether this source is preferred to the one that wrote as a maker. */
export const comesFirst = (maker: string) => `coalesce(${OWN} < ${priorityOf(maker)}, false)`;

/** Whether the source that wrote as a maker is preferred to this one. */
export const yieldsTo = (maker: string) => `coalesce(${OWN} > ${priorityOf(maker)}, false)`;

/**
 * Statement that judges the rows that differ from what is stored and moves those to be quarantined from their table to
 * the quarantine. `$1` rules (jsonb), `$2` actor, `$3` source, `$4` run, `$5` columns of a record (text[]), `$6`
 * numbers of the first rows of its parts, an array of their type. One row: `held`, `yielded`, `warned`, rows by part,
 * and `failures` and `warnings`, the first findings of each part; `conflicts`. A row that was rejected before with the
 * same values is held back without waiting again; a sound row supersedes those that waited under its key, even if it
 * brings what is stored already.
 */
export function judging({ resource, key: types, rows, head, findings, incoming, yields }: Judging): string {
  const { table, column, type, isIndexed } = rows;
  const byIndex = isIndexed
    ? `AND s.${column} = ANY (ARRAY(SELECT v.row_number FROM verdict v WHERE v.is_held))`
    : '';
  /** place of the part of a row, from 0 */
  const part = (row: string) => `width_bucket(${row}.row_number, $6::${type}[]) - 1`;
  const key = Object.keys(types);
  const list = (alias: string) => columnsFrom(alias, key);
  const keyOf = (alias: string) => jsonFrom(alias, key);
  /** whether the row `h` of `withheld_record` was rejected before with the same values */
  const wasRejected = `EXISTS (
      SELECT FROM quarantine r WHERE r.resource = '${resource}' AND r.source = $3::text AND r.state = 'rejected'
        AND r.record_key = ${keyOf('h')} AND r.record = h.record)`;
  const first = (action: string) => `(SELECT jsonb_agg(to_jsonb(f) - 'nth' ORDER BY f.part, f.nth) FROM (
      SELECT ${part('f')} AS part, ${list('a')}, f.rule, f.value, f.expected,
        row_number() OVER (PARTITION BY ${part('f')} ORDER BY f.row_number) AS nth
      FROM finding f JOIN arrived a USING (row_number) WHERE f.action = '${action}') f WHERE f.nth <= ${SHOWN})`;
  const rowsOf = (from: string) => `(SELECT jsonb_object_agg(n.part, n.rows) FROM (
      SELECT ${part('f')} AS part, count(DISTINCT f.row_number) AS rows FROM ${from} GROUP BY 1) n)`;
  return `
  WITH ${head},
  finding AS MATERIALIZED (
    SELECT f.row_number, f.rule, f.value, f.expected, $1::jsonb -> f.rule ->> 'action' AS action
    FROM (${findings.join('\n    UNION ALL')}) f
    WHERE $1::jsonb -> f.rule ->> 'action' <> 'off'
  ), verdict AS MATERIALIZED (
    SELECT f.row_number, bool_or(f.action = 'quarantine') AS is_held,
      jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
        'rule', f.rule, 'action', f.action, 'value', f.value, 'expected', f.expected)) ORDER BY f.rule) AS findings
    FROM finding f GROUP BY f.row_number
  ), removed_row AS (
    DELETE FROM ${table} s USING verdict v WHERE v.is_held AND s.${column} = v.row_number ${byIndex}
    RETURNING s.*, v.row_number AS arrival, v.findings
  ), yielded_row AS (
    DELETE FROM ${table} s USING arrived a
    WHERE s.${column} = a.row_number AND a.stored_maker <> $2::text AND ${yields}
      AND NOT EXISTS (SELECT FROM verdict v WHERE v.is_held AND v.row_number = a.row_number)
    RETURNING a.row_number
  ), withheld_record AS (
    SELECT DISTINCT ON (${list('g')}) ${list('g')}, g.findings,
      (SELECT jsonb_object_agg(e.key, e.value) FROM jsonb_each(to_jsonb(g)) e
       WHERE e.key = ANY ($5::text[]) AND e.value <> 'null') AS record
    FROM removed_row g ORDER BY ${list('g')}, g.arrival DESC
  ), waiting AS (
    INSERT INTO quarantine AS q (resource, source, run_id, record_key, record, findings)
    SELECT '${resource}', $3::text, $4::uuid, ${keyOf('h')}, h.record, h.findings
    FROM withheld_record h WHERE NOT ${wasRejected}
    ON CONFLICT (resource, source, record_key) WHERE state = 'waiting' DO UPDATE
    SET record = excluded.record, findings = excluded.findings, run_id = excluded.run_id,
      revision = q.revision + CASE WHEN (q.record, q.findings) IS DISTINCT FROM (excluded.record, excluded.findings) THEN 1 ELSE 0 END
    RETURNING q.id
  ), withdrawal AS (
    UPDATE quarantine q SET state = 'superseded', revision = q.revision + 1, decided_at = clock_timestamp()
    FROM withheld_record h
    WHERE q.resource = '${resource}' AND q.source = $3::text AND q.state = 'waiting' AND q.record_key = ${keyOf('h')}
      AND ${wasRejected}
  ), superseded AS (
    UPDATE quarantine q SET state = 'superseded', revision = q.revision + 1, decided_at = clock_timestamp()
    FROM ${isIndexed ? incoming : table} a
    WHERE q.resource = '${resource}' AND q.source = $3::text AND q.state = 'waiting'
      AND ${key.map((name) => `(q.record_key ->> '${name}')::${types[name]} = a.${name}`).join(' AND ')}
      AND NOT EXISTS (SELECT FROM verdict v WHERE v.row_number = a.row_number AND v.is_held)
  )
  SELECT ${rowsOf(`verdict f WHERE f.is_held`)} AS quarantined, ${rowsOf('yielded_row f')} AS yielded,
    ${rowsOf(`finding f WHERE f.action = 'warn'`)} AS warned,
    (SELECT count(*)::int FROM waiting) AS waiting,
    (SELECT count(*)::int FROM finding WHERE rule = 'conflict') AS conflicts,
    ${first('fail')} AS failures,
    ${first('warn')} AS warnings`;
}
