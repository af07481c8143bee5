import type pg from 'pg';
import { VERSION } from '../../config/version.js';
import type { PostgresAddress } from '../../database/connection.js';
import { migrationsOf, withClient } from '../../database/with-client.js';
import {
  BackupError,
  type BackupHead,
  type BackupManifest,
  FORMAT,
  HEAD,
  MANIFEST,
  writeBackupFile,
} from './backup-file.js';
import { TableRows, tablesOf } from './tables.js';

/**
 * Writes every row of every table, as one moment has them, into a new file; the service may write meanwhile.
 * Memory does not grow with the tables. Throws {@link BackupError} when the file exists or there is no schema.
 */
export function backUp(address: PostgresAddress, path: string): Promise<BackupManifest> {
  return withClient(address, async (client) => {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const head = await headOf(client);
    if (head.migrations.length === 0)
      throw new BackupError('This database was never migrated: nothing to back up');
    const manifest: BackupManifest = { ...head, contents: [], sequences: [] };
    await writeBackupFile(path, async (writer) => {
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
    });
    await client.query('COMMIT');
    return manifest;
  });
}

/** The first statements of the transaction: with them its snapshot is taken. */
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

/** Where the sequences stand. They are outside of snapshots and only grow: never behind the rows. */
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
