import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { aQuote, type QuoteInput, quotesOf } from '../builders/quotes.js';
import { culprits, expectProblem } from '../contract/wire.js';
import type { Response } from '../request.js';

type Bar = QuoteInput & { volume: number };

interface Page {
  data: Bar[];
  meta: { next: string | null; total: number | null };
}

const byNewest = (a: QuoteInput, b: QuoteInput) =>
  b.date.localeCompare(a.date) || (a.ticker < b.ticker ? -1 : 1);
const byOldest = (a: QuoteInput, b: QuoteInput) =>
  a.date.localeCompare(b.date) || (a.ticker < b.ticker ? -1 : 1);

describe('specification 4.1: GET /quote', () => {
  let service: TestApp;
  const all = [
    ...quotesOf('AAA', 90, '2023-11-20'),
    ...quotesOf('BBB', 60, '2023-12-10'),
    ...quotesOf('CCC', 5, '2024-01-01'),
  ] as Bar[];
  beforeAll(async () => {
    service = await startApp();
    await service.post('/svc/quote/bulk/import', all).expect(207);
  });
  afterAll(() => service.close());

  const read = async (query: string): Promise<Bar[]> =>
    (await service.get(`/quote?limit=10000&${query}`).expect(200)).body.data;

  it('returns exactly the fields of 2.1', async () => {
    const [first] = await read('ticker=AAA');
    expect(Object.keys(first ?? {})).toEqual(['ticker', 'date', 'open', 'high', 'low', 'close', 'volume']);
  });

  it('without parameters: every security, newest first, ticker ascending within a day', async () => {
    expect(await read('')).toEqual([...all].sort(byNewest));
  });

  it('ticker: one', async () => {
    expect(await read('ticker=BBB')).toEqual(all.filter((bar) => bar.ticker === 'BBB').sort(byNewest));
  });

  it('ticker: several, separated by commas; naming one twice changes nothing', async () => {
    const expected = all.filter((bar) => bar.ticker !== 'BBB').sort(byNewest);
    expect(await read('ticker=CCC,AAA')).toEqual(expected);
    expect(await read('ticker=CCC,AAA,CCC')).toEqual(expected);
  });

  it('ticker: an unknown one returns an empty list', async () => {
    expect(await read('ticker=NONE')).toEqual([]);
  });

  it('ticker: 50 at most', async () => {
    const names = (count: number) => Array.from({ length: count }, (_, index) => `T${index + 100}`).join(',');
    await service.get(`/quote?ticker=${names(50)}`).expect(200);
    expectProblem(await service.get(`/quote?ticker=${names(51)}`), 400, 'invalid_input');
  });

  it.each([
    ['from_date=20240101', (date: string) => date >= '2024-01-01'],
    ['to_date=20240101', (date: string) => date <= '2024-01-01'],
    ['from_date=20231215&to_date=20240110', (date: string) => date >= '2023-12-15' && date <= '2024-01-10'],
    ['from_date=20240103&to_date=20240103', (date: string) => date === '2024-01-03'],
    [
      'from_date=2024-01-03&to_date=20240104',
      (date: string) => date === '2024-01-03' || date === '2024-01-04',
    ],
    ['date=20240103', (date: string) => date === '2024-01-03'],
    ['date=2024-01-03', (date: string) => date === '2024-01-03'],
  ])('%s: both ends inclusive', async (query, isExpected) => {
    const expected = all.filter((bar) => isExpected(bar.date)).sort(byNewest);
    expect(expected).not.toEqual([]);
    expect(await read(query)).toEqual(expected);
  });

  it('from_date after to_date is 400', async () => {
    const answer = await service.get('/quote?from_date=20240102&to_date=20240101');
    expectProblem(answer, 400, 'invalid_input');
    expect(culprits(answer)).toEqual(['from_date']);
  });

  it('date together with from_date or to_date is 400', async () => {
    expectProblem(await service.get('/quote?date=20240102&from_date=20240101'), 400, 'invalid_input');
    expectProblem(await service.get('/quote?date=20240102&to_date=20240103'), 400, 'invalid_input');
  });

  describe('interval', () => {
    const weekOf = (date: string) => {
      const day = new Date(`${date}T00:00:00Z`);
      day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
      return day.toISOString().slice(0, 10);
    };
    const monthOf = (date: string) => date.slice(0, 7);
    /** The bars that `interval` should give, computed from the daily ones. */
    const grouped = (bars: Bar[], unit: (date: string) => string): Bar[] => {
      const groups = new Map<string, Bar[]>();
      for (const bar of [...bars].sort(byOldest)) {
        const key = `${bar.ticker} ${unit(bar.date)}`;
        groups.set(key, [...(groups.get(key) ?? []), bar]);
      }
      return [...groups.values()].map((days) => ({
        ticker: days[0]?.ticker ?? '',
        date: days.at(-1)?.date ?? '',
        open: days[0]?.open ?? Number.NaN,
        high: Math.max(...days.map((each) => each.high)),
        low: Math.min(...days.map((each) => each.low)),
        close: days.at(-1)?.close ?? Number.NaN,
        volume: days.reduce((sum, each) => sum + each.volume, 0),
      }));
    };

    it('1d is the default', async () => {
      expect(await read('interval=1d')).toEqual(await read(''));
    });
    it('1w: ISO weeks match a recomputation from the days', async () => {
      expect(await read('interval=1w')).toEqual(grouped(all, weekOf).sort(byNewest));
    });
    it('1m: calendar months match a recomputation from the days', async () => {
      expect(await read('interval=1m')).toEqual(grouped(all, monthOf).sort(byNewest));
    });
    it('uses only days within from_date and to_date', async () => {
      const days = all.filter((bar) => bar.date >= '2023-12-14' && bar.date <= '2024-01-18');
      const range = 'from_date=20231214&to_date=20240118';
      expect(await read(`interval=1w&${range}`)).toEqual(grouped(days, weekOf).sort(byNewest));
      expect(await read(`interval=1m&order=asc&${range}`)).toEqual(grouped(days, monthOf).sort(byOldest));
    });
    it.each([
      ['1w', 'desc', ''],
      ['1w', 'asc', ''],
      ['1m', 'desc', ''],
      ['1m', 'asc', ''],
      ['1w', 'asc', '&from_date=20231214&to_date=20240118'],
      ['1w', 'desc', '&from_date=20231214&to_date=20240118&adjusted=true'],
      ['1m', 'asc', '&ticker=CCC,AAA'],
    ] as const)('pages and counts finished bars: %s %s %s', async (interval, order, more) => {
      const days = all.filter(
        ({ ticker, date }) =>
          !(more.includes('ticker') && ticker === 'BBB') &&
          !(more.includes('date') && (date < '2023-12-14' || date > '2024-01-18')),
      );
      const expected = grouped(days, interval === '1w' ? weekOf : monthOf);
      expected.sort(order === 'asc' ? byOldest : byNewest);
      for (const limit of [1, 4]) {
        const walkedBars: Bar[] = [];
        const first = `/quote?interval=${interval}&order=${order}&limit=${limit}&total=true${more}`;
        for (let path: string | null = first; path !== null; ) {
          const body: Page = (await service.get(path).expect(200)).body;
          expect(body.meta.total).toBe(expected.length);
          walkedBars.push(...body.data);
          path = body.meta.next;
        }
        expect(walkedBars).toEqual(expected);
      }
    });
    it('any other interval is 400', async () => {
      const answer = await service.get('/quote?interval=1y');
      expectProblem(answer, 400, 'invalid_input');
      expect(culprits(answer)).toEqual(['interval']);
    });
  });

  describe('paging', () => {
    it('offset skips rows and limit ends the page', async () => {
      const { body } = await service.get('/quote?offset=3&limit=4').expect(200);
      expect(body.data).toEqual([...all].sort(byNewest).slice(3, 7));
      expect(body.meta).toMatchObject({ count: 4, offset: 3, limit: 4 });
    });

    it('offset past the end returns an empty list', async () => {
      const { body } = await service.get('/quote?offset=100000').expect(200);
      expect(body).toMatchObject({ data: [], meta: { count: 0, next: null } });
    });

    it('order=asc: oldest first', async () => {
      expect(await read('order=asc')).toEqual([...all].sort(byOldest));
      expect(await read('order=desc')).toEqual([...all].sort(byNewest));
    });

    it.each([
      ['desc', 1],
      ['desc', 7],
      ['asc', 7],
      ['asc', 31],
      ['desc', 155],
      ['asc', 154],
    ] as const)('next walks every row exactly once (order=%s, limit=%i)', async (order, limit) => {
      const walkedBars = await walk(`/quote?order=${order}&limit=${limit}`);
      expect(walkedBars).toEqual([...all].sort(order === 'asc' ? byOldest : byNewest));
    });

    it('next keeps the other parameters, offset applies to the first page only', async () => {
      const walkedBars = await walk('/quote?ticker=AAA,CCC&from_date=20231201&offset=2&limit=10');
      const expected = all.filter((bar) => bar.ticker !== 'BBB' && bar.date >= '2023-12-01').sort(byNewest);
      expect(walkedBars).toEqual(expected.slice(2));
    });

    it('cursor together with offset is 400, in every format', async () => {
      const { next } = (await service.get('/quote?limit=1').expect(200)).body.meta;
      for (const format of ['json', 'csv', 'ndjson']) {
        const answer = await service.get(`${next}&offset=1&format=${format}`);
        expectProblem(answer, 400, 'invalid_input');
      }
    });

    it('total counts every matching row, regardless of the page; null without total=true', async () => {
      expect((await service.get('/quote?limit=1').expect(200)).body.meta.total).toBeNull();
      expect((await service.get('/quote?limit=1&total=true').expect(200)).body.meta.total).toBe(all.length);
      const second = await service.get('/quote?limit=10&total=true&ticker=AAA&from_date=20240101');
      const expected = all.filter((bar) => bar.ticker === 'AAA' && bar.date >= '2024-01-01').length;
      expect(second.body.meta.total).toBe(expected);
      expect((await service.get(second.body.meta.next).expect(200)).body.meta.total).toBe(expected);
    });

    async function walk(first: string): Promise<Bar[]> {
      const walkedBars: Bar[] = [];
      for (let path: string | null = first; path !== null; ) {
        const answer: Response = await service.get(path).expect(200);
        walkedBars.push(...answer.body.data);
        path = answer.body.meta.next;
        expect(answer.headers.link).toBe(path === null ? undefined : `<${path}>; rel="next"`);
      }
      return walkedBars;
    }
  });
});

