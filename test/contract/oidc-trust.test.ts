import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { JWTPayload } from 'jose';
import type { TokenService } from '../../src/auth/token.service.js';
import { ConfigurationError, parseConfig } from '../../src/config/config.js';
import { startApp, type TestApp } from '../app.js';
import { aQuote } from '../builders/quotes.js';
import { hostTask } from '../host/client.js';
import { PROVIDER } from '../time-bounds.js';
import { AUDIENCE, Provider } from './oidc-provider.js';
import { expectProblem } from './wire.js';

const VERIFIED_EMAIL = { email: 'maker@example.com', email_verified: true };

describe('contract 10: the roles of a JWT', () => {
  let service: TestApp;
  let provider: Provider;
  beforeAll(async () => {
    provider = await Provider.start();
    service = await startApp({ OIDC_ISSUER: provider.issuer, OIDC_AUDIENCE: AUDIENCE });
  });
  afterAll(async () => {
    await service.close();
    await provider.close();
  });

  const whoIs = async (claims: JWTPayload) =>
    (await service.get('/svc/token/self', await provider.sign(claims)).expect(200)).body;
  const grant = (grantee: Parameters<TokenService['grant']>[0], role: 'maker' | 'checker') =>
    service.inside('grantRole', grantee, role);

  it.each<[string, JWTPayload]>([
    ['nothing says that the e-mail is verified', { email: 'admin@localhost' }],
    ['email_verified is false', { email: 'admin@localhost', email_verified: false }],
    ['email_verified is 0', { email: 'admin@localhost', email_verified: 0 }],
    ['email_verified is 1', { email: 'admin@localhost', email_verified: 1 }],
    ['email_verified is "true"', { email: 'admin@localhost', email_verified: 'true' }],
    ['email_verified is null', { email: 'admin@localhost', email_verified: null }],
  ])('401 when %s', async (_what, claims) => {
    expectProblem(await service.get('/quote', await provider.sign(claims)), 401, 'not_authenticated');
  });

  it("a JWT with the first admin's e-mail does not have the admin's role, even when the e-mail is verified", async () => {
    const token = await provider.sign({ email: 'admin@localhost', email_verified: true });
    expect((await service.get('/svc/token/self', token)).body).toMatchObject({ role: 'reader' });
    expectProblem(
      await service.post('/svc/token', { principal: 'x@example.com', role: 'admin' }, token),
      403,
      'not_permitted',
    );
  });

  it('nor does it have the role of any other token with its e-mail', async () => {
    await service.token('maker', { principal: 'maker@example.com' });
    expect(await whoIs(VERIFIED_EMAIL)).toMatchObject({ role: 'reader', principal: 'maker@example.com' });
  });

  it('a role granted to the e-mail counts once the provider verified it', async () => {
    await grant('granted@example.com', 'checker');
    const claims = { email: 'granted@example.com', email_verified: true };
    expect(await whoIs(claims)).toMatchObject({ role: 'checker' });
    await service.get('/svc/audit', await provider.sign(claims)).expect(200);
  });

  it('a role granted to issuer and subject counts whatever the e-mail, for that subject alone', async () => {
    await grant({ issuer: provider.issuer, subject: 'user-7' }, 'maker');
    await grant({ issuer: 'https://other.example.com', subject: 'user-8' }, 'maker');
    const claims = { email: 'new@example.com', email_verified: true };
    expect(await whoIs({ ...claims, sub: 'user-7' })).toMatchObject({ role: 'maker', id: 'oidc:user-7' });
    expect(await whoIs({ ...claims, sub: 'user-8' })).toMatchObject({ role: 'reader' });
    await service.post('/svc/quote', aQuote(), await provider.sign({ ...claims, sub: 'user-7' })).expect(201);
  });

  it('a grant is in the audit log with issuer and subject', async () => {
    const { data } = (await service.get('/svc/audit?resource=token&action=granted').expect(200)).body;
    expect(data.map(({ after }: { after: object }) => after)).toContainEqual(
      expect.objectContaining({ principal: 'oidc:user-7', issuer: provider.issuer, role: 'maker' }),
    );
  });

  it.each(['JWT', 'jwt', 'at+jwt', 'application/at+jwt'])('typ %s is accepted', async (typ) => {
    await service.get('/quote', await provider.sign(VERIFIED_EMAIL, { typ })).expect(200);
  });

  it.each(['logout+jwt', 'secevent+jwt', 'dpop+jwt', 'JOSE', ''])('typ "%s" is 401', async (typ) => {
    expectProblem(await service.get('/quote', await provider.sign(VERIFIED_EMAIL, { typ })), 401);
  });
});

