import { type AddressInfo, createServer, type Server, Socket } from 'node:net';
import { join } from 'node:path';
import type { EmbeddedConnection } from '../../src/database/embedded/options.js';
import { atEnd } from '../embedded/harness.js';

/** To the server, or back from it. */
export type Direction = 'there' | 'back';
const DIRECTIONS = ['there', 'back'] as const;

/** Data travelling one way: bytes that are due at some moment, and after them the end (null). */
interface Way {
  from: Socket;
  to: Socket;
  travelling: { due: number; bytes: Buffer | null }[];
}

/** One connection through the network. */
interface Connection {
  ways: Record<Direction, Way>;
  isForgotten: boolean;
}

/**
 * The network between a client and a PostgreSQL, on the loopback: it can be slow, split in one or both directions, and
 * forget connections, always without notifying either side.
 */
export class Network {
  private readonly connections = new Set<Connection>();
  private readonly heldDirections = new Set<Direction>();
  private latency = 0;

  private constructor(
    private readonly server: Server,
    private target: EmbeddedConnection,
  ) {}

  /** Opens a network to a server, closed after the test. */
  static async to(target: EmbeddedConnection): Promise<Network> {
    const server = createServer({ allowHalfOpen: true });
    const network = new Network(server, target);
    server.on('connection', (socket) => network.take(socket));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    atEnd(async () => network.close());
    return network;
  }

  /** The server's address through the network. */
  get address(): Pick<EmbeddedConnection, 'host' | 'port'> {
    return { host: '127.0.0.1', port: (this.server.address() as AddressInfo).port };
  }

  /** The same as a DATABASE_URL. */
  get url(): string {
    const { user, password, database } = this.target;
    const secret = password === undefined ? '' : `:${encodeURIComponent(password)}`;
    const { host, port } = this.address;
    return `postgres://${user}${secret}@${host}:${port}/${database}`;
  }

  /** Directs new connections to another server from now on. */
  lead(target: EmbeddedConnection): void {
    this.target = target;
  }

  /** Delays everything by this many ms each way from now on. */
  delay(milliseconds: number): void {
    this.latency = milliseconds;
  }

  /**
   * Nothing arrives any more, on old connections and new ones: sent data stays on its way until {@link heal}, just as
   * TCP resends data lost in a partition.
   */
  split(...directions: Direction[]): void {
    for (const direction of directions.length === 0 ? DIRECTIONS : directions)
      this.heldDirections.add(direction);
  }

  /** Nothing arrives any more on the currently open connections, for ever; new ones work. */
  forget(): void {
    for (const connection of this.connections) connection.isForgotten = true;
  }

  /** Everything arrives again, and immediately; forgotten connections stay forgotten. */
  heal(): void {
    this.heldDirections.clear();
    this.latency = 0;
    for (const connection of this.connections) {
      for (const direction of DIRECTIONS) this.carry(connection, direction);
    }
  }

  private close(): void {
    this.server.close();
    for (const { ways } of this.connections) for (const { from } of Object.values(ways)) from.destroy();
  }

  private take(client: Socket): void {
    const server = new Socket({ allowHalfOpen: true });
    const { host, port } = this.target;
    if (host.startsWith('/')) server.connect(join(host, `.s.PGSQL.${port}`));
    else server.connect(port, host);
    const connection: Connection = {
      ways: {
        there: { from: client, to: server, travelling: [] },
        back: { from: server, to: client, travelling: [] },
      },
      isForgotten: false,
    };
    this.connections.add(connection);
    for (const direction of DIRECTIONS) {
      const { from } = connection.ways[direction];
      from.setNoDelay(true);
      from.on('data', (bytes: Buffer) => this.send(connection, direction, bytes));
      from.on('error', () => undefined); // followed by the close
      from.on('end', () => this.send(connection, direction, null));
      from.on('close', () => {
        this.send(connection, direction, null);
        if (client.destroyed && server.destroyed) this.connections.delete(connection);
      });
    }
  }

  private send(connection: Connection, direction: Direction, bytes: Buffer | null): void {
    if (connection.isForgotten) return;
    connection.ways[direction].travelling.push({ due: performance.now() + this.latency, bytes });
    this.carry(connection, direction);
  }

  /** Hands over the bytes that are due, and comes back for the rest. */
  private carry(connection: Connection, direction: Direction): void {
    const { from, to, travelling } = connection.ways[direction];
    while (travelling[0] !== undefined && !this.heldDirections.has(direction) && !connection.isForgotten) {
      const wait = travelling[0].due - performance.now();
      if (wait > 0 && this.latency > 0) return void setTimeout(() => this.carry(connection, direction), wait);
      const bytes = travelling.shift()?.bytes ?? null;
      if (bytes === null) to.destroySoon();
      else if (!to.destroyed && !to.write(bytes)) {
        from.pause();
        to.once('drain', () => from.resume());
      }
    }
  }
}
