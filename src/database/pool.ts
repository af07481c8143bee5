import pg from 'pg';
import { isTooLate } from './connection.js';

/** A timer that is this late, ms, means that this process was busy with something else. */
const LATE = 100;

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void;

/**
 * A pool that opens a connection a second time where this process had no time to read what the server answered to the first
 * one, as in a burst of requests: timers that are over come before what has arrived. A server that does not answer is
 * asked once.
 */
export class Pool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): Promise<pg.PoolClient> | undefined {
    const began = performance.now();
    if (connected === undefined) {
      return super.connect().catch((error: Error) => {
        if (!this.wasBusy(error, began)) throw error;
        return super.connect();
      });
    }
    super.connect((error, client, done) => {
      if (error && this.wasBusy(error, began)) super.connect(connected);
      else connected(error, client, done);
    });
    return undefined;
  }

  private wasBusy(error: Error, began: number): boolean {
    const { connectionTimeoutMillis = 0 } = this.options;
    return isTooLate(error) && performance.now() - began > connectionTimeoutMillis + LATE;
  }
}