describe('contract 10: OIDC_TRUST_EMAIL=true, for a provider that leaves out email_verified', () => {
  let service: TestApp;
  let provider: Provider;
  beforeAll(async () => {
    provider = await Provider.start();
    const environment = { OIDC_ISSUER: provider.issuer, OIDC_AUDIENCE: AUDIENCE, OIDC_TRUST_EMAIL: 'true' };
    service = await startApp(environment);
  });
  afterAll(async () => {
    await service.close();
    await provider.close();
  });

  it.each<[string, unknown, number]>([
    ['nothing', undefined, 200],
    ['true', true, 200],
    ['the word', 'true', 200],
    ['false', false, 401],
    ['0', 0, 401],
    ['the word false', 'false', 401],
  ])('email_verified: %s', async (_what, email_verified, status) => {
    const token = await provider.sign({ email: 'somebody@example.com', email_verified });
    await service.get('/quote', token).expect(status);
  });
});

describe('contract 10: the provider must be the configured one', () => {
  let provider: Provider;
  let service: TestApp | undefined;
  beforeEach(async () => {
    provider = await Provider.start();
  });
  afterEach(async () => {
    await hostTask('shiftClock', 0);
    await service?.close();
    service = undefined;
    await provider.close();
  });
  const start = async () => {
    service = await startApp({ OIDC_ISSUER: provider.issuer, OIDC_AUDIENCE: AUDIENCE });
    return service;
  };

  it.each<[string, (issuer: string) => Record<string, unknown>]>([
    ['a document of another issuer', () => ({ issuer: 'https://login.example.com' })],
    ['a document with a slash more', (issuer) => ({ issuer: `${issuer}/` })],
    ['a document without an issuer', () => ({ issuer: undefined })],
    ['keys over plain HTTP', (issuer) => ({ jwks_uri: issuer.replace('127.0.0.1', '192.0.2.1') })],
    ['keys from a file', () => ({ jwks_uri: 'file:///etc/passwd' })],
    ['no keys', () => ({ jwks_uri: undefined })],
  ])('503 for %s, until it is repaired', async (_what, wrong) => {
    provider.document = wrong(provider.issuer);
    const { get } = await start();
    const token = await provider.sign(VERIFIED_EMAIL);
    expectProblem(await get('/quote', token), 503, 'dependency_away');
    expect(provider.requests).not.toContain('/keys');
    provider.document = {};
    await get('/quote', token).expect(200);
  });

  it.each(['/.well-known/openid-configuration', '/keys'])(
    'a provider that hangs at %s: 503 within 5 s; opaque tokens do not wait; then it works again',
    async (path) => {
      provider.hangingPaths.add(path);
      const { get } = await start();
      const token = await provider.sign(VERIFIED_EMAIL);
      const waiting = get('/quote', token).then((answer) => answer);
      await get('/quote').expect(200);
      const began = performance.now();
      const refusal = await waiting;
      expectProblem(refusal, 503, 'dependency_away');
      expect(Number(refusal.headers['retry-after'])).toBeGreaterThan(0);
      expect(performance.now() - began).toBeLessThan(PROVIDER);
      provider.hangingPaths.clear();
      await get('/quote', token).expect(200);
    },
  );

  it('an unknown key is looked up, at most once in a while', async () => {
    const { get } = await start();
    await get('/quote', await provider.sign(VERIFIED_EMAIL)).expect(200);
    const keyFetches = () => provider.requests.filter((url) => url === '/keys').length;
    expect(keyFetches()).toBe(1);
    await provider.rotate('two');
    const rotated = await provider.sign(VERIFIED_EMAIL);
    for (let guess = 0; guess < 20; guess++) expectProblem(await get('/quote', rotated), 401);
    expect(keyFetches()).toBe(1);
    await hostTask('shiftClock', 11_000);
    for (let request = 0; request < 5; request++) await get('/quote', rotated).expect(200);
    expect(keyFetches()).toBe(2);
  });

  it('an unknown key is looked up as soon after the clock was set back', async () => {
    const { get } = await start();
    const exp = Math.floor(Date.now() / 1000) + 7_200;
    await hostTask('shiftClock', 3_600_000);
    await get('/quote', await provider.sign({ ...VERIFIED_EMAIL, exp })).expect(200);
    await provider.rotate('two');
    await hostTask('shiftClock', 0);
    await get('/quote', await provider.sign({ ...VERIFIED_EMAIL, exp })).expect(200);
  });
});

describe('contract 10: OIDC_ISSUER', () => {
  const parsed = (OIDC_ISSUER: string) => () => parseConfig({ OIDC_ISSUER, OIDC_AUDIENCE: AUDIENCE });

  it.each([
    'http://login.example.com',
    'http://10.0.0.1',
    'http://127.0.0.1.example.com',
    'http://localhost.example.com',
    'ftp://localhost',
    'login.example.com',
  ])('%s refuses the start and says what is accepted', (issuer) => {
    expect(parsed(issuer)).toThrow(ConfigurationError);
    expect(parsed(issuer)).toThrow(/OIDC_ISSUER: given .*https/);
  });

  it.each([
    'https://login.example.com/realms/market',
    'http://127.0.0.1:8080',
    'http://localhost',
    'http://idp.localhost:8080/',
    'http://[::1]:8080',
  ])('%s is accepted', (issuer) => {
    expect(parsed(issuer)().OIDC_ISSUER).toBe(issuer);
  });
});
