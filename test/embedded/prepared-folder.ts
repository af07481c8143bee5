import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startEmbeddedPostgres } from '../../src/database/embedded/embedded-postgres.js';
import { onServer, startAppOn } from '../app.js';
import { temporaryFolder, usedFolder } from './harness.js';

/** Any number: decides which of the concurrent test files creates the first one. */
const PREPARATION_LOCK = 20250701;

const run = promisify(execFile);

/**
 * A dedicated data folder as a first start leaves it: the cluster created, the schema migrated, shipped data loaded,
 * the first token created. For tests of later steps, without the seconds of that start; removed after the test.
 */
export async function preparedFolder(name?: string): Promise<string> {
  const original = await originalCluster();
  const folder = temporaryFolder(name);
  await copyOf(original, join(folder, 'postgresql'));
  return folder;
}

/** {@link usedFolder} with a database from the first test on. */
export async function usedPreparedFolder(): Promise<string> {
  const folder = usedFolder();
  const cluster = join(folder, 'postgresql');
  if (!existsSync(cluster)) await copyOf(await originalCluster(), cluster);
  return folder;
}

/** The stopped cluster that all of them are copies of: the first file of a run that needs it creates it. */
async function originalCluster(): Promise<string> {
  const folder = String(process.env.MDS_TEST_FOLDER);
  const original = join(folder, 'prepared');
  if (existsSync(original)) return original;
  return onServer(async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [PREPARATION_LOCK]);
    if (existsSync(original)) return original;
    const dataDir = join(folder, 'preparation');
    mkdirSync(dataDir);
    const hold = await startEmbeddedPostgres({ dataDir, role: 'service' });
    try {
      const service = await startAppOn(hold.connection);
      await service.close();
    } finally {
      await hold.stop();
    }
    renameSync(join(dataDir, 'postgresql'), original);
    return original;
  });
}

/** Copies with the owner and the permissions that the server requires. */
async function copyOf(cluster: string, target: string): Promise<void> {
  await run('cp', ['-a', cluster, target]);
}
