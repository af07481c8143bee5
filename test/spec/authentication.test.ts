import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { aQuote } from '../builders/quotes.js';
import { expectProblem } from '../contract/wire.js';
import { Request } from '../request.js';

describe('specification 5: authentication', () => {
  let service: TestApp;
  let reader: string;
  let quoteId: string;
  beforeAll(async () => {
    service = await startApp();
    reader = await service.token('reader');
    quoteId = (await service.post('/svc/quote', aQuote()).expect(201)).body.id;
  });
  afterAll(() => service.close());

  const anonymous = (method: string, path: string) => new Request(method, `${service.url}${path}`);

  describe('read endpoints: authentication required, style header, bearer', () => {
    const readPaths = ['/quote', '/svc/quote', '/svc/settlement', '/svc/quote/approval'];
    it.each(readPaths)('GET %s without a credential: 401 with a Bearer challenge', async (path) => {
      const answer = await anonymous('GET', path);
      expectProblem(answer, 401, 'not_authenticated');
      expect(answer.headers['www-authenticate']).toMatch(/^Bearer realm="[^"]+"$/);
    });
    it.each(readPaths)('GET %s with a bearer credential: 200', (path) =>
      service.get(path, reader).expect(200),
    );

    it('GET of one stored item needs a credential, too', async () => {
      expectProblem(await anonymous('GET', `/svc/quote/${quoteId}`), 401);
      await service.get(`/svc/quote/${quoteId}`, reader).expect(200);
    });
  });

  describe('reference endpoints: authentication required', () => {
    it('GET /reference/settlement: 401 without, 200 with a credential', async () => {
      expectProblem(await anonymous('GET', '/reference/settlement'), 401);
      await service.get('/reference/settlement', reader).expect(200);
    });
  });

  describe('approval: header X-Requested-By required', () => {
    it('missing: 403', async () => {
      const nobody = await service.token('admin', { kind: 'service' });
      expectProblem(
        await service.post('/svc/quote/appoval', { id: quoteId }, nobody),
        403,
        'principal_missing',
      );
    });

    it('a service token cannot claim a principal by sending the header', async () => {
      const nobody = await service.token('admin', { kind: 'service' });
      const answer = await service
        .post('/svc/quote/appoval', { id: quoteId }, nobody)
        .set('X-Requested-By', 'admin@localhost');
      expectProblem(answer, 403, 'principal_missing');
    });

    it('permission is checked against constants: 403 for a reader', async () => {
      expectProblem(await service.post('/svc/quote/appoval', { id: quoteId }, reader), 403, 'not_permitted');
    });
  });

  describe('credential form: <ACCESS_TOKEN> as a bearer credential in a header', () => {
    it('the scheme is not case-sensitive', async () => {
      await anonymous('GET', '/quote').set('Authorization', `bearer ${reader}`).expect(200);
      await anonymous('GET', '/quote').set('Authorization', `BEARER ${reader}`).expect(200);
    });

    it('the token is case-sensitive', async () => {
      const other = `mds_${reader.slice(4).toUpperCase()}`;
      expect(other).not.toBe(reader);
      expectProblem(await service.get('/quote', other), 401);
    });

    it.each([
      ['no scheme', (token: string) => token],
      ['Basic', (token: string) => `Basic ${Buffer.from(`user:${token}`).toString('base64')}`],
      ['Bearer and nothing', () => 'Bearer'],
      ['Bearer and a blank', () => 'Bearer '],
      ['two tokens', (token: string) => `Bearer ${token} ${token}`],
      ['comma list', (token: string) => `Bearer ${token}, Bearer ${token}`],
      ['quotes', (token: string) => `Bearer "${token}"`],
      ['another scheme', (token: string) => `Token ${token}`],
    ])('malformed Authorization (%s): 401 with a challenge', async (_name, header) => {
      const answer = await anonymous('GET', '/quote').set('Authorization', header(reader));
      expectProblem(answer, 401, 'not_authenticated');
      expect(answer.headers['www-authenticate']).toMatch(/^Bearer /);
    });

    it('an unknown token: 401 invalid_token', async () => {
      const answer = await service.get('/quote', 'mds_unknown');
      expectProblem(answer, 401, 'not_authenticated');
      expect(answer.headers['www-authenticate']).toMatch(/error="invalid_token"/);
    });

    it('several blanks after Bearer are accepted on every route', async () => {
      for (const path of ['/quote', '/quote?format=csv', '/svc/token/self']) {
        await anonymous('GET', path).set('Authorization', `bearer   ${reader}`).expect(200);
      }
    });

    it('a token in the query is refused, alone or together with a valid header', async () => {
      expectProblem(await anonymous('GET', `/quote?access_token=${reader}`), 401);
      expectProblem(await service.get(`/quote?access_token=${reader}`, reader), 401);
    });

    it('a token in a body is refused', async () => {
      const form = anonymous('POST', '/svc/quote')
        .set('Content-Type', 'application/x-www-form-urlencoded')
        .send(`access_token=${reader}`);
      expectProblem(await form, 401);
      expectProblem(await anonymous('POST', '/svc/quote').send({ ...aQuote(), access_token: reader }), 401);
    });
  });

  it('only the front page, health and the documents need no credential', async () => {
    for (const path of ['/', '/health/live', '/health/ready', '/openapi.json', '/openapi.yaml', '/docs']) {
      expect([path, (await fetch(`${service.url}${path}`)).status]).toEqual([path, 200]);
    }
  });
});
