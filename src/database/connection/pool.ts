import pg from 'pg';
import { isTooLate, isWaitOver } from './database-errors.js';

/** A timer that is this late, ms, means that this process was busy with something else. */
const LATE = 100;
/** Most waits for a connection, each as long as the settings say, of a request that there is a reason to go on for. */
const WAITS = 3;

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void;

/**
 * A pool whose requests wait again, up to {@link WAITS} times, when their wait ended for another reason than a server
 * that does not answer or connections that are held up:
 * - connections became free meanwhile, and earlier requests got them, as many writes of one row do one after another;
 * - this process had no time to read the server's answer, as in a burst of requests: expired timers run before arrived
 *   data is read.
 */
export class Pool extends pg.Pool {
  /** how many connections have become free, those closed after an error not counted */
  private releases = 0;

  constructor(settings: pg.PoolConfig) {
    super(settings);
    this.on('release', (error) => {
      if (!error) this.releases++;
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): Promise<pg.PoolClient> | undefined {
    if (connected !== undefined) {
      this.wait(connected);
      return undefined;
    }
    return new Promise((resolve, reject) => {
      this.wait((error, client) => (error ? reject(error) : resolve(client as pg.PoolClient)));
    });
  }

  /** `first`: when the first of its waits began; `count`: how many there were before this one. */
  private wait(connected: Connected, first = performance.now(), count = 0): void {
    const began = performance.now();
    const releases = this.releases;
    super.connect((error, client, done) => {
      const hasReason = isWaitOver(error)
        ? this.releases > releases && this.hasTime(first)
        : this.wasBusy(error, began);
      if (hasReason && count + 1 < WAITS) this.wait(connected, first, count + 1);
      else connected(error, client, done);
    });
  }

  /** Whether another wait would end in time, give or take half of one: on a busy machine waits end late. */
  private hasTime(first: number): boolean {
    const { connectionTimeoutMillis = 0 } = this.options;
    return performance.now() - first < (WAITS - 0.5) * connectionTimeoutMillis;
  }

  private wasBusy(error: Error | undefined, began: number): boolean {
    const { connectionTimeoutMillis = 0 } = this.options;
    return isTooLate(error) && performance.now() - began > connectionTimeoutMillis + LATE;
  }
}
