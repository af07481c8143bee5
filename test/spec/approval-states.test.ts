import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { aQuote } from '../builders/quotes.js';
import { expectProblem, rowCounts } from '../contract/wire.js';

describe('specification 3.1: quote approval', () => {
  let service: TestApp;
  let checker: string;
  let day = 0;
  beforeAll(async () => {
    service = await startApp();
    checker = await service.token('checker', { principal: 'checker@example.com' });
  });
  afterAll(() => service.close());

  /** A quote that nobody has approved yet. */
  const stored = async () => {
    day += 1;
    const date = new Date(Date.UTC(2023, 0, day)).toISOString().slice(0, 10);
    return (await service.post('/svc/quote', aQuote({ date })).expect(201)).body;
  };
  const approve = (body: object, token = checker) => service.post('/svc/quote/appoval', body, token);

  it('a new quote is not approved: is_apporval = 0 and no approver', async () => {
    expect(await stored()).toMatchObject({ is_apporval: 0, approval_by: null, approval_at: null });
  });

  it('not approved, POST approval: is_apporval = 1, approval_by = principal, approval_at = current UTC datetime, 200', async () => {
    const quote = await stored();
    const [before] = await service.sql<{ now: Date }>('SELECT clock_timestamp() AS now');
    const answer = await approve({ id: quote.id }).expect(200);
    const [after] = await service.sql<{ now: Date }>('SELECT clock_timestamp() AS now');
    expect(answer.body).toMatchObject({
      id: quote.id,
      is_apporval: 1,
      approval_by: 'checker@example.com',
      approval_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/),
    });
    const at = Date.parse(answer.body.approval_at);
    expect(at).toBeGreaterThanOrEqual(before?.now.getTime() ?? Number.NaN);
    expect(at).toBeLessThanOrEqual(after?.now.getTime() ?? Number.NaN);
    expect((await service.get(`/svc/quote/${quote.id}`).expect(200)).body).toEqual(answer.body);
  });

  it('approved, POST approval by any permitted principal: 204, no change', async () => {
    const quote = await stored();
    await approve({ id: quote.id }).expect(200);
    const other = await service.token('checker', { principal: 'second@example.com' });
    const before = await service.get(`/svc/quote/${quote.id}`);
    const counts = await rowCounts(service);
    const answer = await approve({ id: quote.id }, other).expect(204);
    expect(answer.text).toBe('');
    const after = await service.get(`/svc/quote/${quote.id}`);
    expect(after.text).toBe(before.text);
    expect(after.headers.etag).toBe(before.headers.etag);
    expect(await rowCounts(service)).toEqual(counts);
  });

  describe('specification 4.4: POST /svc/quote/appoval', () => {
    it('names the quote by its UUID', async () => {
      const { id } = await stored();
      expect((await approve({ id }).expect(200)).body.id).toBe(id);
    });

    it('names the quote by its primary key (ticker, date)', async () => {
      const { id, ticker, date } = await stored();
      expect((await approve({ ticker, date }).expect(200)).body.id).toBe(id);
    });

    it('names the quote by both', async () => {
      const { id, ticker, date } = await stored();
      expect((await approve({ id, ticker, date }).expect(200)).body.id).toBe(id);
    });

    it('400 when neither is given', async () => {
      expectProblem(await approve({}), 400, 'invalid_input');
    });

    it('403 when the header is missing: a service token has no principal', async () => {
      const { id } = await stored();
      const nobody = await service.token('checker', { kind: 'service' });
      expectProblem(await approve({ id }, nobody), 403, 'principal_missing');
      expect((await service.get(`/svc/quote/${id}`)).body.is_apporval).toBe(0);
    });

    it('403 when the header is missing at a gateway, even though the gateway itself is an admin', async () => {
      const { id } = await stored();
      const gateway = await service.token('admin', { kind: 'gateway' });
      expectProblem(await approve({ id }, gateway), 403, 'principal_missing');
    });

    it.each(['reader', 'maker', 'auditor', 'operator'] as const)(
      '403 when the principal is a %s: the constant set of that role lacks quote:approve',
      async (role) => {
        const { id } = await stored();
        const token = await service.token(role, { principal: `${role}@example.com` });
        expectProblem(await approve({ id }, token), 403, 'not_permitted');
        expect((await service.get(`/svc/quote/${id}`)).body.is_apporval).toBe(0);
      },
    );

    it.each(['checker', 'admin'] as const)('200 when the principal is a %s', async (role) => {
      const { id } = await stored();
      const principal = `${role}2@example.com`;
      const answer = await approve({ id }, await service.token(role, { principal })).expect(200);
      expect(answer.body.approval_by).toBe(principal);
    });

    it("the header carries the principal's identity, asserted by a gateway", async () => {
      const { id } = await stored();
      const gateway = await service.token('reader', { kind: 'gateway' });
      const answer = await approve({ id }, gateway).set('X-Requested-By', 'checker@example.com').expect(200);
      expect(answer.body.approval_by).toBe('checker@example.com');
    });
  });
});
