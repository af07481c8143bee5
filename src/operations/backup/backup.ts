import type pg from 'pg';
import { VERSION } from '../../config/version.js';
import { placedTables } from '../../database/citus/cluster.js';
import type { PostgresAddress } from '../../database/connection/connection.js';
import { migrationsOf, withClient } from '../../database/servers/with-client.js';
import {
  BackupError,
  type BackupHead,
  type BackupManifest,
  type BackupWriter,
  FORMAT,
  HEAD,
  MANIFEST,
  writeBackupFile,
} from './backup-file.js';
import { TableRows, tablesOf } from './tables.js';

/**
 * Writes every row of every table, as of one moment, into a new file; the service may write meanwhile.
 * Memory does not grow with the tables. `signal`: removes the unfinished file when it aborts. Throws {@link BackupError}
 * when the file exists or there is no schema.
 */
export function backUp(
  address: PostgresAddress,
  path: string,
  signal?: AbortSignal,
): Promise<BackupManifest> {
  return withClient(address, async (client) => {
    if ((await migrationsOf(client)).length === 0)
      throw new BackupError('This database was never migrated: nothing to back up');
    const head = await snapshot(address, client);
    const manifest: BackupManifest = { ...head, contents: [], sequences: [] };
    const write = async (writer: BackupWriter) => {
      await writer.json(HEAD, head);
      for (const table of await tablesOf(client)) {
        const rows = new TableRows(client, table);
        await writer.rows(table.name, rows);
        manifest.contents.push({
          name: table.name,
          rows: rows.rows,
          bytes: rows.bytes,
          sha256: rows.digest(),
        });
      }
      manifest.sequences = await sequencesOf(client);
      await writer.json(MANIFEST, manifest);
    };
    await writeBackupFile(path, write, signal);
    await client.query('COMMIT');
    return manifest;
  });
}

/** Every transaction that writes records, or data derived from them, writes one of these tables. */
const WRITTEN_BY_ALL = 'quote_check_progress, audit_event';

/**
 * Begins a transaction on one moment of the database. The nodes of a cluster take their snapshots one after the other,
 * each with its first query: until all have one, no other transaction may commit.
 */
async function snapshot(address: PostgresAddress, client: pg.Client): Promise<BackupHead> {
  const begin = async () => {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    return headOf(client);
  };
  const spread = (await placedTables(client)).filter(({ isReference }) => !isReference);
  if (spread.length === 0) return begin();
  return withClient(address, async (lock) => {
    await lock.query(`BEGIN; LOCK TABLE ${WRITTEN_BY_ALL} IN EXCLUSIVE MODE`);
    const head = await begin();
    // A second connection to a node would have its own snapshot.
    await client.query('SET LOCAL citus.max_adaptive_executor_pool_size = 1');
    const groups = new Map(spread.map(({ group, name }) => [group, name]));
    for (const table of groups.values()) await client.query(`SELECT 1 FROM ${table} LIMIT 1`);
    await lock.query('ROLLBACK');
    return head;
  });
}

/** Runs the first statements of the transaction, which take its snapshot. */
async function headOf(client: pg.Client): Promise<BackupHead> {
  const { rows } = await client.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  const tables = await tablesOf(client);
  return {
    format: FORMAT,
    version: VERSION,
    created_at: (rows[0]?.now ?? new Date()).toISOString(),
    migrations: await migrationsOf(client),
    tables: tables.map(({ name, columns }) => ({ name, columns })),
  };
}

/** Returns the state of the sequences. They are not part of snapshots and only grow, so never lag behind the rows. */
async function sequencesOf(client: pg.Client): Promise<BackupManifest['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c
     JOIN pg_depend d ON d.objid = c.oid AND d.deptype = 'i'
     JOIN pg_class t ON t.oid = d.refobjid AND t.relname <> 'schema_migration'
     WHERE c.relkind = 'S' AND c.relnamespace = 'public'::regnamespace ORDER BY 1`,
  );
  const sequences: BackupManifest['sequences'] = [];
  for (const { name } of rows) {
    const { rows: state } = await client.query<{ last_value: string; is_called: boolean }>(
      `SELECT last_value::text, is_called FROM ${name}`,
    );
    if (state[0] !== undefined) sequences.push({ name, ...state[0] });
  }
  return sequences;
}
