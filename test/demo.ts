import pg from 'pg';
import type { PostgresAddress } from '../src/database/connection/connection.js';
import { asTemplate, cloneDatabase, isCluster, onServer, startAppOn, type TestApp } from './app.js';
import { until } from './embedded/harness.js';
import { hostTask } from './host/client.js';

/** Last day of the demo in tests: they do not depend on today. */
export const LAST_DEMO_DAY = '2025-06-30';

/** Any number: decides which of the concurrent test files creates the template. */
const TEMPLATE_LOCK = 20250630;

/** Boots the service on its own database with the demo market up to {@link LAST_DEMO_DAY}. */
export async function startDemoApp(environment: Record<string, string> = {}): Promise<TestApp> {
  return startAppOn(await cloneDemo(), environment);
}

/** A new database with the demo market, without a service. */
export async function cloneDemo(): Promise<PostgresAddress> {
  return cloneDatabase(await demoTemplate());
}

/** Name of a database with the demo: the first test file of a run that needs it creates it, the others clone it. */
function demoTemplate(): Promise<string> {
  return onServer(async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const { rows } = await client.query<{ name: string; exists: boolean }>(
      `SELECT n.name, EXISTS (SELECT FROM pg_database o WHERE o.datname = n.name) AS exists
       FROM pg_database d CROSS JOIN LATERAL (SELECT 'mds_demo_template_' || d.oid AS name) n
       WHERE d.datname = 'mds_test_template'`,
    );
    const [{ name, exists } = { name: '', exists: false }] = rows;
    if (exists) return name;
    const unnamed = await cloneDatabase();
    await hostTask('loadDemo', unnamed, LAST_DEMO_DAY);
    await awaitChecks(unnamed);
    await tidyUp(unnamed);
    await asTemplate(nameOf(unnamed), name);
    return name;
  });
}

/**
 * Waits for flags, gaps and figures of companies of the loaded data, and valuations of its days, which the service
 * computes in the background, and would compute again in every copy.
 */
async function awaitChecks(address: PostgresAddress): Promise<void> {
  const app = await startAppOn(address);
  const isPending = ({ code }: { code: string }) => code.endsWith('_pending');
  for (const path of ['/quote/gaps?limit=1', '/valuation?limit=1']) {
    await until(`${path} is complete`, async () => {
      const { body } = await app.get(path).expect(200);
      return !body.meta.notices?.some(isPending);
    });
  }
  // A cluster values days on request.
  if (!isCluster) await app.inside('valueMissingDays');
  await app.close();
}

/**
 * Removes the earlier versions of rows, which every copy would include, and gathers the planner's statistics, so that
 * copies need not wait for autovacuum to do so.
 */
async function tidyUp(address: PostgresAddress): Promise<void> {
  const client = new pg.Client('url' in address ? address.url : address);
  await client.connect();
  if (!isCluster) await client.query('VACUUM FULL');
  await client.query('VACUUM ANALYZE');
  await client.end();
}

function nameOf(address: PostgresAddress): string {
  return 'url' in address ? new URL(address.url).pathname.slice(1) : address.database;
}
