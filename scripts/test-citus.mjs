/**
 * Runs tests on a Citus cluster of this machine, a coordinator and two workers, created for them:
 *
 *   npm run test:citus [-- test files …]
 *
 * Without files: the specification, the contract, the import, and every operation compared with a single server. Exits
 * with code 3 and a message if Citus cannot be had here.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCluster, stopCluster } from './servers/citus.mjs';
import { Unavailable } from './servers/citus-build.mjs';
import { urlOf } from './servers/postgres.mjs';

const files = process.argv.slice(2);
const TESTS = ['test/spec', 'test/contract', 'test/import', 'test/cluster'];
const PORT = Number(process.env.CITUS_PORT ?? 5510);

const folder = mkdtempSync(join(tmpdir(), 'mds-citus-'));
chmodSync(folder, 0o755);
try {
  const { ports } = await startCluster(folder, { port: PORT, say: console.error });
  const [coordinator, ...workers] = ports.map((port) => urlOf(port, 'postgres'));
  const env = { ...process.env, TEST_DATABASE_URL: coordinator, TEST_WORKER_URLS: workers.join(',') };
  const arguments_ = ['test', '--', ...(files.length > 0 ? files : TESTS)];
  process.exitCode = spawnSync('npm', arguments_, { stdio: 'inherit', env }).status ?? 1;
} catch (error) {
  if (!(error instanceof Unavailable)) throw error;
  console.error(`SKIPPED, nothing was tested on Citus: ${error.message}`);
  process.exitCode = 3;
} finally {
  try {
    stopCluster(folder);
  } catch (error) {
    console.error(error.message);
  }
  rmSync(folder, { recursive: true, force: true });
}
