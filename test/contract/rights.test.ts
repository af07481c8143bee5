import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { bodySchema, type Document, documentOf, type Operation, operationsOf, urlOf } from './document.js';
import { expectProblem, rowCounts, type Send, type WireRequest, wire } from './wire.js';

/** Contract 2, written down again: the test must not derive the rights from the code. */
const ROLES = {
  reader: ['market-data:read'],
  maker: ['market-data:read', 'quote:write', 'settlement:write', 'data:import'],
  checker: ['market-data:read', 'quote:approve', 'audit:read', 'quarantine:decide'], // ADR 64
  auditor: ['market-data:read', 'audit:read'],
  operator: ['market-data:read', 'settlement:write', 'data:import', 'ops:read', 'source:manage'],
  admin: [
    'market-data:read',
    'quote:write',
    'quote:approve',
    'settlement:write',
    'data:import',
    'audit:read',
    'ops:read',
    'source:manage', // ADR 54
    'quarantine:decide', // ADR 64
    'token:manage',
  ],
} as const;

const PUBLIC = ['GET /', 'GET /health/live', 'GET /health/ready'];

/** The permission of an operation; undefined for one that is missing from this list. */
function permissionOf({ method, path }: Operation): string | undefined {
  if (/^\/svc\/quote\/(appoval|approval\/bulk|\{id\}\/(reject|revoke))$/.test(path)) return 'quote:approve';
  if (/^\/svc\/approval\/(\{id\}\/(approve|reject)|import\/\{id\}\/approve)$/.test(path))
    return 'quote:approve';
  if (path === '/svc/approval/{id}/withdraw') return 'data:import';
  if (path === '/svc/audit' || path.endsWith('}/history')) return 'audit:read';
  if (path === '/metrics') return 'ops:read';
  if (path === '/svc/token/self') return 'market-data:read'; // every role has it: any identified caller may ask
  if (/^\/svc\/(quarantine|datasets\/\{name\}\/flagged\/)/.test(path)) return 'quarantine:decide';
  if (path.startsWith('/svc/source')) return 'source:manage';
  if (/^\/svc\/(token|webhooks)/.test(path)) return 'token:manage';
  if (method === 'GET' || path === '/performance') return 'market-data:read';
  if (path.startsWith('/svc/quote')) return 'quote:write';
  if (path.startsWith('/svc/settlement')) return 'settlement:write';
  if (/^\/svc\/(bulk\/insert|import|record)/.test(path)) return 'data:import';
  return undefined;
}

describe('contract 2: roles and routes', () => {
  let service: TestApp;
  let send: Send;
  let document: Document;
  let guarded: Operation[];
  beforeAll(async () => {
    service = await startApp();
    send = wire(service);
    document = await documentOf(service);
    guarded = operationsOf(document).filter(({ method, path }) => !PUBLIC.includes(`${method} ${path}`));
  });
  afterAll(() => service.close());

  /** A request that no right makes succeed: it names something that does not exist or sends something invalid. */
  const harmless = (operation: Operation) => {
    const keyless = operation.method === 'DELETE' && !operation.path.endsWith('}');
    return {
      url: urlOf(operation, {
        path: { id: '00000000-0000-4000-8000-000000000000' },
        query: keyless ? ['date=19000101'] : [],
      }),
      body: bodySchema(document, operation) === undefined ? undefined : '"nothing"',
    };
  };

  it('the document has routes to walk', () => {
    expect(guarded.length).toBeGreaterThan(20);
  });

  it('every operation has a permission that the contract names', () => {
    expect(guarded.filter((operation) => permissionOf(operation) === undefined)).toEqual([]);
  });

  it('the document names the permission that every operation needs, of the caller or of the principal', () => {
    const documentedPermissions = guarded.map((operation) => [
      `${operation.method} ${operation.path}`,
      operation['x-principal-permission'] ?? operation['x-permission'],
    ]);
    expect(documentedPermissions).toEqual(
      guarded.map((operation) => [`${operation.method} ${operation.path}`, permissionOf(operation)]),
    );
  });

  it('without a token: 401 with a challenge on every operation', async () => {
    for (const operation of guarded) {
      const { url, body } = harmless(operation);
      const answer = await send(operation.method, url, { token: null, body });
      expectProblem(answer, 401, 'not_authenticated');
      expect(answer.headers['www-authenticate']).toBe('Bearer realm="market-data"');
    }
  });

  it('with an unknown token: 401 invalid_token on every operation', async () => {
    for (const operation of guarded) {
      const { url, body } = harmless(operation);
      const answer = await send(operation.method, url, { token: 'mds_x', body });
      expectProblem(answer, 401, 'not_authenticated');
      expect(answer.headers['www-authenticate']).toMatch(/error="invalid_token"/);
    }
  });

  it.each(Object.keys(ROLES) as (keyof typeof ROLES)[])(
    '%s: 403 exactly where the permission is missing, and nothing is written',
    async (role) => {
      const token = await service.token(role);
      const before = await rowCounts(service);
      for (const operation of guarded) {
        const { url, body } = harmless(operation);
        const permission = String(permissionOf(operation));
        const answer = await send(operation.method, url, { token, body });
        const isPermitted = (ROLES[role] as readonly string[]).includes(permission);
        const at = `${operation.method} ${operation.path} needs ${permission}`;
        expect([at, answer.status === 403]).toEqual([at, !isPermitted]);
        expect([at, answer.status < 500 && answer.status !== 401]).toEqual([at, true]);
        if (!isPermitted) {
          expectProblem(answer, 403, 'not_permitted');
          expect(answer.headers['www-authenticate']).toBe(
            `Bearer realm="market-data", error="insufficient_scope", scope="${permission}"`,
          );
        }
      }
      expect(await rowCounts(service)).toEqual(before);
    },
  );

  it('a stranger learns nothing from a malformed request: rights come before query and body', async () => {
    const reader = await service.token('reader');
    const tooLarge = `[${' '.repeat(2 * 1024 * 1024)}]`;
    const malformed: [query: string, request: WireRequest][] = [
      ['', { body: '{' }],
      ['', { body: tooLarge }],
      ['', { body: '{}', headers: { 'Content-Encoding': 'gzip' } }],
      ['', { body: '{}', headers: { 'Content-Type': 'text/plain' } }],
      ['?no_such_parameter=1', { body: '{}' }],
    ];
    for (const operation of guarded.filter((each) => bodySchema(document, each) !== undefined)) {
      const url = urlOf(operation);
      expectProblem(await send(operation.method, url, { token: null, body: '{' }), 401);
      if (permissionOf(operation) === 'market-data:read') continue;
      for (const [query, request] of malformed)
        expectProblem(await send(operation.method, `${url}${query}`, { ...request, token: reader }), 403);
    }
  });

  it('bulk insert needs data:import alone, for every data set (ADR 3)', async () => {
    const operator = await service.token('operator');
    const checker = await service.token('checker');
    const quote = { ticker: 'VNM', date: '20240131', open: 1, high: 1, low: 1, close: 1, volume: 1 };
    expectProblem(
      await service.post('/svc/bulk/insert?resource=quote', [quote], checker),
      403,
      'not_permitted',
    );
    await service.post('/svc/bulk/insert?resource=quote', [quote], operator).expect(207);
    expectProblem(await service.post('/svc/quote/bulk/import', [quote], operator), 403, 'not_permitted');
  });
});
