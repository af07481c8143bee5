import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { aQuote } from '../builders/quotes.js';
import { bodySchema, type Document, documentOf, type Operation, operationsOf, urlOf } from './document.js';
import { expectProblem, rowCounts, type Send, wire } from './wire.js';

/** Operations that read data open to every role, or that depend on the principal's right alone: approvals. */
const isOfAll = ({ method, path }: Operation) =>
  path === '/performance' ||
  path === '/svc/token/self' ||
  (method === 'GET' &&
    path !== '/metrics' &&
    !/^\/svc\/(audit|source|quarantine|token|webhooks)/.test(path) &&
    !path.endsWith('}/history'));
const PUBLIC = ['/', '/health/live', '/health/ready'];

describe('contract 10: a gateway lends nobody its own rights', () => {
  let service: TestApp;
  let send: Send;
  let document: Document;
  let gateway: string;
  let operations: Operation[];
  beforeAll(async () => {
    service = await startApp();
    send = wire(service);
    document = await documentOf(service);
    gateway = await service.token('admin', { kind: 'gateway' });
    await service.token('reader', { principal: 'reader@example.com' });
    await service.token('admin', { principal: 'boss@example.com' });
    operations = operationsOf(document).filter(({ path }) => !PUBLIC.includes(path));
  });
  afterAll(() => service.close());

  /** The status of an operation behind the gateway for a request that no right makes succeed. */
  const statusOf = async (
    operation: Operation,
    headers: Record<string, string | string[]>,
    token = gateway,
  ) => {
    const keyless = operation.method === 'DELETE' && !operation.path.endsWith('}');
    const url = urlOf(operation, {
      path: { id: '00000000-0000-4000-8000-000000000000' },
      query: keyless ? ['date=19000101'] : [],
    });
    const body = bodySchema(document, operation) === undefined ? undefined : '"nothing"';
    return (await send(operation.method, url, { token, body, headers })).status;
  };

  it.each<[string, string | string[]]>([
    ['a reader', 'reader@example.com'],
    ['nobody known', 'nobody@example.com'],
    ['no e-mail address', 'boss'],
    ['an empty header', ''],
    ['two principals', ['boss@example.com', 'boss@example.com']],
  ])(
    '%s: 403 on every write, the audit log, tokens, webhooks and metrics, and nothing is written',
    async (_who, who) => {
      const before = await rowCounts(service);
      for (const operation of operations) {
        const status = await statusOf(operation, { 'X-Requested-By': who });
        const at = `${operation.method} ${operation.path}`;
        expect([at, status === 403]).toEqual([at, !isOfAll(operation)]);
      }
      expect(await rowCounts(service)).toEqual(before);
    },
  );

  it('a permitted principal: never 403', async () => {
    for (const operation of operations) {
      const status = await statusOf(operation, { 'X-Requested-By': 'boss@example.com' });
      expect([operation.path, status]).not.toEqual([operation.path, 403]);
    }
  });

  it('the gateway needs the right too, whatever its principal may do', async () => {
    const reader = await service.token('reader', { kind: 'gateway' });
    const headers = { 'X-Requested-By': 'boss@example.com' };
    for (const operation of operations) {
      const isApproval = /\/(appoval|approval\/bulk|approve|reject|revoke)$/.test(operation.path);
      if (isApproval && /^\/svc\/(quote|approval)\//.test(operation.path)) continue; // the principal's right alone (contract 5)
      const status = await statusOf(operation, headers, reader);
      const at = `${operation.method} ${operation.path}`;
      expect([at, status === 403]).toEqual([at, !isOfAll(operation)]);
    }
  });

  it('without a principal it keeps its own rights', async () => {
    const { id } = (await service.post('/svc/quote', aQuote(), gateway).expect(201)).body;
    await service.get('/svc/audit', gateway).expect(200);
    await service.get('/svc/token', gateway).expect(200);
    await service.get('/metrics', gateway).expect(200);
    await service.delete(`/svc/quote/${id}`, gateway).expect(200);
  });

  it('a write for a permitted principal is recorded under that name', async () => {
    const write = service.post('/svc/quote', aQuote({ ticker: 'GWY' }), gateway);
    await write.set('X-Requested-By', 'boss@example.com').expect(201);
    const refusal = service.post('/svc/quote', aQuote({ ticker: 'GWX' }), gateway);
    expectProblem(await refusal.set('X-Requested-By', 'reader@example.com'), 403, 'not_permitted');
    const { data } = (await service.get('/svc/audit?resource=quote&limit=1').expect(200)).body;
    expect(data[0]).toMatchObject({ actor: 'boss@example.com', record_key: { ticker: 'GWY' } });
  });

  it('a withdrawn right is gone here at once', async () => {
    await service.token('maker', { principal: 'leaver@example.com' });
    const write = (date: string) =>
      service
        .post('/svc/quote', aQuote({ ticker: 'LVR', date }), gateway)
        .set('X-Requested-By', 'leaver@example.com');
    await write('2024-01-30').expect(201);
    const [{ id } = { id: '' }] = await service.sql<{ id: string }>(
      `SELECT id FROM api_token WHERE principal = 'leaver@example.com'`,
    );
    await service.post(`/svc/token/${id}/revoke`).expect(200);
    expectProblem(await write('2024-01-31'), 403, 'not_permitted');
  });
});
