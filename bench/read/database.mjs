/** A dedicated database for a benchmark: an embedded PostgreSQL in a temporary folder. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { dist, ensureBuilt } from '../../scripts/build.mjs';

/** A table of bars only, without the columns that the service adds to its own. */
export const PLAIN_TABLE = 'plain_quote';

/** Starts an empty one; returns its `url`, a `client` of its owner, and the folders of its data and of its socket. */
export async function openDatabase() {
  ensureBuilt();
  const dataDir = mkdtempSync(join(tmpdir(), 'mds-bench-'));
  const { startEmbeddedPostgres } = await import(join(dist, 'src/database/embedded/embedded-postgres.js'));
  const server = await startEmbeddedPostgres({ dataDir, role: 'service' });
  const { host, port, user, database } = server.connection;
  const urlBy = (socketDir) =>
    `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(socketDir)}`;
  const client = new pg.Client({ connectionString: urlBy(host) });
  await client.connect();
  return {
    dataDir,
    socket: { folder: host, name: `.s.PGSQL.${port}` },
    url: urlBy(host),
    /** the same database through a socket of the same name in another folder */
    urlBy,
    client,
    close: async () => {
      await client.end();
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
