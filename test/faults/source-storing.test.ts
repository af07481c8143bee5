import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { aQuote } from '../builders/quotes.js';
import { aSource } from '../builders/sources.js';
import { cleanUp, until } from '../embedded/harness.js';
import { runSource } from '../source-runs.js';
import { Vendor } from '../vendor.js';
import { connect } from './harness.js';

const { date } = aQuote();
const RANGE = { from_date: date, to_date: date };
/** Any lock of another session that a statement of the service waits for. */
const WAITING = `SELECT pid FROM pg_locks WHERE NOT granted AND database = (
  SELECT oid FROM pg_database WHERE datname = current_database())`;

describe('trouble of the database in a run of a source', () => {
  let service: TestApp;
  let vendor: Vendor;
  /** moments at which REFUSED was requested, ms */
  const times: number[] = [];
  beforeAll(async () => {
    service = await startApp();
    vendor = await Vendor.start(({ path }) => {
      if (path === '/REFUSED') times.push(performance.now());
      return { body: [aQuote({ ticker: path.slice(1) })] };
    });
  });
  afterEach(cleanUp);
  afterAll(async () => {
    await vendor.stop();
    await service.close();
  });

  const declare = (name: string, ticker: string) =>
    service.put(`/svc/source/${name}`, aSource(`${vendor.url}/${ticker}`)).expect(201);
  const ended = (path: string) =>
    until('the run ends', async () => {
      const { body } = await service.get(path).expect(200);
      return body.ended_at === null ? undefined : body;
    });

  it('its source is requested again after growing pauses', async () => {
    await declare('refused', 'REFUSED');
    await service.sql(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE 'no room' USING ERRCODE = 'disk_full'; END $$;
      CREATE TRIGGER refuse BEFORE INSERT ON quote FOR EACH ROW EXECUTE FUNCTION refuse()`);
    const path = '/svc/source/refused/run';
    const { id } = (await service.post(path, RANGE).expect(202)).body;
    await until('it is asked five times', () => times.length >= 5);
    await service.sql('DROP FUNCTION refuse() CASCADE');
    // Of pauses of 1, 2, 4 and 8 s, up to a half of each is left out at random.
    expect((times[4] ?? 0) - (times[3] ?? 0)).toBeGreaterThan(3_500);
    expect(await ended(`${path}/${id}`)).toMatchObject({ state: 'done', created: 1, units_failed: 0 });
  });

  it('a replay that loses its connection goes on, and its source is not blamed', async () => {
    await declare('replayed', 'REPLAYED');
    const { id: original } = await runSource(service, 'replayed', RANGE);
    const blocker = await connect(service.address);
    await blocker.query('BEGIN; LOCK TABLE source_payload_part IN ACCESS EXCLUSIVE MODE');
    const { headers } = await service.post(`/svc/source/replayed/run/${original}/replay`, {}).expect(202);
    const watcher = await connect(service.address);
    const { pid } = await until('it waits', async () => (await watcher.query(WAITING)).rows[0]);
    await watcher.query('SELECT pg_terminate_backend($1)', [pid]);
    await blocker.query('COMMIT');
    expect(await ended(String(headers.location))).toMatchObject({ state: 'done', read: 1, units_failed: 0 });
  });

  it('a complete day is reported although the first attempt to report it lost its connection', async () => {
    await declare('complete', 'COMPLETE');
    const blocker = await connect(service.address);
    await service.sql('DELETE FROM quote');
    const path = '/svc/source/complete/run';
    await blocker.query('BEGIN; SELECT pg_advisory_xact_lock(7120115043)');
    const { id } = (await service.post(path, RANGE).expect(202)).body;
    const watcher = await connect(service.address);
    const { pid } = await until('it waits', async () => (await watcher.query(WAITING)).rows[0]);
    await watcher.query('SELECT pg_terminate_backend($1)', [pid]);
    await blocker.query('COMMIT');
    await ended(`${path}/${id}`);
    const { body } = await service
      .get('/svc/events?last_event_id=0&type=dataset.day_complete&format=json')
      .expect(200);
    expect(body.data).toContainEqual(
      expect.objectContaining({ key: { resource: 'quote', date }, request_id: id }),
    );
  });
});
