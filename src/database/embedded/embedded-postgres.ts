import { setTimeout as sleep } from 'node:timers/promises';
import { countClients, openPresence, type Presence } from './connect.js';
import { closeEndpoint } from './endpoint.js';
import {
  type Context,
  claim,
  disclaim,
  ensureRunning,
  LOCK_TIMEOUT_MS,
  type RunningServer,
} from './ensure-running.js';
import { isDiskFull, messageOf } from './errors.js';
import { layoutOf } from './layout.js';
import { touch, withLock } from './lock.js';
import type { EmbeddedConnection, EmbeddedPostgresOptions } from './options.js';
import { sendSignal, stopPostmaster } from './postmaster.js';
import { isPostgresOf } from './process-info.js';
import { holderOf, newStamp, readStamp, retireStamp } from './stamp.js';

export { EmbeddedPostgresError } from './errors.js';
export type { EmbeddedConnection, EmbeddedPostgresOptions } from './options.js';

const WATCH_MS = 1_000;
const BACKOFF_MIN_MS = 50;
const BACKOFF_MAX_MS = 10_000;
/** A server that ran this long did not fail because of how it was started. */
const STABLE_MS = 60_000;
/** Connections that were just closed stay in `pg_stat_activity` for some milliseconds. */
const LINGER_MS = 500;

/**
 * One process's hold on the embedded PostgreSQL of a data folder. At any time one hold owns the server and stops it;
 * others are attached. The first to notice that the server is gone starts it again, so a pool on `connection`
 * works again after about a second. Made by `startEmbeddedPostgres`.
 */
export class EmbeddedPostgres {
  private server: RunningServer;
  private presence?: Presence;
  private timer?: NodeJS.Timeout;
  private recovery?: Promise<void>;
  private stopping?: Promise<void>;
  private startedAt = 0;
  private backoff = BACKOFF_MIN_MS;
  private readonly onExit = (): void => this.leave();

  /** Takes over a running server; `abort` ends waits and restarts when this hold is stopped. */
  constructor(
    private readonly context: Context,
    private readonly abort: AbortController,
    server: RunningServer,
  ) {
    this.server = server;
    process.once('exit', this.onExit);
    this.timer = setInterval(() => this.look(), WATCH_MS).unref();
    this.watch(server);
  }

  /** Where to connect. Stays the same across restarts, except a TCP port that others took meanwhile. */
  get connection(): EmbeddedConnection {
    return this.server.connection;
  }

  /** Real path of the cluster. */
  get dataDirectory(): string {
    return this.server.cluster;
  }

  /** Process id of the server at present. */
  get pid(): number {
    return this.server.pid;
  }

  /** Whether this hold is the one that stops the server. May become true when the owner goes. */
  get isOwned(): boolean {
    return this.server.isOwned;
  }

  /**
   * Ends this hold; close pools first. An owner stops the server (fast shutdown: open transactions roll back) and
   * returns when it has ended; with role `command`, it leaves the server to others that are connected. An attached hold
   * leaves it to the owner. Further calls return the first one's promise. `own`: application name of pools that are
   * still open, because their work was interrupted; others that use this name are known by their presence.
   */
  stop({ own }: { own?: string } = {}): Promise<void> {
    this.stopping ??= this.shutDown(own);
    return this.stopping;
  }

  private async shutDown(own?: string): Promise<void> {
    const { context } = this;
    this.abort.abort();
    clearInterval(this.timer);
    await this.recovery;
    await this.presence?.close();
    try {
      await withLock(context.layout.lock, { timeout: LOCK_TIMEOUT_MS }, () => this.release({ own }));
    } catch (error) {
      if (!isDiskFull(error)) throw error;
      // There is no room to tell others who stops the server, and none for them to start another one.
      await this.release({ own, claims: false });
    } finally {
      process.removeListener('exit', this.onExit);
      retireStamp(context.stamp);
    }
  }

  private async release({ own, claims = true }: { own?: string; claims?: boolean }): Promise<void> {
    const { context, server } = this;
    const owner = readStamp(context.layout.owner);
    const isOtherInstance = owner !== undefined && owner.instance !== context.stamp.instance;
    if (isOtherInstance && holderOf(owner, context.layout.owner) !== 'dead') return;
    if (context.options.role === 'command' && (await this.othersConnected(own))) {
      context.log('Leaving PostgreSQL to the others that use it.');
    } else if (isPostgresOf(server.pid, server.cluster)) {
      if (claims) claim(context, false);
      await stopPostmaster(server.pid, server.cluster, server.pgCtl);
      closeEndpoint(server.connection);
    }
    disclaim(context);
  }

