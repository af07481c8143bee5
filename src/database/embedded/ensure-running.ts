import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureCluster } from './cluster.js';
import { ensureDatabase, probe } from './connect.js';
import { closeEndpoint, endpointOf, openSocketEndpoint, openTcpEndpoint } from './endpoint.js';
import { codeOf, diskFull, EmbeddedPostgresError, explain, isDiskFull, OWN_SERVER } from './errors.js';
import { clusterOf, type Layout } from './layout.js';
import { withLock } from './lock.js';
import type { EmbeddedConnection, EmbeddedPostgresOptions } from './options.js';
import { type LaunchedServer, launch, PassingTrouble, sendSignal } from './postmaster.js';
import { defusePostmasterFile, inspectPostmaster, type PostmasterFile } from './postmaster-file.js';
import { postgresProcessesOf } from './process-info.js';
import { prepareSite, type Site } from './site.js';
import { holderOf, readStamp, type Stamp, silenceOf } from './stamp.js';

/** One supervisor's view of its data folder. */
export interface Context {
  options: EmbeddedPostgresOptions;
  layout: Layout;
  /** Names this supervisor as owner. */
  stamp: Stamp;
  signal: AbortSignal;
  log: (message: string) => void;
}

/** A server that answers. */
export interface RunningServer {
  pid: number;
  cluster: string;
  connection: EmbeddedConnection;
  /** Present when this supervisor spawned it. */
  child?: LaunchedServer['child'];
  /** Present when pg_ctl has to stop it, as on Windows. */
  pgCtl?: Site;
  /** Whether this supervisor is the one that stops it. */
  isOwned: boolean;
}

const POLL_MS = 20;
/** Another process may be in a first start with recovery; two minutes without news is a hang. */
export const LOCK_TIMEOUT_MS = 120_000;
/** For temporary trouble: a server that is shutting down, backends that are ending, a port just taken. */
const PATIENCE_MS = 60_000;
/** An owner elsewhere that touched its file this often during the check is alive; one touch may be its last. */
const SIGNS_OF_LIFE = 2;
/** A server that gets the death signal reports "stopping" within milliseconds; until then it still answers. */
const DEATH_NOTICE_MS = 3_000;

/**
 * Makes sure that one server runs on the data folder: joins a running one, takes over one whose owner died, or starts
 * one. `create: false` refuses to make a new cluster, so that a folder that vanished under a running service is never
 * replaced by an empty database.
 *
 * @throws EmbeddedPostgresError when that is impossible; AbortError when the context is aborted.
 */
export async function ensureRunning(context: Context, how: { create: boolean }): Promise<RunningServer> {
  const { layout, signal, log } = context;
  const onWait = (holder: Stamp | undefined): void =>
    log(`Waiting for process ${holder?.pid ?? '?'}, which starts or stops the same database.`);
  try {
    return await withLock(layout.lock, { timeout: LOCK_TIMEOUT_MS, signal, onWait }, () =>
      runUnderLock(context, how),
    );
  } catch (error) {
    // There is no room for the lock, and none to start a server; one that runs can be used, to back it up elsewhere.
    const running = isDiskFull(error) ? await joinOwned(context) : undefined;
    if (running === undefined) throw error;
    return running;
  }
}

/** Joins a live server whose owner lives, if there is one. */
async function joinOwned(context: Context): Promise<RunningServer | undefined> {
  const { layout } = context;
  const owner = readStamp(layout.owner);
  const cluster = clusterOf(layout);
  const state = inspectPostmaster(cluster);
  if (state.kind !== 'live' || owner === undefined || holderOf(owner, layout.owner) !== 'here')
    return undefined;
  return join(context, cluster, state.file.pid);
}

async function runUnderLock(context: Context, how: { create: boolean }): Promise<RunningServer> {
  const { layout, signal, log } = context;
  await refuseOtherMachine(context);
  const deadline = performance.now() + PATIENCE_MS;
  for (let lastTrouble = ''; ; ) {
    signal.throwIfAborted();
    const trouble = await attempt(context, how);
    if (typeof trouble !== 'string') return trouble;
    if (performance.now() > deadline) {
      throw new EmbeddedPostgresError(
        `PostgreSQL on ${clusterOf(layout)} did not start within ${PATIENCE_MS / 1000} s (${trouble}): end the ` +
          `processes that use that folder, or ${OWN_SERVER}.`,
      );
    }
    if (trouble !== lastTrouble) log(`Waiting for PostgreSQL: ${trouble}.`);
    lastTrouble = trouble;
    await sleep(POLL_MS * 5);
  }
}

/** Makes one attempt; a string names a temporary trouble. */
async function attempt(context: Context, how: { create: boolean }): Promise<RunningServer | string> {
  const cluster = clusterOf(context.layout);
  const state = inspectPostmaster(cluster);
  if (state.kind === 'live') {
    return (await join(context, cluster, state.file.pid)) ?? `process ${state.file.pid} has just ended`;
  }
  const processes = state.kind === 'none' ? [] : postgresProcessesOf(cluster);
  if (processes.length > 0) return `processes ${processes.join(', ')} of an earlier server are ending`;
  if (state.kind !== 'none') defusePostmasterFile(cluster);
  if (inspectPostmaster(cluster).kind === 'broken') return 'its postmaster.pid is being written';
  try {
    return await startServer(context, how);
  } catch (error) {
    if (error instanceof PassingTrouble) return error.message;
    throw error;
  }
}

