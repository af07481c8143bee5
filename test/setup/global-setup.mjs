import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dist, ensureBuilt } from '../../scripts/build.mjs';
import { compileHost } from './compile-host.mjs';

/** Token of the first admin in every test database. */
const ADMIN_TOKEN = 'test-admin-token-0001';

/**
 * Starts one real PostgreSQL for the whole run, TEST_DATABASE_URL's or an embedded one in a temporary folder,
 * and prepares the template that every test file clones: migrated, shipped data loaded, first token made.
 */
export default async function setUp() {
  ensureBuilt();
  await compileHost();
  const given = process.env.TEST_DATABASE_URL;
  const server =
    given === undefined ? await embedded() : { address: { url: given }, stop: async () => undefined };
  const { createTemplate } = await import(join(dist, '../test/setup/template.mjs'));
  process.env.MDS_TEST_SERVER = JSON.stringify(server.address);
  process.env.MDS_TEST_ADMIN_TOKEN = ADMIN_TOKEN;
  await createTemplate(server.address, ADMIN_TOKEN);
  globalThis.mdsTestServer = server;
}

async function embedded() {
  const { startEmbeddedPostgres } = await import(join(dist, 'src/database/embedded/embedded-postgres.js'));
  const dataDir = mkdtempSync(join(tmpdir(), 'mds-test-'));
  const server = await startEmbeddedPostgres({ dataDir, role: 'service' });
  return { address: server.connection, dataDir, stop: () => server.stop() };
}
