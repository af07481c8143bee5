import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { checkedLookup, mayDeliverTo } from '../../src/outbound/address.js';
import { startApp, type TestApp } from '../app.js';
import { aQuote } from '../builders/quotes.js';
import { culprits, expectProblem } from '../contract/wire.js';
import { until } from '../embedded/harness.js';
import { Receiver } from '../receiver.js';

const NEVER = [
  '169.254.169.254',
  '169.254.0.1',
  '::ffff:169.254.169.254',
  '::ffff:a9fe:a9fe',
  'fe80::1',
  'fe80::1%eth0',
  'febf::1',
  'fd00:ec2::254',
  '100.100.100.200',
  '168.63.129.16',
  '224.0.0.1',
  '255.255.255.255',
  'ff02::1',
  '2002:a9fe:a9fe::1',
  'nonsense',
  '',
];
const PRIVATE = [
  '127.0.0.1',
  '127.255.0.1',
  '::1',
  '::',
  '0.0.0.0',
  '::ffff:127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '100.64.0.1',
  'fc00::1',
  'fd12:3456::1',
  '64:ff9b::a9fe:a9fe',
];
const PUBLIC = ['192.0.2.1', '172.32.0.1', '8.8.8.8', '2001:db8::1', '2606:4700::1', '::ffff:8.8.8.8'];

describe('contract 10: addresses of webhooks', () => {
  it.each(NEVER)('a webhook never leads to %s', (address) => {
    expect([mayDeliverTo(address, false), mayDeliverTo(address, true)]).toEqual([false, false]);
  });
  it.each(PRIVATE)('a webhook leads to %s only with WEBHOOK_PRIVATE=allowed', (address) => {
    expect([mayDeliverTo(address, false), mayDeliverTo(address, true)]).toEqual([false, true]);
  });
  it.each(PUBLIC)('a webhook leads to %s', (address) => {
    expect([mayDeliverTo(address, false), mayDeliverTo(address, true)]).toEqual([true, true]);
  });

  it.each([true, false])('a connection uses only checked addresses (all: %s)', async (all) => {
    const resolution = (isPrivateAllowed: boolean) =>
      new Promise<unknown>((resolve) => {
        checkedLookup(isPrivateAllowed)('localhost', { all }, (error, address) =>
          resolve(error === null ? address : (error as NodeJS.ErrnoException).code),
        );
      });
    expect(await resolution(false)).toBe('ADDRESS_NOT_ALLOWED');
    const allowedResult = await resolution(true);
    const addresses = Array.isArray(allowedResult)
      ? allowedResult.map(({ address }) => address)
      : [allowedResult];
    expect(addresses.every((address) => ['127.0.0.1', '::1'].includes(String(address)))).toBe(true);
  });

  describe.each<['forbidden' | 'allowed']>([['forbidden'], ['allowed']])('WEBHOOK_PRIVATE=%s', (setting) => {
    let service: TestApp;
    let receiver: Receiver;
    beforeAll(async () => {
      service = await startApp({ WEBHOOK_PRIVATE: setting });
      receiver = await Receiver.start();
    });
    afterEach(async () => {
      const { body } = await service.get('/svc/webhooks');
      for (const { id } of body.data) await service.delete(`/svc/webhooks/${id}`).expect(200);
    });
    afterAll(async () => {
      await service.close();
      await receiver.kill();
    });
    const state = async (id: string) => (await service.get(`/svc/webhooks/${id}`).expect(200)).body;
    const write = (ticker: string) => service.post('/svc/quote', aQuote({ ticker })).expect(201);
    const failed = async (id: string) => {
      await until('the failure is visible', async () => (await state(id)).failures > 0);
      return state(id);
    };

    it.each([
      'http://169.254.169.254/latest/meta-data/',
      'http://[fe80::1]/',
      'http://[::ffff:169.254.169.254]/',
      'http://2852039166/',
      'http://0xa9.0xfe.0xa9.0xfe/',
    ])('400 for %s, by POST and PUT', async (url) => {
      const { body: webhook } = await service.post('/svc/webhooks', {
        url: 'https://example.com',
        active: false,
      });
      for (const answer of [
        await service.post('/svc/webhooks', { url }),
        await service.put(`/svc/webhooks/${webhook.id}`, { url }),
      ]) {
        expect(expectProblem(answer, 400, 'invalid_input').errors).toMatchObject([
          { pointer: '/url', code: 'address_not_allowed' },
        ]);
      }
    });

    it.each([
      'http://127.0.0.1:9/',
      'http://127.1:9/',
      'http://[::1]:9/',
      'http://10.0.0.1/',
      'http://[fd12::1]/',
    ])('%s in the URL itself', async (url) => {
      const answer = await service.post('/svc/webhooks', { url, active: false });
      if (setting === 'allowed') expect(answer.status).toBe(201);
      else {
        expectProblem(answer, 400, 'invalid_input');
        expect(culprits(answer)).toEqual(['/url']);
      }
    });

    it('a name is judged by its resolution at delivery', async () => {
      const url = receiver.url.replace('127.0.0.1', 'localhost');
      const { id } = (await service.post('/svc/webhooks', { url }).expect(201)).body;
      const before = receiver.all.length;
      await write('NAMED');
      if (setting === 'allowed') {
        await until('it is delivered', () => receiver.all.length > before);
        return;
      }
      expect(await failed(id)).toMatchObject({ last_error: 'address_not_allowed', active: true, pending: 1 });
      expect(receiver.all).toHaveLength(before);
    });

    it('an already stored address is judged as well', async () => {
      const [{ id } = { id: '' }] = await service.sql<{ id: string }>(
        `INSERT INTO webhook (url, maker, secret, position)
         SELECT 'http://169.254.169.254/', 'test', 'whsec_AAAA', coalesce(max(id), 0) FROM audit_event RETURNING id`,
      );
      await write('STORED');
      expect(await failed(id)).toMatchObject({ last_error: 'address_not_allowed' });
    });
  });

  it('a failure is reported by its class alone', async () => {
    const service = await startApp();
    const receiver = await Receiver.start();
    try {
      const make = async (url: string) => (await service.post('/svc/webhooks', { url }).expect(201)).body.id;
      const ids = {
        refused: await make('http://127.0.0.1:9/'),
        tls: await make(receiver.url.replace('http:', 'https:')),
        status_5xx: await make(receiver.url),
      };
      receiver.answer = () => ({ status: 503 });
      await service.post('/svc/quote', aQuote()).expect(201);
      for (const [error, id] of Object.entries(ids)) {
        const state = async () => (await service.get(`/svc/webhooks/${id}`).expect(200)).body;
        await until(`${error} shows`, async () => (await state()).failures > 0);
        expect((await state()).last_error).toBe(error);
      }
    } finally {
      await service.close();
      await receiver.kill();
    }
  });
});
