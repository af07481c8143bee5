import type { Duplex } from 'node:stream';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import { type Place, serversOf } from '../config/hosts.js';
import { connectionSettings, type PostgresAddress, socketOf } from './connection.js';
import { Gate } from './gate.js';
import { Lineage } from './lineage.js';
import { ServerSockets } from './server-sockets.js';
import { Servers } from './servers.js';

/** Pause after the answer to a beat, ms. */
const INTERVAL = 500;
/** A beat that is not answered within this time, ms, has a second connection tried beside it … */
const DOUBT = 750;
/** … and both this much longer, ms. Together with the pause it is the time after which a silent loss is noticed. */
const VERDICT = 1_500;
/** Time for a connection while there is none, ms, and the pause before another one is tried. */
const ATTEMPT = 3_000;
const RETRY = 250;
/** A timer that is this late, ms, means that this process was suspended, and says nothing about the server. */
const LATE = 250;

/**
 * What became of an attempt to connect; `refused`: the server, or its host, answers that it does not serve now; `outdated`:
 * meanwhile another server has become the primary.
 */
type Attempt = pg.Client | 'refused' | 'silent' | 'outdated';

/**
 * Notices within three seconds when the way to the database is lost without a word, as by a firewall that forgets its
 * connections, an address that moved to another server, or a frozen machine.
 *
 * A connection of its own is asked for nothing, over and over. When it stays silent, a fresh one is tried. If that is
 * answered, by whatever, the connections made before are dead: they are cut, and pools open new ones. If it is not, the
 * database is away: everything is cut, and new connections wait a moment and then fail until an attempt is answered. How
 * long a statement runs is not looked at: its server answers meanwhile.
 *
 * Of an operator's servers only the primary of the newest history is connected to. Once another one is, because a standby
 * of the address was promoted, or one answers behind the same address, what was connected to the one before is cut.
 */
@Injectable()
export class Heartbeat implements OnApplicationBootstrap, OnApplicationShutdown {
  /** the server, for connections that this heartbeat looks after */
  readonly address: PostgresAddress;
  private readonly sockets = new ServerSockets();
  private readonly lineage = new Lineage();
  private readonly gate: Gate;
  /** undefined where the address names one server */
  private readonly servers: Servers | undefined;
  private readonly stopping = new AbortController();
  private doubtful = false;
  private away = false;
  /** counts the changes of the primary */
  private generation = 0;
  private client: pg.Client | undefined;
  private tell: (server: string) => void = () => undefined;

  constructor(private readonly server: PostgresAddress) {
    if ('url' in server && serversOf(server.url).length > 1) {
      this.servers = new Servers(server, this.lineage, (name) => this.moved(name));
    }
    this.gate = new Gate({
      place: () => this.place(),
      admit: (client, socket) => this.admit(client, socket),
    });
    if (this.servers !== undefined) this.gate.close();
    this.address = { ...server, socket: this.sockets.create, Client: this.gate.Client };
  }

  /** Whether the database has not answered for a moment: it may be away. */
  get isDoubtful(): boolean {
    return this.doubtful || this.away;
  }

  /** Whether nothing at its address answers. */
  get isAway(): boolean {
    return this.away;
  }

  /** History that the primary writes; undefined where that is not known. */
  get timeline(): number | undefined {
    return this.lineage.timeline;
  }

  /** The servers of an address that names several, and what each is. */
  get roles(): Servers['roles'] {
    return this.servers?.roles ?? [];
  }

  /** Looks for the primary where there are several servers; rejects when there is none. */
  async find(): Promise<void> {
    await this.servers?.find();
  }

  /** Registers who is notified when another server has become the primary. */
  tellMoves(tell: (server: string) => void): void {
    this.tell = tell;
  }

  onApplicationBootstrap(): void {
    this.servers?.start();
    void this.run();
  }

  onApplicationShutdown(): void {
    this.stopping.abort();
    this.servers?.stop();
  }

  private place(): Place | undefined {
    return this.servers?.place;
  }

  /** Lets connections to the primary through; one that is newer than those before takes their place. */
  private async admit(client: pg.Client, socket?: Duplex): Promise<void> {
    if (!('url' in this.server) || !(await this.lineage.admit(client))) return;
    this.sockets.cutOthers(socket);
    this.leave();
  }

  private moved(name: string): void {
    this.sockets.cut();
    this.leave();
    this.away = false;
    this.gate.open();
    this.tell(name);
  }

  /** What is asked or tried now is of the primary before. */
  private leave(): void {
    this.generation++;
    if (this.client !== undefined) socketOf(this.client).destroy();
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      this.client = await (this.client === undefined ? this.reach() : this.beat(this.client));
      const pause = this.client === undefined ? RETRY : INTERVAL;
      await sleep(pause, undefined, { signal, ref: false }).catch(() => undefined);
    }
    if (this.client !== undefined) socketOf(this.client).destroy();
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
    if (other !== 'outdated') this.sockets.cut(before);
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
    if (attempt === 'outdated') return undefined;
    this.away = attempt === 'silent';
    // Of several servers another one may take over within the time that a new connection waits.
    if (this.away || (attempt === 'refused' && this.servers !== undefined)) this.gate.close();
    else this.gate.open();
    return attempt instanceof pg.Client ? attempt : undefined;
  }

  private async attempt(limit: number): Promise<Attempt> {
    const { generation } = this;
    const client = new pg.Client({ ...connectionSettings(this.server), connectionTimeoutMillis: 0 });
    client.on('error', () => undefined);
    Object.assign(client, this.place());
    const opened = client
      .connect()
      .then(() => this.admit(client))
      .then(() => client.query('SELECT 1'))
      .then(
        () => client,
        // A socket's queue that is full is that of a server which takes no connections.
        ({ code }: { code?: unknown }) => (code === 'EAGAIN' ? 'silent' : 'refused'),
      );
    const outcome = (await within(limit, opened)) ?? 'silent';
    const isOutdated = generation !== this.generation;
    if (outcome !== client || isOutdated) socketOf(client).destroy();
    return isOutdated ? 'outdated' : (outcome as Attempt);
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
