/**
 * Runs tests on a PostgreSQL of another version, started for them from the system's programs:
 *
 *   npm run test:postgres -- <major version> [test files …]
 *
 * Without files: the specification, the contract and the import. PG_BIN names the folder of the programs if they
 * are not Debian's.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFolder, startServer, stopServer, urlOf } from './servers/postgres.mjs';

const [version = '', ...files] = process.argv.slice(2);
const bin = process.env.PG_BIN ?? `/usr/lib/postgresql/${version}/bin`;
const TESTS = ['test/spec', 'test/contract', 'test/import'];

if (!/^\d+$/.test(version) || !existsSync(join(bin, 'initdb'))) {
  console.error(`npm run test:postgres -- <major version> [test files …]: no initdb in ${bin}`);
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'mds-postgres-'));
chmodSync(folder, 0o755);
const data = join(folder, 'data');
try {
  const port = await freePort();
  makeFolder(folder);
  await startServer(bin, data, port);
  const arguments_ = ['test', '--', ...(files.length > 0 ? files : TESTS)];
  const env = { ...process.env, TEST_DATABASE_URL: urlOf(port, 'postgres') };
  process.exitCode = spawnSync('npm', arguments_, { stdio: 'inherit', env }).status ?? 1;
} finally {
  stopServer(bin, data);
  rmSync(folder, { recursive: true, force: true });
}

/** A free port. */
function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
