import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { runCommand, urlOf } from '../commands.js';

describe('npm run record', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp();
  });
  afterAll(() => service.close());

  const run = (...line: string[]) => runCommand('record', line, { DATABASE_URL: urlOf(service.address) });
  const runJson = async (...line: string[]): Promise<Record<string, unknown>> => {
    const { code, stdout, stderr } = await run(...line, '--principal', 'maker@example.com');
    if (code !== 0) throw new Error(stderr);
    return JSON.parse(stdout) as Record<string, unknown>;
  };

  it('shows, moves, deletes and restores a record by key and by identifier, audited under its principal', async () => {
    const action = { ticker: 'VNM', ex_date: '2024-06-10', type: 'cash_dividend', cash_dividend: 1500 };
    const { id } = (await service.post('/svc/record/corporate_action', action).expect(201)).body;
    const key = 'ticker=VNM,ex_date=2024-06-10,type=cash_dividend';
    expect(await runJson('show', 'corporate_action', key)).toMatchObject({ ...action, id });
    const moved = await runJson('move', 'corporate_action', key, 'ex_date=2024-06-11');
    expect(moved).toMatchObject({ ...action, ex_date: '2024-06-11', id });
    expect((await service.get(`/svc/record/corporate_action/${id}`)).body).toEqual(moved);
    expect(await runJson('delete', 'corporate_action', id)).toMatchObject({ id, status: 'deleted' });
    const path = `/svc/record/corporate_action/${id}/history`;
    const [deleted, , , created] = (await service.get(path).expect(200)).body.data;
    expect(deleted).toMatchObject({ action: 'deleted', actor: 'maker@example.com' });
    const restored = await runJson('restore', 'corporate_action', id, String(created.id));
    expect(restored).toMatchObject({ ...action, id });
  });

  it('numbers in a key are parsed as numbers', async () => {
    const tick = {
      exchange: 'HOSE',
      security_type: 'stock',
      valid_from: '2031-01-15',
      price_from: 10_000,
      tick: 50,
    };
    const { id } = (await service.post('/svc/record/market_tick', tick).expect(201)).body;
    expect(await runJson('move', 'market_tick', id, 'price_from=20000')).toMatchObject({
      ...tick,
      price_from: 20_000,
    });
  });

  it('says what is wrong, with exit code 2, and writes nothing', async () => {
    const failures: [string[], RegExp][] = [
      [['move', 'quote', 'ticker=NON,date=2024-01-31', 'ticker=NIL'], /No quote NON 2024-01-31/],
      [['show', 'quote', 'ticker=NON'], /date: is required/],
      [['show', 'quotes', 'x=y'], /No data set quotes/],
      [['change', 'quote', 'x=y'], /npm run record/],
      [['restore', 'quote', '00000000-0000-4000-8000-000000000000', 'first'], /number of an event/],
    ];
    for (const [line, message] of failures) {
      const { code, stderr } = await run(...line);
      expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
    }
  });
});
