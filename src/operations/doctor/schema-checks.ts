import { tablesOf } from '../backup/tables.js';
import { bad, type Check, ok, type Patient, some } from './finding.js';

/** Characters of a statement that are shown. */
const STATEMENT_SHOWN = 200;

/** Indexes that a failed CREATE INDEX CONCURRENTLY or REINDEX left behind are maintained but never used. */
const indexes: Check = {
  name: 'indexes are valid',
  async look({ client }) {
    const { rows } = await client.query<{ name: string }>(
      `SELECT i.indexrelid::regclass::text AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
       WHERE c.relnamespace = 'public'::regnamespace AND NOT (i.indisvalid AND i.indisready AND i.indislive)
       ORDER BY 1`,
    );
    const names = rows.map((row) => row.name);
    if (names.length === 0) return ok('all');
    return bad('fail', some(names), names.map((name) => `REINDEX INDEX CONCURRENTLY ${name}`).join('; '));
  },
};

const schema: Check = {
  name: 'schema',
  async look({ client, dataSource }) {
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    const missing = upQueries.map(({ query }) => query.slice(0, STATEMENT_SHOWN));
    const { rows } = await client.query<{ name: string }>(
      `SELECT conrelid::regclass || '.' || conname AS name FROM pg_constraint
       WHERE connamespace = 'public'::regnamespace AND NOT convalidated`,
    );
    if (missing.length > 0) {
      return bad('fail', `differs from this version in ${missing.length} places`, some(missing, 3));
    }
    if (rows.length > 0) {
      return bad(
        'fail',
        `not validated: ${some(rows.map((row) => row.name))}`,
        'ALTER TABLE … VALIDATE CONSTRAINT',
      );
    }
    return ok('as this version makes it');
  },
};

/** Every rule of every table, checked on every row, even if its constraint was dropped or never validated. */
const rules: Check = {
  name: 'rows keep the rules',
  async look({ client, dataSource }) {
    const violations: string[] = [];
    let count = 0;
    for (const { tableName, checks } of dataSource.entityMetadatas) {
      if (checks.length === 0) continue;
      const counts = checks.map(
        ({ expression }) => `count(*) FILTER (WHERE NOT coalesce((${expression}), true))::int`,
      );
      const { rows } = await client.query<number[]>({
        text: `SELECT ${counts.join(', ')} FROM "${tableName}"`,
        rowMode: 'array',
      });
      count += checks.length;
      rows[0]?.forEach((count, index) => {
        if (count > 0) violations.push(`${checks[index]?.name}: ${count} rows of ${tableName}`);
      });
    }
    if (violations.length === 0) return ok(`${count} rules`);
    return bad(
      'fail',
      some(violations),
      'Correct these rows (PUT /svc/… or npm run import with --on-duplicate update), then put the constraint back',
    );
  },
};

/** Duplicate natural keys, looked for in the table itself: a damaged or dropped index hides nothing. */
const duplicates: Check = {
  name: 'no duplicates',
  async look({ client, dataSource }) {
    const problems: string[] = [];
    await client.query(
      'BEGIN READ ONLY; SET LOCAL enable_indexscan = off; SET LOCAL enable_indexonlyscan = off',
    );
    try {
      for (const { tableName, primaryColumns } of dataSource.entityMetadatas) {
        const key = primaryColumns.map((column) => `"${column.databaseName}"`).join(', ');
        const { rows } = await client.query<{ count: number }>(
          `SELECT count(*)::int AS count FROM (SELECT 1 FROM "${tableName}" GROUP BY ${key} HAVING count(*) > 1) twice`,
        );
        const count = rows[0]?.count ?? 0;
        if (count > 0) problems.push(`${count} keys of ${tableName}`);
      }
    } finally {
      await client.query('ROLLBACK');
    }
    if (problems.length === 0) return ok('every key is unique');
    return bad('fail', some(problems), 'Delete the rows that are wrong, then put the primary key back');
  },
};

/** Compares every B-tree with its table: by amcheck if the server has it, else by reading both. */
const agreement: Check = {
  name: 'indexes and tables agree',
  async look(patient) {
    const { rows } = await patient.client.query<{ offered: boolean; allowed: boolean; database: string }>(
      `SELECT quote_ident(current_database()) AS database, EXISTS (SELECT FROM pg_available_extensions WHERE name = 'amcheck') AS offered,
         (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS allowed`,
    );
    const [server] = rows;
    return server?.offered && server.allowed ? byAmcheck(patient, server.database) : byReading(patient);
  },
};

/** Creates the extension in a transaction that is rolled back: nothing stays. */
async function byAmcheck({ client, isCluster }: Patient, database: string): ReturnType<Check['look']> {
  await client.query('BEGIN');
  try {
    await client.query('CREATE EXTENSION IF NOT EXISTS amcheck');
    const { rows } = await client.query<{ name: string }>(
      `SELECT i.indexrelid::regclass::text AS name FROM pg_index i
       JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am m ON m.oid = c.relam AND m.amname = 'btree'
       WHERE c.relnamespace = 'public'::regnamespace AND i.indisvalid`,
    );
    for (const { name } of rows) await client.query('SELECT bt_index_check($1::regclass, true)', [name]);
    return ok(
      `${rows.length} indexes, by amcheck${isCluster ? '; those of other nodes are checked there' : ''}`,
    );
  } catch (error) {
    // PostgreSQL 14 and 15 need the name.
    const advice = `REINDEX DATABASE CONCURRENTLY ${database}, then run this again`;
    return bad('fail', (error as Error).message, advice);
  } finally {
    await client.query('ROLLBACK');
  }
}

async function byReading({ client }: Patient): ReturnType<Check['look']> {
  const differing: string[] = [];
  const tables = (await tablesOf(client)).filter(({ key }) => key.length > 0);
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  try {
    for (const { name, key } of tables) {
      const read = async (way: 'seqscan' | 'indexscan') => {
        for (const each of ['seqscan', 'indexscan', 'indexonlyscan', 'bitmapscan']) {
          const on = each.startsWith('index') === (way === 'indexscan') && each !== 'bitmapscan';
          await client.query(`SET LOCAL enable_${each} = ${on ? 'on' : 'off'}`);
        }
        const { rows } = await client.query<{ state: string }>(
          `SELECT count(*) || ' ' || coalesce(bit_xor(hashtextextended(row(${key.join(', ')})::text, 0)), 0) AS state
           FROM (SELECT ${key.join(', ')} FROM "${name}" ORDER BY ${key.join(', ')}) t`,
        );
        return rows[0]?.state;
      };
      if ((await read('seqscan')) !== (await read('indexscan'))) differing.push(name);
    }
  } finally {
    await client.query('ROLLBACK');
  }
  if (differing.length === 0) return ok(`${tables.length} primary keys, read both ways`);
  return bad(
    'fail',
    some(differing),
    differing.map((name) => `REINDEX TABLE CONCURRENTLY ${name}`).join('; '),
  );
}

/** Checks of the schema, and of every row against it. */
export const SCHEMA_CHECKS: readonly Check[] = [schema, indexes, rules, duplicates, agreement];
