import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Pause between two looks, ms, and idle looks after which no work follows: longer than followers wait for writers to
 * rest.
 */
const PAUSE = 400;
const STILL = 20;

/**
 * Resolves when a service has followed all events and has no checks left, so that no background work disturbs a
 * measurement.
 */
export async function awaitIdle(client) {
  for (let looks = 0; looks < STILL; ) {
    await sleep(PAUSE);
    const { rows } = await client.query(`
      SELECT EXISTS (SELECT FROM quote_check) OR EXISTS (SELECT FROM company_check)
        OR EXISTS (SELECT FROM pg_stat_activity
          WHERE state = 'active' AND pid <> pg_backend_pid() AND backend_type = 'client backend') AS "isBusy"`);
    looks = rows[0].isBusy ? 0 : looks + 1;
  }
}
