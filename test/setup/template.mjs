import { join } from 'node:path';
import pg from 'pg';
import { dist } from '../../scripts/build.mjs';

/** Name of the database that test databases are cloned from. */
export const TEMPLATE = 'mds_test_template';

/**
 * Recreates the template database on a server; with workers the server is their coordinator, and tables are
 * distributed.
 */
export async function createTemplate(server, adminToken, workers = []) {
  const { prepare } = await import(join(dist, 'src/bootstrap.js'));
  const { parseConfig } = await import(join(dist, 'src/config/config.js'));
  const nodes = [server, ...workers];
  for (const node of nodes) {
    await onServer(node, `DROP DATABASE IF EXISTS ${TEMPLATE} WITH (FORCE)`, `CREATE DATABASE ${TEMPLATE}`);
    if (workers.length > 0) await onServer(addressOf(node, TEMPLATE), 'CREATE EXTENSION citus');
  }
  const { app } = await prepare(
    parseConfig({ BOOTSTRAP_ADMIN_TOKEN: adminToken, LOG_LEVEL: 'silent' }),
    addressOf(server, TEMPLATE),
  );
  await app.close();
  if (workers.length === 0) return;
  await distribute(server, workers);
  // Nodes maintain a database as long as they may connect to it, and a database in use cannot be cloned.
  const quiet = [
    `ALTER DATABASE ${TEMPLATE} ALLOW_CONNECTIONS false`,
    `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '${TEMPLATE}'`,
  ];
  for (const node of nodes) await onServer(node, ...quiet);
}

/** Distributes as `npm run distribute` does, over few shards: every test database copies the files of each. */
async function distribute(server, workers) {
  const { distribute } = await import(join(dist, 'src/operations/distribution/distribution.js'));
  const { placementsOf } = await import(join(dist, 'src/operations/distribution/placement.js'));
  const { DATA_SETS } = await import(join(dist, 'src/data-sets.js'));
  const { withClient } = await import(join(dist, 'src/database/servers/with-client.js'));
  const nodeOf = ({ url }) => ({ host: new URL(url).hostname, port: Number(new URL(url).port) });
  const placements = placementsOf(DATA_SETS);
  const nodes = { coordinator: nodeOf(server), workers: workers.map(nodeOf) };
  const order = { ...nodes, placements, shards: 4, dryRun: false };
  await withClient(addressOf(server, TEMPLATE), (client) =>
    distribute(client, { ...order, say: () => undefined }),
  );
}

async function onServer(address, ...statements) {
  const client = new pg.Client('url' in address ? address.url : address);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The same server with another database. */
export function addressOf(server, database) {
  if (!('url' in server)) return { ...server, database };
  const url = new URL(server.url);
  url.pathname = `/${database}`;
  return { url: url.href };
}
