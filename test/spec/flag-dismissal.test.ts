import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { flatBar, plant } from '../builders/market.js';
import { expectProblem, rowCounts } from '../contract/wire.js';

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
const DIVIDEND = { ticker: 'AAA', ex_date: '2024-05-15', type: 'cash_dividend', cash_dividend: 9000 };
const REASON = { reason: 'Confirmed by the company' };

describe('flags of a correct record', () => {
  let service: TestApp;
  let checker: string;
  let id: string;
  beforeAll(async () => {
    service = await startApp();
    checker = await service.token('checker', { principal: 'checker@example.com' });
    id = (await service.post('/svc/record/corporate_action', DIVIDEND).expect(201)).body.id;
  });
  afterAll(() => service.close());

  const path = '/svc/datasets/corporate_action/flagged';
  const flags = async (query = '') =>
    (await service.get(`${path}${query}`).expect(200)).body.data.map((row: { flags: string[] }) => row.flags);
  const decide = (word: string, body: object = REASON, token = checker) =>
    service.post(`${path}/${id}/${word}`, body, token);

  it('are dismissed with a reason: listed only among the dismissed, and in the audit log', async () => {
    expect(await flags()).toEqual([['unknown_ticker']]);
    const { body } = await decide('dismiss').expect(200);
    expect(body).toEqual({
      id,
      url: `/svc/record/corporate_action/${id}`,
      key: { ticker: 'AAA', ex_date: '2024-05-15', type: 'cash_dividend' },
      flags: ['unknown_ticker'],
      dismissal: { by: 'checker@example.com', at: expect.any(String), ...REASON },
    });
    expect(await flags()).toEqual([]);
    const listed = (await service.get(`${path}?total=true`).expect(200)).body;
    expect(listed).toMatchObject({ data: [], meta: { total: 0 } });
    const [dismissed] = (await service.get(`${path}?dismissed=true`).expect(200)).body.data;
    expect(dismissed).toMatchObject(body);
    const counts = await rowCounts(service);
    await decide('dismiss').expect(204);
    expect(await rowCounts(service)).toEqual(counts);
    const [event] = (await service.get(`/svc/record/corporate_action/${id}/history`).expect(200)).body.data;
    expect(event).toMatchObject({
      action: 'flags_dismissed',
      actor: 'checker@example.com',
      after: { flags: ['unknown_ticker'], ...REASON },
    });
  });

  it('a later flag is shown, and dismissed with the others', async () => {
    await plant(service, 'quote', [flatBar('AAA', '2024-05-14', 8000, 100)]);
    expect(await flags()).toEqual([['no_price_left', 'large_dividend']]);
    expect((await decide('dismiss').expect(200)).body.flags).toEqual([
      'unknown_ticker',
      'no_price_left',
      'large_dividend',
    ]);
    expect(await flags()).toEqual([]);
    expect(await flags('?dismissed=true')).toEqual([['no_price_left', 'large_dividend']]);
  });

  it('are shown again when the dismissal is withdrawn', async () => {
    expect((await decide('revoke').expect(200)).body.dismissal).toBeNull();
    await decide('revoke').expect(204);
    expect(await flags()).toEqual([['no_price_left', 'large_dividend']]);
  });

  it('are shown again when the record changes', async () => {
    await decide('dismiss').expect(200);
    await service.put(`/svc/record/corporate_action/${id}`, { ...DIVIDEND, cash_dividend: 9001 }).expect(200);
    expect(await flags()).toEqual([['no_price_left', 'large_dividend']]);
    expect(await flags('?dismissed=true')).toEqual([]);
  });

  it('only deciders on doubtful rows dismiss flags, with a reason, of an existing record', async () => {
    for (const role of ['reader', 'maker', 'auditor', 'operator'] as const) {
      expectProblem(await decide('dismiss', REASON, await service.token(role)), 403, 'not_permitted');
    }
    expectProblem(await decide('dismiss', {}), 400, 'invalid_input');
    expectProblem(
      await service.post(`${path}/${UNKNOWN_ID}/dismiss`, REASON, checker),
      404,
      'record_not_found',
    );
    expectProblem(
      await service.post(`${path}/${UNKNOWN_ID}/revoke`, REASON, checker),
      404,
      'record_not_found',
    );
    expectProblem(await service.get(`${path}?dismissed=maybe`), 400, 'invalid_input');
    expect(await flags()).toEqual([['no_price_left', 'large_dividend']]);
  });
});
