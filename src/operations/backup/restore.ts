import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import type { PostgresAddress } from '../../database/connection/connection.js';
import { isDatabaseAway, sqlState } from '../../database/connection/database-errors.js';
import { copyInto } from '../../database/copy-streams.js';
import { migrationsOf, withClient } from '../../database/servers/with-client.js';
import { firstIdAfter } from '../../modules/event/restoration.js';
import {
  BackupError,
  type BackupHead,
  type BackupManifest,
  BackupReader,
  damagedFileError,
  FORMAT,
  HEAD,
  MANIFEST,
} from './backup-file.js';
import { type CopiedTable, TableRows, tablesOf } from './tables.js';

/** Maker of the rows that the migrations themselves insert. */
const SEEDED = 'shipped';

/**
 * Restores a backup into an empty database of the same migrations, in one transaction: everything or nothing.
 * The stored rows are read again and compared by count and digest before they are committed. Throws
 * {@link BackupError} when the file is damaged, the level differs or the database holds data.
 */
export function restore(address: PostgresAddress, path: string): Promise<BackupManifest> {
  return withClient(address, (client) => restoreAll(client, path)).catch((error: Error) => {
    throw isOfTheFile(error) ? damagedFileError(error.message) : error;
  });
}

/** Whether an error comes from the file: the database refuses a value, or the error is not from the database. */
function isOfTheFile(error: Error): boolean {
  if (error instanceof BackupError || isDatabaseAway(error)) return false;
  return /^2[23]/.test(sqlState(error) ?? '22');
}

async function restoreAll(client: pg.Client, path: string): Promise<BackupManifest> {
  const reader = await BackupReader.open(path);
  const head = await reader.json<BackupHead>(HEAD);
  await client.query('BEGIN');
  const tables = await targetOf(client, head);
  await makeEmpty(client, tables);
  for (const table of tables) {
    await pipeline(reader.rows(table.name), copyInto(client, `"${table.name}"`, table.columns));
  }
  const manifest = await reader.json<BackupManifest>(MANIFEST);
  for (const table of tables) await verify(client, table, manifest);
  for (const { name, last_value, is_called } of manifest.sequences) {
    await client.query('SELECT setval($1::regclass, $2::bigint, $3::boolean)', [name, last_value, is_called]);
  }
  await client.query(
    `SELECT setval(events.ids, ${firstIdAfter('coalesce(pg_sequence_last_value(events.ids), 0)')}, false)
     FROM (SELECT pg_get_serial_sequence('audit_event', 'id')::regclass AS ids) events`,
  );
  await client.query('COMMIT');
  await client.query('ANALYZE');
  return manifest;
}

/** Returns the tables of the backup in its order; refuses another format, other migrations, other tables. */
async function targetOf(client: pg.Client, head: BackupHead): Promise<CopiedTable[]> {
  if (head.format !== FORMAT) {
    throw new BackupError(`The backup has format ${head.format}; this version restores format ${FORMAT}`);
  }
  const [backupMigrations, ownMigrations] = [
    head.migrations.join(' '),
    (await migrationsOf(client)).join(' '),
  ];
  if (backupMigrations !== ownMigrations) {
    throw new BackupError(
      `The backup was made by version ${head.version} at migration ${head.migrations.at(-1)}, this database is at ` +
        `${ownMigrations.split(' ').at(-1) || 'none'}: restore with the version that made the backup, then upgrade`,
    );
  }
  const tablesByName = new Map((await tablesOf(client)).map((table) => [table.name, table]));
  const tables = head.tables.map(({ name }) => tablesByName.get(name));
  const isSame = head.tables.every(
    ({ name, columns }) =>
      tablesByName.get(name)?.columns.join() === columns.join() && tablesByName.size === tables.length,
  );
  if (!isSame) throw new BackupError('The tables of the backup are not those of this database');
  return tables.filter((table) => table !== undefined);
}

/**
 * Locks the tables against a service that would write meanwhile, refuses a database that holds anything but what
 * the migrations put there, and removes that.
 */
async function makeEmpty(client: pg.Client, tables: readonly CopiedTable[]): Promise<void> {
  await client.query(`LOCK TABLE ${tables.map(({ name }) => `"${name}"`).join(', ')} IN EXCLUSIVE MODE`);
  const filledTables: string[] = [];
  for (const { name, columns } of [...tables].reverse()) {
    const { rows } = await client.query<{ own: boolean; any: boolean }>(
      `SELECT EXISTS (SELECT 1 FROM "${name}"${ownRows(columns)}) AS own,
         EXISTS (SELECT 1 FROM "${name}") AS any`,
    );
    if (rows[0]?.own === true) filledTables.push(name);
    else if (rows[0]?.any === true) await client.query(`DELETE FROM "${name}"`);
  }
  if (filledTables.length > 0) {
    throw new BackupError(
      `This database is not empty (${filledTables.sort().join(', ')}): restore into a new one, such as a new DATA_DIR, ` +
        'before the service has run on it',
    );
  }
}

/** Condition of rows that are not those of the migrations: records with another maker, log followers past its start. */
function ownRows(columns: readonly string[]): string {
  if (columns.includes('maker')) return ` WHERE maker <> '${SEEDED}'`;
  return columns.includes('only_one') ? ' WHERE position > 0' : '';
}

/** Reads a table again and compares it with what the backup states about it. */
async function verify(client: pg.Client, table: CopiedTable, manifest: BackupManifest): Promise<void> {
  const expected = manifest.contents.find(({ name }) => name === table.name);
  const tableRows = new TableRows(client, table);
  for await (const _ of tableRows);
  const sha256 = tableRows.digest();
  if (expected?.rows === tableRows.rows && expected.sha256 === sha256) return;
  throw new BackupError(
    `${table.name}: ${tableRows.rows} rows with digest ${sha256.slice(0, 12)} instead of ${expected?.rows} with ` +
      `${expected?.sha256.slice(0, 12)}: the file is damaged; nothing was restored`,
  );
}
