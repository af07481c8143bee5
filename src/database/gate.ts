import type { Duplex } from 'node:stream';
import pg from 'pg';
import type { Place } from '../config/hosts.js';
import { socketOf } from './connection.js';

/** A new connection waits this long, ms, for a server that takes it. */
const PATIENCE = 1_200;

/** What new connections go through, one after the other or many at once. */
export interface Passage {
  /** the server to connect to; undefined: that of the connection's own settings */
  place(): Place | undefined;
  /** looks at the server that has answered on a socket; rejects when it may not be used */
  admit(client: pg.Client, socket: Duplex): Promise<void>;
}

/**
 * Makes new connections wait while there is no server for them, leads them to the one that there is, and lets none
 * through whose server is not the one.
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
        this.on('error', () => undefined); // lost while it is checked, which the check reports
      }

      override connect(): Promise<pg.Client>;
      override connect(callback: (failure: Error) => void): void;
      override connect(callback?: (failure: Error) => void): Promise<pg.Client> | undefined {
        const opened = gate.pass(this, () => super.connect());
        if (callback === undefined) return opened;
        opened.then(() => callback(null as unknown as Error), callback);
        return undefined;
      }
    };
  }

  /** From now on new connections wait for {@link open}, and fail when it does not come soon. */
  close(): void {
    this.isClosed = true;
  }

  /** Lets new connections be made. */
  open(): void {
    this.isClosed = false;
    for (const enter of [...this.waiting]) enter();
  }

  private async pass(client: pg.Client, connect: () => Promise<unknown>): Promise<pg.Client> {
    const socket = socketOf(client); // as it was made: encryption puts another one in its place
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
