import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { serversOf } from '../config/hosts.js';
import { DATA_SETS } from '../data-sets.js';
import { withClient } from '../database/servers/with-client.js';
import { distribute, type Node, NotDistributable } from '../operations/distribution/distribution.js';
import { placementsOf } from '../operations/distribution/placement.js';
import { CommandError, runCommand } from './run.js';

const USAGE = `Distributes the database over the nodes of a Citus cluster; DATABASE_URL is that of a superuser on the coordinator.

  npm run distribute -- --workers worker-1:5432,worker-2:5432 [--coordinator host:port] [--shards 32] [--dry-run]

Each table is moved in its own transaction, which compares count and digest of its rows before and after. Repeat a run that was
interrupted: what is done is left alone.`;

/** Port of a node that is named without one. */
const PORT = 5432;

await runCommand(USAGE, async (withDatabase) => {
  const { values } = parseArgs({
    options: {
      workers: { type: 'string' },
      coordinator: { type: 'string' },
      shards: { type: 'string', default: '32' },
      'dry-run': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(`${USAGE}\n`);
    return;
  }
  if (values.workers === undefined) throw new CommandError(`--workers is needed\n\n${USAGE}`);
  const workers = values.workers.split(',').map((text) => nodeOf('--workers', text));
  const node = values.coordinator === undefined ? undefined : nodeOf('--coordinator', values.coordinator);
  const shards = Number(values.shards);
  if (!Number.isInteger(shards) || shards < 1)
    throw new CommandError('--shards: a whole number of at least 1 is expected');
  await withDatabase(
    async ({ DATABASE_URL }, address) => {
      if (DATABASE_URL === undefined) throw new CommandError('DATABASE_URL of the coordinator is needed');
      const [server = DATABASE_URL] = serversOf(DATABASE_URL);
      const coordinator = node ?? nodeOf('DATABASE_URL', new URL(server).host);
      const say = (line: string) => void process.stdout.write(`${line}\n`);
      await withClient(address, (client) =>
        distribute(client, {
          coordinator,
          workers,
          placements: placementsOf(DATA_SETS),
          shards,
          dryRun: values['dry-run'],
          say,
        }),
      ).catch((error: Error) => {
        throw error instanceof NotDistributable ? new CommandError(error.message) : error;
      });
    },
    { asOwner: true },
  );
});

function nodeOf(option: string, text: string): Node {
  const address = `postgres://${text}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url?.hostname) throw new CommandError(`${option}: ${text} is not host:port`);
  return { host: url.hostname, port: url.port === '' ? PORT : Number(url.port) };
}
