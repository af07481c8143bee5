import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { aQuote } from '../builders/quotes.js';
import { aSettlementDay } from '../builders/settlement.js';
import { expectProblem, rowCounts } from '../contract/wire.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const OTHER_ID = '00000000-0000-4000-8000-000000000000';

describe('specification 4.4: write endpoints', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp();
  });
  afterAll(() => service.close());

  describe.each([
    ['quote', '/svc/quote', aQuote, 'ticker=VNM', { close: 67100 }],
    ['settlement', '/svc/settlement', aSettlementDay, 'country=TH', { name: 'Another name' }],
  ] as const)('the %s resource', (name, path, build, keyQuery, change) => {
    let day = 0;
    const record = () => {
      day += 1;
      return { ...build(), date: new Date(Date.UTC(2022, 0, day)).toISOString().slice(0, 10) };
    };

    it('rule 1, POST of a new key: inserted, re-fetched with its UUID, Location built from the UUID', async () => {
      const input = record();
      const answer = await service.post(path, input).expect(201);
      expect(answer.body.id).toMatch(UUID);
      expect(answer.headers.location).toBe(`${path}/${answer.body.id}`);
      expect((await service.get(`${path}/${answer.body.id}`).expect(200)).text).toBe(answer.text);
    });

    it('rule 1, POST of an existing key: 303 and no second record', async () => {
      const input = record();
      await service.post(path, input).expect(201);
      const counts = await rowCounts(service);
      expectProblem(await service.post(path, input), 303, 'record_exists');
      expect(await rowCounts(service)).toEqual(counts);
    });

    it('rule 2, PUT of an existing key: updated, 200, the same UUID', async () => {
      const input = record();
      const { id } = (await service.post(path, input).expect(201)).body;
      const answer = await service.put(path, { ...input, ...change }).expect(200);
      expect(answer.body).toMatchObject({ ...input, ...change, id });
    });

    it('rule 2, PUT of a new key: inserted, 201, with Location', async () => {
      const input = record();
      const answer = await service.put(path, input).expect(201);
      expect(answer.headers.location).toBe(`${path}/${answer.body.id}`);
      expect((await service.get(answer.headers.location as string).expect(200)).body).toMatchObject(input);
    });

    it('rule 3: one of many simultaneous POSTs of one key is 201, the others are 303', async () => {
      const input = record();
      const answers = await Promise.all(Array.from({ length: 12 }, () => service.post(path, input)));
      const statuses = answers.map((answer) => answer.status).sort();
      expect(statuses).toEqual([201, ...Array(11).fill(303)]);
      expect(new Set(answers.map((answer) => answer.body.id ?? answer.body.existing.id)).size).toBe(1);
    });

    it('rule 3: one of many simultaneous PUTs of one new key is 201, the others are 200', async () => {
      const input = record();
      const answers = await Promise.all(Array.from({ length: 12 }, () => service.put(path, input)));
      expect(answers.map((answer) => answer.status).sort()).toEqual([...Array(11).fill(200), 201]);
    });

    it.each(['post', 'put'] as const)(
      'rule 4, %s: control fields are never changed by a client',
      async (method) => {
        const claimedFields = {
          id: OTHER_ID,
          ...(name === 'quote' ? { status: 'deleted' } : {}),
          timestamp: '1999-01-01T00:00:00.000000Z',
          recogized: 7,
        };
        const input = record();
        const { body } = await service[method](path, { ...input, ...claimedFields }).expect(201);
        expect(body.id).not.toBe(OTHER_ID);
        expect(body.status).not.toBe('deleted');
        expect(body.timestamp > '2020').toBe(true);
        expect(body.recogized ?? 0).toBe(0);
        await service.get(`${path}/${OTHER_ID}`).expect(404);
        if (method === 'post') return;
        const again = await service.put(path, { ...input, ...change, ...claimedFields }).expect(200);
        expect(again.body).toMatchObject({ ...change, id: body.id, status: body.status });
        expect(again.body.timestamp > body.timestamp).toBe(true);
        expect(again.body.recogized ?? 0).toBe(0);
        await service.get(`${path}/${OTHER_ID}`).expect(404);
      },
    );

    it('rule 4: a record that was read can be put back, and keeps its identifier', async () => {
      const { body } = await service.post(path, record()).expect(201);
      const changed = await service.put(path, { ...body, ...change }).expect(200);
      expect(changed.body).toMatchObject({ ...change, id: body.id });
    });

    it('rule 5, POST and PUT return the body of the item', async () => {
      const input = record();
      expect((await service.post(path, input).expect(201)).body).toMatchObject(input);
      expect((await service.put(path, { ...input, ...change }).expect(200)).body).toMatchObject({
        ...input,
        ...change,
      });
    });

    it('rule 5, DELETE returns the status of the event', async () => {
      const { id } = (await service.post(path, record()).expect(201)).body;
      const { body } = await service.delete(`${path}/${id}`).expect(200);
      expect(body).toEqual({
        id,
        status: 'deleted',
        timestamp: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/),
      });
      await service.get(`${path}/${id}`).expect(404);
    });

    it('DELETE by natural key deletes the same record', async () => {
      const input = record();
      const { id } = (await service.post(path, input).expect(201)).body;
      const { body } = await service.delete(`${path}?${keyQuery}&date=${input.date}`).expect(200);
      expect(body).toMatchObject({ id, status: 'deleted' });
      await service.get(`${path}/${id}`).expect(404);
    });

    it('rule 5, GET returns a list of base metadata records', async () => {
      const input = record();
      const { body: item } = await service.post(path, input).expect(201);
      const { data } = (
        await service.get(`${path}?${keyQuery}&from_date=${input.date}&to_date=${input.date}`).expect(200)
      ).body;
      const url = `${path}/${item.id}`;
      if (name === 'settlement') expect(data).toEqual([{ ...item, url }]);
      else {
        const { id, ticker, date, status, timestamp, recogized, is_apporval, approval_by, approval_at } =
          item;
        expect(data).toEqual([
          { id, url, ticker, date, status, timestamp, recogized, is_apporval, approval_by, approval_at },
        ]);
      }
    });

    it('a request handles one record: a list is refused', async () => {
      const counts = await rowCounts(service);
      expectProblem(await service.post(path, [record()]), 400, 'invalid_input');
      expectProblem(await service.put(path, [record()]), 400, 'invalid_input');
      expect(await rowCounts(service)).toEqual(counts);
    });

    it('arguments are parsed and elements validated before anything is written', async () => {
      const counts = await rowCounts(service);
      expectProblem(await service.post(path, { ...record(), date: '2022-02-30' }), 400, 'invalid_input');
      expectProblem(await service.put(path, { ...record(), date: '20230229' }), 400, 'invalid_input');
      expect(await rowCounts(service)).toEqual(counts);
    });
  });

  it('specification 2.9: a stored quote has the fields of 2.1 and its control and approval attributes', async () => {
    const { body } = await service.post('/svc/quote', aQuote({ ticker: 'FPT' })).expect(201);
    expect(body).toEqual({
      ...aQuote({ ticker: 'FPT' }),
      id: expect.stringMatching(UUID),
      status: 'active',
      timestamp: expect.stringMatching(/Z$/),
      recogized: 0,
      is_apporval: 0,
      approval_by: null,
      approval_at: null,
    });
  });

  it('specification 2.9: recogized is 1 when the ticker is in the security master', async () => {
    await service.post('/svc/bulk/insert?resource=security', [
      { ticker: 'HPG', name: 'Hoa Phat', exchange: 'HOSE' },
    ]);
    expect((await service.post('/svc/quote', aQuote({ ticker: 'HPG' })).expect(201)).body.recogized).toBe(1);
  });

  it('specification 2.8: a settlement record has country, date, timezone and name', async () => {
    const { body } = await service
      .post('/svc/settlement', aSettlementDay({ date: '2021-04-13' }))
      .expect(201);
    expect(body).toMatchObject({
      country: 'TH',
      date: '2021-04-13',
      timezone: 'Asia/Bangkok',
      name: 'Songkran Festival',
    });
  });
});
