import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { aQuote } from '../builders/quotes.js';
import { expectProblem } from '../contract/wire.js';
import { until } from '../embedded/harness.js';
import { isSigned, Receiver } from '../receiver.js';

const NOBODY = '00000000-0000-4000-8000-000000000000';

describe('deliveries of webhooks', () => {
  let service: TestApp;
  let receiver: Receiver;
  beforeAll(async () => {
    service = await startApp();
  });
  afterEach(async () => {
    const { body } = await service.get('/svc/webhooks');
    for (const { id } of body.data) await service.delete(`/svc/webhooks/${id}`).expect(200);
    await receiver?.kill();
  });
  afterAll(() => service.close());

  /** A webhook to a new receiver. */
  async function hook() {
    receiver = await Receiver.start();
    const { body } = await service.post('/svc/webhooks', { url: receiver.url }).expect(201);
    return body as { id: string; secret: string };
  }
  const write = (ticker: string) => service.post('/svc/quote', aQuote({ ticker })).expect(201);
  const deliveries = async (id: string, query = '') =>
    (await service.get(`/svc/webhooks/${id}/delivery${query}`).expect(200)).body.data;
  const state = async (id: string) => (await service.get(`/svc/webhooks/${id}`).expect(200)).body;
  const replay = (id: string, delivery: string, token?: string) =>
    service.post(`/svc/webhooks/${id}/delivery/${delivery}/replay`, undefined, token);
  const tickers = () => receiver.accepted.flatMap(({ events }) => events.map(({ key }) => key?.ticker));

  /** A webhook whose receiver refused a first event and asked for a pause of ten minutes. */
  async function failedDelivery(ticker: string) {
    const webhook = await hook();
    receiver.answer = () => ({ status: 503, headers: { 'Retry-After': '600' } });
    await write(ticker);
    await until('the failure is visible', async () => (await state(webhook.id)).failures > 0);
    receiver.answer = () => ({ status: 204 });
    const [{ id: delivery }] = await deliveries(webhook.id, '?state=failed');
    return { ...webhook, delivery: delivery as string };
  }

  it('are listed with their outcome, the newest first', async () => {
    const { id } = await hook();
    await write('LISTA');
    await receiver.first(1);
    receiver.answer = () => ({ status: 500 });
    await write('LISTB');
    await until('it has failed twice', async () => (await state(id)).failures > 1);
    const [newest, oldest, ...others] = await deliveries(id);
    expect(others).toEqual([]);
    const [first] = receiver.events;
    expect(oldest).toMatchObject({
      ...{ first_event: first?.id, last_event: first?.id, events: 1 },
      ...{ state: 'delivered', attempts: 1, error: null },
    });
    expect(newest).toMatchObject({ events: 1, state: 'failed', error: 'status_5xx' });
    expect(newest.attempts).toBeGreaterThan(1);
    expect(Date.parse(newest.last_attempt_at)).toBeGreaterThan(Date.parse(newest.first_attempt_at));
    expect((await deliveries(id, '?state=failed')).map(({ id }: { id: string }) => id)).toEqual([newest.id]);
    const { body } = await service.get(`/svc/webhooks/${id}/delivery?limit=1&order=asc`).expect(200);
    expect(body.data[0].id).toBe(oldest.id);
    expect((await service.get(body.meta.next).expect(200)).body.data[0].id).toBe(newest.id);
  });

  it('a replayed delivery keeps its events and its webhook-id, and is audited', async () => {
    const { id, secret } = await hook();
    await write('AGAIN');
    await receiver.first(1);
    await until('it is recorded', async () => (await deliveries(id)).length === 1);
    const [{ id: delivery }] = await deliveries(id);
    const { body } = await replay(id, delivery).expect(200);
    expect(body).toMatchObject({ id: delivery, state: 'delivered', attempts: 2, error: null });
    const [before, repetition, ...others] = receiver.all;
    expect(others).toEqual([]);
    expect(repetition?.body).toBe(before?.body);
    expect(repetition?.headers['webhook-id']).toBe(before?.headers['webhook-id']);
    expect(repetition !== undefined && (await isSigned(secret, repetition))).toBe(true);
    const audit = await service.get('/svc/audit?resource=webhook&action=replayed&limit=1').expect(200);
    expect(audit.body.data[0]).toMatchObject({
      ...{ record_id: id, actor: 'admin@localhost' },
      after: { delivery, state: 'delivered' },
    });
    await write('AFTER');
    await receiver.first(2);
    expect(tickers()).toEqual(['AGAIN', 'AGAIN', 'AFTER']);
  });

  it('an accepted replay of a failed delivery lets the webhook continue immediately', async () => {
    const { id, delivery } = await failedDelivery('STUCK');
    await write('BEHIND');
    expect((await replay(id, delivery).expect(200)).body).toMatchObject({ state: 'delivered', error: null });
    await receiver.first(2);
    expect(tickers()).toEqual(['STUCK', 'BEHIND']);
    await until('the webhook has recovered', async () => (await state(id)).pending === 0);
    expect(await state(id)).toMatchObject({ failures: 0, next_attempt_at: null });
  });

  it('a replay on a paused webhook sends that delivery and nothing else', async () => {
    const { id, delivery } = await failedDelivery('PAUSED');
    await service.put(`/svc/webhooks/${id}`, { url: receiver.url, active: false }).expect(200);
    await write('WAITS');
    await replay(id, delivery).expect(200);
    expect(tickers()).toEqual(['PAUSED']);
    // Changed since it failed: its filters are applied to the same events again.
    expect(await state(id)).toMatchObject({ active: false, pending: 2 });
  });

  it('replays of what failed before the filters were changed pass over no event that the new ones match', async () => {
    receiver = await Receiver.start();
    receiver.answer = () => ({ status: 503, headers: { 'Retry-After': '600' } });
    const settings = { url: receiver.url, tickers: ['OLDONE'], active: false };
    const { id } = (await service.post('/svc/webhooks', settings).expect(201)).body;
    for (const [ticker, date] of [
      ['OLDONE', '2024-01-30'],
      ['NEWONE', '2024-01-30'],
      ['OLDONE', '2024-01-31'],
    ]) {
      await service.post('/svc/quote', aQuote({ ticker, date })).expect(201);
    }
    await service.put(`/svc/webhooks/${id}`, { ...settings, active: true }).expect(200);
    await until('both events were refused', async () => (await state(id)).failures > 0);
    const [{ id: delivery }] = await deliveries(id);
    await service.put(`/svc/webhooks/${id}`, { ...settings, tickers: ['NEWONE'], active: true }).expect(200);
    await until('the other event was refused', async () => (await deliveries(id)).length === 2);
    expect((await replay(id, delivery).expect(200)).body).toMatchObject({ state: 'failed', events: 2 });
    receiver.answer = () => ({ status: 204 });
    await replay(id, delivery).expect(200);
    expect(await state(id)).toMatchObject({ pending: 1 });
    await service.put(`/svc/webhooks/${id}`, { ...settings, tickers: ['NEWONE'], active: true }).expect(200);
    await receiver.first(3);
    expect(tickers()).toEqual(['OLDONE', 'OLDONE', 'NEWONE']);
  });

  it('a refused replay says so and changes nothing', async () => {
    const { id, delivery } = await failedDelivery('REFUSED');
    receiver.answer = () => ({ status: 404 });
    const { body } = await replay(id, delivery).expect(200);
    expect(body).toMatchObject({ state: 'failed', error: 'status_4xx', attempts: 2 });
    expect(await state(id)).toMatchObject({ pending: 1, last_error: 'status_5xx' });
  });

  it('409 during a delivery, and the webhook is served as before', async () => {
    const { id, delivery } = await failedDelivery('BUSY');
    let accept: () => void = () => undefined;
    receiver.answer = () =>
      new Promise((resolve) => {
        accept = () => resolve({ status: 204 });
      });
    const requestCount = receiver.all.length;
    const first = replay(id, delivery).then((answer) => answer);
    await until('it is on its way', () => receiver.all.length > requestCount);
    expectProblem(await replay(id, delivery), 409, 'wrong_state');
    accept();
    expect((await first).body.state).toBe('delivered');
    receiver.answer = () => ({ status: 204 });
    await write('SERVED');
    await receiver.first(2);
    expect(tickers()).toEqual(['BUSY', 'SERVED']);
    await until('nothing is pending', async () => (await state(id)).pending === 0);
  });

  it('an attempt whose process stood still for longer than its lease changes nothing about a later one', async () => {
    const { id } = await hook();
    let refuse: () => void = () => undefined;
    receiver.answer = () =>
      receiver.all.length === 1
        ? { status: 500 }
        : new Promise((resolve) => {
            refuse = () => resolve({ status: 500 });
          });
    await write('LATE');
    await until('a second attempt is on its way', () => receiver.all.length === 2);
    const [{ id: delivery }] = await deliveries(id);
    await service.sql(`UPDATE webhook SET lease_until = clock_timestamp() - interval '1 s'`);
    receiver.answer = () => ({ status: 204 });
    expect((await replay(id, delivery).expect(200)).body).toMatchObject({ state: 'delivered', attempts: 2 });
    refuse();
    // Sent by the process of the late attempt, which has recorded it by then or never will.
    await write('NEXT');
    await receiver.first(2);
    expect(tickers()).toEqual(['LATE', 'NEXT']);
    expect(await deliveries(id, '?state=failed')).toEqual([]);
    expect((await deliveries(id)).at(-1)).toMatchObject({
      ...{ id: delivery, state: 'delivered', attempts: 2, error: null },
    });
  });

  it('404 for a delivery of another webhook, 410 for events that are no longer stored', async () => {
    const { id, delivery } = await failedDelivery('GONE');
    const { body: other } = await service.post('/svc/webhooks', { url: receiver.url }).expect(201);
    expectProblem(await replay(other.id, delivery), 404, 'record_not_found');
    expectProblem(await replay(id, NOBODY), 404, 'record_not_found');
    expectProblem(await service.get(`/svc/webhooks/${NOBODY}/delivery`), 404, 'record_not_found');
    expectProblem(await replay(id, 'first'), 400, 'invalid_input');
    expectProblem(await service.get(`/svc/webhooks/${id}/delivery?state=lost`), 400, 'invalid_input');
    await service.sql('ALTER TABLE audit_event DISABLE TRIGGER audit_event_append_only');
    await service.sql(`DELETE FROM audit_event WHERE record_key ->> 'ticker' = 'GONE'`);
    await service.sql('ALTER TABLE audit_event ENABLE TRIGGER audit_event_append_only');
    expectProblem(await replay(id, delivery), 410, 'events_gone');
    expectProblem(await replay(id, delivery), 410, 'events_gone'); // the webhook was given back
  });

  it('a receiver that changes the protocol has refused them, and gets them again', async () => {
    const { id } = await hook();
    const change = { status: 101, headers: { Connection: 'Upgrade', Upgrade: 'h2c' } };
    receiver.answer = () => change;
    await write('SWITCH');
    await until('the failure is visible', async () => (await state(id)).failures > 0);
    expect(await state(id)).toMatchObject({ last_error: 'failed', active: true });
    const [{ id: delivery }] = await deliveries(id, '?state=failed');
    await until('a replay is taken', async () => (await replay(id, delivery)).status === 200);
    receiver.answer = () => ({ status: 204 });
    await receiver.first(1);
    expect(tickers()).toEqual(['SWITCH']);
  });

  it('the newest thousand are stored, and none of a deleted webhook', async () => {
    const { id } = await hook();
    await service.sql(
      `INSERT INTO webhook_delivery (webhook_id, first_event, events, state)
       SELECT $1, -n, ARRAY[-n], 'delivered' FROM generate_series(1, 1500) n`,
      [id],
    );
    await write('KEPT');
    await receiver.first(1);
    const count = async () =>
      (await service.get(`/svc/webhooks/${id}/delivery?total=true&limit=1`)).body.meta.total;
    await until('it is recorded', async () => (await count()) === 1000);
    await service.delete(`/svc/webhooks/${id}`).expect(200);
    const rows = await service.sql('SELECT FROM webhook_delivery WHERE webhook_id = $1', [id]);
    expect(rows).toEqual([]);
  });

  it('need token:manage, behind a gateway also for the principal', async () => {
    const { id, delivery } = await failedDelivery('RIGHTS');
    const operator = await service.token('operator');
    expectProblem(await service.get(`/svc/webhooks/${id}/delivery`, operator), 403, 'not_permitted');
    expectProblem(await replay(id, delivery, operator), 403, 'not_permitted');
    const gateway = await service.token('admin', { kind: 'gateway' });
    const pending = replay(id, delivery, gateway).set('X-Requested-By', 'nobody@example.com');
    expectProblem(await pending, 403, 'not_permitted');
    expect(receiver.accepted).toEqual([]);
  });
});
