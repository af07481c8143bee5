import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type CryptoKey,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  type JWTPayload,
  SignJWT,
  UnsecuredJWT,
} from 'jose';
import { startApp, type TestApp } from '../app.js';
import { aQuote } from '../builders/quotes.js';
import { answerToLateBody } from '../late-body.js';
import { expectProblem } from './wire.js';

const AUDIENCE = 'market-data';
const EMAIL = 'checker@example.com';

describe('contract 2: JWTs of an OIDC issuer', () => {
  let service: TestApp;
  let provider: Server;
  let issuer: string;
  let keys: { publicKey: CryptoKey; privateKey: CryptoKey };
  beforeAll(async () => {
    keys = await generateKeyPair('RS256', { extractable: true });
    const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
    provider = createServer((request, response) => {
      const isKeys = request.url === '/keys';
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(isKeys ? { keys: [jwk] } : { issuer, jwks_uri: `${issuer}/keys` }));
    });
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
    issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
    service = await startApp({ OIDC_ISSUER: issuer, OIDC_AUDIENCE: AUDIENCE });
    await service.inside('grantRole', EMAIL, 'checker');
  });
  afterAll(async () => {
    await service.close();
    await new Promise((resolve) => provider.close(resolve));
  });

  const claims = (change: JWTPayload = {}): JWTPayload => ({
    iss: issuer,
    aud: AUDIENCE,
    sub: 'user-1',
    email: EMAIL,
    email_verified: true,
    exp: Math.floor(Date.now() / 1000) + 300,
    ...change,
  });
  const signed = (
    payload: JWTPayload,
    key: CryptoKey | Uint8Array = keys.privateKey,
    header = { alg: 'RS256', kid: 'one' },
  ) => new SignJWT(payload).setProtectedHeader(header).sign(key);
  const seconds = (offset: number) => Math.floor(Date.now() / 1000) + offset;

  it('a valid JWT can read', async () => {
    await service.get('/quote', await signed(claims())).expect(200);
  });

  it('the e-mail claim is the principal: it approves under that name', async () => {
    const { id } = (await service.post('/svc/quote', aQuote()).expect(201)).body;
    const { body } = await service.post('/svc/quote/appoval', { id }, await signed(claims())).expect(200);
    expect(body.approval_by).toBe(EMAIL);
  });

  it('X-Requested-By does not change the principal', async () => {
    const { id } = (await service.post('/svc/quote', aQuote({ ticker: 'FPT' })).expect(201)).body;
    const token = await signed(claims());
    const { body } = await service
      .post('/svc/quote/appoval', { id }, token)
      .set('X-Requested-By', 'admin@localhost')
      .expect(200);
    expect(body.approval_by).toBe(EMAIL);
  });

  it('a role that is taken away while the body arrives no longer counts', async () => {
    const email = 'late@example.com';
    await service.inside('grantRole', email, 'maker');
    const token = await signed(claims({ sub: 'late', email }));
    // Afterwards the keys of the provider are known, so that the right is judged as soon as the head is read.
    await service.get('/quote?ticker=LATE', token).expect(200);
    const late = {
      path: '/svc/quote',
      body: aQuote({ ticker: 'LATE' }),
      headers: { Authorization: `Bearer ${token}` },
    };
    const { statusCode } = await answerToLateBody(service, late, () =>
      service.inside('grantRole', email, 'reader'),
    );
    expect(statusCode).toBe(403);
    expect((await service.get('/quote?ticker=LATE').expect(200)).body.data).toEqual([]);
  });

  it('a principal without a role here is a reader', async () => {
    const token = await signed(claims({ email: 'new@example.com' }));
    await service.get('/quote', token).expect(200);
    expectProblem(await service.post('/svc/quote', aQuote(), token), 403, 'not_permitted');
    expectProblem(await service.post('/svc/quote/appoval', {}, token), 403, 'not_permitted');
  });

  it('a role claimed in the token itself has no effect', async () => {
    const token = await signed(
      claims({ email: 'new@example.com', role: 'admin', roles: ['admin'], scope: 'quote:write' }),
    );
    expectProblem(await service.post('/svc/quote', aQuote(), token), 403, 'not_permitted');
  });

  it.each<[string, () => Promise<string> | string]>([
    ['wrong audience', () => signed(claims({ aud: 'another' }))],
    ['no audience', () => signed(claims({ aud: undefined as never }))],
    ['wrong issuer', () => signed(claims({ iss: 'https://example.com' }))],
    ['expired', () => signed(claims({ exp: seconds(-60) }))],
    ['no expiry', () => signed(claims({ exp: undefined as never }))],
    ['not valid yet', () => signed(claims({ nbf: seconds(600) }))],
    ['no subject', () => signed(claims({ sub: undefined as never }))],
    ['no e-mail', () => signed(claims({ email: undefined }))],
    ['an e-mail that is none', () => signed(claims({ email: 'checker' }))],
    ['an e-mail list', () => signed(claims({ email: [EMAIL] }))],
    ['an e-mail that is not verified', () => signed(claims({ email_verified: false }))],
    [
      'another key under the same kid',
      async () => signed(claims(), (await generateKeyPair('RS256')).privateKey),
    ],
    ['an unknown kid', () => signed(claims(), keys.privateKey, { alg: 'RS256', kid: 'two' })],
    ['alg none', () => new UnsecuredJWT(claims()).encode()],
    ['alg none with some signature', () => `${new UnsecuredJWT(claims()).encode()}c2ln`],
    [
      'HS256 with the public key as secret',
      async () =>
        signed(claims(), new TextEncoder().encode(await exportSPKI(keys.publicKey)), {
          alg: 'HS256',
          kid: 'one',
        }),
    ],
    [
      'a changed payload',
      async () => {
        const [header, , signature] = (await signed(claims())).split('.');
        return `${header}.${Buffer.from(JSON.stringify(claims({ email: 'admin@localhost' }))).toString('base64url')}.${signature}`;
      },
    ],
    ['no signature', async () => `${(await signed(claims())).split('.').slice(0, 2).join('.')}.`],
    ['garbage of the form', () => 'aaaa.bbbb.cccc'],
  ])('401 invalid_token: %s', async (_name, make) => {
    const answer = await service.get('/quote', await make());
    expectProblem(answer, 401, 'not_authenticated');
    expect(answer.headers['www-authenticate']).toMatch(/error="invalid_token"/);
  });

  it('opaque tokens work as well', async () => {
    await service.get('/quote', await service.token('reader')).expect(200);
  });
});

