import { eventNotice } from '../../database/changes.js';
import { STAGE } from '../../database/records/stage.js';
import { columnsFrom, haveSame, jsonFrom } from '../../database/sql.js';
import { columnsOf, type DataSet, isBrought } from '../dataset/data-set.js';

/** Sequence that numbers the rows in the order of their arrival. */
const NUMBERS = 'import_row_number';
/** Memory of a merge: the old and new rows of a batch do not spill to a file. */
const WORK = '64MB';

/** Each further connection to a node must be prepared and committed too: one is enough for all shards of a node. */
const ONE_CONNECTION_A_NODE = '; SET LOCAL citus.max_adaptive_executor_pool_size = 1';

/**
 * The statements that merge a staged batch into the table of a data set, all in one transaction.
 * `$1` actor, `$2` time of the batch, `$3` import; each statement takes those it names.
 */
export interface MergeStatements {
  /** creates the staging table of a connection; a batch's rows disappear from it at the end of their transaction */
  stage: string;
  /** removes what `stage` created */
  leave: string;
  /** begin a transaction that merges, and one that copies into the table itself */
  begin: string;
  beginCopy: string;
  /** sets the number of the next row to be staged: `$1` */
  number: string;
  /** columns that COPY fills, of the staging table and of the table itself */
  staged: readonly string[];
  stored: readonly string[];
  /** inserts the first row of every new key; its row count is the rows created. `$1 $2` */
  insert: string;
  /**
   * the same, faster, while nobody else writes these keys; else it fails with
   * `unique_violation`, and the batch is retried with {@link insert}
   */
  insertAlone: string;
  /**
   * compares the staged rows with the stored records before an update: {part, met, same, created, others} of each part;
   * `$1` numbers of the parts' first rows
   */
  compare: string;
  /**
   * with policy `update`: writes the last row of every key that differs, with an audit event each, and one that gives
   * their range; no row if a rival changed one meanwhile. `$1 $2 $3`, `$4` facts
   */
  update: string;
  /**
   * deletes the records of the staged keys, with an audit event each; one row, `deleted`: numbers of the rows whose
   * record existed. `$1 $2 $3`
   */
  remove: string;
  /** one audit event for the end of an import: `$1` actor, `$2` import, `$3` its counts */
  finish: string;
  /** one audit event for the rows created: `$1 $2 $3`, `$4 $5` numbers of the first and last row, `$6` facts */
  record: string;
  /** the same for rows copied into the table itself: `$4 $5` identifiers of the first and last row */
  recordCopied: string;
}

/** How a batch is merged. */
export interface MergeUse {
  /** differing values replace the stored record of a key */
  updates: boolean;
  /** columns that the rows bring: only these are compared and replaced; all if not given */
  fields?: readonly string[] | undefined;
  /**
   * the table lies on several nodes, which neither lock each other's rows nor do outer joins: rivals are detected by
   * their revision
   */
  isCluster: boolean;
}

/**
 * Builds the merge statements of a data set. Rows are processed in key order, as in bulk requests, so that the two
 * wait for each other and do not deadlock. A key may occur several times in a batch: its first row is compared with
 * the stored record, a later row with the row before it (`update`) or with what the first row left there.
 */
