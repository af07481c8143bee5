import type { Duplex } from 'node:stream';
import pg from 'pg';
import { endConnection, socketOf } from './connection.js';

/** Connections that are shared; more cost the server more than they bring. */
const CONNECTIONS = 4;

/** A connection and how many statements are under way on it. */
interface Shared {
  client: pg.Client;
  ready: Promise<unknown>;
  running: number;
}

/** What is written in one turn of the event loop leaves together: waking PostgreSQL up costs more than a short read. */
function gather(stream: Duplex): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  setImmediate(() => stream.uncork());
}

/**
 * A few connections on which short reads of many requests travel one behind the other, without waiting for each
 * other's answers: cheaper than borrowing a connection each, but whatever is slow keeps the next ones waiting.
 */
export class SharedConnections {
  private open: Shared[] = [];
  private closed = false;

  constructor(private readonly settings: pg.ClientConfig) {}

  /** Runs a statement on the least busy connection; a connection lost is replaced by the next call. */
  async query<Row extends object>(statement: pg.QueryConfig): Promise<pg.QueryResult<Row>> {
    const shared = this.choose();
    shared.running++;
    try {
      await shared.ready;
      gather(socketOf(shared.client));
      return await shared.client.query<Row>(statement);
    } finally {
      shared.running--;
    }
  }

  /** Connections that are open, and those of them that nobody uses. */
  get state(): { total: number; idle: number } {
    return { total: this.open.length, idle: this.open.filter(({ running }) => running === 0).length };
  }

  async end(): Promise<void> {
    this.closed = true;
    await Promise.all(this.open.map(({ client }) => endConnection(client)));
  }

  private choose(): Shared {
    const [first, ...others] = this.open;
    if (first === undefined) return this.connect();
    const idlest = others.reduce((best, each) => (each.running < best.running ? each : best), first);
    return idlest.running > 0 && this.open.length < CONNECTIONS ? this.connect() : idlest;
  }

  private connect(): Shared {
    if (this.closed) throw new Error('Client was closed');
    const client = new pg.Client({ ...this.settings, pipeline: true } as pg.ClientConfig);
    const shared = { client, ready: client.connect(), running: 0 };
    const forget = () => {
      this.open = this.open.filter((each) => each !== shared);
    };
    client.on('error', forget);
    client.on('end', forget);
    shared.ready.catch(forget); // reported by the statements that wait for it
    this.open.push(shared);
    return shared;
  }
}
