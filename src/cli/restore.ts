import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { migrateSchema, NewerSchema } from '../database/schema/migrate.js';
import { BackupError } from '../operations/backup/backup-file.js';
import { restore } from '../operations/backup/restore.js';
import { CommandError, runCommand } from './run.js';

const USAGE = `Restores a backup into an empty database.

  DATA_DIR=./restored npm run restore -- <file.tar.gz> [--json]

The database is a new DATA_DIR, which has to be named, or an empty one behind DATABASE_URL. It is migrated first, and must then
be at the schema level of the backup. Nothing is stored unless all of it is equal to the backup.`;

await runCommand(USAGE, async (withDatabase) => {
  const { values, positionals } = parseArgs({
    options: { json: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [file, ...rest] = positionals;
  if (values.help) {
    process.stdout.write(`${USAGE}\n`);
    return;
  }
  if (!file || rest.length > 0) throw new CommandError(`One file is needed\n\n${USAGE}`);
  await withDatabase(
    async (_config, address) => {
      // A schema level other than the backup's is reported by restore().
      await migrateSchema(address).catch((error: unknown) => {
        if (!(error instanceof NewerSchema)) throw error;
      });
      const manifest = await restore(address, file).catch((error: Error) => {
        throw error instanceof BackupError ? new CommandError(error.message) : error;
      });
      const rows = manifest.contents.reduce((sum, table) => sum + table.rows, 0);
      process.stdout.write(
        values.json
          ? `${JSON.stringify(manifest)}\n`
          : `Restored ${rows} rows of ${manifest.contents.length} tables as of ${manifest.created_at}\n`,
      );
    },
    { migrated: false, fresh: true },
  );
});
