import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { connectionSettings } from '../../src/database/connection/connection.js';
import { isCluster, startApp, startAppOn, type TestApp } from '../app.js';
import { aSource } from '../builders/sources.js';
import { until } from '../embedded/harness.js';
import { Receiver } from '../receiver.js';
import type { Response } from '../request.js';
import { runSource } from '../source-runs.js';
import { Vendor } from '../vendor.js';

const DAY = '2024-01-31';
const bar = (ticker: string, close: number, date = DAY) => ({
  ticker,
  date,
  open: close,
  high: close,
  low: close,
  close,
  volume: 5_000 + Number(date.slice(-2)),
});

describe('a write of somebody else between two statements of a request or a run', () => {
  let service: TestApp;
  let rival: pg.Client;
  let vendor: Vendor;
  let rows: object[] = [];
  beforeAll(async () => {
    service = await startApp({ GOVERNED: 'corporate_action' });
    rival = new pg.Client(connectionSettings(service.address));
    await rival.connect();
    await rival.query('SET idle_in_transaction_session_timeout = 0');
    vendor = await Vendor.start(() => ({ body: rows }));
  });
  afterEach(async () => {
    await rival.query('ROLLBACK');
    await service.sql('TRUNCATE quote, daily_statistic, quarantine');
  });
  afterAll(async () => {
    await rival.end();
    await vendor.stop();
    await service.close();
  });

  const bring = (name: string, newRows: object[], date = DAY) => {
    rows = newRows;
    return runSource(service, name, { from_date: date, to_date: date });
  };
  /** The last number drawn for an event of the audit log. */
  const lastEventId = async () => {
    const [row] = await service.sql<{ id: string }>('SELECT last_value AS id FROM audit_event_id_seq');
    return Number(row?.id);
  };
  /** Waits for sessions that wait for a lock, of statements that match a pattern; on a cluster, of any. */
  const waiters = (count: number, statement: string) =>
    until(`${count} × ${statement} wait for a lock`, async () => {
      const waiting = `SELECT count(*)::int AS count FROM pg_stat_activity
        WHERE wait_event_type = 'Lock' AND datname = current_database()`;
      const [row] = isCluster
        ? await service.sql<{ count: number }>(
            `SELECT sum(result::int)::int AS count FROM run_command_on_all_nodes($$${waiting}$$)`,
          )
        : await service.sql<{ count: number }>(`${waiting} AND query ~ $1`, [statement]);
      return (row?.count ?? 0) >= count;
    });

  it("a person's correction written after a batch was judged survives it", async () => {
    await service.put('/svc/source/vendor', aSource(`${vendor.url}/`)).expect(201);
    await bring('vendor', [bar('AAA', 20_000), bar('BBB', 20_000)]);
    await rival.query(
      `BEGIN; INSERT INTO quote SELECT (jsonb_populate_record(q, '{"ticker": "CCC"}')).* FROM quote q WHERE ticker = 'AAA'`,
    );
    const run = bring('vendor', [bar('AAA', 20_200), bar('BBB', 20_200), bar('CCC', 20_200)]);
    await waiters(1, 'import_row');
    await service.put('/svc/quote', bar('BBB', 20_100)).expect(200);
    await rival.query('ROLLBACK');
    expect(await run).toMatchObject({ state: 'done', created: 1, updated: 1, quarantined: 1 });
    expect(await service.sql('SELECT ticker, close::int FROM quote ORDER BY ticker')).toEqual([
      { ticker: 'AAA', close: 20_200 },
      { ticker: 'BBB', close: 20_100 },
      { ticker: 'CCC', close: 20_200 },
    ]);
    const [held] = (await service.get('/svc/quarantine?rule=second_source').expect(200)).body.data;
    expect(held).toMatchObject({ key: { ticker: 'BBB' }, record: { close: 20_200 } });
  });

  it.each<[string, (id: string) => PromiseLike<Response>, number, string | undefined]>([
    ['a deletion', (id) => service.delete(`/svc/quote/${id}`), 200, undefined],
    ['a replacement', (id) => service.put(`/svc/quote/${id}`, bar('AAA', 20_300)), 400, '2024-02-01'],
    [
      'another move',
      (id) => service.post(`/svc/record/quote/${id}/move`, { date: '2024-02-02' }),
      200,
      '2024-02-02',
    ],
  ])('%s by identifier finds the record that is moved at that moment', async (_, write, status, date) => {
    const { id } = (await service.post('/svc/quote', bar('AAA', 20_000)).expect(201)).body;
    await rival.query(`BEGIN; SELECT FROM quote WHERE ticker = 'AAA' FOR UPDATE`);
    const move = Promise.resolve(
      service.post(`/svc/record/quote/${id}/move`, { date: '2024-02-01' }).expect(200),
    );
    await waiters(1, 'DELETE FROM quote');
    const answer = Promise.resolve(write(id));
    await waiters(2, ' quote ');
    await rival.query('ROLLBACK');
    await move;
    expect((await answer).status).toBe(status);
    const stored = await service.get(`/svc/record/quote/${id}`);
    expect(stored.body.date).toBe(date);
  });

  it('a release keeps what a person writes meanwhile in fields that the source does not declare', async () => {
    const statistic = (values: object) => ({ ticker: 'AAA', date: DAY, reference: 20_000, ...values });
    const path = '/svc/record/daily_statistic';
    const fields = Object.fromEntries(['ticker', 'date', 'reference'].map((name) => [name, { from: name }]));
    await service.put('/svc/source/part', aSource(`${vendor.url}/`, { data_set: 'daily_statistic', fields }));
    await service.put(path, statistic({ matched_volume: 1_000 })).expect(201);
    expect(await bring('part', [statistic({ reference: 40_000 })])).toMatchObject({ quarantined: 1 });
    const [held] = (await service.get('/svc/quarantine?source=part').expect(200)).body.data;
    await rival.query(`BEGIN; SELECT FROM daily_statistic WHERE ticker = 'AAA' FOR UPDATE`);
    const correction = Promise.resolve(service.put(path, statistic({ matched_volume: 2_000 })).expect(200));
    await waiters(1, 'daily_statistic');
    const release = Promise.resolve(
      service.post(`/svc/quarantine/${held.id}/release`, { reason: 'Seen' }).expect(200),
    );
    await waiters(2, 'daily_statistic');
    await rival.query('ROLLBACK');
    await Promise.all([correction, release]);
    const { body } = await service.get(`${path}?ticker=AAA&date=${DAY}`).expect(200);
    expect(body).toMatchObject({ reference: 40_000, matched_volume: 2_000 });
  });

  it('a bulk approval finds a quote by its identifier that is moved meanwhile, and none that is deleted', async () => {
    const [first, moved, deleted] = await Promise.all(
      ['AAA', 'BBB', 'CCC'].map(
        async (ticker) => (await service.post('/svc/quote', bar(ticker, 20_000)).expect(201)).body.id,
      ),
    );
    await rival.query(`BEGIN; SELECT FROM quote WHERE ticker = 'AAA' FOR UPDATE`);
    const items = [first, moved, deleted].map((id) => ({ id }));
    const approval = Promise.resolve(service.post('/svc/quote/approval/bulk', items).expect(207));
    await waiters(1, 'WITH target');
    await service.post(`/svc/record/quote/${moved}/move`, { date: '2024-02-01' }).expect(200);
    await service.delete(`/svc/quote/${deleted}`).expect(200);
    await rival.query('ROLLBACK');
    const { results } = (await approval).body;
    expect(results.map(({ status }: { status: number }) => status)).toEqual([200, 200, 404]);
    expect((await service.get(`/svc/quote/${moved}`).expect(200)).body).toMatchObject({ is_apporval: 1 });
  });

  it('a bulk approval that meets a move and a deletion goes on, instead of beginning again', async () => {
    const ids = await Promise.all(
      ['AAA', 'BBB', 'CCC', 'DDD'].map(
        async (ticker) => (await service.post('/svc/quote', bar(ticker, 20_000)).expect(201)).body.id,
      ),
    );
    await rival.query(`BEGIN; SELECT FROM quote WHERE ticker = 'AAA' FOR UPDATE`);
    const approval = Promise.resolve(
      service
        .post(
          '/svc/quote/approval/bulk',
          ids.map((id) => ({ id })),
        )
        .expect(207),
    );
    await waiters(1, 'WITH target');
    await service.post(`/svc/record/quote/${ids[1]}/move`, { date: '2024-02-01' }).expect(200);
    await service.delete(`/svc/quote/${ids[2]}`).expect(200);
    const before = await lastEventId();
    await rival.query('ROLLBACK');
    const { results } = (await approval).body;
    expect(results.map(({ status }: { status: number }) => status)).toEqual([200, 200, 404, 200]);
    // A decision that is rolled back draws the number of an event in vain.
    expect((await lastEventId()) - before).toBe(3);
  });

  it('restorations of a record under two keys at once leave one record', async () => {
    const { id } = (await service.post('/svc/quote', bar('AAA', 20_000)).expect(201)).body;
    await service.post(`/svc/record/quote/${id}/move`, { date: '2024-02-01' }).expect(200);
    const history = (await service.get(`/svc/quote/${id}/history`).expect(200)).body.data;
    const events = history.filter(({ action }: { action: string }) => action === 'created');
    for (let round = 0; round < 20; round += 1) {
      await service.delete(`/svc/quote/${id}`).expect(200);
      const answers = await Promise.all(
        events.map((event: { id: number }) =>
          service.post(`/svc/record/quote/${id}/restore`, { event_id: event.id, version: 'after' }),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(await service.sql('SELECT FROM quote')).toHaveLength(1);
    }
  });

  it('restorations of one version at once: each finds the record restored, and one writes it', async () => {
    const { id } = (await service.post('/svc/quote', bar('AAA', 20_000)).expect(201)).body;
    const [event] = (await service.get(`/svc/quote/${id}/history`).expect(200)).body.data;
    await service.delete(`/svc/quote/${id}`).expect(200);
    await rival.query(`BEGIN; SELECT pg_advisory_xact_lock(hashtextextended('${id}', 0))`);
    const restorations = [1, 2].map(() =>
      Promise.resolve(service.post(`/svc/record/quote/${id}/restore`, { event_id: event.id })),
    );
    await waiters(2, 'pg_advisory_xact_lock');
    await rival.query('ROLLBACK');
    const answers = await Promise.all(restorations);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(1);
    const history = (await service.get(`/svc/quote/${id}/history?order=asc`).expect(200)).body.data;
    expect(history.map(({ action }: { action: string }) => action)).toEqual([
      'created',
      'deleted',
      'created',
    ]);
  });

  it('a restoration meets the deletion of the record: the record is restored', async () => {
    const { id } = (await service.post('/svc/quote', bar('AAA', 20_000)).expect(201)).body;
    await service.put('/svc/quote', bar('AAA', 20_100)).expect(200);
    const { data } = (await service.get(`/svc/quote/${id}/history?order=asc`).expect(200)).body;
    await rival.query(`BEGIN; DELETE FROM quote WHERE ticker = 'AAA'`);
    const restoration = Promise.resolve(
      service.post(`/svc/record/quote/${id}/restore`, { event_id: data[0].id }).expect(200),
    );
    await waiters(1, 'UPDATE quote');
    await rival.query('COMMIT');
    expect((await restoration).body).toMatchObject({ id, close: 20_000 });
  });

  it('runs of two instances that end together report a complete day once', async () => {
    const other = await startAppOn(service.address);
    const day = '2024-02-01';
    const market = (date: string) => [bar('AAA', 20_000, date), bar('BBB', 20_000, date)];
    for (const name of ['one', 'two']) {
      await service.put(`/svc/source/${name}`, aSource(`${vendor.url}/`)).expect(201);
    }
    await bring('one', market(DAY), DAY);
    await service.sql(`
      CREATE FUNCTION wait_for_rival() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NEW; END $$;
      CREATE TRIGGER wait_for_rival BEFORE INSERT ON audit_event FOR EACH ROW
        WHEN (NEW.action = 'day_complete') EXECUTE FUNCTION wait_for_rival()`);
    await rival.query('BEGIN; SELECT pg_advisory_xact_lock(1)');
    const runs = ['one', 'two'].map((name) => bring(name, market(day), day));
    await waiters(2, 'INSERT INTO audit_event|pg_advisory_xact_lock');
    await rival.query('ROLLBACK');
    for (const run of runs) expect(await run).toMatchObject({ state: 'done' });
    await other.close();
    const events = await service.sql(
      `SELECT FROM audit_event WHERE action = 'day_complete' AND record_key ->> 'date' = $1`,
      [day],
    );
    expect(events).toHaveLength(1);
  });

  it('a proposal that meets the approval of the one before is made against the approved record', async () => {
    const maker = await service.token('maker', { principal: 'maker@example.com' });
    const checker = await service.token('checker', { principal: 'checker@example.com' });
    const dividend = (amount: number) => ({
      ticker: 'AAA',
      ex_date: DAY,
      type: 'cash_dividend',
      cash_dividend: amount,
    });
    const propose = (amount: number) => service.put('/svc/record/corporate_action', dividend(amount), maker);
    const approve = (id: string) => service.post(`/svc/approval/${id}/approve`, {}, checker);
    const { id: first } = (await propose(1_000).expect(202)).body;
    await approve(first).expect(200);
    const { id: second } = (await propose(2_000).expect(202)).body;
    await rival.query(`BEGIN; SELECT FROM proposal WHERE id = '${second}' FOR UPDATE`);
    const approval = Promise.resolve(approve(second).expect(200));
    await waiters(1, 'FROM proposal');
    const proposal = Promise.resolve(propose(3_000).expect(202));
    await waiters(2, 'FROM proposal|WITH\\s+s AS');
    await rival.query('ROLLBACK');
    await approval;
    const { body } = await proposal;
    expect(body).toMatchObject({ before: { cash_dividend: 2_000 }, after: { cash_dividend: 3_000 } });
    await approve(body.id).expect(200);
  });

  it('a bulk request that meets another one for the same governed records proposes once, after it', async () => {
    const dividends = (amount: number, tickers: readonly string[]) =>
      tickers.map((ticker) => ({ ticker, ex_date: DAY, type: 'cash_dividend', cash_dividend: amount }));
    const propose = (amount: number, tickers: readonly string[]) =>
      service
        .post('/svc/bulk/insert?resource=corporate_action&on_duplicate=update', dividends(amount, tickers))
        .expect(207);
    await propose(1_000, ['ONE']);
    await rival.query(`BEGIN; SELECT FROM proposal WHERE record_key ->> 'ticker' = 'ONE' FOR UPDATE`);
    const before = await lastEventId();
    const first = Promise.resolve(propose(2_000, ['ONE']));
    await waiters(1, 'WITH\\s+s AS');
    const second = Promise.resolve(propose(3_000, ['ONE', 'TWO']));
    await waiters(2, 'WITH\\s+s AS|pg_advisory');
    await rival.query('ROLLBACK');
    await first;
    const { results } = (await second).body;
    expect(results.map(({ status }: { status: number }) => status)).toEqual([202, 202]);
    // The ends of two proposals and three new ones; what is rolled back draws numbers of events in vain.
    expect((await lastEventId()) - before).toBe(5);
  });

  it('a PUT of the stored values that meets the deletion of their record proposes to create it', async () => {
    const key = { ticker: 'PUT', ex_date: DAY, type: 'cash_dividend' };
    const put = () => service.put('/svc/record/corporate_action', { ...key, cash_dividend: 1_000 });
    const { id } = (await put().expect(202)).body;
    await service.post(`/svc/approval/${id}/approve`, {}).expect(200);
    const remover = new pg.Client(connectionSettings(service.address));
    await remover.connect();
    const lock = 'BEGIN; LOCK TABLE corporate_action IN ACCESS EXCLUSIVE MODE';
    await rival.query(lock);
    const answer = Promise.resolve(put());
    await waiters(1, 'WITH\\s+s AS');
    // It is behind the first statement of the request, and before every other.
    const removal = remover.query(`${lock}; DELETE FROM corporate_action WHERE ticker = 'PUT'; COMMIT`);
    await waiters(2, 'corporate_action');
    await rival.query('ROLLBACK');
    await removal;
    await remover.end();
    expect(await answer).toMatchObject({ status: 202, body: { action: 'create', key } });
  });

  describe('at the beginning of a run', () => {
    const source = () => aSource(`${vendor.url}/`, { schedule: { cron: '0 7 * * *' } });
    const runs = async (name: string) => (await service.get(`/svc/source/${name}/run`)).body.data;

    it('a connection that is lost leaves the schedule as it was: the run begins with the next one', async () => {
      rows = [];
      await service.put('/svc/source/cut', source()).expect(201);
      await rival.query('BEGIN; LOCK TABLE source_run IN SHARE MODE');
      await service.sql(`UPDATE source SET next_run_at = '2024-01-01' WHERE name = 'cut'`);
      await waiters(1, 'INSERT INTO source_run');
      await rival.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE wait_event_type = 'Lock' AND datname = current_database() AND query ~ 'INSERT INTO source_run'`);
      await rival.query('ROLLBACK');
      await until('its run is there', async () => (await runs('cut')).length === 1);
      expect((await runs('cut'))[0]).toMatchObject({ requested_by: 'schedule' });
      await service.delete('/svc/source/cut').expect(200);
    });

    it('no run of a source begins once it is deleted', async () => {
      await service.put('/svc/source/late', source()).expect(201);
      await rival.query('BEGIN; LOCK TABLE settlement IN ACCESS EXCLUSIVE MODE');
      const start = Promise.resolve(service.post('/svc/source/late/run', {}));
      await waiters(1, 'FROM settlement');
      await service.delete('/svc/source/late').expect(200);
      await rival.query('ROLLBACK');
      expect((await start).status).toBe(404);
      expect(await service.sql(`SELECT FROM source_run WHERE source = 'late'`)).toEqual([]);
    });

    // A cluster's tables have no deferred triggers.
    (isCluster ? it.skip : it)('a cancel waits for rows that are being committed', async () => {
      await service.put('/svc/source/late', source()).expect(201);
      await service.sql(`
        CREATE FUNCTION wait_at_commit() RETURNS trigger LANGUAGE plpgsql AS $$
          BEGIN PERFORM pg_advisory_xact_lock_shared(1); RETURN NULL; END $$;
        CREATE CONSTRAINT TRIGGER wait_at_commit AFTER INSERT ON quote DEFERRABLE INITIALLY DEFERRED
          FOR EACH ROW EXECUTE FUNCTION wait_at_commit()`);
      await rival.query('BEGIN; SELECT pg_advisory_xact_lock(1)');
      rows = [bar('AAA', 20_000)];
      const { body: run } = await service
        .post('/svc/source/late/run', { from_date: DAY, to_date: DAY })
        .expect(202);
      await waiters(1, 'COMMIT');
      const cancel = Promise.resolve(service.delete(`/svc/source/late/run/${run.id}`).expect(200));
      await waiters(2, 'COMMIT|UPDATE source_run');
      await rival.query('ROLLBACK');
      expect((await cancel).body).toMatchObject({ state: 'cancelled' });
      expect(await service.sql('SELECT ticker FROM quote')).toEqual([{ ticker: 'AAA' }]);
      await service.sql('DROP TRIGGER wait_at_commit ON quote; DROP FUNCTION wait_at_commit');
    });

    it('a run that is requested while its source is deleted is refused, or cancelled with it', async () => {
      await service.put('/svc/source/gone', source()).expect(201);
      await rival.query('BEGIN; LOCK TABLE source_run IN SHARE MODE');
      const start = Promise.resolve(service.post('/svc/source/gone/run', {}));
      await waiters(1, 'INSERT INTO source_run');
      const deletion = Promise.resolve(service.delete('/svc/source/gone').expect(200));
      await waiters(2, 'INSERT INTO source_run|FROM source');
      await rival.query('ROLLBACK');
      const [{ status }] = await Promise.all([start, deletion]);
      expect(await service.sql(`SELECT state FROM source_run WHERE source = 'gone'`)).toEqual(
        status === 404 ? [] : [{ state: 'cancelled' }],
      );
    });
  });

  describe('in a delivery to a webhook', () => {
    let receiver: Receiver;
    let hook: { id: string };
    beforeEach(async () => {
      receiver = await Receiver.start();
      hook = (await service.post('/svc/webhooks', { url: receiver.url }).expect(201)).body;
    });
    afterEach(async () => {
      await service.delete(`/svc/webhooks/${hook.id}`);
      await receiver.kill();
    });
    const state = async () => (await service.get(`/svc/webhooks/${hook.id}`).expect(200)).body;
    const write = (ticker: string) => service.post('/svc/quote', bar(ticker, 20_000)).expect(201);

    it('an attempt with more events just before a replay: the replay sends those as well', async () => {
      receiver.answer = () => ({ status: 503, headers: { 'Retry-After': '600' } });
      await write('EARLY');
      await until('it has failed', async () => (await state()).failures === 1);
      await write('LATER');
      receiver.answer = () => ({ status: 204 });
      const [delivery] = (await service.get(`/svc/webhooks/${hook.id}/delivery`).expect(200)).body.data;
      await rival.query(`BEGIN; SELECT FROM webhook WHERE id = '${hook.id}' FOR UPDATE`);
      const replay = Promise.resolve(
        service.post(`/svc/webhooks/${hook.id}/delivery/${delivery.id}/replay`).expect(200),
      );
      await waiters(1, 'UPDATE webhook');
      await rival.query(`UPDATE webhook_delivery SET attempts = 2, last_attempt_at = clock_timestamp(),
          events = events || (SELECT id FROM audit_event WHERE record_key ->> 'ticker' = 'LATER')
        WHERE webhook_id = '${hook.id}'`);
      await rival.query('COMMIT');
      await replay;
      await receiver.first(2);
      expect(receiver.events.map(({ key }) => key?.ticker)).toEqual(['EARLY', 'LATER']);
    });

    it('a connection that is lost after the answer: nothing stays pending', async () => {
      receiver.answer = async () => {
        await rival.query(`BEGIN; SELECT FROM webhook WHERE id = '${hook.id}' FOR NO KEY UPDATE`);
        receiver.answer = () => ({ status: 204 });
        return { status: 204 };
      };
      await write('ONCE');
      await waiters(1, 'UPDATE webhook');
      await rival.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE wait_event_type = 'Lock' AND datname = current_database() AND query ~ 'UPDATE webhook'`);
      await rival.query('ROLLBACK');
      await until('nothing is pending', async () => (await state()).pending === 0);
      expect(new Set(receiver.events.map(({ key }) => key?.ticker))).toEqual(new Set(['ONCE']));
    });
  });
});
