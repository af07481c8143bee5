import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe } from '@jest/globals';
import pg from 'pg';
import { sendSignal } from '../../src/database/embedded/postmaster.js';
import { isCluster } from '../app.js';
import { alive, atEnd, until } from '../embedded/harness.js';
import { childrenOf } from './harness.js';

/** URLs of the coordinator and of its workers. */
const COORDINATOR = isCluster ? (JSON.parse(String(process.env.MDS_TEST_SERVER)) as { url: string }).url : '';
const WORKERS = (JSON.parse(process.env.MDS_TEST_WORKERS ?? '[]') as { url: string }[]).map(({ url }) => url);

/** `describe` of tests that need a Citus cluster; elsewhere they are skipped with a message. */
export const describeOnCluster = isCluster ? describe : skipped;

function skipped(name: string, body: () => void): void {
  process.stdout.write(`SKIPPED, needs a cluster (npm run test:citus -- test/faults/…): ${name}\n`);
  describe.skip(name, body);
}

/** Nodes in the form that `npm run distribute` takes: host:port, separated by commas. */
export const workerList = () => WORKERS.map((url) => new URL(url).host).join(',');

/** A new database on every node, with Citus and without tables; its URL on the coordinator. */
export async function emptyClusterDatabase(): Promise<string> {
  const name = `mds_test_${randomBytes(6).toString('hex')}`;
  for (const node of [COORDINATOR, ...WORKERS]) {
    await run(node, `CREATE DATABASE ${name}`);
    await run(inDatabase(node, name), 'CREATE EXTENSION citus');
  }
  return inDatabase(COORDINATOR, name);
}

/** URLs of the workers' parts of a database, given its URL on the coordinator. */
export const partsOf = (url: string) =>
  WORKERS.map((worker) => inDatabase(worker, new URL(url).pathname.slice(1)));

function inDatabase(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}

/** A server of the cluster, which can be killed and started again. */
export class ClusterNode {
  private constructor(
    private readonly url: string,
    private readonly programs: string,
    private readonly folder: string,
  ) {}

  /** The coordinator, then the workers. */
  static all(): Promise<ClusterNode[]> {
    return Promise.all(
      [COORDINATOR, ...WORKERS].map(async (url) => {
        const [row] = await run(
          url,
          `SELECT (SELECT setting FROM pg_config WHERE name = 'BINDIR') AS programs, current_setting('data_directory') AS folder`,
        );
        return new ClusterNode(url, String(row?.programs), String(row?.folder));
      }),
    );
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  /** Kills it and waits until none of its processes runs. */
  async kill(): Promise<void> {
    const [postmaster, ...children] = this.processes();
    sendSignal(postmaster, 'SIGKILL');
    await until('the server is down', () => ![postmaster, ...children].some(alive));
  }

  /** Stops all its processes until {@link thaw}, at the latest at the end of the test. */
  freeze(): void {
    atEnd(async () => this.thaw());
    for (const each of this.processes()) sendSignal(each, 'SIGSTOP');
  }

  thaw(): void {
    for (const each of this.processes()) sendSignal(each, 'SIGCONT');
  }

  /** The postmaster, then its children. */
  private processes(): [number, ...number[]] {
    const postmaster = Number(readFileSync(join(this.folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
    return [postmaster, ...childrenOf(postmaster)];
  }

  /** Starts it again, recovering what a killed server left. */
  async start(): Promise<void> {
    const line = [join(this.programs, 'pg_ctl'), '-s', '-w', '-D', this.folder];
    const user = process.getuid?.() === 0 ? ['--reuid=postgres', '--regid=postgres', '--clear-groups'] : [];
    const all = [...user, '--', ...line, '-l', join(this.folder, 'server.log'), 'start'];
    // Until the killed one is reaped, its process counts as a server.
    await until('the server starts', () =>
      promisify(execFile)('setpriv', all, { cwd: '/' }).then(
        () => true,
        () => false,
      ),
    );
  }

  /** Runs a statement in one of its databases, or in its own. */
  query(text: string, database?: string): Promise<Record<string, unknown>[]> {
    return run(database === undefined ? this.url : inDatabase(this.url, database), text);
  }
}

/** From now on, until the test ends, the time between the commit of a worker and that of a node is long. */
export async function slowCommits(node: ClusterNode): Promise<void> {
  const names = ['fsync', 'commit_delay', 'commit_siblings', 'wal_writer_delay'];
  for (const setting of [
    'fsync = on',
    'commit_delay = 50000',
    'commit_siblings = 0',
    `wal_writer_delay = '10s'`,
  ]) {
    await node.query(`ALTER SYSTEM SET ${setting}`);
  }
  await node.query('SELECT pg_reload_conf()');
  atEnd(async () => {
    for (const name of names) await node.query(`ALTER SYSTEM RESET ${name}`);
    await node.query('SELECT pg_reload_conf()');
  });
}

/** Runs one statement on a dedicated connection. */
async function run(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}
