import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { connectionSettings } from '../../src/database/connection/connection.js';
import { sqlState } from '../../src/database/connection/database-errors.js';
import { startApp, type TestApp } from '../app.js';
import { aQuote } from '../builders/quotes.js';
import { until } from '../embedded/harness.js';
import type { Response } from '../request.js';

const DEADLOCK = '40P01';
/**
 * PostgreSQL checks for a deadlock after a second; the first session to check is rolled back, which the rival must not
 * be.
 */
const LATER = "SET deadlock_timeout = '5s'";

describe('a single write that the database rolls back for the sake of a rival', () => {
  let service: TestApp;
  let rival: pg.Client;
  beforeAll(async () => {
    service = await startApp();
    rival = new pg.Client(connectionSettings(service.address));
    await rival.connect();
    await rival.query(LATER);
  });
  afterAll(async () => {
    await rival.end();
    await service.close();
  });

  const waiters = async () =>
    (
      await service.sql(
        `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
      )
    ).length;

  /**
   * The answer to a write that meets a rival locking in the other order; undefined if the rival was rolled back
   * instead.
   */
  async function deadlocked(id: string, write: () => PromiseLike<Response>): Promise<Response | undefined> {
    await rival.query('BEGIN; LOCK TABLE audit_event IN SHARE ROW EXCLUSIVE MODE');
    const answer = Promise.resolve(write());
    await until('the write has its record and waits for the log', async () => (await waiters()) > 0);
    const failure = await rival
      .query(`SELECT FROM quote WHERE ticker = 'DEAD' AND id = $1 FOR UPDATE`, [id])
      .then(
        () => undefined,
        (error: Error) => error,
      );
    await rival.query(failure === undefined ? 'COMMIT' : 'ROLLBACK');
    if (failure !== undefined) expect(sqlState(failure)).toBe(DEADLOCK);
    const result = await answer;
    return failure === undefined ? result : undefined;
  }

  it.each<[string, (quote: { id: string; etag: string }) => PromiseLike<Response>]>([
    ['an approval', ({ id }) => service.post('/svc/quote/approval', { id })],
    ['a deletion', ({ id }) => service.delete(`/svc/quote/${id}`)],
    [
      'a replacement by its identifier',
      ({ id }) => service.put(`/svc/quote/${id}`, aQuote({ ticker: 'DEAD', volume: 7 })),
    ],
    [
      'a replacement over a version',
      ({ etag }) => service.put('/svc/quote', aQuote({ ticker: 'DEAD', volume: 7 })).set('If-Match', etag),
    ],
  ])('%s still succeeds', async (_, write) => {
    await until('the write was the one that is rolled back', async () => {
      const before = await service.put('/svc/quote', aQuote({ ticker: 'DEAD', volume: 1 }));
      const quote = { id: before.body.id as string, etag: String(before.headers.etag) };
      const answer = await deadlocked(quote.id, () => write(quote));
      if (answer !== undefined) expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
      return answer !== undefined;
    });
  });
});
