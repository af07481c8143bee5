import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { aQuote, quotesOf } from '../builders/quotes.js';
import { culprits, expectProblem } from '../contract/wire.js';
import { until } from '../embedded/harness.js';
import { isSigned, Receiver } from '../receiver.js';

/** Longer than a process rests that waits for another one, ms. */
const LONG_WAIT = 20_000;

describe('webhooks', () => {
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
  async function hook(options: object = {}) {
    receiver = await Receiver.start();
    const { body } = await service.post('/svc/webhooks', { url: receiver.url, ...options }).expect(201);
    return body as { id: string; secret: string };
  }
  const state = async (id: string) => (await service.get(`/svc/webhooks/${id}`).expect(200)).body;
  /** The state after a failure: the next attempt may succeed at any moment. */
  const failed = (id: string) =>
    until('the failure is visible', async () => {
      const now = await state(id);
      return now.failures > 0 ? now : undefined;
    });
  const write = (ticker: string) => service.post('/svc/quote', aQuote({ ticker })).expect(201);

  describe('the resource', () => {
    it('is created with a secret that is shown only once', async () => {
      receiver = await Receiver.start();
      const input = { url: receiver.url, description: 'OMS', types: ['quote.approved'], tickers: ['VNM'] };
      const created = await service.post('/svc/webhooks', input).expect(201);
      expect(created.headers.location).toBe(`/svc/webhooks/${created.body.id}`);
      expect(created.headers['cache-control']).toBe('no-store');
      expect(created.body).toMatchObject({
        ...input,
        resources: null,
        active: true,
        maker: 'admin@localhost',
        pending: 0,
        failures: 0,
        last_success_at: null,
      });
      expect(Buffer.from(created.body.secret.replace('whsec_', ''), 'base64')).toHaveLength(32);
      const { secret, ...rest } = created.body;
      const answer = await service.get(`/svc/webhooks/${created.body.id}`).expect(200);
      expect(answer.body).toEqual(rest);
      const list = await service.get('/svc/webhooks').expect(200);
      expect(list.body.data).toEqual([rest]);
      const audit = await service.get('/svc/audit?resource=webhook&limit=1').expect(200);
      expect(audit.body.data[0]).toMatchObject({ action: 'created', after: { url: receiver.url } });
      expect(list.text + answer.text + JSON.stringify(audit.body)).not.toContain(secret);
    });

    it('is replaced except for its secret and its position, and deleted', async () => {
      const { id } = await hook({ types: ['quote.created'] });
      const replaced = await service
        .put(`/svc/webhooks/${id}`, { url: receiver.url, active: false })
        .expect(200);
      expect(replaced.body).toMatchObject({ id, types: null, active: false });
      expect(replaced.body.secret).toBeUndefined();
      expect((await service.delete(`/svc/webhooks/${id}`).expect(200)).body).toMatchObject({
        id,
        status: 'deleted',
      });
      for (const answer of [
        await service.get(`/svc/webhooks/${id}`),
        await service.put(`/svc/webhooks/${id}`, { url: receiver.url }),
        await service.delete(`/svc/webhooks/${id}`),
      ]) {
        expectProblem(answer, 404, 'record_not_found');
      }
    });

    it.each([
      [{}, '/url'],
      [{ url: 'ftp://example.com' }, '/url'],
      [{ url: 'http://user:password@example.com' }, '/url'],
      [{ url: 'http://example.com/#part' }, '/url'],
      [{ url: 'http://' }, '/url'],
      [{ url: 'http://example.com', types: ['quote.exploded'] }, '/types'],
      [{ url: 'http://example.com', resources: ['token'] }, '/resources'],
      [{ url: 'http://example.com', tickers: ['vnm'] }, '/tickers'],
      [{ url: 'http://example.com', active: 'yes' }, '/active'],
      [{ url: 'http://example.com', secret: 'mine' }, '/secret'],
    ])('400 for %j', async (body, culprit) => {
      const answer = await service.post('/svc/webhooks', body);
      expectProblem(answer, 400, 'invalid_input');
      expect(culprits(answer)).toEqual([culprit]);
    });

    it('409 beyond the limit of a hundred webhooks', async () => {
      await service.sql(
        `INSERT INTO webhook (url, maker, secret, position, active)
         SELECT 'http://127.0.0.1:9', 'test', 'whsec_', 0, false FROM generate_series(1, 100)`,
      );
      expectProblem(await service.post('/svc/webhooks', { url: 'http://127.0.0.1:9' }), 409, 'wrong_state');
    });
  });

  it('delivers writes from now on, in order, signed', async () => {
    await write('EARLIER');
    const { id, secret } = await hook();
    const { body } = await write('HOOK');
    await service.put('/svc/quote', aQuote({ ticker: 'HOOK', volume: 5 })).expect(200);
    await service.post('/svc/quote/appoval', { id: body.id }).expect(200);
    await service.delete(`/svc/quote/${body.id}`).expect(200);
    const events = await receiver.first(4);
    expect(events.map(({ type, key }) => `${type} ${key?.ticker}`)).toEqual([
      'quote.created HOOK',
      'quote.updated HOOK',
      'quote.approved HOOK',
      'quote.deleted HOOK',
    ]);
    for (const received of receiver.all) {
      expect(received.headers).toMatchObject({ 'content-type': 'application/json' });
      expect(await isSigned(secret, received)).toBe(true);
      expect(await isSigned(secret, { ...received, body: `${received.body} ` })).toBe(false);
      expect(JSON.parse(received.body).webhook).toBe(id);
    }
    const list = await service.get('/svc/events?format=json&order=desc&limit=4');
    expect(list.body.data.toReversed()).toEqual(events);
    await until('the success is recorded', async () => (await state(id)).last_success_at !== null);
    expect(await state(id)).toMatchObject({ failures: 0, last_error: null, pending: 0 });
  });

  it('delivers only events that match its filters; a change of the filters applies to later events', async () => {
    const { id } = await hook({ tickers: ['ONE', 'TWO'], types: ['quote.created'] });
    await write('ONE');
    await write('THREE');
    await receiver.first(1);
    // Until ONE is recorded as delivered, the new filters apply to everything after it.
    await until('ONE is delivered', async () => (await state(id)).pending === 0);
    await service.put(`/svc/webhooks/${id}`, { url: receiver.url, tickers: ['THREE', 'FOUR'] }).expect(200);
    await write('ONEX');
    await write('FOUR');
    // THREE was written before any filter wanted it.
    expect((await receiver.first(2)).map(({ key }) => key?.ticker)).toEqual(['ONE', 'FOUR']);
  });

  it('sends many events in a few deliveries of at most 100', async () => {
    await hook();
    receiver.answer = () => undefined;
    const quotes = quotesOf('MANY', 200);
    await service.post('/svc/quote/bulk/import', quotes).expect(207);
    receiver.answer = () => ({ status: 200 });
    await until('a first delivery is on its way', () => receiver.all.length > 0);
    await receiver.kill(); // the first one is never answered
    await receiver.start();
    const events = await receiver.first(200);
    expect(events.map(({ key }) => key?.date)).toEqual(quotes.map(({ date }) => date));
    expect(Math.max(...receiver.all.map((each) => each.events.length))).toBe(100);
    expect(receiver.accepted.length).toBeLessThan(6);
  });

  it('retries a refused delivery before anything later, and says so', async () => {
    const { id } = await hook();
    let refusals = 2;
    receiver.answer = () => (refusals-- > 0 ? { status: 500 } : { status: 200 });
    await write('RETRYA');
    await until('the delivery is refused', () => receiver.all.length > 0);
    await write('RETRYB');
    expect(await failed(id)).toMatchObject({ last_error: 'status_5xx', active: true });
    const events = await receiver.first(2);
    expect(events.map(({ key }) => key?.ticker)).toEqual(['RETRYA', 'RETRYB']);
    await until('the webhook has recovered', async () => (await state(id)).failures === 0);
    expect(JSON.stringify(await state(id))).not.toContain('a secret of the receiver');
  });

  it('does not follow redirects', async () => {
    const { id } = await hook();
    const target = await Receiver.start();
    receiver.answer = () => ({ status: 307, headers: { Location: target.url } });
    try {
      await write('REDIRECT');
      expect(await failed(id)).toMatchObject({ last_error: 'status_3xx' });
      expect(target.all).toEqual([]);
    } finally {
      await target.kill();
    }
  });

  it('waits as long as Retry-After says; a PUT retries immediately', async () => {
    const { id } = await hook();
    receiver.answer = () => ({ status: 503, headers: { 'Retry-After': '600' } });
    await write('LATER');
    const { next_attempt_at: next } = await failed(id);
    expect(Date.parse(next) - Date.now()).toBeGreaterThan(500_000);
    receiver.answer = () => ({ status: 200 });
    await service.put(`/svc/webhooks/${id}`, { url: receiver.url }).expect(200);
    expect((await receiver.first(1)).map(({ key }) => key?.ticker)).toEqual(['LATER']);
  });

  it('waits neither for an attempt nor for a lease of the time before the clock of the database was set back', async () => {
    await hook();
    receiver.answer = () => ({ status: 503, headers: { 'Retry-After': '2' } });
    await write('CLOCKA');
    await until('it has failed', async () => {
      // The clock was a hundred days ahead when it failed.
      const text = `UPDATE webhook SET next_attempt_at = next_attempt_at + interval '100 days'
                    WHERE next_attempt_at IS NOT NULL RETURNING id`;
      return (await service.sql(text)).length > 0;
    });
    receiver.answer = () => ({ status: 204 });
    expect((await receiver.first(1, LONG_WAIT)).map(({ key }) => key?.ticker)).toEqual(['CLOCKA']);
    await until(
      'it is idle',
      async () => (await service.sql('SELECT 1 FROM webhook WHERE lease_owner IS NULL')).length > 0,
    );
    await service.sql(`UPDATE webhook SET lease_owner = gen_random_uuid(),
                         lease_until = clock_timestamp() + interval '100 days'`);
    await write('CLOCKB');
    expect((await receiver.first(2, LONG_WAIT)).map(({ key }) => key?.ticker)).toEqual(['CLOCKA', 'CLOCKB']);
  });

  it('410 deactivates it; once reactivated it continues where it stopped', async () => {
    const { id } = await hook();
    receiver.answer = () => ({ status: 410 });
    await write('GONEA');
    await until('it is deactivated', async () => (await state(id)).active === false);
    expect(await state(id)).toMatchObject({ last_error: 'gone', pending: 1 });
    await write('GONEB');
    receiver.answer = () => ({ status: 200 });
    await service.put(`/svc/webhooks/${id}`, { url: receiver.url }).expect(200);
    expect((await receiver.first(2)).map(({ key }) => key?.ticker)).toEqual(['GONEA', 'GONEB']);
  });

  it.each([
    ['MENDEDA', '410', { status: 410 }],
    ['MENDEDB', '503 with Retry-After', { status: 503, headers: { 'Retry-After': '600' } }],
  ])(
    '%s: a corrected address is not stopped by the %s of the former receiver',
    async (ticker, _, lateAnswer) => {
      const { id } = await hook();
      const formerReceiver = receiver;
      receiver = await Receiver.start();
      // The former receiver answers once the webhook has its new address.
      formerReceiver.answer = async () => {
        await service.put(`/svc/webhooks/${id}`, { url: receiver.url }).expect(200);
        return lateAnswer;
      };
      try {
        await write(ticker);
        expect((await receiver.first(1)).map(({ key }) => key?.ticker)).toEqual([ticker]);
        await until('it is delivered', async () => (await state(id)).pending === 0);
        const mendedState = { active: true, failures: 0, next_attempt_at: null, last_error: null };
        expect(await state(id)).toMatchObject(mendedState);
      } finally {
        await formerReceiver.kill();
      }
    },
  );

  it('a silent receiver delays no other; metrics show its backlog and the outcomes', async () => {
    const silentReceiver = await Receiver.start();
    silentReceiver.answer = () => undefined;
    try {
      const silentWebhook = await service.post('/svc/webhooks', { url: silentReceiver.url }).expect(201);
      const deadWebhook = await service.post('/svc/webhooks', { url: 'http://127.0.0.1:9/' }).expect(201);
      await hook();
      await write('OTHERA');
      await until('the silent receiver has a request', () => silentReceiver.all.length > 0);
      await write('OTHERB');
      expect((await receiver.first(2)).map(({ key }) => key?.ticker)).toEqual(['OTHERA', 'OTHERB']);
      // Its request is still waiting for an answer.
      expect(await state(silentWebhook.body.id)).toMatchObject({ failures: 0, last_error: null, pending: 2 });
      await until('the failure is visible', async () => (await state(deadWebhook.body.id)).failures > 0);
      const { last_error: error } = await state(deadWebhook.body.id);
      expect(error).toBe('refused');
      const { text } = await service.get('/metrics').expect(200);
      for (const { body } of [silentWebhook, deadWebhook]) {
        expect(text).toContain(`mds_webhook_pending{webhook="${body.id}"} 2`);
      }
      expect(text).toMatch(/mds_webhook_deliveries_total\{outcome="delivered"\} \d+/);
      expect(text).toMatch(/mds_webhook_deliveries_total\{outcome="unanswered"\} \d+/);
      expect(text).not.toContain('127.0.0.1');
    } finally {
      await silentReceiver.kill();
    }
  });

  it('needs token:manage', async () => {
    receiver = await Receiver.start();
    const operator = await service.token('operator');
    expectProblem(await service.post('/svc/webhooks', { url: receiver.url }, operator), 403, 'not_permitted');
    expectProblem(await service.get('/svc/webhooks', operator), 403, 'not_permitted');
  });

  it('behind a gateway the principal needs token:manage too, on every operation', async () => {
    const { id } = await hook();
    const gateway = await service.token('admin', { kind: 'gateway' });
    await service.token('admin', { principal: 'boss@example.com' });
    const body = { url: receiver.url };
    const requests = () => [
      service.get('/svc/webhooks', gateway),
      service.get(`/svc/webhooks/${id}`, gateway),
      service.post('/svc/webhooks', body, gateway),
      service.put(`/svc/webhooks/${id}`, body, gateway),
    ];
    for (const request of requests()) {
      expectProblem(await request.set('X-Requested-By', 'nobody@example.com'), 403, 'not_permitted');
    }
    for (const request of requests()) {
      expect((await request.set('X-Requested-By', 'boss@example.com')).status).toBeLessThan(300);
    }
    for (const request of requests()) expect((await request).status).toBeLessThan(300);
    const remove = service.delete(`/svc/webhooks/${id}`, gateway).set('X-Requested-By', 'nobody@example.com');
    expectProblem(await remove, 403, 'not_permitted');
  });
});
