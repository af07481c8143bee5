import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CallerKind } from '../../src/auth/caller.js';
import { startApp, type TestApp } from '../app.js';
import { aQuote } from '../builders/quotes.js';
import { until } from '../embedded/harness.js';
import { hostTask } from '../host/client.js';
import { REVOCATION } from '../time-bounds.js';
import { expectProblem, type Send, wire } from './wire.js';

const OWN = 'checker@example.com';
const OTHER = 'other@example.com';
const HOUR = 3_600_000;

describe('contract 2: kinds of caller and X-Requested-By', () => {
  let service: TestApp;
  let send: Send;
  const tokens = {} as Record<CallerKind, string>;
  let day = 0;
  beforeAll(async () => {
    service = await startApp();
    send = wire(service);
    tokens.user = await service.token('checker', { kind: 'user', principal: OWN });
    tokens.service = await service.token('admin', { kind: 'service' });
    tokens.gateway = await service.token('admin', { kind: 'gateway' });
    await service.token('checker', { kind: 'user', principal: OTHER });
    await service.token('reader', { kind: 'user', principal: 'reader@example.com' });
  });
  afterAll(() => service.close());

  /** Approves a new quote; the outcome is the principal it was approved by, or the code of the refusal. */
  const approve = async (kind: CallerKind, headers: Record<string, string | string[]>) => {
    day += 1;
    const date = new Date(Date.UTC(2021, 0, day)).toISOString().slice(0, 10);
    const { id } = (await service.post('/svc/quote', aQuote({ date })).expect(201)).body;
    const answer = await send('POST', '/svc/quote/appoval', {
      token: tokens[kind],
      body: JSON.stringify({ id }),
      headers,
    });
    const stored = (await service.get(`/svc/quote/${id}`).expect(200)).body;
    if (answer.status === 200) {
      expect(stored).toMatchObject({ is_apporval: 1, approval_by: answer.body?.approval_by });
      return answer.body?.approval_by;
    }
    expect(stored).toMatchObject({ is_apporval: 0, approval_by: null });
    return expectProblem(answer, 403).code;
  };

  const HEADERS_SENT: readonly (readonly [string, Record<string, string | string[]>])[] = [
    ['no header', {}],
    ['own e-mail', { 'X-Requested-By': OWN }],
    ["another checker's e-mail", { 'X-Requested-By': OTHER }],
    ["another checker's, in capitals", { 'x-requested-by': OTHER.toUpperCase() }],
    ['e-mail of a reader', { 'X-Requested-By': 'reader@example.com' }],
    ['e-mail of nobody', { 'X-Requested-By': 'nobody@example.com' }],
    ['no e-mail address', { 'X-Requested-By': 'checker' }],
    ['empty', { 'X-Requested-By': '' }],
    ['sent twice', { 'X-Requested-By': [OWN, OTHER] }],
    ['a comma list', { 'X-Requested-By': `${OWN}, ${OTHER}` }],
    ['a display name', { 'X-Requested-By': `Other <${OTHER}>` }],
    ['JSON', { 'X-Requested-By': `{"email":"${OTHER}"}` }],
  ];

  describe('user: the principal is the e-mail of the token, whatever was sent', () => {
    it.each(HEADERS_SENT)('%s', async (_name, headers) => {
      expect(await approve('user', headers)).toBe(OWN);
    });
  });

  describe('service: no principal, whatever was sent', () => {
    it.each(HEADERS_SENT)('%s', async (_name, headers) => {
      expect(await approve('service', headers)).toBe('principal_missing');
    });
  });

  describe('gateway: the principal is the header, when that is one e-mail address; the role of that principal counts', () => {
    const EXPECTED: Record<string, string> = {
      'own e-mail': OWN,
      "another checker's e-mail": OTHER,
      "another checker's, in capitals": OTHER,
      'e-mail of a reader': 'not_permitted',
      'e-mail of nobody': 'not_permitted',
    };
    it.each(HEADERS_SENT)('%s', async (name, headers) => {
      expect(await approve('gateway', headers)).toBe(EXPECTED[name] ?? 'principal_missing');
    });

    it('the refusal says why there is no principal', async () => {
      const detailOf = async (kind: CallerKind, headers: Record<string, string> = {}) =>
        expectProblem(
          await send('POST', '/svc/quote/appoval', { token: tokens[kind], body: '{}', headers }),
          403,
          'principal_missing',
        ).detail;
      const none = 'The header X-Requested-By is missing, or is not one e-mail address';
      expect(await detailOf('gateway')).toBe(none);
      expect(await detailOf('gateway', { 'X-Requested-By': `${OWN}, ${OTHER}` })).toBe(none);
      expect(await detailOf('service', { 'X-Requested-By': OWN })).toMatch(
        /^A service token acts for nobody/,
      );
    });

    it('a role granted to a principal without a token counts as well', async () => {
      await service.inside('grantRole', 'granted@example.com', 'checker');
      expect(await approve('gateway', { 'X-Requested-By': 'granted@example.com' })).toBe(
        'granted@example.com',
      );
    });

    it('the role of an expired token does not', async () => {
      await service.token('checker', {
        principal: 'gone@example.com',
        expiresAt: new Date(Date.now() - 1000),
      });
      expect(await approve('gateway', { 'X-Requested-By': 'gone@example.com' })).toBe('not_permitted');
    });
  });

  it('a write is recorded under the principal, or under the token where there is none', async () => {
    const maker = await service.token('maker', { principal: 'maker@example.com' });
    const robot = await service.token('maker', { kind: 'service' });
    const gateway = await service.token('maker', { kind: 'gateway' });
    await service.inside('grantRole', OTHER, 'maker');
    const forged = { 'X-Requested-By': OTHER };
    for (const [index, token] of [maker, robot, gateway].entries()) {
      const body = JSON.stringify(aQuote({ ticker: `ACT${index}` }));
      expect((await send('POST', '/svc/quote', { token, body, headers: forged })).status).toBe(201);
    }
    const { data } = (await service.get('/svc/audit?limit=3&resource=quote').expect(200)).body;
    expect(data.map((event: { actor: string }) => event.actor)).toEqual([
      OTHER,
      expect.stringMatching(/^service:[0-9a-f-]{36}$/),
      'maker@example.com',
    ]);
  });
});