export function mergeStatements(dataSet: DataSet, { updates, fields, isCluster }: MergeUse): MergeStatements {
  const { name, table, key } = dataSet;
  const columns = columnsOf(dataSet).map((column) => column.name);
  const payload = columns.filter((column) => !key.includes(column) && isBrought(dataSet, fields, column));
  // A data set may consist of its key alone; then equal keys are equal rows.
  const differs = (a: string, b: string) =>
    payload.length === 0
      ? 'false'
      : `(${columnsFrom(a, payload)}) IS DISTINCT FROM (${columnsFrom(b, payload)})`;
  const oneOfEachKey = (which: 'first' | 'last') =>
    `(SELECT DISTINCT ON (${columnsFrom('s', key)}) ${columnsFrom('s', [...columns, 'id', 'row_number'])} FROM ${STAGE} s
      ORDER BY ${columnsFrom('s', key)}, s.row_number${which === 'last' ? ' DESC' : ''})`;

  const imports = Object.entries(dataSet.onImport ?? {});
  const control = ['maker', 'created_at', 'changed_at', ...imports.map(([column]) => column)];
  const insert = (condition: string) => `
    INSERT INTO ${table} AS r (${columns.join(', ')}, id, ${control.join(', ')})
    SELECT ${[columnsFrom('s', columns), 's.id, $1::text, $2::timestamptz, $2::timestamptz', ...imports.map(([, value]) => value)].join(', ')}
    FROM ${oneOfEachKey('first')} s ${condition} ORDER BY ${columnsFrom('s', key)}`;
  // With `update`, rows that will change are locked here, in key order with the new ones, and changed below;
  // those that are already equal are not touched, not even locked.
  const changing = `
    LEFT JOIN ${table} old ON ${haveSame('old', 's', key)} WHERE old.${key[0]} IS NULL OR ${differs('old', 's')}`;
  const onConflict = `ON CONFLICT (${key.join(', ')})`;
  // A cluster counts the rows to be inserted, but returns those that were inserted.
  const insertNew = isCluster
    ? `WITH written AS (${insert('')} ${onConflict} DO NOTHING RETURNING r.id) SELECT w.id FROM written w`
    : `${insert('')} ${onConflict} DO NOTHING`;
  const lockClause = isCluster ? '' : `ORDER BY ${columnsFrom('r', key)} FOR UPDATE OF r`;

  const before =
    updates && payload.length > 0
      ? `CASE WHEN lag(s.row_number) OVER same_key IS NULL THEN ${differs('r', 's')}
        ELSE ROW(${columnsFrom('s', payload)}) IS DISTINCT FROM lag(ROW(${columnsFrom('s', payload)})) OVER same_key END`
      : differs('r', 's');

  const ofCluster = isCluster ? ONE_CONNECTION_A_NODE : '';
  const record = (from: string, place: string, type: string) => `
    INSERT INTO audit_event (occurred_at, resource, action, actor, request_id, after)
    SELECT $2::timestamptz, '${name}', 'imported', $1::text, $3::text, $6::jsonb || jsonb_build_object(
      'first_key', (SELECT ${jsonFrom('s', key)} FROM ${from} s WHERE s.${place} = $4::${type}),
      'last_key', (SELECT ${jsonFrom('s', key)} FROM ${from} s WHERE s.${place} = $5::${type}))
    RETURNING ${eventNotice(table, `'*'`)}`;

  return {
    stage: `CREATE TEMP SEQUENCE ${NUMBERS} AS integer MINVALUE 0;
      CREATE TEMP TABLE ${STAGE} ON COMMIT DELETE ROWS AS
        SELECT 0 AS row_number, ${columns.join(', ')}, id FROM ${table} WITH NO DATA;
      ALTER TABLE ${STAGE} ALTER row_number SET DEFAULT nextval('${NUMBERS}')`,
    leave: `DROP TABLE ${STAGE}; DROP SEQUENCE ${NUMBERS}`,
    // A batch matches few of the stored rows: look them up by key, whatever the planner makes of a table whose
    // statistics are young; any other join reads the whole table for every batch.
    begin: `BEGIN; SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off; SET LOCAL work_mem = '${WORK}'${ofCluster}`,
    beginCopy: `BEGIN; SET LOCAL work_mem = '${WORK}'${ofCluster}`,
    number: `SELECT setval('${NUMBERS}', $1::int, false)`,
    staged: [...columns, 'id'],
    stored: [...columns, 'id', ...control],
    insert:
      updates && !isCluster
        ? `${insert(changing)} ${onConflict} DO UPDATE SET revision = r.revision WHERE false`
        : insertNew,
    insertAlone: isCluster
      ? insertNew
      : insert(`WHERE NOT EXISTS (SELECT FROM ${table} old WHERE ${haveSame('old', 's', key)})`),
    compare: `
      SELECT width_bucket(row_number, $1::int[]) - 1 AS part, count(*)::int AS matches,
        count(*) FILTER (WHERE NOT differs)::int AS same, count(*) FILTER (WHERE is_new)::int AS created,
        coalesce(json_agg(row_number) FILTER (WHERE differs), '[]') AS others
      FROM (
        SELECT s.row_number, r.id = s.id AS is_new, ${before} AS differs FROM ${STAGE} s JOIN ${table} r ON ${haveSame('r', 's', key)}
        WINDOW same_key AS (PARTITION BY ${columnsFrom('r', key)} ORDER BY s.row_number)
      ) comparison GROUP BY part`,
    update: `
      WITH old AS (
        SELECT ${columnsFrom('new', columns)}, ${jsonFrom('r', columns)} AS _before, r.revision
        FROM ${oneOfEachKey('last')} new JOIN ${table} r ON ${haveSame('r', 'new', key)} WHERE ${differs('r', 'new')}
        ${lockClause}
      ), changed AS (
        UPDATE ${table} r SET ${[
          ...payload.map((each) => `${each} = old.${each}`),
          ...['maker = $1::text', 'revision = r.revision + 1', 'changed_at = $2::timestamptz'],
          ...(dataSet.onChange ?? []),
        ].join(', ')}
        FROM old WHERE ${haveSame('r', 'old', key)} AND r.revision = old.revision
        RETURNING r.id, old._before, ${columnsFrom('r', columns)}
      ), audit AS (
        INSERT INTO audit_event
          (occurred_at, resource, action, record_id, record_key, actor, request_id, before, after)
        SELECT $2::timestamptz, '${name}', 'updated', c.id, ${jsonFrom('c', key)}, $1::text, $3::text, c._before, ${jsonFrom('c', columns)}
        FROM changed c RETURNING id
      )
      INSERT INTO audit_event (occurred_at, resource, action, actor, request_id, after)
      SELECT $2::timestamptz, '${name}', 'import_updated', $1::text, $3::text, $4::jsonb || jsonb_build_object(
        'updated', count(*), 'first_event', min(id), 'last_event', max(id)) FROM audit
      HAVING count(*) = (SELECT count(*) FROM old) RETURNING ${eventNotice(table, `'*'`)}`,
    remove: `
      WITH target AS (
        SELECT s.row_number, ${columnsFrom('r', key)} FROM ${oneOfEachKey('first')} s JOIN ${table} r ON ${haveSame('r', 's', key)}
        ${lockClause}
      ), deletion AS (
        DELETE FROM ${table} r USING target WHERE ${haveSame('r', 'target', key)}
        RETURNING target.row_number, r.*
      ), audit AS (
        INSERT INTO audit_event (occurred_at, resource, action, record_id, record_key, actor, request_id, before)
        SELECT $2::timestamptz, '${name}', 'deleted', g.id, ${jsonFrom('g', key)}, $1::text, $3::text, to_jsonb(g) - 'id' - 'row_number'
        FROM deletion g
        RETURNING ${eventNotice(table, `'*'`)}
      )
      SELECT coalesce(json_agg(row_number), '[]') AS deleted FROM deletion`,
    finish: `
      INSERT INTO audit_event (resource, action, actor, request_id, after)
      SELECT '${name}', 'import_finished', $1::text, $2::text, $3::jsonb
      RETURNING ${eventNotice('audit_event', `'*'`)}`,
    record: record(STAGE, 'row_number', 'int'),
    recordCopied: record(table, 'id', 'uuid'),
  };
}
