import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { backUp } from '../operations/backup/backup.js';
import { BackupError } from '../operations/backup/backup-file.js';
import { CommandError, runCommand } from './run.js';

const USAGE = `Backup of the whole database into one file, beside a running service.

  npm run backup -- <file.tar.gz> [--json]

The file holds every table as it was at one moment. Keep it safe: tokens are in it as digests only, everything else
as it is.`;

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
    async (_config, address, signal) => {
      const manifest = await backUp(address, file, signal).catch((error: Error) => {
        throw error instanceof BackupError ? new CommandError(error.message) : error;
      });
      const rows = manifest.contents.reduce((sum, table) => sum + table.rows, 0);
      process.stdout.write(
        values.json
          ? `${JSON.stringify(manifest)}\n`
          : `${file}: ${rows} rows of ${manifest.contents.length} tables as of ${manifest.created_at}\n`,
      );
    },
    { migrated: false },
  );
});
