import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { plant } from '../builders/market.js';
import { type QuoteInput, quotesOf } from '../builders/quotes.js';
import {
  barsOf,
  columnOf,
  expectClose,
  golden,
  PATH,
  plainMacd,
  plainRsi,
  plainSma,
  type Row,
} from '../builders/technical-analysis.js';

interface Page {
  data: Row[];
  meta: { next: string | null };
}

describe('specification 4.1: technical analysis', () => {
  let service: TestApp;
  const ticks = golden('ticks');
  beforeAll(async () => {
    service = await startApp();
    await plant(service, 'quote', barsOf(ticks, 'TICKS'));
    await plant(service, 'quote', barsOf(golden('flat'), 'FLAT'));
    // A volume beyond 2^53 and one bar alone.
    await plant(
      service,
      'quote',
      quotesOf('ONE', 1).map((quote) => ({ ...quote, volume: '9223372036854775807' })),
    );
  });
  afterAll(() => service.close());

  const rows = async (query: string): Promise<Row[]> =>
    (await service.get(`${PATH}?${query}`).expect(200)).body.data;

  describe('values', () => {
    it.each(['TICKS', 'FLAT'])(
      '%s: SMA, RSI and MACD match plain loops over the stored bars',
      async (ticker) => {
        const stored = await service.sql<{ date: string; close: number }>(
          'SELECT date::text AS date, close FROM quote WHERE ticker = $1 ORDER BY date',
          [ticker],
        );
        const close = stored.map((bar) => bar.close);
        const answer = await rows(`ticker=${ticker}&order=asc&limit=1000&indicator=sma(10),rsi,macd(5,13,6)`);
        expect(answer.map((row) => row.date)).toEqual(stored.map((bar) => bar.date));
        const { macd, signal } = plainMacd(close, 5, 13, 6);
        expectClose(columnOf(answer, 'sma(10)', 'sma'), plainSma(close, 10));
        expectClose(columnOf(answer, 'rsi(14)', 'rsi'), plainRsi(close, 14));
        expectClose(columnOf(answer, 'macd(5,13,6)', 'macd'), macd);
        expectClose(columnOf(answer, 'macd(5,13,6)', 'signal'), signal);
        expectClose(
          columnOf(answer, 'macd(5,13,6)', 'histogram'),
          macd.map((value, bar) => (value === null ? null : value - (signal[bar] ?? 0))),
        );
      },
    );

    it.each(ticks.cases.map((one) => ({ item: `${one.code}(${one.params})`, one })))(
      'TA-Lib agrees on $item',
      async ({ one }) => {
        const brackets = one.params.length === 0 ? '' : `(${one.params})`;
        const answer = await rows(`ticker=TICKS&order=asc&limit=1000&indicator=${one.code}${brackets}`);
        for (const [output, { first, values }] of Object.entries(one.outputs)) {
          const expected = [...Array<null>(first).fill(null), ...values];
          expectClose(columnOf(answer, `${one.code}${brackets}`, output), expected);
        }
      },
    );

    it('warm-up rows are null and keep their position', async () => {
      const answer = await rows('ticker=TICKS&order=asc&limit=15&indicator=rsi');
      expect(answer).toHaveLength(15);
      expect(columnOf(answer, 'rsi(14)', 'rsi').slice(0, 14)).toEqual(Array(14).fill(null));
      expect(answer[14]?.values).toEqual({ 'rsi(14)': { rsi: expect.any(Number) } });
      expect(await rows('ticker=ONE&indicator=sma,obv')).toEqual([
        { ticker: 'ONE', date: '2020-01-01', values: { 'sma(20)': { sma: null }, obv: { obv: 2 ** 63 } } },
      ]);
    });

    it('0/0 is null, not 0: an untraded share is not oversold', async () => {
      const answer = await rows(
        'ticker=FLAT&order=asc&limit=30&indicator=rsi(3),stochastic_fast,mfi,williams_r',
      );
      const last = answer.at(-1)?.values;
      expect(last).toEqual({
        'rsi(3)': { rsi: null },
        'stochastic_fast(14,3)': { fast_k: null, fast_d: null },
        'mfi(14)': { mfi: null },
        'williams_r(14)': { williams_r: null },
      });
    });

    it('nothing is rounded: a number reads back as the float64 that was computed', async () => {
      const { text } = await service.get(`${PATH}?ticker=TICKS&limit=1000&indicator=linear_regression(7)`);
      const numbers = [...text.matchAll(/:(-?\d[\d.e+-]*)[,}]/g)].map(([, number]) => String(number));
      expect(numbers.filter((number) => String(Number(number)) !== number)).toEqual([]);
      expect(numbers.some((number) => number.length > 16)).toBe(true);
    });

    it('the zigzag returns words and flags, too', async () => {
      const answer = await rows('ticker=TICKS&limit=1000&indicator=zigzag(1,close)');
      const pivots = new Set(columnOf(answer, 'zigzag(1,close)', 'pivot'));
      expect(pivots).toEqual(new Set(['high', 'low', null]));
      expect(new Set(columnOf(answer, 'zigzag(1,close)', 'confirmed'))).toContain(true);
    });
  });

  describe('the window', () => {
    const items = 'indicator=adx,obv,macd,parabolic_sar,average_rsi';

    it('newest first by default, with the date and the canonical keys in the order of the request', async () => {
      const answer = await rows('ticker=TICKS&indicator=rsi,macd(5),obv&limit=2');
      expect(answer.map((row) => row.date)).toEqual(['2021-08-28', '2021-08-27']);
      expect(Object.keys(answer[0]?.values ?? {})).toEqual(['rsi(14)', 'macd(5,26,9)', 'obv']);
    });

    it('a value never depends on from_date, limit, offset or order', async () => {
      const all = await rows(`ticker=TICKS&limit=1000&${items}`);
      expect(all).toHaveLength(240);
      expect((await rows(`ticker=TICKS&limit=1000&order=asc&${items}`)).reverse()).toEqual(all);
      expect(await rows(`ticker=TICKS&from_date=20210801&${items}`)).toEqual(all.slice(0, 28));
      expect(await rows(`ticker=TICKS&offset=7&limit=5&${items}`)).toEqual(all.slice(7, 12));
      expect(await rows(`ticker=TICKS&from_date=2021-08-01&offset=27&${items}`)).toEqual(all.slice(27, 28));
    });

    it('a value does not depend on to_date: bars after it change nothing', async () => {
      const all = await rows(`ticker=TICKS&limit=1000&${items}`);
      expect(await rows(`ticker=TICKS&to_date=20210630&limit=1000&${items}`)).toEqual(
        all.filter((row) => row.date <= '2021-06-30'),
      );
    });

    it.each(['asc', 'desc'])('the pages of meta.next are the whole list (order=%s)', async (order) => {
      const query = `ticker=TICKS&from_date=20210115&order=${order}&${items}`;
      const all = await rows(`${query}&limit=1000`);
      const walkedRows: Row[] = [];
      let path: string | null = `${PATH}?${query}&limit=60&total=true`;
      while (path !== null) {
        const answer: { body: Page; headers: Record<string, string> } = await service.get(path).expect(200);
        const { data, meta } = answer.body;
        expect(meta).toMatchObject({ count: data.length, limit: 60, total: 226, unit: null });
        expect(answer.headers.link).toBe(meta.next === null ? undefined : `<${meta.next}>; rel="next"`);
        walkedRows.push(...data);
        path = meta.next;
      }
      expect(walkedRows).toEqual(all);
    });

    it('an offset past the end, a range without bars and an unknown ticker are empty lists', async () => {
      for (const query of ['ticker=TICKS&offset=999', 'ticker=TICKS&to_date=20000101', 'ticker=NONE']) {
        const { body } = await service.get(`${PATH}?${query}&total=true&indicator=rsi`).expect(200);
        expect(body).toMatchObject({ data: [], meta: { count: 0, next: null } });
      }
      expect((await service.get(`${PATH}?ticker=NONE&total=true&indicator=rsi`)).body.meta.total).toBe(0);
    });

    it('an ETag saves the second transfer', async () => {
      const first = await service.get(`${PATH}?ticker=TICKS&indicator=rsi`).expect(200);
      const etag = String(first.headers.etag);
      await service.get(`${PATH}?ticker=TICKS&indicator=rsi`).set('If-None-Match', etag).expect(304);
      await service.get(`${PATH}?ticker=TICKS&indicator=rsi(9)`).set('If-None-Match', etag).expect(200);
    });
  });
});

describe('QUOTE_PUBLICATION=approved: only approved quotes are used', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp({ QUOTE_PUBLICATION: 'approved' });
    await plant(service, 'quote', quotesOf('PUB', 5));
    for (const date of ['2020-01-01', '2020-01-03', '2020-01-05']) {
      await service.post('/svc/quote/appoval', { ticker: 'PUB', date }).expect(200);
    }
  });
  afterAll(() => service.close());

  it.each(['reader', 'admin'] as const)('a %s gets values from the bars of GET /quote', async (role) => {
    const token = await service.token(role);
    const published = (await service.get('/quote?ticker=PUB', token).expect(200)).body.data;
    const { data } = (await service.get(`${PATH}?ticker=PUB&indicator=sma(2)`, token).expect(200)).body;
    expect(data).toEqual(
      published.map(({ ticker, date, close }: QuoteInput, at: number) => {
        const before = published[at + 1];
        const sma = before === undefined ? null : (close + before.close) / 2;
        return { ticker, date, values: { 'sma(2)': { sma } } };
      }),
    );
    expect(data).toHaveLength(3);
  });
});
