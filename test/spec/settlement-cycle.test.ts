import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { plant } from '../builders/market.js';

describe('GET /reference/settlement: the settlement date by the cycle of the day', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp();
  });
  afterAll(() => service.close());

  const settles = async (date: string, country = 'VN') =>
    (
      await service
        .get(`/reference/settlement?country=${country}&from_date=${date}&to_date=${date}`)
        .expect(200)
    ).body.data[0].settlement_date;

  it.each([
    // Friday: Monday, Tuesday, Wednesday
    ['2015-12-04', '2015-12-09'],
    // the last trades of T+3 and the first of T+2 settle on the same day
    ['2015-12-31', '2016-01-06'],
    ['2016-01-04', '2016-01-06'],
    ['2025-06-05', '2025-06-09'],
  ])(
    'a trade of %s in Vietnam settles on %s: T+3 before 2016, T+2 since',
    async (tradeDate, settlementDate) => {
      expect(await settles(tradeDate)).toBe(settlementDate);
    },
  );

  it('a stored cycle changes the days from its first day on', async () => {
    await plant(service, 'settlement_cycle', [
      { country: 'VN', valid_from: '2025-06-04', sessions: 1, source: 'Test' },
    ]);
    expect(await settles('2025-06-03')).toBe('2025-06-05');
    expect(await settles('2025-06-04')).toBe('2025-06-05');
    expect(await settles('2025-06-05')).toBe('2025-06-06');
  });

  it('null for a country without a cycle', async () => {
    await plant(
      service,
      'settlement',
      ['2025-06-04', '2025-06-05', '2025-06-06'].map((date) => ({
        country: 'LA',
        date,
        timezone: 'Asia/Vientiane',
        name: 'Trading day',
        status: 'open',
      })),
    );
    expect(await settles('2025-06-04', 'LA')).toBeNull();
    await plant(service, 'settlement_cycle', [{ country: 'LA', valid_from: '2011-01-11', sessions: 2 }]);
    expect(await settles('2025-06-04', 'LA')).toBe('2025-06-06');
  });
});
