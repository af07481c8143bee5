import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { program } from '../../src/database/embedded/binaries.js';
import { startEmbeddedPostgres } from '../../src/database/embedded/embedded-postgres.js';
import { layoutOf } from '../../src/database/embedded/layout.js';
import { DATABASE, type EmbeddedConnection, SOCKET_PORT, USER } from '../../src/database/embedded/options.js';
import { childEnvironment, wrap } from '../../src/database/embedded/privileges.js';
import { serverArgs } from '../../src/database/embedded/settings.js';
import { prepareSite, type Site } from '../../src/database/embedded/site.js';
import { alive, answers, atEnd, keep, query, temporaryFolder, until } from '../embedded/harness.js';
import { preparedFolder } from '../embedded/prepared-folder.js';
import { signalServer } from './harness.js';

/** A PostgreSQL of the test with a write-ahead log that can be streamed. */
export interface Primary {
  connection: EmbeddedConnection;
  cluster: string;
}

/** Starts a dedicated primary on a prepared database, ended after the test. */
export async function startPrimary(): Promise<Primary> {
  const dataDir = await preparedFolder('mds-primary-');
  const { connection } = keep(await startEmbeddedPostgres({ dataDir, role: 'service' }));
  return { connection, cluster: join(dataDir, 'postgresql') };
}

/** A dedicated server that can be killed and restarted: a primary, or its streaming replica, which may be promoted. */
export class ReplicatedServer implements Primary {
  private child: ChildProcess | undefined;

  private constructor(
    private readonly site: Site,
    readonly connection: EmbeddedConnection,
    readonly cluster: string,
  ) {
    atEnd(async () => {
      this.resume();
      if (this.isRunning) this.child?.kill('SIGQUIT');
      await until('the server ends', () => !this.isRunning);
      rmSync(connection.host, { recursive: true, force: true });
    });
  }

  /** A primary on a prepared database. */
  static async primary(): Promise<ReplicatedServer> {
    const connection = { port: SOCKET_PORT, user: USER, database: DATABASE };
    return ReplicatedServer.at(await preparedFolder('mds-primary-'), connection);
  }

  /**
   * A replica, made from a running primary by a low-level base backup; the slot keeps the log while the replica is
   * down. `upstream`: how it reaches the primary; `place`: of an ended server, which it takes over.
   */
  static async of(
    primary: Primary,
    upstream: Pick<EmbeddedConnection, 'host' | 'port'> = primary.connection,
    place?: EmbeddedConnection,
  ): Promise<ReplicatedServer> {
    const dataDir = temporaryFolder('mds-replica-');
    const slot = `slot_${process.hrtime.bigint()}`;
    const client = new pg.Client({ ...primary.connection });
    await client.connect();
    await client.query('SELECT pg_create_physical_replication_slot($1, true)', [slot]);
    await client.query(`SELECT pg_backup_start('replica', true)`);
    const cluster = join(dataDir, 'postgresql');
    copyCluster(primary.cluster, cluster);
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
    await client.end();
    writeFileSync(join(cluster, 'backup_label'), rows[0]?.labelfile ?? '');
    writeFileSync(join(cluster, 'standby.signal'), '');
    const { host, port } = upstream;
    writeFileSync(
      join(cluster, 'postgresql.auto.conf'),
      `primary_conninfo = 'host=${host} port=${port} user=${primary.connection.user}'\nprimary_slot_name = '${slot}'\n` +
        `wal_retrieve_retry_interval = '200ms'\n`,
    );
    return ReplicatedServer.at(dataDir, primary.connection, place);
  }

  private static at(
    dataDir: string,
    connection: Omit<EmbeddedConnection, 'host'>,
    place?: EmbeddedConnection,
  ): ReplicatedServer {
    const site = prepareSite(layoutOf(dataDir), {}, () => undefined);
    const sockets = place?.host ?? mkdtempSync('/tmp/mds-replicated-');
    chmodSync(sockets, 0o700);
    if (process.getuid?.() === 0) chownSync(sockets, site.privileges.uid, site.privileges.gid);
    return new ReplicatedServer(site, { ...connection, host: sockets }, site.cluster);
  }

  /** Starts the server; resolves when it answers. */
  async start(): Promise<void> {
    const launch = wrap(
      this.site.privileges,
      program(this.site.binaries, 'postgres'),
      ['-D', this.site.cluster, ...serverArgs(this.connection)],
      'INT',
    );
    const { command, args, uid, gid } = launch;
    let output = '';
    const child = spawn(command, args, {
      uid,
      gid,
      cwd: '/',
      env: childEnvironment(),
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output = `${output}${chunk}`.slice(-4_000);
      });
    }
    this.child = child;
    await until('the server answers', () => {
      if (!this.isRunning) throw new Error(`The server ended: ${output}`);
      return answers(this.connection);
    });
  }

  /** Waits until it has replayed everything that the primary has now. */
  async caughtUp(primary: Primary): Promise<void> {
    const [now] = await query<{ lsn: string }>(
      primary.connection,
      'SELECT pg_current_wal_flush_lsn()::text AS lsn',
    );
    await until('the replica has caught up', async () => {
      const [row] = await query<{ done: boolean }>(
        this.connection,
        `SELECT pg_last_wal_replay_lsn() >= '${now?.lsn}'::pg_lsn AS done`,
      );
      return row?.done;
    });
  }

  /** Makes it a primary; resolves when it accepts writes. */
  async promote(): Promise<void> {
    // Not in the statement that polls: its snapshot may conflict with the remaining replay, and delay or end it.
    await query(this.connection, 'SELECT pg_promote(wait => false)');
    await until('it is a primary', async () => {
      const [row] = await query<{ done: boolean }>(this.connection, 'SELECT NOT pg_is_in_recovery() AS done');
      return row?.done;
    });
  }

  /** kill -9 of the whole server. */
  async kill(): Promise<void> {
    const killed = this.signal('SIGKILL');
    await until('the server is dead', () => !killed.some(alive));
  }

  /** Stops every process of the server where it is. */
  freeze(): void {
    this.signal('SIGSTOP');
  }

  resume(): void {
    this.signal('SIGCONT');
  }

  private signal(signal: NodeJS.Signals): number[] {
    const pid = this.child?.pid;
    return pid === undefined || !this.isRunning ? [] : signalServer(pid, signal);
  }

  private get isRunning(): boolean {
    return this.child?.pid !== undefined && alive(this.child.pid);
  }
}

/** Folders whose files a base backup omits; the folders themselves must exist. */
const EMPTY = new Set(['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_stat_tmp', 'pg_subtrans']);

/** Copies the files of a running cluster; files that vanish meanwhile are not needed. */
function copyCluster(from: string, to: string, name = ''): void {
  mkdirSync(to, { mode: 0o700 });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (/^postmaster\.(pid|opts)$/.test(entry.name)) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) {
      if (name === '' && EMPTY.has(entry.name)) {
        mkdirSync(target, { mode: 0o700 });
        if (entry.name === 'pg_wal') mkdirSync(join(target, 'archive_status'), { mode: 0o700 });
      } else copyCluster(source, target, entry.name);
    } else if (entry.isFile()) copyFile(source, target);
  }
}

function copyFile(source: string, target: string): void {
  try {
    copyFileSync(source, target);
    chmodSync(target, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
