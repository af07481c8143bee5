import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { aQuote } from '../builders/quotes.js';
import { aSettlementDay } from '../builders/settlement.js';

describe('specification 3.2: single write outcomes', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp();
  });
  afterAll(() => service.close());

  describe.each([
    ['quote', '/svc/quote', aQuote, { close: 67100 }],
    ['settlement', '/svc/settlement', aSettlementDay, { name: 'Renamed' }],
  ] as const)('%s', (_name, path, build, change) => {
    const record = (date: string) => ({ ...build(), date });

    it('record absent, POST: created, with the id in Location and in the body', async () => {
      const answer = await service.post(path, record('2024-02-01')).expect(201);
      expect(answer.headers.location).toBe(`${path}/${answer.body.id}`);
      const stored = await service.get(answer.headers.location as string).expect(200);
      expect(stored.body).toEqual(answer.body);
      expect(stored.body).toMatchObject(record('2024-02-01'));
    });

    it('record present, POST: no change, error status 303 without Location', async () => {
      const first = await service.post(path, record('2024-02-02')).expect(201);
      const second = await service.post(path, { ...record('2024-02-02'), ...change }).expect(303);
      expect(second.headers.location).toBeUndefined();
      expect(second.headers['content-type']).toMatch('application/problem+json');
      const url = `${path}/${first.body.id}`;
      expect(second.body).toMatchObject({
        status: 303,
        code: 'record_exists',
        existing: { id: first.body.id, url },
      });
      expect(second.headers.link).toBe(`<${url}>; rel="duplicate"`);
      expect((await service.get(url)).body).toEqual(first.body);
    });

    it('record present, PUT: record updated, 200', async () => {
      const first = await service.post(path, record('2024-02-03')).expect(201);
      const second = await service.put(path, { ...record('2024-02-03'), ...change }).expect(200);
      expect(second.body).toMatchObject({ ...change, id: first.body.id });
      expect((await service.get(`${path}/${first.body.id}`)).body).toEqual(second.body);
    });

    it('record absent, PUT: record created, 201', async () => {
      const answer = await service.put(path, record('2024-02-04')).expect(201);
      expect(answer.headers.location).toBe(`${path}/${answer.body.id}`);
    });
  });
});
