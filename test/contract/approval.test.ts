import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { aQuote } from '../builders/quotes.js';
import { culprits, expectProblem, rowCounts, wire } from './wire.js';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

describe('contract 5: approval', () => {
  let service: TestApp;
  let checker: string;
  let reader: string;
  let robot: string;
  let day = 0;
  beforeAll(async () => {
    service = await startApp();
    checker = await service.token('checker');
    reader = await service.token('reader');
    robot = await service.token('admin', { kind: 'service' });
  });
  afterAll(() => service.close());

  const newQuote = async () => {
    day += 1;
    const date = new Date(Date.UTC(2019, 0, day)).toISOString().slice(0, 10);
    return (await service.post('/svc/quote', aQuote({ date })).expect(201)).body;
  };
  const approve = (body: object, token = checker) => service.post('/svc/quote/appoval', body, token);

  describe('order of checks', () => {
    it.each([
      '/svc/quote/appoval',
      '/svc/quote/approval',
      '/svc/quote/approval/bulk',
      `/svc/quote/${UNKNOWN}/reject`,
      `/svc/quote/${UNKNOWN}/revoke`,
    ])('%s: header, permission, body, record', async (path) => {
      const send = wire(service);
      const malformed = { body: '{', headers: { 'Content-Type': 'text/plain' } };
      expectProblem(await send('POST', path, { ...malformed, token: robot }), 403, 'principal_missing');
      expectProblem(await send('POST', path, { ...malformed, token: reader }), 403, 'not_permitted');
      expectProblem(
        await send('POST', path, { ...malformed, token: checker }),
        415,
        'unsupported_media_type',
      );
      expectProblem(await send('POST', path, { body: '{', token: checker }), 400, 'invalid_input');
      expectProblem(await send('POST', path, { token: checker }), 400, 'invalid_input');
    });
    it('an invalid body before an unknown record, an unknown record 404', async () => {
      const wrong = await approve({ id: UNKNOWN, date: '20240230' });
      expectProblem(wrong, 400, 'invalid_input');
      expect(culprits(wrong)).toEqual(['/date']);
      expectProblem(await approve({ id: UNKNOWN }), 404, 'record_not_found');
      expectProblem(await approve({ ticker: 'NONE', date: '20240131' }), 404, 'record_not_found');
    });
    it('an approved quote is 204 before its version is checked', async () => {
      const { id } = await newQuote();
      await approve({ id }).expect(200);
      await approve({ id }).set('If-Match', '"old-1"').expect(204);
    });
  });

  describe('body', () => {
    it.each([
      [{}],
      [{ ticker: 'VNM' }],
      [{ date: '20240131' }],
      [{ id: null }],
      [{ id: null, ticker: 'VNM', date: null }],
    ])('400: %j names no quote', async (body) => {
      expectProblem(await approve(body), 400, 'invalid_input');
    });
    it.each([
      [{ id: 'x' }, ['/id']],
      [{ id: 5 }, ['/id']],
      [{ ticker: 'vn', date: 'x' }, ['/date', '/ticker']],
      [{ id: UNKNOWN, approval_by: 'me' }, ['/approval_by']],
      [{ id: UNKNOWN, is_apporval: 1 }, ['/is_apporval']],
    ])('400: %j names the culprit', async (body, culprit) => {
      const answer = await approve(body);
      expectProblem(answer, 400, 'invalid_input');
      expect(culprits(answer)).toEqual(culprit);
    });
    it('400 when id and key name different records, whichever exists', async () => {
      const [one, two] = [await newQuote(), await newQuote()];
      const counts = await rowCounts(service);
      expectProblem(await approve({ id: one.id, ticker: two.ticker, date: two.date }), 400, 'invalid_input');
      expectProblem(await approve({ id: one.id, ticker: 'NONE', date: one.date }), 400, 'invalid_input');
      expectProblem(await approve({ id: one.id, date: two.date }), 400, 'invalid_input');
      const answer = await approve({ id: UNKNOWN, ticker: one.ticker, date: one.date });
      expect([400, 404]).toContain(answer.status);
      expect(await rowCounts(service)).toEqual(counts);
    });
    it('an id and one matching part of the key are enough', async () => {
      const { id, ticker } = await newQuote();
      await approve({ id, ticker }).expect(200);
    });
    it('/svc/quote/approval, the usual spelling, does the same', async () => {
      const { id } = await newQuote();
      expect((await service.post('/svc/quote/approval', { id }, checker).expect(200)).body.is_apporval).toBe(
        1,
      );
      await approve({ id }).expect(204);
    });
  });

  it('If-Match: 412 for another version than the one stored', async () => {
    const { id } = await newQuote();
    const { etag } = (await service.get(`/svc/quote/${id}`)).headers;
    expectProblem(await approve({ id }).set('If-Match', '"other"'), 412, 'precondition_failed');
    const answer = await approve({ id }).set('If-Match', String(etag)).expect(200);
    expect(answer.headers.etag).not.toBe(etag);
  });

  it('of concurrent approvals exactly one is 200 and the rest are 204, with one audit event', async () => {
    const { id } = await newQuote();
    const answers = await Promise.all(Array.from({ length: 16 }, () => approve({ id })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(15).fill(204)]);
    const { data } = (await service.get(`/svc/audit?record_id=${id}&action=approved`)).body;
    expect(data).toHaveLength(1);
  });

  describe('a PUT after the approval', () => {
    it('of other values returns the quote to not approved, and the history keeps the approved version', async () => {
      const quote = await newQuote();
      await approve({ id: quote.id }).expect(200);
      const { body } = await service.put(`/svc/quote/${quote.id}`, { ...quote, close: 67100 }).expect(200);
      expect(body).toMatchObject({ close: 67100, is_apporval: 0, approval_by: null, approval_at: null });
      const { data } = (await service.get(`/svc/quote/${quote.id}/history`, checker).expect(200)).body;
      expect(data.map((event: { action: string }) => event.action)).toEqual([
        'updated',
        'approved',
        'created',
      ]);
      expect(data[1]).toMatchObject({
        actor: 'checker@example.com',
        after: { close: 67000, volume: 3415800 },
      });
    });
    it.each(['PUT', 'bulk PUT'])('of equal values leaves it approved (%s)', async (how) => {
      const quote = await newQuote();
      const { body, headers } = await approve({ id: quote.id }).expect(200);
      const record = aQuote({ date: quote.date });
      if (how === 'PUT') expect((await service.put('/svc/quote', record).expect(200)).body).toEqual(body);
      else await service.put('/svc/quote/bulk/import?on_duplicate=update', [record]).expect(207);
      const now = await service.get(`/svc/quote/${quote.id}`);
      expect(now.body).toEqual(body);
      expect(now.headers.etag).toBe(headers.etag);
    });
    it('a bulk update of other values un-approves as well', async () => {
      const quote = await newQuote();
      await approve({ id: quote.id }).expect(200);
      await service
        .post('/svc/quote/bulk/import?on_duplicate=update', [aQuote({ date: quote.date, close: 67100 })])
        .expect(207);
      expect((await service.get(`/svc/quote/${quote.id}`)).body.is_apporval).toBe(0);
    });
    it('it can be approved again', async () => {
      const quote = await newQuote();
      await approve({ id: quote.id }).expect(200);
      await service.put('/svc/quote', aQuote({ date: quote.date, volume: 1 })).expect(200);
      await approve({ id: quote.id }).expect(200);
    });
  });

  describe('reject and revoke', () => {
    const decide = (
      id: string,
      decision: 'reject' | 'revoke',
      body: object = { reason: 'because' },
      token = checker,
    ) => service.post(`/svc/quote/${id}/${decision}`, body, token);
    const stateOf = async (id: string) => {
      const [row] = await service.sql<{ approval: number; approval_reason: string | null }>(
        'SELECT approval, approval_reason FROM quote WHERE id = $1',
        [id],
      );
      return row;
    };

    it.each(['reject', 'revoke'] as const)('%s: a reason is required', async (decision) => {
      const { id } = await newQuote();
      for (const body of [
        {},
        { reason: null },
        { reason: '' },
        { reason: '  ' },
        { reason: 5 },
        { reason: 'x'.repeat(1001) },
      ]) {
        const answer = await decide(id, decision, body);
        expectProblem(answer, 400, 'invalid_input');
        expect(culprits(answer)).toEqual(['/reason']);
      }
    });
    it.each(['reject', 'revoke'] as const)(
      '%s: 404 for an unknown quote, 400 for a malformed id',
      async (decision) => {
        expectProblem(await decide(UNKNOWN, decision), 404, 'record_not_found');
        expect(culprits(await decide('abc', decision))).toEqual(['id']);
      },
    );
    it('reject of a pending quote: 200, not approved, the reason kept in the history', async () => {
      const { id } = await newQuote();
      const { body } = await decide(id, 'reject', { reason: 'wrong close' }).expect(200);
      expect(body).toMatchObject({ id, is_apporval: 0, approval_by: null });
      expect(await stateOf(id)).toEqual({ approval: 2, approval_reason: 'wrong close' });
      const { data } = (await service.get(`/svc/quote/${id}/history?limit=1`, checker)).body;
      expect(data).toMatchObject([
        { action: 'rejected', actor: 'checker@example.com', after: { reason: 'wrong close' } },
      ]);
    });
    it('reject of a rejected quote: 204', async () => {
      const { id } = await newQuote();
      await decide(id, 'reject').expect(200);
      await decide(id, 'reject').expect(204);
    });
    it('reject of an approved quote: 409, revoke first', async () => {
      const { id } = await newQuote();
      await approve({ id }).expect(200);
      expectProblem(await decide(id, 'reject'), 409, 'wrong_state');
      await decide(id, 'revoke').expect(200);
      await decide(id, 'reject').expect(200);
    });
    it('revoke: an approved quote is no longer approved', async () => {
      const { id } = await newQuote();
      await approve({ id }).expect(200);
      expect((await decide(id, 'revoke').expect(200)).body).toMatchObject({
        is_apporval: 0,
        approval_by: null,
        approval_at: null,
      });
      expect((await stateOf(id))?.approval).toBe(0);
    });
    it('revoke of a pending quote: 204', async () => {
      const { id } = await newQuote();
      await decide(id, 'revoke').expect(204);
    });
    it('a rejected quote can be approved, and its values can be corrected', async () => {
      const [one, two] = [await newQuote(), await newQuote()];
      await decide(one.id, 'reject').expect(200);
      await approve({ id: one.id }).expect(200);
      await decide(two.id, 'reject').expect(200);
      await service.put('/svc/quote', aQuote({ date: two.date, volume: 5 })).expect(200);
      expect(await stateOf(two.id)).toEqual({ approval: 0, approval_reason: null });
    });
  });

  describe('POST /svc/quote/approval/bulk', () => {
    it('approves only the values that the queue showed: another version is 412, the other items succeed', async () => {
      const days = ['2022-05-02', '2022-05-03'];
      for (const date of days) await service.post('/svc/quote', aQuote({ ticker: 'ETG', date })).expect(201);
      const rows = (await service.get('/svc/quote/approval?ticker=ETG').expect(200)).body.data as {
        id: string;
        etag: string;
      }[];
      const item = await service.get(`/svc/quote/${rows[0]?.id}`).expect(200);
      expect(rows[0]?.etag).toBe(item.headers.etag);
      await service
        .put('/svc/quote', aQuote({ ticker: 'ETG', date: days[1] as string, close: 67100 }))
        .expect(200);
      const body = rows.map(({ id, etag }) => ({ id, etag }));
      const { results } = (await service.post('/svc/quote/approval/bulk', body).expect(207)).body;
      expect(results.map(({ status }: { status: number }) => status)).toEqual([412, 200]);
      expect(results[0].value.params).toMatchObject({ code: 'precondition_failed' });
      expectProblem(await service.post('/svc/quote/appoval', body[0]), 412, 'precondition_failed');
    });

    const bulk = (items: unknown[], token = checker) =>
      service.post('/svc/quote/approval/bulk', items as object, token);

    it('207 with a state for each: APPROVED 200, ALREADY_APPROVED 204, FAILED', async () => {
      const [one, two] = [await newQuote(), await newQuote()];
      await approve({ id: two.id }).expect(200);
      const { body } = await bulk([
        { id: one.id },
        { id: two.id },
        { id: one.id },
        { id: UNKNOWN },
        { id: 'x' },
        null,
        { ticker: one.ticker, date: one.date },
      ]).expect(207);
      expect(body).toMatchObject({ id: expect.any(String), status: 'ok', total_time: expect.any(Number) });
      expect(body.results).toMatchObject([
        {
          _operation_id: 1,
          _operation_state: 'APPROVED',
          status: 200,
          value: { url: `/svc/quote/${one.id}` },
        },
        { _operation_id: 2, _operation_state: 'ALREADY_APPROVED', status: 204 },
        { _operation_id: 3, _operation_state: 'ALREADY_APPROVED', status: 204 },
        { _operation_id: 4, _operation_state: 'FAILED', status: 404, value: { params: expect.any(Object) } },
        { _operation_id: 5, _operation_state: 'FAILED', status: 400 },
        { _operation_id: 6, _operation_state: 'FAILED', status: 400 },
        { _operation_id: 7, _operation_state: 'ALREADY_APPROVED', status: 204 },
      ]);
      for (const { _operation_total_ms } of body.results) expect(_operation_total_ms).toBeGreaterThan(0);
      expect((await service.get(`/svc/quote/${one.id}`)).body).toMatchObject({
        is_apporval: 1,
        approval_by: 'checker@example.com',
      });
    });
    it('400 for an empty list or none, 413 for 201', async () => {
      for (const body of [[], {}, { id: UNKNOWN }]) {
        expectProblem(await service.post('/svc/quote/approval/bulk', body, checker), 400, 'invalid_input');
      }
      expectProblem(await bulk(Array(201).fill({ id: UNKNOWN })), 413, 'too_many_items');
      await bulk(Array(200).fill({ id: UNKNOWN })).expect(207);
    });
    it('two bulk approvals of the same quotes in different orders approve each quote once', async () => {
      const quotes = await Promise.all(Array.from({ length: 20 }, () => newQuote()));
      const ids = quotes.map(({ id }) => ({ id }));
      const answers = await Promise.all([
        bulk(ids),
        bulk([...ids].reverse()),
        bulk(ids),
        bulk([...ids].reverse()),
      ]);
      expect(answers.map((answer) => [answer.status, answer.body.code])).toEqual(
        answers.map(() => [207, undefined]),
      );
      const states = answers.flatMap((answer) =>
        answer.body.results.map((result: { status: number }) => result.status),
      );
      expect(states.filter((status) => status === 200)).toHaveLength(20);
      expect(states.filter((status) => status === 204)).toHaveLength(60);
    });
  });
});

