import type { Duplex } from 'node:stream';
import pg from 'pg';
import type { Place } from '../../config/hosts.js';
import { socketOf } from '../connection/connection.js';

/** A new connection waits this long, ms, for a server that accepts it. */
const PATIENCE = 1_200;

/** What new connections go through, one after the other or concurrently. */
export interface Passage {
  /** the server to connect to; undefined: that of the connection's own settings */
  place(): Place | undefined;
  /** checks the server that has answered on a socket; rejects when it may not be used */
  admit(client: pg.Client, socket: Duplex): Promise<void>;
}

/**
 * Makes new connections wait while there is no server for them, directs them to the one that there is, and lets none
 * through that reached another.
 */
export class Gate {
  /** the class of connections that go through this gate */
  readonly Client: typeof pg.Client;
  private readonly waiting = new Set<() => void>();
  private isClosed = false;

  constructor(private readonly passage: Passage) {
    const gate = this;
    this.Client = class extends pg.Client {
      constructor(config?: string | pg.ClientConfig) {
        super(config);
        this.on('error', () => undefined); // a loss during the check is reported by the check
      }

      override connect(): Promise<pg.Client>;
      override connect(callback: (failure: Error) => void): void;
      override connect(callback?: (failure: Error) => void): Promise<pg.Client> | undefined {
        const connecting = gate.pass(this, () => super.connect());
        if (callback === undefined) return connecting;
        connecting.then(() => callback(null as unknown as Error), callback);
        return undefined;
      }
    };
  }

  /** Makes new connections wait for {@link open} from now on, and fail when it does not come soon. */
  close(): void {
    this.isClosed = true;
  }

  /** Lets new connections be made. */
  open(): void {
    this.isClosed = false;
    for (const enter of [...this.waiting]) enter();
  }

  private async pass(client: pg.Client, connect: () => Promise<unknown>): Promise<pg.Client> {
    const socket = socketOf(client); // as created: encryption replaces it with another
    if (this.isClosed) await this.turn(socket);
    const place = this.passage.place();
    if (place !== undefined) Object.assign(client, place);
    await connect();
    try {
      await this.passage.admit(client, socket);
    } catch (error) {
      socket.destroy();
      throw error;
    }
    return client;
  }

  private turn(socket: Duplex): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        this.waiting.delete(enter);
        socket.off('close', fail);
      };
      const enter = () => {
        leave();
        resolve();
      };
      const fail = () => {
        leave();
        reject(new Error('Connection terminated while no server took it'));
      };
      const timer = setTimeout(() => socket.destroy(), PATIENCE);
      this.waiting.add(enter);
      socket.once('close', fail);
    });
  }
}
