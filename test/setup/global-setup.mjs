import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dist, ensureBuilt } from '../../scripts/build.mjs';
import { compileHost } from './compile-host.mjs';
import { startTestServer } from './server.mjs';

/** Token of the first admin in every test database. */
const ADMIN_TOKEN = 'test-admin-token-0001';

/**
 * Starts one real PostgreSQL for the whole run, TEST_DATABASE_URL's or one in a temporary folder, and prepares the
 * template that every test file clones: migrated, shipped data loaded, first token created. With TEST_WORKER_URLS the
 * server is the coordinator of a Citus cluster.
 */
export default async function setUp() {
  ensureBuilt();
  await compileHost();
  const given = process.env.TEST_DATABASE_URL;
  const server =
    given === undefined ? await startTestServer() : { address: { url: given }, stop: async () => undefined };
  globalThis.mdsTestServer = server;
  // Files that test files create once for all of them; other users have to be able to enter.
  process.env.MDS_TEST_FOLDER = mkdtempSync(join(tmpdir(), 'mds-test-shared-'));
  chmodSync(process.env.MDS_TEST_FOLDER, 0o755);
  const { createTemplate } = await import(join(dist, '../test/setup/template.mjs'));
  process.env.MDS_TEST_SERVER = JSON.stringify(server.address);
  process.env.MDS_TEST_ADMIN_TOKEN = ADMIN_TOKEN;
  // Copying files is faster if nothing has to reach the disk, and much slower otherwise.
  process.env.MDS_TEST_CLONE = given === undefined ? 'STRATEGY FILE_COPY' : '';
  const workers = (process.env.TEST_WORKER_URLS ?? '')
    .split(',')
    .filter(Boolean)
    .map((url) => ({ url }));
  process.env.MDS_TEST_WORKERS = JSON.stringify(workers);
  await createTemplate(server.address, ADMIN_TOKEN, workers);
}
