import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { dist } from '../../scripts/build.mjs';

/**
 * Settings of a server whose data nobody needs after a crash: new databases are copied five times as fast; and that all
 * test files query at the same time: an additional process for part of a query has no processor to itself. Tests of
 * durability start their own servers, with the settings of the service.
 */
const SETTINGS = [
  ...['fsync=off', 'full_page_writes=off', 'shared_buffers=512MB', 'max_wal_size=4GB'],
  ...['max_parallel_workers_per_gather=0', 'max_parallel_maintenance_workers=0'],
  'restart_after_crash=on', // it has no supervisor
];
/** Longest wait for the server's first answer and for its end, ms: only distinguishes a hang from a busy machine. */
const PATIENCE = 180_000;

/** Starts the PostgreSQL of a test run in a temporary folder, from the service's own binaries. */
export async function startTestServer() {
  const from = (name) => import(join(dist, 'src/database/embedded', name));
  const [{ program }, { ensureCluster }, { closeEndpoint, openSocketEndpoint }, { layoutOf }] =
    await Promise.all(['binaries.js', 'cluster.js', 'endpoint.js', 'layout.js'].map(from));
  const [{ childEnvironment, wrap }, { serverArgs }, { prepareSite }] = await Promise.all(
    ['privileges.js', 'settings.js', 'site.js'].map(from),
  );
  const dataDir = mkdtempSync(join(tmpdir(), 'mds-test-'));
  const log = () => undefined;
  const site = prepareSite(layoutOf(dataDir), {}, log);
  await ensureCluster(site, { create: true, signal: new AbortController().signal, log });
  const address = { ...openSocketEndpoint(site), database: 'postgres' };
  const settings = SETTINGS.flatMap((setting) => ['-c', setting]);
  const line = ['-D', site.cluster, ...serverArgs(address), ...settings];
  const { command, args, uid, gid } = wrap(site.privileges, program(site.binaries, 'postgres'), line, 'INT');
  const stdio = ['ignore', 'ignore', 'pipe'];
  const child = spawn(command, args, { uid, gid, cwd: '/', env: childEnvironment(), stdio });
  let output = '';
  child.stderr.on('data', (piece) => {
    output = (output + piece).slice(-4_000);
  });
  await answer(address, () => {
    if (child.exitCode !== null) throw new Error(`The test server ended: ${output}`);
  });
  return {
    address,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGQUIT');
      await ended;
      closeEndpoint(address);
      // A hundred thousand files: rm removes them in a fraction of the time, and nobody has to wait for it.
      spawn('rm', ['-rf', dataDir], { detached: true, stdio: 'ignore' }).unref();
    },
  };
}

async function answer(address, check) {
  for (const deadline = Date.now() + PATIENCE; ; ) {
    check();
    const client = new pg.Client(address);
    client.on('error', () => undefined);
    try {
      await client.connect();
      return await client.end();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(20);
    }
  }
}
