import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { aQuote, type QuoteInput } from '../builders/quotes.js';
import { aSecurity } from '../builders/securities.js';
import { culprits, expectProblem } from './wire.js';

/** 2024-03-04 is a Monday; the shipped calendar is open from there to Friday. */
const MONDAY = '2024-03-04';
const TUESDAY = '2024-03-05';
const SATURDAY = '2024-03-09';

const flat = (ticker: string, date: string, price: number, change: Partial<QuoteInput> = {}) =>
  aQuote({ ticker, date, open: price, high: price, low: price, close: price, volume: 1000, ...change });

interface QueueRow {
  id: string;
  ticker: string;
  date: string;
  flags: string[];
  diff: Record<string, unknown> | null;
  age_seconds: number;
  status: string;
  maker: string;
  reason: string | null;
}

describe('contract 5: the approval queue', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp();
    await service
      .post('/svc/bulk/insert?resource=security', [
        aSecurity({ ticker: 'TCB', exchange: 'HOSE' }),
        aSecurity({ ticker: 'ACB', exchange: 'HOSE' }),
        aSecurity({ ticker: 'SSI', exchange: 'HOSE' }),
        aSecurity({ ticker: 'SHS', exchange: 'HNX' }),
        aSecurity({ ticker: 'ABB', exchange: 'UPCOM' }),
        aSecurity({ ticker: 'LOW', exchange: 'HOSE' }),
        aSecurity({ ticker: 'HIG', exchange: 'HOSE' }),
        { ...aSecurity({ ticker: 'INDEX', exchange: 'HOSE' }), security_type: 'index' },
        { ...aSecurity({ ticker: 'VN30F2403', exchange: 'HNX' }), security_type: 'derivative' },
      ])
      .expect(207);
  });
  afterAll(() => service.close());

  const queue = async (query = ''): Promise<QueueRow[]> =>
    (await service.get(`/svc/quote/approval?limit=1000&${query}`).expect(200)).body.data;
  /** Plants the previous close and the quote under test, and returns the latter's flags. */
  const flagsOf = async (previous: number, candidate: QuoteInput, day = MONDAY): Promise<string[]> => {
    await service.put('/svc/quote', flat(candidate.ticker, day, previous));
    await service.put('/svc/quote', candidate);
    const rows = await queue(
      `ticker=${candidate.ticker}&from_date=${candidate.date}&to_date=${candidate.date}`,
    );
    expect(rows).toHaveLength(1);
    return rows[0]?.flags ?? ['no row'];
  };

  describe('outside_limits: ceiling = floor_to_tick(ref × (1 + band)), floor = ceil_to_tick(ref × (1 − band))', () => {
    it.each([
      ['TCB', 30850, 33000, 28700, 50],
      ['ACB', 23000, 24600, 21400, 50],
      ['SSI', 27650, 29550, 25750, 50],
      ['LOW', 9500, 10150, 8840, 50],
      ['HIG', 48000, 51300, 44650, 50],
      ['SHS', 16900, 18500, 15300, 100],
    ])('%s: reference %i has ceiling %i and floor %i', async (ticker, reference, ceiling, floor, tick) => {
      expect(await flagsOf(reference, flat(ticker, TUESDAY, ceiling))).toEqual([]);
      expect(await flagsOf(reference, flat(ticker, TUESDAY, floor))).toEqual([]);
      const above = flat(ticker, TUESDAY, reference, { high: ceiling + (ceiling >= 50_000 ? 100 : tick) });
      expect(await flagsOf(reference, above)).toEqual(['outside_limits']);
      const below = flat(ticker, TUESDAY, reference, { low: floor - (floor <= 10_000 ? 10 : tick) });
      expect(await flagsOf(reference, below)).toEqual(['outside_limits']);
    });

    it('neither a ticker that is not in the security master nor a first quote is flagged', async () => {
      expect(await flagsOf(30850, flat('XXX', TUESDAY, 33050))).toEqual([]);
      await service.post('/svc/quote', flat('TCB', '2023-06-01', 999950));
      expect((await queue('ticker=TCB&to_date=20230601'))[0]?.flags).not.toContain('outside_limits');
    });
  });

  describe('outside_limits: the reference is that of the market day', () => {
    it('on an ex-date it is the price after the ex-date formula, and the fall to it is not a jump', async () => {
      await service
        .post('/svc/bulk/insert?resource=corporate_action', [
          { ticker: 'HIG', ex_date: '2024-06-04', type: 'stock_dividend', share_ratio: 0.5 },
        ])
        .expect(207);
      // 48000 ÷ 1.5 = 32000: ceiling 34200 (34240 down to 50), floor 29800 (29760 up to 50)
      const flags = (candidate: QuoteInput) => flagsOf(48000, candidate, '2024-06-03');
      expect(await flags(flat('HIG', '2024-06-04', 34200))).toEqual([]);
      expect(await flags(flat('HIG', '2024-06-04', 29800))).toEqual([]);
      expect(await flags(flat('HIG', '2024-06-04', 34200, { high: 34250 }))).toEqual(['outside_limits']);
      expect(await flags(flat('HIG', '2024-06-04', 48000))).toEqual(['outside_limits', 'price_jump']);
      expect(await flags(flat('HIG', '2024-06-04', 32000, { volume: 0 }))).toEqual([]);
      expect(await flags(flat('HIG', '2024-06-04', 32050, { volume: 0 }))).toEqual(['change_without_volume']);
    });

    it('on UPCOM it is the matched average of the day before; without one nothing is flagged', async () => {
      const flags = (candidate: QuoteInput) => flagsOf(15000, candidate, '2024-06-03');
      expect(await flags(flat('ABB', '2024-06-04', 17500))).toEqual([]);
      await service
        .post('/svc/bulk/insert?resource=daily_statistic', [
          { ticker: 'ABB', date: '2024-06-03', average_price: 16900 },
        ])
        .expect(207);
      expect(await flags(flat('ABB', '2024-06-04', 19400))).toEqual([]);
      expect(await flags(flat('ABB', '2024-06-04', 14400))).toEqual([]);
      const above = flat('ABB', '2024-06-04', 19400, { high: 19500 });
      expect(await flags(above)).toEqual(['outside_limits']);
      const below = flat('ABB', '2024-06-04', 14400, { low: 14300 });
      expect(await flags(below)).toEqual(['outside_limits']);
    });

    it('a stored ceiling and floor take precedence', async () => {
      await service
        .post('/svc/bulk/insert?resource=daily_statistic', [
          { ticker: 'SSI', date: '2024-06-04', reference: 20000, ceiling: 20500, floor: 19500 },
        ])
        .expect(207);
      expect(await flagsOf(20000, flat('SSI', '2024-06-04', 20500), '2024-06-03')).toEqual([]);
      expect(await flagsOf(20000, flat('SSI', '2024-06-04', 20550), '2024-06-03')).toEqual([
        'outside_limits',
      ]);
    });
  });

  describe('off_tick: HOSE 10 below 10,000, 50 below 50,000, else 100; HNX and UPCOM 100', () => {
    it.each([
      ['LOW', 9510, []],
      ['LOW', 9505, ['off_tick']],
      ['LOW', 9990, []],
      ['LOW', 10010, ['off_tick']],
      ['LOW', 10050, []],
      ['HIG', 49950, []],
      ['HIG', 49960, ['off_tick']],
      ['HIG', 50100, []],
      ['HIG', 50050, ['off_tick']],
      ['HIG', 50000.5, ['off_tick']],
      ['SHS', 16900, []],
      ['SHS', 16950, ['off_tick']],
      ['ABB', 14400, []],
      ['ABB', 14450, ['off_tick']],
      ['XXX', 14450.123, []],
      ['INDEX', 1267.41, []],
      ['VN30F2403', 1250.3, []],
    ])('%s at %d: %j', async (ticker, price, flags) => {
      expect(await flagsOf(price, flat(ticker, TUESDAY, price))).toEqual(flags);
    });

    it('any of the four prices counts', async () => {
      for (const field of ['open', 'high', 'low', 'close'] as const) {
        const quote = { ...flat('SHS', TUESDAY, 16900), high: 17000, low: 16800 };
        quote[field] = field === 'high' ? 17050 : field === 'low' ? 16750 : 16850;
        expect(await flagsOf(16900, quote)).toEqual(['off_tick']);
      }
    });
  });

  describe('price_jump: close 20 % or more away from the previous close', () => {
    it.each([
      [10000, 11999, []],
      [10000, 12000, ['price_jump']],
      [10000, 8000, ['price_jump']],
      [10000, 8001, []],
      [10000, 30000, ['price_jump']],
    ])('from %d to %d: %j', async (previous, close, flags) => {
      expect(await flagsOf(previous, flat('JMP', TUESDAY, close))).toEqual(flags);
    });

    it('the previous close is that of the last quote before, however long ago', async () => {
      expect(await flagsOf(10000, flat('JMQ', '2024-06-04', 20000))).toEqual(['price_jump']);
    });
  });

  describe('change_without_volume: volume 0 with a price change', () => {
    it.each([
      [10000, 10100, 0, ['change_without_volume']],
      [10000, 10000, 0, []],
      [10000, 10100, 1, []],
    ])('from %d to %d with volume %d: %j', async (previous, close, volume, flags) => {
      expect(await flagsOf(previous, flat('VOL', TUESDAY, close, { volume }))).toEqual(flags);
    });
  });

  describe('non_trading_day', () => {
    it('a quote on a Saturday is flagged, on an open day it is not', async () => {
      expect(await flagsOf(10000, flat('DAY', SATURDAY, 10000))).toEqual(['non_trading_day']);
      expect(await flagsOf(10000, flat('DAY', '2024-03-08', 10000))).toEqual([]);
    });
    it('a closed day of another country does not count', async () => {
      await service.post('/svc/settlement', {
        country: 'TH',
        date: '2024-03-07',
        timezone: 'Asia/Bangkok',
        name: 'x',
      });
      expect(await flagsOf(10000, flat('DAY', '2024-03-07', 10000))).toEqual([]);
    });
    it('a manually closed day counts at once', async () => {
      expect(await flagsOf(10000, flat('DAY', '2024-03-06', 10000))).toEqual([]);
      const day = { country: 'VN', date: '2024-03-06', timezone: 'Asia/Ho_Chi_Minh', name: 'Storm' };
      await service.put('/svc/settlement', day).expect(200);
      expect((await queue('ticker=DAY&from_date=20240306&to_date=20240306'))[0]?.flags).toEqual([
        'non_trading_day',
      ]);
    });
  });

  it('several failed checks set several flags', async () => {
    const flags = await flagsOf(30850, flat('TCB', SATURDAY, 60001, { volume: 0 }));
    expect(flags.sort()).toEqual([
      'change_without_volume',
      'non_trading_day',
      'off_tick',
      'outside_limits',
      'price_jump',
    ]);
  });

  it.each(['outside_limits', 'off_tick', 'price_jump', 'change_without_volume', 'non_trading_day'])(
    'flag=%s lists exactly the quotes with it, and total counts them',
    async (flag) => {
      const expected = (await queue()).filter((row) => row.flags.includes(flag));
      expect(expected.length).toBeGreaterThan(0);
      const strip = (rows: QueueRow[]) => rows.map((row) => row.id);
      expect(strip(await queue(`flag=${flag}`))).toEqual(strip(expected));
      const { meta } = (await service.get(`/svc/quote/approval?flag=${flag}&limit=1&total=true`)).body;
      expect(meta.total).toBe(expected.length);
    },
  );

  it('status: pending by default, approved, rejected', async () => {
    const created = async (ticker: string) =>
      (await service.post('/svc/quote', flat(ticker, TUESDAY, 100)).expect(201)).body.id;
    const [waiting, approved, rejected] = [await created('STA'), await created('STB'), await created('STC')];
    await service.post('/svc/quote/appoval', { id: approved }).expect(200);
    await service.post(`/svc/quote/${rejected}/reject`, { reason: 'wrong' }).expect(200);
    const ids = async (query: string) => (await queue(query)).map((row) => row.id);
    expect(await ids('')).toContain(waiting);
    for (const id of [approved, rejected]) expect(await ids('status=pending')).not.toContain(id);
    expect(await ids('status=approved')).toEqual([approved]);
    expect(await queue('status=rejected')).toMatchObject([
      { id: rejected, status: 'rejected', reason: 'wrong' },
    ]);
  });

  it('maker is the writer of the present values', async () => {
    const maker = await service.token('maker', { principal: 'maker@example.com' });
    await service.post('/svc/quote', flat('MAK', TUESDAY, 100), maker).expect(201);
    expect(await queue('maker=maker@example.com')).toMatchObject([
      { ticker: 'MAK', maker: 'maker@example.com' },
    ]);
    await service.put('/svc/quote', flat('MAK', TUESDAY, 200)).expect(200);
    expect(await queue('maker=maker@example.com')).toEqual([]);
  });

  it('a row has its age and the difference to the last approved version', async () => {
    const { id } = (await service.post('/svc/quote', flat('DIF', TUESDAY, 100)).expect(201)).body;
    expect((await queue('ticker=DIF'))[0]).toMatchObject({ diff: null });
    await service.post('/svc/quote/appoval', { id }).expect(200);
    const began = performance.now();
    await service.put('/svc/quote', flat('DIF', TUESDAY, 100, { high: 110, volume: 5 })).expect(200);
    const [row] = await queue('ticker=DIF');
    const elapsed = (performance.now() - began) / 1_000;
    expect(row?.diff).toEqual({ high: { approved: 100, now: 110 }, volume: { approved: 1000, now: 5 } });
    expect(row?.age_seconds).toBeGreaterThanOrEqual(0);
    expect(row?.age_seconds).toBeLessThanOrEqual(Math.ceil(elapsed));
    const anHourAgo = new Date(Date.now() - 3_600_000);
    await service.sql('UPDATE quote SET changed_at = $2 WHERE id = $1', [id, anHourAgo]);
    expect((await queue('ticker=DIF'))[0]?.age_seconds).toBeGreaterThanOrEqual(3600);
  });

  it.each(['status=waiting', 'flag=late', 'ticker=x', 'maker=', 'from_date=20240230'])(
    '%s is 400',
    async (query) => {
      const answer = await service.get(`/svc/quote/approval?${query}`);
      expectProblem(answer, 400, 'invalid_input');
      expect(culprits(answer)).toEqual([query.split('=')[0]]);
    },
  );
});
