import type { Duplex } from 'node:stream';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import { type Place, serversOf } from '../../config/hosts.js';
import { connectionSettings, type PostgresAddress, socketOf } from '../connection/connection.js';
import { Gate } from './gate.js';
import { Lineage } from './lineage.js';
import { type ReceivedBytes, ServerSockets } from './server-sockets.js';
import { Servers } from './servers.js';

/** Pause after the answer to a beat, ms. */
const INTERVAL = 500;
/** When a beat is not answered within this time, ms, a second connection is tried alongside … */
const DOUBT = 750;
/** … and both get this much longer, ms. Together with the pause, that is the time until a silent loss is noticed. */
const VERDICT = 1_500;
/** Time to connect while there is no connection, ms, and the pause before the next attempt. */
const ATTEMPT = 3_000;
const RETRY = 250;
/** A timer that is this late, ms, means that this process was suspended, and says nothing about the server. */
const LATE = 250;

/**
 * Outcome of an attempt to connect; `refused`: the server, or its host, answers that it is not serving now; `outdated`:
 * another server has become the primary meanwhile.
 */
type Attempt = pg.Client | 'refused' | 'silent' | 'outdated';

/**
 * Notices within three seconds when the path to the database is lost silently, as with a firewall that drops its
 * connections, an address that moved to another server, or a frozen machine.
 *
 * A dedicated connection is sent a trivial query over and over. When it stays silent, a fresh one is tried. If that
 * gets any answer, the connections made before are dead: they are cut, and pools open new ones. If it gets none, the
 * database is away: everything is cut, and new connections wait a moment and then fail until an attempt is answered.
 * How long a statement runs does not matter: its server answers meanwhile.
 *
 * Of an operator's servers, only the primary of the newest history is connected to. Once that is another one, because a
 * standby of the address was promoted or one answers behind the same address, connections to the previous one are cut.
 */
@Injectable()
export class Heartbeat implements OnApplicationBootstrap, OnApplicationShutdown {
  /** the server, for connections that this heartbeat monitors */
  readonly address: PostgresAddress;
  private readonly sockets = new ServerSockets();
  private readonly lineage = new Lineage();
  private readonly gate: Gate;
  /** undefined when the address names one server */
  private readonly servers: Servers | undefined;
  private readonly stopping = new AbortController();
  private hasDoubt = false;
  private away = false;
  /** counts the changes of the primary */
  private generation = 0;
  private client: pg.Client | undefined;
  private onMoved: (server: string) => void = () => undefined;

  constructor(private readonly server: PostgresAddress) {
    if ('url' in server && serversOf(server.url).length > 1) {
      this.servers = new Servers(server, this.lineage, (name, isFirst) => this.onFound(name, isFirst));
    }
    this.gate = new Gate({
      place: () => this.place(),
      admit: (client, socket) => this.admit(client, socket),
    });
    if (this.servers !== undefined) this.gate.close();
    this.address = { ...server, socket: this.sockets.create, Client: this.gate.Client };
  }

  /** Whether the database has been silent for a moment: it may be away. */
  get isDoubtful(): boolean {
    return this.hasDoubt || this.away;
  }

  /** Whether nothing at its address answers. */
  get isAway(): boolean {
    return this.away;
  }

  /** History that the primary writes; undefined when unknown. */
  get timeline(): number | undefined {
    return this.lineage.timeline;
  }

  /** The servers of an address that names several, and the role of each. */
  get roles(): Servers['roles'] {
    return this.servers?.roles ?? [];
  }

  /** Looks for the primary when there are several servers; rejects when there is none. */
  async find(): Promise<void> {
    await this.servers?.find();
  }

  /** Registers a callback for when another server has become the primary. */
  notifyOfMoves(onMoved: (server: string) => void): void {
    this.onMoved = onMoved;
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

  /** Lets connections to the primary through; one to a newer primary replaces those before. */
  private async admit(client: pg.Client, socket?: Duplex): Promise<void> {
    if (!('url' in this.server) || !(await this.lineage.admit(client))) return;
    this.sockets.cutOthers(socket);
    this.leave();
  }

  private onFound(name: string, isFirst: boolean): void {
    this.sockets.cut();
    this.leave();
    this.away = false;
    this.gate.open();
    if (!isFirst) this.onMoved(name);
  }

  /** Abandons the current beat and attempt, of the previous primary. */
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

  /** Sends one beat; returns the connection for the next, if any. */
  private async beat(client: pg.Client): Promise<pg.Client | undefined> {
    const answer = client.query('SELECT 1').then(
      () => 'answered' as const,
      () => 'closed' as const,
    );
    const early = await inTime(DOUBT, answer);
    if (early === 'answered') return client;
    if (early === 'closed') return undefined;
    this.hasDoubt = true;
    const before = this.sockets.received();
    const [other, late] = await Promise.all([this.attempt(VERDICT), inTime(VERDICT, answer)]);
    this.hasDoubt = false;
    if (late === 'answered') {
      if (other instanceof pg.Client) socketOf(other).destroy();
      return client;
    }
    socketOf(client).destroy();
    if (other !== 'outdated') this.sockets.cut(before);
    return this.judge(other, before);
  }

  /** Tries to connect once. */
  private async reach(): Promise<pg.Client | undefined> {
    const before = this.sockets.received();
    return this.judge(await this.attempt(ATTEMPT), before);
  }

  /** Opens or closes the gate by an attempt; `before`: what had been received when it began. */
  private judge(attempt: Attempt, before: ReceivedBytes): pg.Client | undefined {
    if (attempt === 'outdated') return undefined;
    this.away = attempt === 'silent';
    if (this.away) this.sockets.cutSilent(before);
    // With several servers, another one may take over while a new connection waits.
    if (this.away || (attempt === 'refused' && this.servers !== undefined)) this.gate.close();
    else this.gate.open();
    return attempt instanceof pg.Client ? attempt : undefined;
  }

  private async attempt(limit: number): Promise<Attempt> {
    const { generation } = this;
    const client = new pg.Client({ ...connectionSettings(this.server), connectionTimeoutMillis: 0 });
    client.on('error', () => undefined);
    Object.assign(client, this.place());
    const connecting = client
      .connect()
      .then(() => this.admit(client))
      .then(() => client.query('SELECT 1'))
      .then(
        () => client,
        // A full socket queue means a server that accepts no connections.
        ({ code }: { code?: unknown }) => (code === 'EAGAIN' ? 'silent' : 'refused'),
      );
    const outcome = (await inTime(limit, connecting)) ?? 'silent';
    const isOutdated = generation !== this.generation;
    if (outcome !== client || isOutdated) socketOf(client).destroy();
    return isOutdated ? 'outdated' : (outcome as Attempt);
  }
}

/** The result of the work; undefined when it takes longer than the limit, ms, in which this process was running. */
async function inTime<Result>(limit: number, work: Promise<Result>): Promise<Result | undefined> {
  for (;;) {
    const began = performance.now();
    const over = new AbortController();
    const time = sleep(limit, undefined, { signal: over.signal, ref: false }).catch(() => undefined);
    // Data that has arrived by then is read in the same turn of the event loop.
    const result = await Promise.race([work, time.then(() => turn(undefined))]);
    over.abort();
    if (result !== undefined || performance.now() - began < limit + LATE) return result;
  }
}
