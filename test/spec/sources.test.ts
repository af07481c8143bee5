import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { sourceOfBars, VENDOR_FIELDS } from '../builders/sources.js';
import { culprits, expectProblem } from '../contract/wire.js';
import { runSource } from '../source-runs.js';
import { Vendor, type VendorAnswer, type VendorRequest } from '../vendor.js';

const RANGE = { from_date: '2024-01-29', to_date: '2024-01-31' };

describe('sources', () => {
  let service: TestApp;
  let vendor: Vendor;
  beforeAll(async () => {
    service = await startApp({
      SOURCE_SECRET_KEY: 'k-5f2f0f2e',
      SOURCE_SECRET_ID: 'me',
      SOURCE_SECRET_WORD: 'w-8f57',
    });
  });
  afterEach(() => vendor?.stop());
  afterAll(() => service.close());

  const serve = async (answer: (request: VendorRequest) => VendorAnswer | Promise<VendorAnswer>) => {
    vendor = await Vendor.start(answer);
    return vendor;
  };
  const declaration = (options: object = {}) => sourceOfBars(vendor.url, options);
  const run = (name: string) => runSource(service, name, RANGE);

  describe('a declaration', () => {
    it('is created, returned as written, replaced and deleted, with an audit trail', async () => {
      await serve(() => ({ body: {} }));
      const source = declaration({ description: 'End of day', schedule: { after_close: 30 } });
      const created = await service.put('/svc/source/resource', source).expect(201);
      expect(created.headers.location).toBe('/svc/source/resource');
      expect(created.body).toMatchObject({ name: 'resource', maker: 'admin@localhost', last_run: null });
      expect(created.body.declaration).toEqual({
        ...source,
        active: true,
        fields: { ...VENDOR_FIELDS, open: { from: 'o', scale: '1000' } },
      });
      expect(new Date(created.body.next_run_at).toISOString()).toMatch(/T08:30:00/); // 15:30 in Ho Chi Minh City
      expect((await service.get('/svc/source/resource').expect(200)).body).toEqual(created.body);
      expect((await service.get('/svc/source').expect(200)).body.data).toEqual([created.body]);
      const replaced = await service.put('/svc/source/resource', declaration({ active: false })).expect(200);
      expect(replaced.body).toMatchObject({ next_run_at: null });
      await service.delete('/svc/source/resource').expect(200);
      for (const answer of [
        await service.get('/svc/source/resource'),
        await service.delete('/svc/source/resource'),
        await service.get('/svc/source/resource/run'),
        await service.post('/svc/source/resource/run', {}),
      ]) {
        expectProblem(answer, 404, 'record_not_found');
      }
      const audit = await service.get('/svc/audit?resource=source&limit=3').expect(200);
      expect(audit.body.data.map(({ action }: { action: string }) => action)).toEqual([
        'deleted',
        'updated',
        'created',
      ]);
    });

    it.each([
      [{ data_set: 'quotes' }, '/data_set'],
      [{ request: { url: 'ftp://example.com' } }, '/request/url'],
      [{ request: { url: 'http://user:word@example.com' } }, '/request/url'],
      [{ request: { url: 'http://{ticker}.example.com/' } }, '/request/url'],
      [{ request: { url: 'http://example.com/{isin}' } }, '/request/url'],
      [{ request: { url: 'http://example.com/{from:yyyymmdd}' } }, '/request/url'],
      [{ request: { url: 'http://example.com/{ticker:YYYY}' } }, '/request/url'],
      [{ request: { url: 'http://example.com/{from:yyyy-mm-ddT00:00:00+07:00}' } }, '/request/url'],
      [
        { request: { url: 'http://example.com', headers: { Authorization: 'Bearer x' } } },
        '/request/headers',
      ],
      [{ request: { url: 'http://example.com', body: '{}' } }, '/request/method'],
      [{ auth: { type: 'header' } }, '/auth/secret'],
      [{ auth: { type: 'header', secret: 'DATABASE_URL ' } }, '/auth/secret'],
      [{ paging: { type: 'cursor' } }, '/paging/cursor_at'],
      [{ fields: { price: { from: 'c' } } }, '/fields/price'],
      [{ fields: { close: {} } }, '/fields/close'],
      [{ fields: { close: { from: 'c', scale: 'ten' } } }, '/fields/close/scale'],
      [{ fields: { date: { from: 'd', date: 'DD/MM' } } }, '/fields/date/date'],
      [{ work: { each: 'once', tickers: ['AAA'] } }, '/work/each'],
      [{ schedule: { cron: 'every day' } }, '/schedule/cron'],
      [{ schedule: { cron: '0 7 * * *', after_close: 5 } }, '/schedule'],
      [{ unheard: 1 }, '/unheard'],
      [{ request: { url: 'http://example.com', method: 'POST', body: '{"a": "\0"}' } }, '/request/body'],
      [{ rows: { format: 'json', at: '/data\ud800' } }, '/rows/at'],
      [{ fields: { close: { value: '\0' } } }, '/fields/close/value'],
    ])('400 for %j', async (part, culprit) => {
      await serve(() => undefined);
      const answer = await service.put('/svc/source/wrong', declaration(part));
      expectProblem(answer, 400, 'invalid_input');
      expect(culprits(answer)).toEqual([culprit]);
    });

    it('errors within a declaration name their places and codes, all of them', async () => {
      await serve(() => undefined);
      const fields = { open: { form: 'o' }, close: { from: 'c', scale: 'ten' } };
      const answer = await service.put(
        '/svc/source/wrong',
        declaration({ fields, request: { method: 'POST' } }),
      );
      expectProblem(answer, 400, 'invalid_input');
      const errors: { pointer: string; code: string }[] = answer.body.errors;
      expect(errors.map(({ pointer, code }) => [pointer, code])).toEqual([
        ['/request/url', 'required'],
        ['/fields/open/form', 'unknown_field'],
        ['/fields/close/scale', 'invalid_format'],
      ]);
    });

    it('is for operators and administrators', async () => {
      await serve(() => undefined);
      for (const role of ['reader', 'maker', 'checker', 'auditor'] as const) {
        const token = await service.token(role);
        expectProblem(await service.get('/svc/source', token), 403, 'not_permitted');
        expectProblem(await service.put('/svc/source/theirs', declaration(), token), 403, 'not_permitted');
      }
      const operator = await service.token('operator');
      await service.put('/svc/source/theirs', declaration(), operator).expect(201);
      await service.delete('/svc/source/theirs', operator).expect(200);
    });
  });

  describe('credentials', () => {
    it('are sent with requests and appear nowhere else', async () => {
      const credentials: string[] = [];
      await serve(({ path, headers, query }) => {
        if (path === '/oauth') return { body: { access_token: 't-1', expires_in: 3600 } };
        if (path === '/token') return { body: { data: { accessToken: 't-2' } } };
        credentials.push(String(headers.authorization ?? headers['x-api-key'] ?? query.key));
        return { body: { data: [] } };
      });
      const auths = {
        bearer: { type: 'header', secret: 'KEY' },
        header: { type: 'header', name: 'X-Api-Key', secret: 'KEY' },
        query: { type: 'query', name: 'key', secret: 'KEY' },
        oauth: { type: 'oauth2', token_url: `${vendor.url}/oauth`, client_id: 'ID', client_secret: 'WORD' },
        token: {
          type: 'token',
          token_url: `${vendor.url}/token`,
          client_id: 'ID',
          client_secret: 'WORD',
          token_fields: 'consumerID,consumerSecret',
          token_at: '/data/accessToken',
        },
      };
      let output = '';
      for (const [name, auth] of Object.entries(auths)) {
        const source = declaration({ auth, work: { each: 'once' }, request: { url: `${vendor.url}/data` } });
        output += (await service.put(`/svc/source/auth-${name}`, source).expect(201)).text;
        const result = await run(`auth-${name}`);
        expect(result).toMatchObject({ state: 'done' });
        output += JSON.stringify(result) + (await service.get(`/svc/source/auth-${name}`)).text;
      }
      expect(credentials).toEqual([
        'Bearer k-5f2f0f2e',
        'k-5f2f0f2e',
        'k-5f2f0f2e',
        'Bearer t-1',
        'Bearer t-2',
      ]);
      const oauth = vendor.requests.find(({ path }) => path === '/oauth');
      expect(oauth?.headers['content-type']).toBe('application/x-www-form-urlencoded');
      expect(oauth?.body).toBe('grant_type=client_credentials&client_id=me&client_secret=w-8f57');
      const token = vendor.requests.find(({ path }) => path === '/token');
      expect(JSON.parse(token?.body ?? '')).toEqual({ consumerID: 'me', consumerSecret: 'w-8f57' });
      const stored = await service.sql<{ text: string }>(
        `SELECT coalesce(string_agg(t::text, ''), '') AS text FROM (SELECT to_jsonb(s) AS t FROM source s UNION ALL
         SELECT to_jsonb(r) FROM source_run r UNION ALL SELECT to_jsonb(u) FROM source_unit u UNION ALL
         SELECT to_jsonb(a) FROM audit_event a) x`,
      );
      for (const secret of ['k-5f2f0f2e', 'w-8f57', 't-1"', 't-2"'])
        expect(output + stored[0]?.text).not.toContain(secret);
    });

    it('that are not set end the unit and are named', async () => {
      await serve(() => ({ body: { data: [] } }));
      const auth = { type: 'header', secret: 'ABSENT' };
      await service.put(
        '/svc/source/absent',
        declaration({ auth, work: { each: 'once' }, request: { url: vendor.url } }),
      );
      const { unitRecords } = await run('absent');
      expect(unitRecords[0]).toMatchObject({ failure: 'missing_secret', requests: 1 });
      expect(unitRecords[0].detail).toContain('SOURCE_SECRET_ABSENT');
      expect(vendor.requests).toEqual([]);
    });
  });

  it('are refused at link-local addresses, and at private ones unless that is configured', async () => {
    await serve(() => ({ body: { data: [] } }));
    const source = declaration({ request: { url: 'http://169.254.169.254/latest' }, work: { each: 'once' } });
    await service.put('/svc/source/metadata', source).expect(201);
    const { unitRecords } = await run('metadata');
    expect(unitRecords[0]).toMatchObject({ state: 'failed', failure: 'address_not_allowed' });
    const guardedService = await startApp({ SOURCE_PRIVATE: 'forbidden' }); // the default
    try {
      for (const [name, host] of [
        ['by-number', '127.0.0.1'],
        ['by-name', 'localhost'],
      ] as const) {
        const request = { url: vendor.url.replace('127.0.0.1', host) };
        const source = declaration({ request, work: { each: 'once' } });
        await guardedService.put(`/svc/source/${name}`, source).expect(201);
        const { unitRecords } = await runSource(guardedService, name, RANGE);
        expect(unitRecords).toMatchObject([{ state: 'failed', failure: 'address_not_allowed' }]);
      }
    } finally {
      await guardedService.close();
    }
    expect(vendor.requests).toEqual([]);
  });
});
