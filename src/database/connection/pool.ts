import pg from 'pg';
import { isTooLate } from './database-errors.js';

/** A timer that is this late, ms, means that this process was busy with something else. */
const LATE = 100;

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void;

/**
 * A pool that opens a connection a second time when this process had no time to read the server's answer to the first
 * attempt, as in a burst of requests: expired timers run before arrived data is read. A server that does not answer is
 * tried once.
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
