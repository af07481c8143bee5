import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import { connectionSettings, type PostgresAddress, socketOf } from './connection.js';
import { ServerSockets } from './server-sockets.js';

/** Pause after the answer to a beat, ms. */
const INTERVAL = 500;
/** A beat that is not answered within this time, ms, has a second connection tried beside it … */
const DOUBT = 750;
/** … and both this much longer, ms. Together with the pause it is the time after which a silent loss is noticed. */
const VERDICT = 1_500;
/** Time for a connection while there is none, ms, and the pause before another one is tried. */
const ATTEMPT = 3_000;
const RETRY = 250;
/** A timer that is so much too late, ms, tells that this process stood still, and nothing of the server. */
const LATE = 250;

/** What became of an attempt to connect; `refused`: the server, or its host, answers that it does not serve now. */
type Attempt = pg.Client | 'refused' | 'silent';

/**
 * Notices within three seconds when the way to the database is lost without a word, as by a firewall that forgets its
 * connections, an address that moved to another server, or a frozen machine.
 *
 * A connection of its own is asked for nothing, over and over. When it stays silent, a fresh one is tried. If that is
 * answered, by whatever, the connections made before are dead: they are cut, and pools open new ones. If it is not, the
 * database is away: everything is cut, and new connections wait a moment and then fail until an attempt is answered. How
 * long a statement runs is not looked at: its server answers meanwhile.
 */
@Injectable()
export class Heartbeat implements OnApplicationBootstrap, OnApplicationShutdown {
  /** the server, for connections that this heartbeat looks after */
  readonly address: PostgresAddress;
  private readonly sockets = new ServerSockets();
  private readonly stopping = new AbortController();
  private doubtful = false;
  private away = false;

  constructor(private readonly server: PostgresAddress) {
    this.address = { ...server, socket: this.sockets.create };
  }

  /** Whether the database has not answered for a moment: it may be away. */
  get isDoubtful(): boolean {
    return this.doubtful || this.away;
  }

  /** Whether nothing at its address answers. */
  get isAway(): boolean {
    return this.away;
  }

  onApplicationBootstrap(): void {
    void this.run();
  }

  onApplicationShutdown(): void {
    this.stopping.abort();
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    let client: pg.Client | undefined;
    while (!signal.aborted) {
      client = await (client === undefined ? this.reach() : this.beat(client));
      const pause = client === undefined ? RETRY : INTERVAL;
      await sleep(pause, undefined, { signal, ref: false }).catch(() => undefined);
    }
    if (client !== undefined) socketOf(client).destroy();
  }

  /** Asks once; the connection to be asked next, if there is one. */
  private async beat(client: pg.Client): Promise<pg.Client | undefined> {
    const answer = client.query('SELECT 1').then(
      () => 'answered' as const,
      () => 'closed' as const,
    );
    const early = await within(DOUBT, answer);
    if (early === 'answered') return client;
    if (early === 'closed') return undefined;
    this.doubtful = true;
    const before = this.sockets.received();
    const [other, late] = await Promise.all([this.attempt(VERDICT), within(VERDICT, answer)]);
    this.doubtful = false;
    if (late === 'answered') {
      if (other instanceof pg.Client) socketOf(other).destroy();
      return client;
    }
    socketOf(client).destroy();
    this.sockets.cut(before);
    return this.judge(other);
  }

  /** Tries to connect once. */
  private async reach(): Promise<pg.Client | undefined> {
    const before = this.sockets.received();
    const attempt = await this.attempt(ATTEMPT);
    if (attempt === 'silent') this.sockets.cut(before);
    return this.judge(attempt);
  }

  private judge(attempt: Attempt): pg.Client | undefined {
    this.away = attempt === 'silent';
    if (this.away) this.sockets.hold();
    else this.sockets.release();
    return attempt instanceof pg.Client ? attempt : undefined;
  }

  private async attempt(limit: number): Promise<Attempt> {
    const client = new pg.Client({ ...connectionSettings(this.server), connectionTimeoutMillis: 0 });
    client.on('error', () => undefined);
    const opened = client
      .connect()
      .then(() => client.query('SELECT 1'))
      .then(
        () => client,
        // A socket's queue that is full is that of a server which takes no connections.
        ({ code }: { code?: unknown }) => (code === 'EAGAIN' ? 'silent' : 'refused'),
      );
    const outcome = (await within(limit, opened)) ?? 'silent';
    if (outcome !== client) socketOf(client).destroy();
    return outcome as Attempt;
  }
}

/** What work comes to, or undefined when it takes longer than the limit, ms, in which this process ran. */
async function within<Result>(limit: number, work: Promise<Result>): Promise<Result | undefined> {
  for (;;) {
    const began = performance.now();
    const over = new AbortController();
    const time = sleep(limit, undefined, { signal: over.signal, ref: false }).catch(() => undefined);
    // What has arrived by then is read in the same turn of the event loop.
    const result = await Promise.race([work, time.then(() => turn(undefined))]);
    over.abort();
    if (result !== undefined || performance.now() - began < limit + LATE) return result;
  }
}
