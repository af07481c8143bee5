import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { expectProblem, type Send, wire } from '../contract/wire.js';

const MEGABYTE = 1024 * 1024;

/** Answer to a bulk request whose items were all refused. */
interface Results {
  results: [{ value: { params: { errors: object[]; more_errors: number } } }];
}

describe('S11: one small body cannot hold the event loop, nor make a large answer', () => {
  let service: TestApp;
  let send: Send;
  beforeAll(async () => {
    service = await startApp();
    send = wire(service);
  });
  afterAll(() => service.close());

  const fields = (count: number, size = 0) =>
    Array.from({ length: count }, (_, index) => `"unknown_${index}${'x'.repeat(size)}":0`).join(',');

  it.each([
    ['POST', '/performance'],
    ['POST', '/svc/quote'],
    ['PUT', '/svc/settlement'],
    ['POST', '/svc/token'],
    ['POST', '/svc/webhooks'],
  ])('%s %s: 100,000 unknown fields are one error of a short 400', async (method, path) => {
    const answer = await send(method, path, { body: `{${fields(100_000)}}` });
    expect(expectProblem(answer, 400, 'invalid_input').errors).toMatchObject([{ code: 'too_many_fields' }]);
    expect(answer.bytes.length).toBeLessThan(1_000);
  });

  it('a list of 200,000 values is 400', async () => {
    for (const value of ['0', '{}', '[]', '""']) {
      const body = `[${Array(200_000).fill(value).join(',')}]`;
      const answer = await send('POST', '/svc/quote/bulk/import', { body });
      expect(expectProblem(answer, 400, 'invalid_input').errors).toMatchObject([{ code: 'too_many_values' }]);
    }
  });

  it('health checks are answered in between bodies that arrive at once', async () => {
    const body = `{${fields(50_000)}}`;
    let isOver = false;
    let attacks = 0;
    const attackers = Array.from({ length: 20 }, async () => {
      do {
        await send('POST', '/performance', { body });
        attacks += 1;
      } while (!isOver);
    });
    const meanwhile: number[] = [];
    for (let probe = 0; probe < 20; probe++) {
      const before = attacks;
      expect((await send('GET', '/health/live', { token: null })).status).toBe(200);
      meanwhile.push(attacks - before);
    }
    isOver = true;
    await Promise.all(attackers);
    // A probe waits for the bodies in progress, and at most for as many again.
    expect(Math.max(...meanwhile)).toBeLessThanOrEqual(40);
    expect(attacks).toBeGreaterThanOrEqual(20);
  });

  it('a problem names 20 culprits and says how many more there are', async () => {
    const answer = await send('POST', '/svc/quote', { body: `{${fields(200)}}` });
    const { errors, detail } = expectProblem(answer, 400, 'invalid_input');
    expect(errors).toHaveLength(20);
    expect(detail).toBe(
      '/unknown_0: no such field; `errors` names the first 20 culprits, and there are 187 more',
    );
    const query = Array.from({ length: 500 }, (_, index) => `unknown${index}=1`).join('&');
    const problem = expectProblem(await send('GET', `/quote?${query}`), 400, 'invalid_input');
    expect(problem.errors).toHaveLength(20);
    expect(problem.detail).toMatch(/there are 480 more$/);
    const open = expectProblem(
      await send('GET', `/health/live?${query}`, { token: null }),
      400,
      'invalid_input',
    );
    expect(open.errors).toHaveLength(20);
  });

  it.each(['/svc/quote/bulk/import', '/svc/bulk/insert?resource=news', '/svc/quote/approval/bulk'])(
    '%s: the answer to 2 MB of refused items is smaller than the items',
    async (path) => {
      const item = `{${fields(90, 90)}}`;
      const body = `[${Array(200).fill(item).join(',')}]`;
      expect(body.length).toBeGreaterThan(1.8 * MEGABYTE);
      expect(body.length).toBeLessThan(2 * MEGABYTE);
      const answer = await send('POST', path, { body });
      expect(answer.status).toBe(207);
      expect(Buffer.byteLength(answer.text)).toBeLessThan(MEGABYTE);
      const { results } = answer.body as unknown as Results;
      const { errors, more_errors } = results[0].value.params;
      expect(errors).toHaveLength(10);
      expect(more_errors).toBeGreaterThanOrEqual(80);
    },
  );
});