async function startServer(context: Context, how: { create: boolean }): Promise<RunningServer> {
  const { options, layout, signal, log } = context;
  const windows = process.platform === 'win32';
  const site = prepareSite(layout, options, log);
  await ensureCluster(site, { ...how, signal, log });
  const connection =
    (options.tcp ?? windows)
      ? await openTcpEndpoint(site, layout)
      : openSocketEndpoint(site, options.runtimeDir);
  const launcher = options.launcher ?? (windows ? 'pg_ctl' : 'direct');
  const endWithOwner = options.role === 'service' && site.deathSignal && launcher === 'direct';
  claim(context, endWithOwner);
  let server: LaunchedServer | undefined;
  try {
    server = await launch({ site, connection, logFile: layout.log, launcher, endWithOwner, signal, log });
    if (!(await ensureDatabase(connection)))
      throw new PassingTrouble('the server ended right after its start');
  } catch (error) {
    if (server !== undefined) sendSignal(server.pid, 'SIGINT');
    else closeEndpoint(connection);
    disclaim(context);
    throw codeOf(error) === '53100' ? diskFull(layout.dataDir, error) : error;
  }
  const pgCtl = windows ? site : undefined;
  return { ...server, cluster: site.cluster, connection, pgCtl, isOwned: true };
}

/** Waits until the live server answers and joins it; undefined when it ends instead. */
async function join(context: Context, cluster: string, pid: number): Promise<RunningServer | undefined> {
  const start = performance.now();
  const { layout, signal } = context;
  const owner = readStamp(layout.owner);
  const ownerDied = owner === undefined || holderOf(owner, layout.owner) === 'dead';
  const isDying = ownerDied && owner?.endsWithOwner === true;
  let isNoted = false;
  for (;;) {
    signal.throwIfAborted();
    const state = inspectPostmaster(cluster);
    if (state.kind !== 'live' || state.file.pid !== pid) return undefined;
    const elapsed = performance.now() - start;
    const connection = endpointOf(state.file, layout);
    const mayAnswer = state.file.status === 'ready' && (!isDying || elapsed > DEATH_NOTICE_MS);
    if (
      mayAnswer &&
      connection !== undefined &&
      (await probe(connection, cluster)) === 'ours' &&
      (await ensureDatabase(connection))
    ) {
      if (ownerDied) claim(context, false);
      const pgCtl =
        process.platform === 'win32' ? prepareSite(layout, context.options, context.log) : undefined;
      return {
        pid,
        cluster,
        connection,
        pgCtl,
        isOwned: ownerDied || owner?.instance === context.stamp.instance,
      };
    }
    if (elapsed > PATIENCE_MS && state.file.status !== 'starting') throw unreachable(state.file, cluster);
    if (elapsed > 1_000 && !isNoted)
      context.log(`Waiting for PostgreSQL (process ${pid}, ${state.file.status}).`);
    isNoted ||= elapsed > 1_000;
    await sleep(POLL_MS);
  }
}

function unreachable(file: PostmasterFile, cluster: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `PostgreSQL (process ${file.pid}) runs on ${cluster} but does not answer at ` +
      `${file.socketDir || `port ${file.port}`}: if a service with a private /tmp started it, run inside that ` +
      `service's environment; else end it with SIGINT (kill -INT ${file.pid}) and try again.`,
  );
}

/** Two servers on one folder would destroy it, and from here the other container's processes are invisible. */
async function refuseOtherMachine({ layout, signal, log }: Context): Promise<void> {
  let signs = -1;
  for (let silence = Number.POSITIVE_INFINITY, isNoted = false; ; isNoted = true) {
    signal.throwIfAborted();
    const owner = readStamp(layout.owner);
    if (owner === undefined || holderOf(owner, layout.owner) !== 'elsewhere') return;
    const before = silence;
    silence = silenceOf(layout.owner);
    if (silence < before) signs += 1;
    if (!isNoted)
      log('Another container or machine used this database a moment ago; making sure that it ended.');
    if (signs >= SIGNS_OF_LIFE) {
      throw new EmbeddedPostgresError(
        `A service in another container or on another machine is using ${layout.dataDir}: run commands inside ` +
          `that container, stop it first, or give this one its own DATA_DIR.`,
      );
    }
    await sleep(POLL_MS * 5);
  }
}

/** Records this supervisor as the one that stops the server. */
export function claim({ layout, stamp }: Context, endsWithOwner: boolean): void {
  try {
    // Renamed into place: a reader that saw half a file would take the server for ownerless.
    const temporary = `${layout.owner}.new`;
    writeFileSync(temporary, JSON.stringify({ ...stamp, endsWithOwner }));
    renameSync(temporary, layout.owner);
  } catch (error) {
    throw explain(error, layout.owner);
  }
}

/** Withdraws the claim; an attached process takes over. */
export function disclaim({ layout, stamp }: Context): void {
  if (readStamp(layout.owner)?.instance === stamp.instance) rmSync(layout.owner, { force: true });
}