describe('contract 2: beside an OIDC issuer', () => {
  it('a first admin token of three parts, as BOOTSTRAP_ADMIN_TOKEN may be, is accepted', async () => {
    const token = 'first.admin.token-of-an-operator';
    const service = await startApp({ OIDC_ISSUER: 'http://127.0.0.1:1', OIDC_AUDIENCE: AUDIENCE });
    try {
      await service.sql(
        `INSERT INTO api_token (digest, custom, kind, role, principal)
         VALUES (sha256(convert_to($1, 'UTF8')), true, 'user', 'admin', 'admin@example.com')`,
        [token],
      );
      await service.get('/quote', token).expect(200);
    } finally {
      await service.close();
    }
  });
});

describe('contract 2: without OIDC_ISSUER', () => {
  it('no JWT is accepted', async () => {
    const service = await startApp();
    try {
      const { privateKey } = await generateKeyPair('RS256');
      const token = await new SignJWT({
        sub: 'user-1',
        email: EMAIL,
        aud: AUDIENCE,
        iss: 'https://example.com',
      })
        .setProtectedHeader({ alg: 'RS256' })
        .setExpirationTime('5m')
        .sign(privateKey);
      expectProblem(await service.get('/quote', token), 401, 'not_authenticated');
    } finally {
      await service.close();
    }
  });
});

describe('contract 2: an OIDC issuer that is away', () => {
  it.each([
    ['does not answer', () => 'http://127.0.0.1:1'],
    ['answers 500 for its keys', (issuer: string) => issuer],
  ])('%s: 503 with Retry-After, without blaming the token; opaque tokens work', async (_what, cause) => {
    const provider = createServer((request, response) => {
      response.writeHead(request.url === '/keys' ? 500 : 200, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ issuer, jwks_uri: `${issuer}/keys` }));
    });
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
    const issuer = cause(`http://127.0.0.1:${(provider.address() as AddressInfo).port}`);
    const service = await startApp({ OIDC_ISSUER: issuer, OIDC_AUDIENCE: AUDIENCE });
    try {
      const { privateKey } = await generateKeyPair('RS256');
      const token = await new SignJWT({ sub: 'user-1', email: EMAIL, aud: AUDIENCE, iss: issuer })
        .setProtectedHeader({ alg: 'RS256', kid: 'one' })
        .setExpirationTime('5m')
        .sign(privateKey);
      const answer = await service.get('/quote', token);
      expectProblem(answer, 503);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      await service.get('/quote').expect(200);
    } finally {
      await service.close();
      await new Promise((resolve) => provider.close(resolve));
    }
  });
});