describe('specification 2.1: types of a quote', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp();
  });
  afterAll(() => service.close());

  it.each([
    ['9007199254740993', 'AAA'],
    ['9223372036854775807', 'BBB'],
    ['9007199254740992', 'CCC'],
    ['0', 'DDD'],
  ])(
    'volume is a bigint: %s is exact in the text, sent as integer or as digit string',
    async (digits, name) => {
      const send = (ticker: string, volume: string) =>
        service
          .post('/svc/quote')
          .send(JSON.stringify(aQuote({ ticker, volume: 0 })).replace('"volume":0', `"volume":${volume}`))
          .expect(201);
      const pattern = new RegExp(`"volume":${digits}[,}]`);
      for (const [ticker, volume] of [
        [`${name}1`, digits],
        [`${name}2`, `"${digits}"`],
      ] as const) {
        expect((await send(ticker, volume)).text).toMatch(pattern);
        expect((await service.get(`/quote?ticker=${ticker}`).expect(200)).text).toMatch(pattern);
      }
      const bulk = `[${JSON.stringify(aQuote({ ticker: `${name}3`, volume: 0 })).replace('"volume":0', `"volume":${digits}`)}]`;
      await service.post('/svc/quote/bulk/import').send(bulk).expect(207);
      expect((await service.get(`/quote?ticker=${name}3`)).text).toMatch(pattern);
    },
  );

  it.each([
    '9223372036854775808',
    '-1',
    '1.5',
    '"1.5"',
    '"-1"',
    '""',
    '"1e3"',
    '18446744073709551616',
    '" 1"',
    'true',
  ])('volume %s is refused', async (volume) => {
    const answer = await service
      .post('/svc/quote')

      .send(JSON.stringify(aQuote({ volume: 0 })).replace('"volume":0', `"volume":${volume}`));
    expectProblem(answer, 400, 'invalid_input');
    expect(culprits(answer)).toEqual(['/volume']);
  });

  it('prices are float64 and round-trip exactly', async () => {
    const awkwardPrices = [
      0,
      0.1,
      0.2,
      0.30000000000000004,
      1 / 3,
      2 / 3,
      1e-7,
      5e-324,
      2.2250738585072014e-308,
      4.35,
      1.005,
      66900.55,
      123456789.12345679,
      9007199254740991,
      9007199254740992,
      1e21,
      1.7976931348623157e308,
      1e22,
      1e23,
    ];
    for (const [index, price] of awkwardPrices.entries()) {
      const ticker = `FLT${index}`;
      const quote = aQuote({ ticker, open: price, high: price, low: price, close: price });
      await service.post('/svc/quote', quote).expect(201);
      const { data } = (await service.get(`/quote?ticker=${ticker}`).expect(200)).body;
      expect(data).toEqual([quote]);
      const csv = (await service.get(`/quote?ticker=${ticker}&format=csv`).expect(200)).text;
      expect(csv.split('\n')[1]?.split(',').slice(2, 6).map(Number)).toEqual([price, price, price, price]);
    }
  });
});
