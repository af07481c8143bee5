import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { flatBar } from '../builders/market.js';
import { aQuote } from '../builders/quotes.js';
import { expectProblem, rowCounts } from '../contract/wire.js';

describe('specification 7: errors', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp();
  });
  afterAll(() => service.close());

  it('303: POST of a record whose natural key exists', async () => {
    await service.post('/svc/quote', aQuote()).expect(201);
    expectProblem(await service.post('/svc/quote', aQuote()), 303, 'record_exists');
  });

  it('303: in bulk import the item is FAILED with status 303', async () => {
    await service.post('/svc/quote', aQuote({ ticker: 'AAA' })).expect(201);
    const { body } = await service.post('/svc/quote/bulk/import', [aQuote({ ticker: 'AAA' })]).expect(207);
    expect(body.results).toMatchObject([{ _operation_state: 'FAILED', status: 303 }]);
  });

  it('a problem repeats what was sent without half a character, wherever it is cut', async () => {
    const name = `a${'📈'.repeat(200)}`;
    const answers = [
      await service.get(`/quote?${encodeURIComponent(name)}=1`),
      await service.post('/svc/quote', { [name]: 1 }),
    ];
    for (const answer of answers) {
      expectProblem(answer, 400, 'invalid_input');
      expect(answer.body.detail).toContain('a📈');
      expect(answer.body.detail.isWellFormed()).toBe(true);
    }
  });

  it('403: approval request without X-Requested-By', async () => {
    const { id } = (await service.post('/svc/quote', aQuote({ ticker: 'BBB' })).expect(201)).body;
    const token = await service.token('checker', { kind: 'service' });
    expectProblem(await service.post('/svc/quote/appoval', { id }, token), 403, 'principal_missing');
  });

  it('204: approval of a record already approved, no change and not a failure', async () => {
    const { id } = (await service.post('/svc/quote', aQuote({ ticker: 'CCC' })).expect(201)).body;
    await service.post('/svc/quote/appoval', { id }).expect(200);
    const before = await rowCounts(service);
    await service.post('/svc/quote/appoval', { id }).expect(204);
    expect(await rowCounts(service)).toEqual(before);
  });

  it('200: success of GET, PUT on an existing record, approval', async () => {
    const { id } = (await service.post('/svc/quote', aQuote({ ticker: 'DDD' })).expect(201)).body;
    await service.get('/quote').expect(200);
    await service.put('/svc/quote', aQuote({ ticker: 'DDD', close: 67100 })).expect(200);
    await service.post('/svc/quote/appoval', { id }).expect(200);
  });

  it('201: create by POST or PUT; bulk item CREATED', async () => {
    await service.post('/svc/quote', aQuote({ ticker: 'EEE' })).expect(201);
    await service.put('/svc/quote', aQuote({ ticker: 'FFF' })).expect(201);
    const { body } = await service.post('/svc/quote/bulk/import', [aQuote({ ticker: 'GGG' })]).expect(207);
    expect(body.results).toMatchObject([{ _operation_state: 'CREATED', status: 201 }]);
  });

  it('207: overall status of bulk import, even when every item fails', async () => {
    const { body } = await service.post('/svc/quote/bulk/import', [aQuote({ ticker: 'x' }), {}]).expect(207);
    expect(body.status).toBe('ok');
    expect(body.results).toMatchObject([{ status: 400 }, { status: 400 }]);
  });

  it.each([
    ['an invalid parameter value', '/quote?from_date=20240230', 400, 'invalid_input'],
    ['an unknown parameter', '/quote?colour=red', 400, 'invalid_input'],
    ['an identifier that is no UUID', '/svc/quote/abc', 400, 'invalid_input'],
    ['an unknown record', '/svc/quote/00000000-0000-4000-8000-000000000000', 404, 'record_not_found'],
    ['an unknown path', '/no/such/path', 404, 'unknown_path'],
  ])('status codes follow the HTTP classes: %s', async (_what, path, status, code) => {
    expectProblem(await service.get(path), status, code);
  });

  it.each(['json', 'csv'])(
    '422: a stored price that no traded value can be computed from, as %s',
    async (format) => {
      await service.post('/svc/quote/bulk/import?on_duplicate=ignore', [
        flatBar('HUGE', '2024-03-04', 1e307, 1000),
      ]);
      expectProblem(await service.get(`/market/movement?format=${format}`), 422, 'not_computable');
      // Values that need no computing are answered as stored.
      const { body } = await service.get('/quote?ticker=HUGE').expect(200);
      expect(body.data).toMatchObject([{ close: 1e307 }]);
    },
  );
});
