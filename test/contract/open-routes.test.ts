import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { expectProblem, type Send, wire } from './wire.js';

describe('contract 10: routes without a credential refuse unknown parameters', () => {
  let service: TestApp;
  let send: Send;
  beforeAll(async () => {
    service = await startApp();
    send = wire(service);
  });
  afterAll(() => service.close());

  const PATHS = ['/', '/health/live', '/health/ready', '/Health/Live/'];
  const QUERIES = [
    'verbose=1',
    'verbose',
    'a=1&b=2',
    'access_token=x',
    '__proto__=1',
    'a[]=1',
    '%00=1',
    '=1',
  ];

  describe.each(PATHS)('%s', (path) => {
    it.each(QUERIES)('?%s is 400 and names it', async (query) => {
      for (const method of ['GET', 'HEAD']) {
        const answer = await send(method, `${path}?${query}`, { token: null });
        expect(answer.status).toBe(400);
        if (method === 'HEAD') continue;
        const { errors } = expectProblem(answer, 400, 'invalid_input');
        expect(errors).toContainEqual(expect.objectContaining({ code: 'unknown_parameter' }));
      }
    });

    it('200 without a query, and with an empty one', async () => {
      expect((await send('GET', path, { token: null })).status).toBe(200);
      expect((await send('GET', `${path}?`, { token: null })).status).toBe(200);
    });
  });
});
