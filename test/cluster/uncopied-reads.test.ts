import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { aQuote } from '../builders/quotes.js';
import { describeOnCluster } from '../faults/cluster-harness.js';
import { whole } from '../whole.js';

/** On the coordinator no copy of a table can be made: what is answered is what the nodes found. */
describeOnCluster('reads that the nodes of a cluster answer', () => {
  let app: TestApp;
  let id: string;
  beforeAll(async () => {
    app = await startApp();
    const { body } = await app.post('/svc/quote', aQuote({ ticker: 'AAA', date: '2024-01-02' })).expect(201);
    id = body.id;
    // Checks of quotes are made on copies.
    await whole(() => app.get('/svc/quote/approval/counts'));
    await app.sql(`CREATE FUNCTION refuse_copies() RETURNS event_trigger LANGUAGE plpgsql
      AS $$BEGIN RAISE EXCEPTION 'a table is copied'; END$$`);
    await app.sql(`CREATE EVENT TRIGGER refuse_copies ON ddl_command_start WHEN TAG IN ('CREATE TABLE')
      EXECUTE FUNCTION refuse_copies()`);
  });
  afterAll(() => app.close());

  it.each([
    '/quote?total=true',
    '/quote?ticker=AAA,BBB&total=true',
    '/svc/quote?total=true',
    '/svc/quote/approval/counts',
    '/svc/datasets',
  ])('%s', async (path) => {
    await app.get(path).expect(200);
  });

  it('a total of more than 100,000 rows is an estimate from a shard', async () => {
    await app.sql(`
      INSERT INTO quote (ticker, date, open, high, low, close, volume, maker)
      SELECT 'T' || lpad(t::text, 3, '0'), date '2000-01-01' + d, 1, 1, 1, 1, 1, 'test'
      FROM generate_series(1, 150) t, generate_series(0, 999) d`);
    await app.sql('ANALYZE quote');
    const { body } = await app.get('/quote?total=true&limit=1').expect(200);
    expect(body.meta).toMatchObject({ total_estimated: true });
    expect(body.meta.total).toBeGreaterThan(110_000);
    expect(body.meta.total).toBeLessThan(250_000);
  });

  it('the history of a quote with its total', async () => {
    await app.get(`/svc/quote/${id}/history?total=true`).expect(200);
  });
});
