import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { aQuote } from '../builders/quotes.js';
import { aSettlementDay } from '../builders/settlement.js';
import { culprits, expectProblem, rowCounts } from './wire.js';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

describe('contract 3: writes', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp();
  });
  afterAll(() => service.close());

  it('null says no more than leaving a field out, also where it has a default or its own fields', async () => {
    const token = { role: 'reader', principal: 'null@example.com' };
    const { body } = await service.post('/svc/token', { ...token, kind: null, expires: null }).expect(201);
    expect(body).toMatchObject({ kind: 'user', expires_at: null });
    const source = {
      data_set: 'quote',
      request: { url: 'http://127.0.0.1:9/{ticker}' },
      rows: { format: 'json' },
      work: { each: 'ticker', tickers: ['VNM'] },
    };
    const { declaration } = (await service.put('/svc/source/plain', source).expect(201)).body;
    const nulls = { auth: null, paging: null, fields: null, schedule: null, limits: null, active: null };
    const answer = await service.put('/svc/source/nulls', { ...source, ...nulls }).expect(201);
    expect(answer.body.declaration).toEqual(declaration);
    expectProblem(await service.post('/svc/token', { ...token, role: null }), 400, 'invalid_input');
    expectProblem(await service.post('/svc/token', { ...token, colour: null }), 400, 'invalid_input');
  });

  describe.each([
    ['quote', '/svc/quote', aQuote, 'ticker=VNM', { close: 67100 }, '/ticker', { ticker: 'FPT' }],
    [
      'settlement',
      '/svc/settlement',
      aSettlementDay,
      'country=TH',
      { name: 'Other' },
      '/country',
      { country: 'SG' },
    ],
  ] as const)('%s', (_name, path, build, keyQuery, change, keyPointer, otherKey) => {
    let day = 0;
    const record = () => {
      day += 1;
      return { ...build(), date: new Date(Date.UTC(2020, 0, day)).toISOString().slice(0, 10) };
    };
    const newRecord = async () => {
      const input = record();
      const { body, headers } = await service.post(path, input).expect(201);
      return { input, body, item: `${path}/${body.id}`, etag: String(headers.etag) };
    };

    it('control and approval fields of a request are ignored on PUT by id, too', async () => {
      const { body, item } = await newRecord();
      const claimed = {
        id: UNKNOWN,
        timestamp: 'never',
        recogized: 'x',
        url: 'http://example.com',
        ...(path === '/svc/quote' ? { is_apporval: 1, approval_by: 'x', approval_at: 5, status: 7 } : {}),
      };
      const answer = await service.put(item, { ...body, ...claimed, ...change }).expect(200);
      expect(answer.body).toMatchObject({ ...change, id: body.id });
      if (path === '/svc/quote')
        expect(answer.body).toMatchObject({ status: 'active', is_apporval: 0, approval_by: null });
    });

    it('a record as the list shows it can be completed and put back', async () => {
      const { input, body } = await newRecord();
      const { data } = (
        await service.get(`${path}?${keyQuery}&from_date=${input.date}&to_date=${input.date}`)
      ).body;
      const answer = await service.put(path, { ...data[0], ...input }).expect(200);
      expect(answer.body).toEqual(body);
    });

    it.each([
      'Ticker',
      'closing',
      'approval',
      'maker',
      'revision',
      '',
      ' close',
      'id/x',
      'a~b',
      'x'.repeat(300),
    ])('an unknown field is 400 and named: %j', async (name) => {
      const counts = await rowCounts(service);
      const answer = await service.post(path, { ...record(), [name]: 1 });
      expectProblem(answer, 400, 'invalid_input');
      expect(culprits(answer)).toEqual([
        `/${name.slice(0, 100).replaceAll('~', '~0').replaceAll('/', '~1')}`,
      ]);
      expect(await rowCounts(service)).toEqual(counts);
    });

    it('each required field is required, and null is not a value', async () => {
      for (const name of Object.keys(build())) {
        for (const value of [undefined, null]) {
          const answer = await service.post(path, { ...record(), [name]: value });
          expectProblem(answer, 400, 'invalid_input');
          expect(culprits(answer)).toEqual([`/${name}`]);
        }
      }
      const empty = await service.post(path, {});
      expect(culprits(empty)).toEqual(
        Object.keys(build())
          .map((name) => `/${name}`)
          .sort(),
      );
    });

    it('PUT by id with another natural key is 400 and names the key', async () => {
      const { input, item, body } = await newRecord();
      const moveAnswer = await service.put(item, { ...input, ...otherKey });
      expectProblem(moveAnswer, 400, 'invalid_input');
      expect(culprits(moveAnswer)).toEqual([keyPointer]);
      const shiftAnswer = await service.put(item, { ...input, date: '2031-01-01' });
      expectProblem(shiftAnswer, 400, 'invalid_input');
      expect(culprits(shiftAnswer)).toEqual(['/date']);
      expect((await service.get(item)).body).toEqual(body);
    });

    it('PUT by id accepts the date in its other form', async () => {
      const { input, item } = await newRecord();
      await service.put(item, { ...input, date: input.date.replaceAll('-', ''), ...change }).expect(200);
    });

    it('404: GET, PUT and DELETE of an unknown id, DELETE of an unknown key', async () => {
      const counts = await rowCounts(service);
      for (const answer of [
        await service.get(`${path}/${UNKNOWN}`),
        await service.put(`${path}/${UNKNOWN}`, record()),
        await service.delete(`${path}/${UNKNOWN}`),
        await service.delete(`${path}?${keyQuery}&date=20310101`),
      ]) {
        expectProblem(answer, 404, 'record_not_found');
      }
      expect(await rowCounts(service)).toEqual(counts);
    });

    it('an id is the same in capitals', async () => {
      const { item, body } = await newRecord();
      expect((await service.get(item.toUpperCase()).expect(200)).body).toEqual(body);
    });

    it('DELETE twice: the second is 404', async () => {
      const { input, item } = await newRecord();
      await service.delete(item).expect(200);
      expectProblem(await service.delete(item), 404);
      expectProblem(await service.delete(`${path}?${keyQuery}&date=${input.date}`), 404);
    });

    it('a deleted key can be created again, under another identifier', async () => {
      const { input, item, body } = await newRecord();
      await service.delete(item).expect(200);
      expect((await service.post(path, input).expect(201)).body.id).not.toBe(body.id);
    });

    it('DELETE without its whole key is 400 and deletes nothing', async () => {
      const counts = await rowCounts(service);
      expect(culprits(await service.delete(path))).toEqual(['date', keyQuery.split('=')[0]].sort());
      expect(culprits(await service.delete(`${path}?${keyQuery}`))).toEqual(['date']);
      expect(culprits(await service.delete(`${path}?date=20200101`))).toEqual([keyQuery.split('=')[0]]);
      expect(await rowCounts(service)).toEqual(counts);
    });

    it('If-None-Match, which is not evaluated: 400, and nothing is replaced', async () => {
      const { input, item, etag } = await newRecord();
      const counts = await rowCounts(service);
      for (const tag of ['*', etag, '"other"']) {
        for (const request of [
          service.put(path, { ...input, ...change }),
          service.put(item, { ...input, ...change }),
          service.delete(item),
        ]) {
          const answer = await request.set('If-None-Match', tag);
          expectProblem(answer, 400, 'invalid_input');
          expect(culprits(answer)).toEqual(['If-None-Match']);
        }
      }
      expect((await service.get(item).expect(200)).headers.etag).toBe(etag);
      expect(await rowCounts(service)).toEqual(counts);
    });

    it('an If-Match that names no version: 400, and nothing is replaced', async () => {
      const { input, item, etag } = await newRecord();
      for (const request of [
        service.put(path, { ...input, ...change }),
        service.put(item, { ...input, ...change }),
        service.delete(item),
      ]) {
        const answer = await request.set('If-Match', '');
        expectProblem(answer, 400, 'invalid_input');
        expect(culprits(answer)).toEqual(['If-Match']);
      }
      expect((await service.get(item).expect(200)).headers.etag).toBe(etag);
    });

    describe('If-Match', () => {
      it('the present version passes, strong, weak, in a list or as *', async () => {
        const { input, item, etag } = await newRecord();
        await service.put(item, input).set('If-Match', etag).expect(200);
        await service.put(item, input).set('If-Match', `W/${etag}`).expect(200);
        await service.put(item, input).set('If-Match', `"other", ${etag}`).expect(200);
        await service
          .put(item, { ...input, ...change })
          .set('If-Match', '*')
          .expect(200);
      });

      it.each(['put', 'put by id', 'delete', 'delete by key'])(
        '412 for another version, and nothing changes: %s',
        async (how) => {
          const { input, item, etag } = await newRecord();
          const { body } = await service.put(item, { ...input, ...change }).expect(200);
          const counts = await rowCounts(service);
          const request = {
            put: () => service.put(path, input),
            'put by id': () => service.put(item, input),
            delete: () => service.delete(item),
            'delete by key': () => service.delete(`${path}?${keyQuery}&date=${input.date}`),
          }[how];
          for (const tag of [etag, '"other"', 'garbage', '""', 'W/""', ', ,', `${'"x",'.repeat(500)}"y"`]) {
            const answer = await request?.().set('If-Match', tag);
            expectProblem(answer ?? { status: 0, headers: {} }, 412, 'precondition_failed');
          }
          expect((await service.get(item).expect(200)).body).toEqual(body);
          expect(await rowCounts(service)).toEqual(counts);
        },
      );

      it('412 for PUT of a record that is absent', async () => {
        const counts = await rowCounts(service);
        expectProblem(await service.put(path, record()).set('If-Match', '*'), 412);
        expectProblem(await service.put(path, record()).set('If-Match', '"x-1"'), 412);
        expect(await rowCounts(service)).toEqual(counts);
      });

      it('a tag whose value is a star, "*", is no wildcard', async () => {
        const { input, item } = await newRecord();
        expectProblem(await service.put(item, { ...input, ...change }).set('If-Match', '"*"'), 412);
      });

      it('of rivals with the same version exactly one wins', async () => {
        const { input, item, etag } = await newRecord();
        const answers = await Promise.all(
          Array.from({ length: 8 }, (_, index) =>
            service
              .put(
                item,
                path === '/svc/quote' ? { ...input, volume: index } : { ...input, name: `n${index}` },
              )
              .set('If-Match', etag),
          ),
        );
        expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(7).fill(412)]);
      });
    });

    it('PUT of equal values changes nothing: neither text, nor ETag, nor audit log', async () => {
      const { input, item, etag, body } = await newRecord();
      const counts = await rowCounts(service);
      for (const answer of [await service.put(path, input), await service.put(item, body)]) {
        expect(answer.status).toBe(200);
        expect(answer.body).toEqual(body);
        expect(answer.headers.etag).toBe(etag);
      }
      expect(await rowCounts(service)).toEqual(counts);
    });

    it('every write is recorded with who, when, before and after', async () => {
      const { input, item, body } = await newRecord();
      await service.put(item, { ...input, ...change }).expect(200);
      await service.delete(item).expect(200);
      const { data } = (await service.get(`/svc/audit?record_id=${body.id}`).expect(200)).body;
      expect(data.map((event: { action: string }) => event.action)).toEqual([
        'deleted',
        'updated',
        'created',
      ]);
      const [deleted, updated, created] = data;
      expect(created).toMatchObject({ actor: 'admin@localhost', before: null, after: input });
      expect(updated).toMatchObject({ before: input, after: { ...input, ...change } });
      expect(deleted).toMatchObject({ before: { ...input, ...change }, after: null });
    });
  });

  describe('checks of a quote', () => {
    it.each([
      [{ open: -1 }, ['/open']],
      [{ low: -0.01 }, ['/low']],
      [{ open: '66900' }, ['/open']],
      [{ close: true }, ['/close']],
      [{ high: [1] }, ['/high']],
      [{ high: 66000 }, ['/low']],
      [{ open: 66499 }, ['/open']],
      [{ close: 67501 }, ['/close']],
      [{ open: 1, close: 99999 }, ['/close', '/open']],
      [{ volume: -1 }, ['/volume']],
      [{ volume: 0.5 }, ['/volume']],
      [{ ticker: 'vnm' }, ['/ticker']],
      [{ ticker: 123 }, ['/ticker']],
      [{ date: 20240131 }, ['/date']],
    ])('%j is 400 and names %j, by POST and by PUT', async (change, culprit) => {
      const counts = await rowCounts(service);
      for (const answer of [
        await service.post('/svc/quote', { ...aQuote(), ...change }),
        await service.put('/svc/quote', { ...aQuote(), ...change }),
      ]) {
        expectProblem(answer, 400, 'invalid_input');
        expect(culprits(answer)).toEqual(culprit);
      }
      expect(await rowCounts(service)).toEqual(counts);
    });

    it('a flat bar and a bar of zero are valid quotes', async () => {
      const flat = (ticker: string, price: number) =>
        aQuote({ ticker, open: price, high: price, low: price, close: price });
      await service.post('/svc/quote', flat('FLA', 100)).expect(201);
      await service.post('/svc/quote', { ...flat('ZER', 0), volume: 0 }).expect(201);
    });
  });

  describe('checks of a settlement day', () => {
    it.each([
      [{ country: 'Thailand' }, ['/country']],
      [{ country: 'THA' }, ['/country']],
      [{ country: 'ZZ' }, ['/country']],
      [{ timezone: 'Bangkok' }, ['/timezone']],
      [{ timezone: 'Asia/Bangkokk' }, ['/timezone']],
      [{ timezone: 'asia/bangkok' }, ['/timezone']],
      [{ timezone: '+07:00' }, ['/timezone']],
      [{ timezone: '../etc/passwd' }, ['/timezone']],
      [{ name: '' }, ['/name']],
      [{ name: '   ' }, ['/name']],
      [{ name: 'x'.repeat(201) }, ['/name']],
      [{ name: 'a\u0000b' }, ['/name']],
      [{ name: 'a\u001bb' }, ['/name']],
      [{ name: '\ud800' }, ['/name']],
      [{ name: 5 }, ['/name']],
      [{ status: 'half' }, ['/status']],
      [{ status: 1 }, ['/status']],
    ])('%j is 400 and names %j', async (change, culprit) => {
      const answer = await service.post('/svc/settlement', {
        ...aSettlementDay({ date: '2029-01-01' }),
        ...change,
      });
      expectProblem(answer, 400, 'invalid_input');
      expect(culprits(answer)).toEqual(culprit);
    });

    it('the country may be written in any letter case', async () => {
      const day = aSettlementDay({ date: '2029-01-12', country: 'th' });
      expect((await service.post('/svc/settlement', day).expect(201)).body.country).toBe('TH');
    });

    it('status is optional: closed when not given', async () => {
      expect(
        (await service.post('/svc/settlement', aSettlementDay({ date: '2029-01-02' }))).body.status,
      ).toBe('closed');
      const open = aSettlementDay({ date: '2029-01-03', status: 'open' });
      expect((await service.post('/svc/settlement', open)).body.status).toBe('open');
    });
  });
});
