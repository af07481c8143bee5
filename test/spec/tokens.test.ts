import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PERMISSIONS, permits, ROLE_NAMES, ROLES } from '../../src/auth/permissions.js';
import { ADMIN_TOKEN, startApp, type TestApp } from '../app.js';
import { aQuote } from '../builders/quotes.js';
import { culprits, expectProblem } from '../contract/wire.js';
import { until } from '../embedded/harness.js';
import { answerToLateBody } from '../late-body.js';

interface Token {
  id: string;
  token: string;
}

describe('contract 2: tokens over HTTP', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp();
  });
  afterAll(() => service.close());

  const make = async (body: object = {}): Promise<Token> =>
    (await service.post('/svc/token', { principal: 'maker@example.com', role: 'maker', ...body }).expect(201))
      .body;

  describe('POST /svc/token', () => {
    it('201 with the secret, its address, and no caching', async () => {
      const answer = await service
        .post('/svc/token', { principal: 'Maker@Example.com', role: 'maker', kind: 'user', expires: '90d' })
        .expect(201);
      expect(answer.body).toEqual({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        token: expect.stringMatching(/^mds_[0-9A-Za-z]{42}$/),
        kind: 'user',
        role: 'maker',
        principal: 'maker@example.com',
        expires_at: expect.any(String),
      });
      expect(answer.headers.location).toBe(`/svc/token/${answer.body.id}`);
      expect(answer.headers['cache-control']).toBe('no-store');
      const days = (Date.parse(answer.body.expires_at) - Date.now()) / 86_400_000;
      expect(days).toBeGreaterThan(89.9);
      expect(days).toBeLessThanOrEqual(90);
    });

    it('the token works at once and has the rights of its role', async () => {
      const { token } = await make({ role: 'reader' });
      await service.get('/quote', token).expect(200);
      expectProblem(await service.post('/svc/quote', {}, token), 403, 'not_permitted');
    });

    it('kind is user and there is no expiry by default', async () => {
      expect(await make()).toMatchObject({ kind: 'user', expires_at: null });
      expect(await make({ expires: null })).toMatchObject({ expires_at: null });
    });

    it('a service and a gateway need no principal; a user does', async () => {
      expect(await make({ kind: 'service', principal: undefined })).toMatchObject({ principal: null });
      expect(await make({ kind: 'gateway', principal: null })).toMatchObject({ principal: null });
      const answer = await service.post('/svc/token', { role: 'maker', kind: 'user' });
      expectProblem(answer, 400, 'invalid_input');
      expect(culprits(answer)).toEqual(['/principal']);
    });

    it.each([
      ['/role', { role: 'king' }],
      ['/role', { role: undefined }],
      ['/kind', { kind: 'robot' }],
      ['/principal', { principal: 'nobody' }],
      ['/expires', { expires: '0d' }],
      ['/expires', { expires: '90' }],
      ['/expires', { expires: '1y' }],
      ['/expires', { expires: 90 }],
      ['/token', { token: 'mds_x' }],
    ])('400 names %s', async (pointer, wrongBody) => {
      const answer = await service.post('/svc/token', {
        principal: 'a@example.com',
        role: 'reader',
        ...wrongBody,
      });
      expectProblem(answer, 400, 'invalid_input');
      expect(culprits(answer)).toEqual([pointer]);
    });

    it('no caller grants more than its own rights: token managers have every permission', () => {
      for (const role of ROLE_NAMES.filter((each) => permits(each, 'token:manage'))) {
        expect(ROLES[role]).toEqual(PERMISSIONS);
      }
    });

    it('an Idempotency-Key stores no answer with the secret', async () => {
      const body = { principal: 'maker@example.com', role: 'maker' };
      const post = () => service.post('/svc/token', body).set('Idempotency-Key', 'once').expect(201);
      const [first, second] = [await post(), await post()];
      expect(second.body.token).not.toBe(first.body.token);
      expect(await service.sql('SELECT FROM idempotency_key')).toHaveLength(0);
    });
  });

  describe('GET /svc/token', () => {
    it('lists tokens, newest first, in pages', async () => {
      const ids = [await make(), await make(), await make()].map(({ id }) => id);
      const { data, meta } = (await service.get('/svc/token?limit=2&total=true').expect(200)).body;
      expect(data.map(({ id }: Token) => id)).toEqual([ids[2], ids[1]]);
      expect(data[0]).toEqual({
        kind: 'user',
        role: 'maker',
        principal: 'maker@example.com',
        id: ids[2],
        state: 'active',
        created_at: expect.stringMatching(/Z$/),
        expires_at: null,
        last_used_at: null,
        revoked_at: null,
        current: false,
      });
      expect(meta.total).toBeGreaterThan(3);
      const next = (await service.get(meta.next).expect(200)).body.data;
      expect(next[0].id).toBe(ids[0]);
    });

    it("marks the caller's own token, and when each was used", async () => {
      const { id, token } = await make({ role: 'admin' });
      const { data } = (await service.get('/svc/token?limit=1', token).expect(200)).body;
      expect(data).toEqual([expect.objectContaining({ id, current: true })]);
      await service.get('/svc/token?limit=1', token).expect(200);
      // The time of a use is written independently of the answer.
      const used = await until('the use is written', async () => {
        const { body } = await service.get(`/svc/token/${id}`).expect(200);
        return body.last_used_at !== null && body;
      });
      expect(used).toMatchObject({ id, current: false, last_used_at: expect.stringMatching(/Z$/) });
    });

    it('filters by state and principal', async () => {
      const principal = 'filtered@example.com';
      const expired = await service.token('reader', { principal, expiresAt: new Date(Date.now() - 1000) });
      expectProblem(await service.get('/quote', expired), 401);
      const revoked = await make({ principal });
      await service.post(`/svc/token/${revoked.id}/revoke`).expect(200);
      const active = await make({ principal });
      const states = async (query: string) =>
        (await service.get(`/svc/token?principal=${principal}${query}`).expect(200)).body.data.map(
          ({ state }: { state: string }) => state,
        );
      expect(await states('')).toEqual(['active', 'revoked', 'expired']);
      for (const state of ['active', 'revoked', 'expired']) {
        expect(await states(`&state=${state}`)).toEqual([state]);
      }
      const countAnswer = await service.get(`/svc/token?principal=${principal}&state=active&total=true`);
      expect(countAnswer.body).toMatchObject({ data: [{ id: active.id }], meta: { total: 1 } });
      expectProblem(await service.get('/svc/token?state=lost'), 400);
    });

    it('no answer, format or log contains a secret or its digest', async () => {
      const { id, token } = await make();
      const [{ digest } = { digest: '' }] = await service.sql<{ digest: string }>(
        `SELECT encode(digest, 'hex') AS digest FROM api_token WHERE id = $1`,
        [id],
      );
      await service.post(`/svc/token/${id}/revoke`).expect(200);
      for (const path of [
        '/svc/token',
        '/svc/token?format=csv',
        '/svc/token?format=ndjson',
        `/svc/token/${id}`,
        '/svc/token/self',
        '/svc/audit?resource=token&limit=1000',
      ]) {
        const { text } = await service.get(path).expect(200);
        expect([path, text.includes(id) || path.endsWith('self')]).toEqual([path, true]);
        for (const secret of [token, token.slice(4, 40), ADMIN_TOKEN, digest, 'digest']) {
          expect([path, text.includes(secret)]).toEqual([path, false]);
        }
      }
    });
  });

  describe('POST /svc/token/{id}/revoke', () => {
    it('200 with the token, which is refused immediately; 204 when already revoked', async () => {
      const { id, token } = await make();
      await service.get('/quote', token).expect(200);
      const answer = await service.post(`/svc/token/${id}/revoke`).expect(200);
      expect(answer.body).toMatchObject({ id, state: 'revoked', revoked_at: expect.stringMatching(/Z$/) });
      expectProblem(await service.get('/quote', token), 401);
      await service.post(`/svc/token/${id}/revoke`).expect(204);
    });

    it('the token in use can be revoked too, and its last answer says so', async () => {
      const { id, token } = await make({ role: 'admin' });
      const answer = await service.post(`/svc/token/${id}/revoke`, undefined, token).expect(200);
      expect(answer.body).toMatchObject({ id, state: 'revoked', current: true });
      expectProblem(await service.get('/svc/token', token), 401);
    });

    /** The answer to a POST whose body ends only once a token was revoked. */
    const answerAfterRevoking = (id: string, request: Parameters<typeof answerToLateBody>[1]) =>
      answerToLateBody(service, request, () => service.post(`/svc/token/${id}/revoke`).expect(200));

    it('a request whose body arrives after that is refused, and writes nothing', async () => {
      const { id, token } = await make({ role: 'maker' });
      const { statusCode, headers } = await answerAfterRevoking(id, {
        path: '/svc/quote',
        body: aQuote({ ticker: 'LATE' }),
        headers: { Authorization: `Bearer ${token}` },
      });
      expect(statusCode).toBe(401);
      expect(headers['www-authenticate']).toMatch(/error="invalid_token"/);
      expect((await service.get('/quote?ticker=LATE').expect(200)).body.data).toEqual([]);
    });

    it('so is one through a gateway, for a principal who has the right by that token alone', async () => {
      const { token } = await make({ kind: 'gateway', role: 'admin' });
      const { id } = (await service.post('/svc/quote', aQuote({ ticker: 'LATER' })).expect(201)).body;
      for (const [role, path, body] of [
        ['maker', '/svc/quote', aQuote({ ticker: 'LATE' })],
        ['checker', '/svc/quote/approval', { id }],
      ] as const) {
        const principal = `late-${role}@example.com`;
        const own = await make({ role, principal });
        const headers = { Authorization: `Bearer ${token}`, 'X-Requested-By': principal };
        const { statusCode } = await answerAfterRevoking(own.id, { path, body, headers });
        expect([role, statusCode]).toEqual([role, 403]);
      }
      expect((await service.get('/quote?ticker=LATE').expect(200)).body.data).toEqual([]);
      expect((await service.get(`/svc/quote/${id}`).expect(200)).body.is_apporval).toBe(0);
    });

    it('404 for an unknown one, 400 for an invalid UUID', async () => {
      const unknown = '00000000-0000-4000-8000-000000000000';
      expectProblem(await service.post(`/svc/token/${unknown}/revoke`), 404, 'record_not_found');
      expectProblem(await service.get(`/svc/token/${unknown}`), 404, 'record_not_found');
      expectProblem(await service.post('/svc/token/x/revoke'), 400, 'invalid_input');
    });
  });

  it('every change is in the audit log with principal, time and request, without a secret', async () => {
    const admin = await make({ role: 'admin', principal: 'boss@example.com' });
    const created = await service.post(
      '/svc/token',
      { principal: 'new@example.com', role: 'checker', expires: '1h' },
      admin.token,
    );
    const revoked = await service.post(`/svc/token/${created.body.id}/revoke`, undefined, admin.token);
    const { data } = (await service.get(`/svc/audit?record_id=${created.body.id}`).expect(200)).body;
    const after = {
      kind: 'user',
      role: 'checker',
      principal: 'new@example.com',
      expires_at: created.body.expires_at,
    };
    expect(data).toEqual([
      expect.objectContaining({
        resource: 'token',
        action: 'revoked',
        actor: 'boss@example.com',
        request_id: revoked.headers['x-request-id'],
        after,
      }),
      expect.objectContaining({
        resource: 'token',
        action: 'created',
        actor: 'boss@example.com',
        request_id: created.headers['x-request-id'],
        after,
      }),
    ]);
  });

  describe('GET /svc/token/self', () => {
    it.each(ROLE_NAMES)('returns principal, kind, permissions and expiry to %s', async (role) => {
      const expiresAt = new Date(Date.now() + 3_600_000);
      const token = await service.token(role, { principal: 'me@example.com', expiresAt });
      const { body } = await service.get('/svc/token/self', token).expect(200);
      expect(body).toEqual({
        kind: 'user',
        role,
        principal: 'me@example.com',
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        permissions: ROLES[role],
        self_approval: true,
        expires_at: expiresAt.toISOString().replace('Z', '000Z'),
      });
    });

    it('a service has no principal, whatever its label', async () => {
      const token = await service.token('maker', { kind: 'service', principal: 'label@example.com' });
      const { body } = await service.get('/svc/token/self', token).expect(200);
      expect(body).toMatchObject({ kind: 'service', principal: null, expires_at: null });
    });

    it('401 without a token', async () => {
      expectProblem(await service.get('/svc/token/self', 'mds_x'), 401);
    });
  });

  describe('behind a gateway', () => {
    const send = async (principal: string | undefined) => {
      const gateway = await service.token('admin', { kind: 'gateway' });
      const request = service.post('/svc/token', { principal: 'x@example.com', role: 'admin' }, gateway);
      return principal === undefined ? request : request.set('X-Requested-By', principal);
    };

    it("only a principal with the right creates tokens, however powerful the gateway; without one the gateway's own right counts", async () => {
      await service.token('reader', { principal: 'reader@example.com' });
      expectProblem(await send('reader@example.com'), 403, 'not_permitted');
      expectProblem(await send('nobody'), 403, 'principal_missing');
      expect((await send(undefined)).status).toBe(201);
      await service.token('admin', { principal: 'boss@example.com' });
      expect((await send('boss@example.com')).status).toBe(201);
    });
  });
});
