import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { IDLE_TRANSACTION_LIMIT } from '../../src/database/connection/connection.js';
import { startApp, type TestApp } from '../app.js';
import { aQuote, quotesOf } from '../builders/quotes.js';
import { until } from '../embedded/harness.js';
import { connect } from './harness.js';

/** Reads the list of gaps, which first has the checks of quotes catch up; true: it says that some are pending. */
async function areChecksPending(service: TestApp): Promise<boolean> {
  const { meta } = (await service.get('/quote/gaps').expect(200)).body;
  return (meta.notices ?? []).some(({ code }: { code: string }) => code === 'checks_pending');
}

describe('work that follows the writes', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp();
    await service.sql(`CREATE TABLE step (position bigint); GRANT INSERT ON step TO PUBLIC`);
  });
  afterAll(() => service.close());

  /** Runs a statement of PL/pgSQL whenever a step of the checks of quotes moves their position. */
  const onStep = (statement: string) =>
    service.sql(`
      CREATE OR REPLACE FUNCTION on_step() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${statement}; RETURN NEW; END $$;
      CREATE OR REPLACE TRIGGER on_step BEFORE UPDATE ON quote_check_progress FOR EACH ROW EXECUTE FUNCTION on_step()`);

  it.each([
    ['the disk is full', '53100'],
    ['it takes too long', '57014'],
  ])('is put off while %s: a list that has it catch up is read all the same', async (_, code) => {
    await onStep(`RAISE EXCEPTION 'not now' USING ERRCODE = '${code}'`);
    await service.put('/svc/quote', aQuote({ ticker: `OFF${code}` }));
    expect(await areChecksPending(service)).toBe(true);
    await onStep('NULL');
    await until('it is done', async () => !(await areChecksPending(service)));
  });

  it('may read for longer than a transaction may do nothing', async () => {
    const rival = await connect(service.address);
    await rival.query('BEGIN; LOCK TABLE daily_statistic');
    await service.post('/svc/quote/bulk/import', quotesOf('LONG', 3)).expect(207);
    const isPending = areChecksPending(service);
    await until('it has read for that long', async () => {
      const waits = await service.sql(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
           AND clock_timestamp() - query_start > interval '${IDLE_TRANSACTION_LIMIT + 500} ms'`,
      );
      return waits.length > 0;
    });
    await rival.query('ROLLBACK');
    expect(await isPending).toBe(false);
    await rival.end();
  });

  it('takes the rows of a large import in several steps', async () => {
    expect(await areChecksPending(service)).toBe(false);
    await onStep('INSERT INTO step VALUES (NEW.position)');
    const events = await service.sql<{ id: string }>(
      `INSERT INTO audit_event (resource, action, actor, after)
       SELECT 'quote', 'imported', 'test', jsonb_build_object('created', 250000, 'first_id', id, 'last_id', id)
       FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, 3)) batch RETURNING id`,
    );
    await until('they are taken', async () => !(await areChecksPending(service)));
    const steps = await service.sql<{ position: string }>('SELECT DISTINCT position FROM step ORDER BY 1');
    expect(steps.map(({ position }) => position)).toEqual(events.map(({ id }) => id));
  });
});
