import pg from 'pg';

/** What a pool says of a connection that it opened and that was not ready in time. */
const LATE = 'Connection terminated due to connection timeout';

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void;

/**
 * A pool that opens a connection a second time where the first one was not ready in time: a burst of requests may keep this
 * process longer from reading what the server has answered. A server that does not answer is found out by the
 * `Heartbeat`, which cuts its connections off; those fail otherwise.
 */
export class Pool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): Promise<pg.PoolClient> | undefined {
    if (connected === undefined) {
      return super.connect().catch((error: Error) => {
        if (error.message !== LATE) throw error;
        return super.connect();
      });
    }
    super.connect((error, client, done) => {
      if (error?.message === LATE) super.connect(connected);
      else connected(error, client, done);
    });
    return undefined;
  }
}