describe('contract 2: opaque tokens', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp();
  });
  afterAll(() => service.close());

  it('have the form mds_ + base62 and are stored as SHA-256 only', async () => {
    const token = await service.token('reader');
    expect(token).toMatch(/^mds_[0-9A-Za-z]{33,}$/);
    const rows = await service.sql<{ row: string }>('SELECT t::text AS row FROM api_token t');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.map((each) => each.row).join()).not.toContain(token.slice(4));
  });

  it('a mistyped one is refused', async () => {
    const token = await service.token('reader');
    for (const place of [4, 20, token.length - 1]) {
      const other = `${token.slice(0, place)}${token[place] === 'A' ? 'B' : 'A'}${token.slice(place + 1)}`;
      expectProblem(await service.get('/quote', other), 401);
    }
    expectProblem(await service.get('/quote', `${token}A`), 401);
    expectProblem(await service.get('/quote', token.slice(0, -1)), 401);
  });

  it('an expired one is refused, also when it expires between two requests', async () => {
    const past = await service.token('reader', { expiresAt: new Date(Date.now() - 1) });
    const answer = await service.get('/quote', past);
    expectProblem(answer, 401, 'not_authenticated');
    expect(answer.headers['www-authenticate']).toMatch(/error="invalid_token"/);
    const soon = await service.token('reader', { expiresAt: new Date(Date.now() + HOUR) });
    await service.get('/quote', soon).expect(200);
    await hostTask('shiftClock', HOUR);
    const later = await service.get('/quote', soon);
    await hostTask('shiftClock', 0);
    expectProblem(later, 401);
  });

  it('a revoked one is refused within seconds, at once where it was not in use', async () => {
    const [used, unused] = [await service.token('reader'), await service.token('reader')];
    await service.get('/quote', used).expect(200);
    const rows = await service.sql<{ id: string }>(
      'SELECT id FROM api_token ORDER BY created_at DESC LIMIT 2',
    );
    for (const row of rows)
      await service.sql('UPDATE api_token SET revoked_at = now() WHERE id = $1', [row.id]);
    expectProblem(await service.get('/quote', unused), 401);
    const revokedAt = performance.now();
    let lastGood = revokedAt;
    await until('it is refused', async () => {
      const sentAt = performance.now();
      const { status } = await service.get('/quote', used);
      if (status === 200) lastGood = sentAt;
      return status === 401;
    });
    expect(lastGood - revokedAt).toBeLessThan(REVOCATION);
  });

  it('the last use is recorded', async () => {
    const token = await service.token('reader');
    const recentlyUsed = () =>
      service.sql(
        "SELECT FROM api_token WHERE role = 'reader' AND last_used_at > now() - interval '1 minute' AND created_at = (SELECT max(created_at) FROM api_token)",
      );
    expect(await recentlyUsed()).toHaveLength(0);
    await service.get('/quote', token).expect(200);
    await until('it is written', async () => (await recentlyUsed()).length === 1);
  });
});
