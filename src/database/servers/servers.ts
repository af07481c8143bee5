import { setTimeout as sleep } from 'node:timers/promises';
import { nameOf, type Place, placeOf, serversOf } from '../../config/hosts.js';
import { connectionSettings, type PostgresAddress } from '../connection/connection.js';
import { isDatabaseAway } from '../connection/database-errors.js';
import { Lineage, NotPrimary, type Standing } from './lineage.js';
import { ReplicaWatch, type Sight } from './replica-watch.js';

/** Each server is checked this often, ms. */
const INTERVAL = 250;
/** A server must connect within this time, ms. */
const CONNECTION_LIMIT = 1_000;

const NO_PRIMARY = 'None of the servers that answer is a primary: they accept no writes';

/** One of the servers of an address, and its observed state. */
class Server {
  readonly name: string;
  readonly place: Place;
  sight: Sight | undefined;
  /** why it could not be observed */
  failure: unknown;
  private readonly watch: ReplicaWatch;

  constructor(
    readonly url: string,
    login: Omit<PostgresAddress, 'url'>,
  ) {
    this.name = nameOf(url);
    this.place = placeOf(url);
    const settings = connectionSettings({ ...login, url });
    this.watch = new ReplicaWatch({ ...settings, connectionTimeoutMillis: CONNECTION_LIMIT });
  }

  async look(): Promise<void> {
    try {
      this.sight = await this.watch.look();
      this.failure = undefined;
    } catch (error) {
      this.sight = undefined;
      this.failure = error;
    }
  }

  close(): void {
    this.watch.close();
  }

  end(): void {
    this.watch.end();
  }
}

/** `primary`: writes go there; `replaced`: another one that takes writes but must not; `away`: no answer. */
export const SERVER_ROLES = ['primary', 'standby', 'replaced', 'away'] as const;
export type ServerRole = (typeof SERVER_ROLES)[number];

/** The servers that one address names, and which of them is the primary, found again after every promotion. */
export class Servers {
  private readonly all: readonly Server[];
  private primary: Server | undefined;
  private isStopped = false;

  constructor(
    { url, ...login }: { url: string; role?: string },
    private readonly lineage: Lineage,
    /** called when a server is found to be the primary; `isFirst`: none was before */
    private readonly onChange: (name: string, isFirst: boolean) => void,
  ) {
    this.all = serversOf(url).map((server) => new Server(server, login));
  }

  /** Where the primary is; undefined while none has been found. */
  get place(): Place | undefined {
    return this.primary?.place;
  }

  /** The servers in the order of the address, and the role of each for this process. */
  get roles(): { server: string; role: ServerRole }[] {
    return this.all.map((server) => ({ server: server.name, role: this.roleOf(server) }));
  }

  /**
   * Checks every server once; returns the URL of the primary. Rejects with the obstacle when there is none. Waits for
   * all of them: one that was replaced may answer before its successor.
   */
  async find(): Promise<string> {
    await Promise.all(this.all.map((server) => server.look()));
    for (const server of this.all) server.close();
    this.decide();
    if (this.primary !== undefined) return this.primary.url;
    const failures = this.all.flatMap(({ failure }) => (failure === undefined ? [] : [failure]));
    // A wrong password is wrong for ever; a server that is down may come back.
    throw (
      failures.find((failure) => !isDatabaseAway(failure)) ??
      (failures.length < this.all.length ? new NotPrimary(NO_PRIMARY) : failures[0])
    );
  }

  /** Checks the servers from now on. */
  start(): void {
    for (const server of this.all) void this.follow(server);
  }

  stop(): void {
    this.isStopped = true;
    for (const server of this.all) server.end();
  }

  private async follow(server: Server): Promise<void> {
    while (!this.isStopped) {
      await server.look();
      if (!this.isStopped) this.decide();
      await sleep(INTERVAL, undefined, { ref: false });
    }
  }

  private decide(): void {
    const best = newest(this.all.filter(({ sight }) => sight !== undefined && this.mayLead(sight)));
    if (best === undefined || best === this.primary) return;
    if (this.primary !== undefined && !isSuccession(this.primary.sight, best.sight)) return;
    const isFirst = this.primary === undefined;
    this.primary = best;
    this.onChange(best.name, isFirst);
  }

  private mayLead({ isStandby, timeline, system }: Sight): boolean {
    if (isStandby || !this.lineage.mayHave(system)) return false;
    return timeline === undefined || timeline >= (this.lineage.timeline ?? 0);
  }

  private roleOf(server: Server): ServerRole {
    if (server.sight === undefined) return 'away';
    if (server.sight.isStandby) return 'standby';
    return server === this.primary ? 'primary' : 'replaced';
  }
}

/**
 * Whether a primary replaces the present one: a promotion shows in the timeline; two names of one server have the same
 * timeline, and one of them may be lost.
 */
function isSuccession(present: Standing | undefined, other: Standing | undefined): boolean {
  if (present === undefined || present.isStandby) return true;
  return (other?.timeline ?? 0) > (present.timeline ?? 0);
}

/** Of those with a standing, the primary of the newest history, the first of several. */
function newest<Candidate extends { sight: Standing | undefined }>(
  candidates: readonly Candidate[],
): Candidate | undefined {
  let best: Candidate | undefined;
  for (const each of candidates) {
    if (best === undefined || (each.sight?.timeline ?? 0) > (best.sight?.timeline ?? 0)) best = each;
  }
  return best;
}

/**
 * The address of the server that takes writes among those that an address names; the address itself when it names one.
 * Rejects as {@link Servers.find}.
 */
export async function primaryOf(address: PostgresAddress): Promise<PostgresAddress> {
  if (!('url' in address) || serversOf(address.url).length === 1) return address;
  const { url, ...login } = address;
  const servers = new Servers({ url, ...login }, new Lineage(), () => undefined);
  return { ...login, url: await servers.find() };
}