describe('contract 5: SELF_APPROVAL=forbidden', () => {
  let service: TestApp;
  let maker: string;
  let gateway: string;
  let id: string;
  beforeAll(async () => {
    service = await startApp({ SELF_APPROVAL: 'forbidden' });
    maker = await service.token('admin', { principal: 'both@example.com' });
    gateway = await service.token('reader', { kind: 'gateway' });
    id = (await service.post('/svc/quote', aQuote(), maker).expect(201)).body.id;
  });
  afterAll(() => service.close());

  it('maker = checker is 403', async () => {
    expectProblem(await service.post('/svc/quote/appoval', { id }, maker), 403, 'self_approval');
  });

  it('it is 403 behind a gateway too, whatever the letter case of the asserted address', async () => {
    for (const principal of ['both@example.com', 'BOTH@example.com']) {
      const answer = await service
        .post('/svc/quote/appoval', { id }, gateway)
        .set('X-Requested-By', principal);
      expectProblem(answer, 403, 'self_approval');
    }
  });

  it('in bulk the item fails', async () => {
    const { results } = (await service.post('/svc/quote/approval/bulk', [{ id }], maker).expect(207)).body;
    expect(results).toMatchObject([
      { _operation_state: 'FAILED', status: 403, value: { params: { code: 'self_approval' } } },
    ]);
    expect((await service.get(`/svc/quote/${id}`)).body.is_apporval).toBe(0);
  });

  it('another checker may approve; then maker = checker is 204, as nothing is left to approve', async () => {
    const other = await service.token('checker', { principal: 'other@example.com' });
    await service.post('/svc/quote/appoval', { id }, other).expect(200);
    await service.post('/svc/quote/appoval', { id }, maker).expect(204);
  });
});
