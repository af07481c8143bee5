import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { plant } from '../builders/market.js';

const level = (price: number, volume: number | string = 100) => ({ price, volume });
const MORNING = {
  ticker: 'VNM',
  timestamp: '2024-01-31T02:30:00Z',
  bids: [level(66900, 12000), level(66800, 500), level(66700)],
  asks: [level(67000, '9007199254740993'), level(67100)],
};
const CLOSE = { ticker: 'VNM', timestamp: '2024-01-31T14:45:00+07:00', bids: [level(67000)], asks: [] };

describe('contract 6.4: market depth', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp();
    await plant(service, 'market_depth', [MORNING, CLOSE]);
  });
  afterAll(() => service.close());
  const depth = async (query: string) =>
    (await service.get(`/trading/market-depth?${query}`).expect(200)).body;
  const statuses = async (records: object[]) => {
    const { body } = await service.post('/svc/bulk/insert?resource=market_depth', records).expect(207);
    return (body.results as { status: number; value: { params?: { errors?: { pointer: string }[] } } }[]).map(
      ({ status, value }) => [status, value.params?.errors?.[0]?.pointer],
    );
  };

  it('the newest snapshot, levels counted from the best', async () => {
    expect(await depth('ticker=VNM')).toEqual({
      ticker: 'VNM',
      timestamp: '2024-01-31T07:45:00.000000Z',
      bids: [{ level: 1, price: 67000, volume: 100 }],
      asks: [],
    });
  });

  it.each(['2024-01-31T07:44:59.999999Z', '2024-01-31T02:30:00Z', '2024-01-31T09:30:00%2B07:00'])(
    'timestamp=%s: the newest at or before it, nothing later',
    async (timestamp) => {
      const { text } = await service
        .get(`/trading/market-depth?ticker=VNM&timestamp=${timestamp}`)
        .expect(200);
      expect(text).toContain('9007199254740993'); // exact past 2^53
      const book = JSON.parse(text);
      expect(book.timestamp).toBe('2024-01-31T02:30:00.000000Z');
      expect(book.bids).toEqual([
        { level: 1, price: 66900, volume: 12000 },
        { level: 2, price: 66800, volume: 500 },
        { level: 3, price: 66700, volume: 100 },
      ]);
    },
  );

  it('levels limits both sides', async () => {
    const book = await depth('ticker=VNM&timestamp=2024-01-31T03:00:00Z&levels=1');
    expect([book.bids.length, book.asks.length]).toEqual([1, 1]);
  });

  it('404 without a snapshot', async () => {
    await service.get('/trading/market-depth?ticker=FPT').expect(404);
    await service.get('/trading/market-depth?ticker=VNM&timestamp=2024-01-31').expect(404);
  });

  it.each([
    ['ticker', ''],
    ['levels', 'ticker=VNM&levels=11'],
    ['levels', 'ticker=VNM&levels=0'],
    ['timestamp', 'ticker=VNM&timestamp=2024-01-31T02:30:00'],
    ['timestamp', 'ticker=VNM&timestamp=2024-02-30T02:30:00Z'],
  ])('400 names %s (%s)', async (parameter, query) => {
    const { body } = await service.get(`/trading/market-depth?${query}`).expect(400);
    expect(body.errors).toEqual([expect.objectContaining({ parameter })]);
  });

  it('a crossed book, levels out of order, too many or incomplete ones are 400 and named', async () => {
    const book = { ticker: 'BAD', timestamp: '2024-01-31T02:30:00Z' };
    const eleven = Array.from({ length: 11 }, (_, index) => level(1000 + index));
    expect(
      await statuses([
        { ...book, bids: [level(67000)], asks: [level(67000)] },
        { ...book, bids: [level(66900), level(66900)] },
        { ...book, asks: [level(66900), level(67000), level(66950)] },
        { ...book, asks: eleven },
        { ...book, bids: [{ price: 1 }] },
        { ...book, bids: [level(-1)] },
        { ...book, bids: [{ ...level(1), level: 2 }] },
        { ...book, bids: [{ ...level(1), side: 'x' }] },
        { ...book, bids: 'x' },
      ]),
    ).toEqual([
      [400, '/bids/0/price'],
      [400, '/bids/1/price'],
      [400, '/asks/2/price'],
      [400, '/asks'],
      [400, '/bids'],
      [400, '/bids'],
      [400, '/bids'],
      [400, '/bids'],
      [400, '/bids'],
    ]);
    await service.get('/trading/market-depth?ticker=BAD').expect(404);
  });

  it('a repeated snapshot is 303, even in another zone; a returned book can be written', async () => {
    const { ticker, bids, asks } = await depth('ticker=VNM&timestamp=2024-01-31T03:00:00Z');
    expect(
      await statuses([
        { ...MORNING, timestamp: '2024-01-31T09:30:00+07:00' },
        { ticker, timestamp: '2024-02-01T02:00:00Z', bids, asks },
      ]),
    ).toEqual([
      [303, undefined],
      [201, undefined],
    ]);
    await service.sql(`DELETE FROM market_depth WHERE timestamp = '2024-02-01T02:00:00Z'`);
  });
});