  private async othersConnected(own?: string): Promise<boolean> {
    const deadline = performance.now() + LINGER_MS;
    for (;;) {
      if ((await countClients(this.server.connection, own)) === 0) return false;
      if (performance.now() > deadline) return true;
      await sleep(20);
    }
  }

  /** Ends the server when the process ends without `stop` (a hasty exit, an uncaught error). */
  private leave(): void {
    if (!this.server.isOwned || this.context.options.role !== 'service') return;
    if (!isPostgresOf(this.server.pid, this.server.cluster)) return;
    // So that a start right after this one waits for the end instead of joining a server that is ending.
    claim(this.context, true);
    sendSignal(this.server.pid, 'SIGINT');
  }

  private watch(server: RunningServer): void {
    this.startedAt = performance.now();
    const onLost = (): void => {
      if (this.server === server) this.recover();
    };
    if (server.child === undefined) this.attend(server, onLost);
    else server.child.once('exit', onLost);
  }

  private attend(server: RunningServer, onLost: () => void): void {
    openPresence(server.connection, onLost).then(
      async (presence) => {
        if (this.stopping !== undefined || this.server !== server) return presence.close();
        this.presence = presence;
      },
      // The poll notices a server that is gone; one that is merely full needs no presence.
      () => undefined,
    );
  }

  private look(): void {
    const { server, context } = this;
    if (server.isOwned) touch(context.layout.owner);
    if (this.recovery !== undefined) return;
    if (!isPostgresOf(server.pid, server.cluster) || (server.child === undefined && this.isOrphaned())) {
      this.recover();
    }
  }

  /** Whether nobody would stop the server. */
  private isOrphaned(): boolean {
    const { owner: file } = this.context.layout;
    const owner = readStamp(file);
    return owner === undefined || holderOf(owner, file) === 'dead';
  }

  private recover(): void {
    if (this.abort.signal.aborted || this.recovery !== undefined) return;
    this.recovery = this.restart().finally(() => {
      this.recovery = undefined;
    });
  }

  private async restart(): Promise<void> {
    const { context, abort } = this;
    const { signal } = abort;
    if (performance.now() - this.startedAt > STABLE_MS) this.backoff = BACKOFF_MIN_MS;
    await this.presence?.close();
    this.presence = undefined;
    for (let lastTrouble = ''; !signal.aborted; ) {
      try {
        await sleep(this.backoff, undefined, { signal, ref: false });
        this.backoff = Math.min(this.backoff * 2, BACKOFF_MAX_MS);
        const server = await ensureRunning(context, { create: false });
        if (server.pid === this.server.pid) this.backoff = BACKOFF_MIN_MS;
        else context.log(`PostgreSQL was gone and runs again (process ${server.pid}).`);
        this.server = server;
        this.watch(server);
        return;
      } catch (error) {
        const trouble = messageOf(error);
        if (!signal.aborted && trouble !== lastTrouble)
          context.log(`PostgreSQL is gone and cannot be started: ${trouble}`);
        lastTrouble = trouble;
      }
    }
  }
}

/**
 * Starts the embedded PostgreSQL of a data folder, or joins the one running there: one server per folder, however many
 * processes ask. On return the database exists and answers. A first start takes a second or two, a later one a tenth;
 * one after a crash, as long as its recovery.
 *
 * @throws EmbeddedPostgresError when this machine or folder cannot do it; the message says what to do.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const abort = new AbortController();
  const { dataDir, create = true } = options;
  options.signal?.addEventListener('abort', () => abort.abort(), { once: true });
  const context: Context = {
    options,
    layout: layoutOf(dataDir, { create }),
    stamp: newStamp(),
    signal: abort.signal,
    log: options.log ?? (() => undefined),
  };
  try {
    return new EmbeddedPostgres(context, abort, await ensureRunning(context, { create }));
  } catch (error) {
    retireStamp(context.stamp);
    throw error;
  }
}
