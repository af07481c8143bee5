import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { type QuoteInput, quotesOf } from '../builders/quotes.js';
import { culprits, expectProblem } from '../contract/wire.js';

/** Specification 4.1, as it is written there. */
const NAMES: Record<string, string[]> = {
  Overlay: ['BollingerBand', 'ParabolicSAR'],
  Volume: ['A/D line', 'OBV', 'VMA'],
  Trend: ['EMA', 'SMA', 'ADX', 'ADXR', 'LinearRegression', 'MACD', 'Zigzag'],
  Momentum: [
    'CCI',
    'CMO',
    'Momentum',
    'MFI',
    'ROC',
    'RSI',
    'Stochastic(Fast)',
    'Stochastic(Low)',
    "William's %R",
  ],
  'Supply and demand': [
    'Foreign Buy Volumn',
    'Foreign Sell Volumn',
    'Average Buy Order',
    'Average Sell Order',
    'Buy On Sell Ratio',
    'Buy On Sell Volumn Ratio',
    'Buy On Sell Order Ratio',
  ],
  Special: ['Average RSI', 'Average Momentum', 'Average MFI', 'Average ROC', 'Average CMO'],
};

const CATALOGUE = '/trade/technical-analysis/indicators';
const PATH = '/trade/technical-analysis';

type Values = Record<string, Record<string, number | string | boolean | null>>;
interface Row {
  ticker: string;
  date: string;
  values: Values;
}
interface Golden {
  series: Record<'open' | 'high' | 'low' | 'close' | 'volume', number[]>;
  cases: { code: string; params: number[]; outputs: Record<string, { first: number; values: number[] }> }[];
}

function golden(name: string): Golden {
  return JSON.parse(readFileSync(new URL(`../fixtures/indicator/${name}.json`, import.meta.url), 'utf8'));
}

/** The bars of a fixture as quotes of a ticker, one a calendar day. */
function barsOf({ series }: Golden, ticker: string): QuoteInput[] {
  return quotesOf(ticker, series.close.length, '2021-01-01').map((quote, bar) => ({
    ...quote,
    open: series.open[bar] ?? 0,
    high: series.high[bar] ?? 0,
    low: series.low[bar] ?? 0,
    close: series.close[bar] ?? 0,
    volume: series.volume[bar] ?? 0,
  }));
}

async function store(service: TestApp, quotes: QuoteInput[]): Promise<void> {
  for (let from = 0; from < quotes.length; from += 200) {
    const { body } = await service.post('/svc/quote/bulk/import', quotes.slice(from, from + 200)).expect(207);
    expect(body.results.every((result: { status: number }) => result.status === 201)).toBe(true);
  }
}

describe('specification 4.1: technical analysis', () => {
  let service: TestApp;
  const ticks = golden('ticks');
  const flat = golden('flat');
  beforeAll(async () => {
    service = await startApp();
    await store(service, barsOf(ticks, 'TICKS'));
    await store(service, barsOf(flat, 'FLAT'));
    // A volume beyond 2^53 and one bar alone.
    await store(
      service,
      quotesOf('ONE', 1).map((quote) => ({ ...quote, volume: '9223372036854775807' })),
    );
  });
  afterAll(() => service.close());

  const rows = async (query: string, token?: string): Promise<Row[]> =>
    (await service.get(`${PATH}?${query}`, token).expect(200)).body.data;
  const column = (answer: Row[], key: string, output: string) =>
    answer.map((row) => row.values[key]?.[output] ?? null);

  describe('the catalogue', () => {
    it.each(Object.entries(NAMES))(
      '%s: every row of the specification, in its order',
      async (group, names) => {
        const { data } = (await service.get(CATALOGUE).expect(200)).body;
        const found = data.filter((row: { group: string }) => row.group === group);
        expect(found.map((row: { name: string }) => row.name)).toEqual(names);
      },
    );

    it('holds nothing else, and everything that the contract says of an entry', async () => {
      const { data, meta } = (await service.get(`${CATALOGUE}?total=true`).expect(200)).body;
      const count = Object.values(NAMES).flat().length;
      expect(meta).toEqual({ count, offset: 0, limit: 100, next: null, total: count, unit: null });
      expect(data).toHaveLength(count);
      expect(new Set(data.map((row: { code: string }) => row.code)).size).toBe(count);
      expect(data.find((row: { code: string }) => row.code === 'macd')).toEqual({
        code: 'macd',
        name: 'MACD',
        group: 'Trend',
        overlay: false,
        inputs: ['close'],
        parameters: [
          { name: 'fast_period', type: 'integer', default: 12, min: 2, max: 500, enum: null },
          { name: 'slow_period', type: 'integer', default: 26, min: 2, max: 500, enum: null },
          { name: 'signal_period', type: 'integer', default: 9, min: 2, max: 500, enum: null },
        ],
        outputs: ['macd', 'signal', 'histogram'].map((name) => ({
          name,
          unit: 'price',
          min: null,
          max: null,
        })),
        warm_up_bars: 33,
        zero_division_value: null,
        available: true,
      });
    });

    it('marks what needs inputs that are not stored, and nothing else', async () => {
      const { data } = (await service.get(CATALOGUE).expect(200)).body;
      const missing = data.filter((row: { available: boolean }) => !row.available);
      expect(missing.map((row: { name: string }) => row.name)).toEqual(NAMES['Supply and demand']);
    });

    it('every available one can be asked for by its code, with the warm-up that it names', async () => {
      const { data } = (await service.get(CATALOGUE).expect(200)).body;
      for (const { code, available, outputs, warm_up_bars } of data) {
        const answer = await service.get(`${PATH}?ticker=TICKS&order=asc&limit=1000&indicator=${code}`);
        expect([code, answer.status]).toEqual([code, available ? 200 : 400]);
        if (!available) continue;
        const values = answer.body.data.map((row: Row) => Object.values(row.values)[0]);
        const names = outputs.map((output: { name: string }) => output.name);
        expect([code, Object.keys(values[0])]).toEqual([code, names]);
        if (warm_up_bars === null) continue;
        const warm = values.map((value: object) => Object.values(value).includes(null));
        expect([code, warm.lastIndexOf(true) + 1]).toEqual([code, warm_up_bars]);
      }
    });

    it('pages, turns round and streams like every list', async () => {
      const all = (await service.get(CATALOGUE)).body.data;
      const first = (await service.get(`${CATALOGUE}?limit=20`)).body;
      const second = (await service.get(first.meta.next).expect(200)).body;
      expect([...first.data, ...second.data]).toEqual(all);
      expect(second.meta.next).toBeNull();
      expect((await service.get(`${CATALOGUE}?order=desc`)).body.data).toEqual([...all].reverse());
      const ndjson = (await service.get(`${CATALOGUE}?format=ndjson`)).text.trimEnd().split('\n');
      expect(ndjson.map((line) => JSON.parse(line))).toEqual(all);
      const csv = (await service.get(`${CATALOGUE}?format=csv&offset=18&limit=1`)).text.split('\n');
      expect(csv[0]).toBe(Object.keys(all[0]).join(','));
      expect(csv[1]).toMatch(/^rsi,RSI,Momentum,false,"\[""close""\]","\[\{""name"":""period"",/);
      expectProblem(await service.get(`${CATALOGUE}?cursor=WyJub3RoaW5nIl0`), 400, 'invalid_input');
    });
  });

  describe('values', () => {
    it.each(['TICKS', 'FLAT'])(
      '%s: SMA, RSI and MACD are those of plain loops over the stored bars',
      async (ticker) => {
        const stored = await service.sql<{ date: string; close: number }>(
          'SELECT date::text AS date, close FROM quote WHERE ticker = $1 ORDER BY date',
          [ticker],
        );
        const close = stored.map((bar) => bar.close);
        const answer = await rows(`ticker=${ticker}&order=asc&limit=1000&indicator=sma(10),rsi,macd(5,13,6)`);
        expect(answer.map((row) => row.date)).toEqual(stored.map((bar) => bar.date));
        const { macd, signal } = plainMacd(close, 5, 13, 6);
        expectClose(column(answer, 'sma(10)', 'sma'), plainSma(close, 10));
        expectClose(column(answer, 'rsi(14)', 'rsi'), plainRsi(close, 14));
        expectClose(column(answer, 'macd(5,13,6)', 'macd'), macd);
        expectClose(column(answer, 'macd(5,13,6)', 'signal'), signal);
        expectClose(
          column(answer, 'macd(5,13,6)', 'histogram'),
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
          const wanted = [...Array<null>(first).fill(null), ...values];
          expectClose(column(answer, `${one.code}${brackets}`, output), wanted);
        }
      },
    );

    it('warm-up is null and stands in its place', async () => {
      const answer = await rows('ticker=TICKS&order=asc&limit=15&indicator=rsi');
      expect(answer).toHaveLength(15);
      expect(column(answer, 'rsi(14)', 'rsi').slice(0, 14)).toEqual(Array(14).fill(null));
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

    it('the zigzag answers with words and flags, too', async () => {
      const answer = await rows('ticker=TICKS&limit=1000&indicator=zigzag(1,close)');
      const pivots = new Set(column(answer, 'zigzag(1,close)', 'pivot'));
      expect(pivots).toEqual(new Set(['high', 'low', null]));
      expect(new Set(column(answer, 'zigzag(1,close)', 'confirmed'))).toContain(true);
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

    it('nor on to_date: bars after it change nothing', async () => {
      const all = await rows(`ticker=TICKS&limit=1000&${items}`);
      expect(await rows(`ticker=TICKS&to_date=20210630&limit=1000&${items}`)).toEqual(
        all.filter((row) => row.date <= '2021-06-30'),
      );
    });

    it.each(['asc', 'desc'])('the pages of meta.next are the whole list (order=%s)', async (order) => {
      const query = `ticker=TICKS&from_date=20210115&order=${order}&${items}`;
      const all = await rows(`${query}&limit=1000`);
      const walked: Row[] = [];
      let path: string | null = `${PATH}?${query}&limit=60&total=true`;
      while (path !== null) {
        const answer = await service.get(path).expect(200);
        const { data, meta }: { data: Row[]; meta: { next: string | null } } = answer.body;
        expect(meta).toMatchObject({ count: data.length, limit: 60, total: 226, unit: null });
        expect(answer.headers.link).toBe(meta.next === null ? undefined : `<${meta.next}>; rel="next"`);
        walked.push(...data);
        path = meta.next;
      }
      expect(walked).toEqual(all);
    });

    it('an offset past the end, a range without bars and an unknown ticker are empty lists', async () => {
      for (const query of ['ticker=TICKS&offset=999', 'ticker=TICKS&to_date=20000101', 'ticker=NONE']) {
        const { body } = await service.get(`${PATH}?${query}&total=true&indicator=rsi`).expect(200);
        expect(body).toMatchObject({ data: [], meta: { count: 0, next: null } });
      }
      expect((await service.get(`${PATH}?ticker=NONE&total=true&indicator=rsi`)).body.meta.total).toBe(0);
    });

    it('an ETag spares the second transfer', async () => {
      const first = await service.get(`${PATH}?ticker=TICKS&indicator=rsi`).expect(200);
      const etag = String(first.headers.etag);
      await service.get(`${PATH}?ticker=TICKS&indicator=rsi`).set('If-None-Match', etag).expect(304);
      await service.get(`${PATH}?ticker=TICKS&indicator=rsi(9)`).set('If-None-Match', etag).expect(200);
    });
  });

  describe('parameters by name', () => {
    it('mean the same as in brackets', async () => {
      const pairs = [
        ['rsi&period=9', 'rsi(9)'],
        ['macd&slow_period=30&fast_period=5', 'macd(5,30)'],
        ['bollinger_bands&deviation=1.5', 'bollinger_bands(20,1.5)'],
        ['parabolic_sar&step=0.05&maximum=0.3', 'parabolic_sar(0.05,0.3)'],
        ['zigzag&source=close', 'zigzag(5,close)'],
        ['stochastic_slow&k_period=5&slowing=2&d_period=4', 'stochastic_slow(5,2,4)'],
        ['average_roc&average_period=3', 'average_roc(12,3)'],
      ];
      for (const [named, brackets] of pairs) {
        const byName = await rows(`ticker=TICKS&limit=1000&indicator=${named}`);
        expect(byName).toEqual(await rows(`ticker=TICKS&limit=1000&indicator=${brackets}`));
      }
    });

    it('there is one for every parameter of the catalogue, with its widest bounds', async () => {
      const { data } = (await service.get(CATALOGUE)).body;
      const { paths } = (await service.get('/openapi.json')).body;
      type Shape = { name: string; min: number | null; max: number | null };
      const known: Shape[] = data.flatMap((row: { parameters: Shape[] }) => row.parameters);
      for (const name of new Set(known.map((parameter) => parameter.name))) {
        const own = known.filter((parameter) => parameter.name === name && parameter.min !== null);
        const documented = paths[PATH].get.parameters.find((each: { name: string }) => each.name === name);
        expect([name, documented?.in]).toEqual([name, 'query']);
        if (own.length === 0) continue;
        expect([name, documented.schema.minimum, documented.schema.maximum]).toEqual([
          name,
          Math.min(...own.map(({ min }) => min ?? 0)),
          Math.max(...own.map(({ max }) => max ?? 0)),
        ]);
      }
    });
  });

  describe('errors: 400 problem+json naming the parameter', () => {
    it.each([
      ['indicator=rsi', 'ticker', 'required'],
      ['ticker=TICKS', 'indicator', 'required'],
      ['ticker=TICKS,FLAT&indicator=rsi', 'ticker', 'invalid_format'],
      ['ticker=TICKS&indicator=nothing', 'indicator', 'unknown_indicator'],
      ['ticker=TICKS&indicator=RSI', 'indicator', 'unknown_indicator'],
      ['ticker=TICKS&indicator=rsi,', 'indicator', 'malformed'],
      ['ticker=TICKS&indicator=rsi(14', 'indicator', 'malformed'],
      ['ticker=TICKS&indicator=rsi((14))', 'indicator', 'malformed'],
      ['ticker=TICKS&indicator=rsi(14),rsi', 'indicator', 'duplicate_indicator'],
      ['ticker=TICKS&indicator=rsi(1)', 'indicator', 'out_of_bounds'],
      ['ticker=TICKS&indicator=rsi(501)', 'indicator', 'out_of_bounds'],
      ['ticker=TICKS&indicator=rsi(x)', 'indicator', 'invalid_value'],
      ['ticker=TICKS&indicator=rsi(1.5)', 'indicator', 'invalid_value'],
      ['ticker=TICKS&indicator=rsi(14,3)', 'indicator', 'too_many_values'],
      ['ticker=TICKS&indicator=obv(1)', 'indicator', 'too_many_values'],
      ['ticker=TICKS&indicator=macd(26,12)', 'indicator', 'out_of_bounds'],
      ['ticker=TICKS&indicator=zigzag(5,open)', 'indicator', 'invalid_value'],
      [
        `ticker=TICKS&indicator=${Array.from({ length: 11 }, (_, at) => `rsi(${at + 2})`)}`,
        'indicator',
        'wrong_number_of_indicators',
      ],
      [`ticker=TICKS&indicator=${'a'.repeat(1001)}`, 'indicator', 'out_of_range'],
      ['ticker=TICKS&indicator=foreign_buy_volume', 'indicator', 'not_available'],
      ['ticker=TICKS&indicator=rsi,buy_on_sell_ratio(5)', 'indicator', 'not_available'],
      ['ticker=TICKS&indicator=rsi&period=0', 'period', 'out_of_range'],
      ['ticker=TICKS&indicator=rsi&period=1', 'period', 'out_of_bounds'],
      ['ticker=TICKS&indicator=rsi&period=x', 'period', 'invalid_format'],
      ['ticker=TICKS&indicator=rsi&fast_period=5', 'fast_period', 'unknown_parameter'],
      ['ticker=TICKS&indicator=rsi(9)&period=9', 'period', 'parameters_not_applicable'],
      ['ticker=TICKS&indicator=rsi,sma&period=9', 'period', 'parameters_not_applicable'],
      ['ticker=TICKS&indicator=macd&slow_period=5', 'slow_period', 'out_of_bounds'],
      ['ticker=TICKS&indicator=zigzag&source=open', 'source', 'invalid_format'],
      ['ticker=TICKS&indicator=rsi&adjusted=true', 'adjusted', 'unknown_parameter'],
      ['ticker=TICKS&indicator=rsi&limit=10001', 'limit', 'out_of_range'],
      ['ticker=TICKS&indicator=rsi&offset=0', 'offset', 'out_of_range'],
      ['ticker=TICKS&indicator=rsi&cursor=x', 'cursor', 'invalid_format'],
      ['ticker=TICKS&indicator=rsi&from_date=20210202&to_date=20210201', 'from_date', 'out_of_range'],
    ])('%s', async (query, parameter, code) => {
      const answer = await service.get(`${PATH}?${query}`);
      expectProblem(answer, 400, 'invalid_input');
      expect(answer.body.errors).toEqual([{ parameter, code, detail: expect.stringMatching(/\S/) }]);
    });

    it('every culprit is named at once, with what was expected', async () => {
      const answer = await service.get(`${PATH}?ticker=TICKS&indicator=rsi(1),nothing,macd(5,6,501)`);
      expect(answer.body.errors).toEqual([
        {
          parameter: 'indicator',
          code: 'out_of_bounds',
          detail: 'rsi: period must be an integer from 2 to 500, got 1',
        },
        { parameter: 'indicator', code: 'unknown_indicator', detail: 'unknown indicator "nothing"' },
        {
          parameter: 'indicator',
          code: 'out_of_bounds',
          detail: 'macd: signal_period must be an integer from 2 to 500, got 501',
        },
      ]);
      const named = await service.get(`${PATH}?ticker=TICKS&indicator=rsi,sma&period=9&deviation=2`);
      expect(culprits(named)).toEqual(['deviation', 'period']);
    });

    it('inputs that are not stored are named', async () => {
      const answer = await service.get(`${PATH}?ticker=TICKS&indicator=average_buy_order`);
      expect(answer.body.errors[0].detail).toContain('does not store buy_order_volume, buy_order_count');
    });
  });

  describe('CSV and NDJSON', () => {
    it('CSV, byte for byte: quoted names of columns, empty for null', async () => {
      const answer = await service.get(
        `${PATH}?ticker=TICKS&indicator=sma(3),macd(2,3,2),zigzag(50)&order=asc&limit=4&format=csv`,
      );
      expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
      const [a, b, c, d] = ticks.series.close as [number, number, number, number];
      const [third, fourth] = [(a + b + c) / 3, (b + c + d) / 3];
      const lines = answer.text.split('\n');
      expect(lines[0]).toBe(
        'ticker,date,sma(3),"macd(2,3,2).macd","macd(2,3,2).signal","macd(2,3,2).histogram",' +
          '"zigzag(50,high_low).zigzag","zigzag(50,high_low).pivot","zigzag(50,high_low).confirmed"',
      );
      expect(lines[1]).toBe('TICKS,2021-01-01,,,,,,,');
      expect(lines[3]).toBe(`TICKS,2021-01-03,${third},,,,,,`);
      const [ticker, date, sma, ...macd] = (lines[4] ?? '').split(',');
      expect([ticker, date]).toEqual(['TICKS', '2021-01-04']);
      expectClose([Number(sma)], [fourth]);
      expect(macd.slice(0, 3).every((cell) => String(Number(cell)) === cell)).toBe(true);
      expect(macd.slice(3)).toEqual(['', '', '']);
      expect(lines.slice(5)).toEqual(['']);
    });

    it('CSV carries words and flags', async () => {
      const { text } = await service.get(`${PATH}?ticker=TICKS&indicator=zigzag(1)&format=csv`);
      expect(text).toMatch(/\nTICKS,2021-\d\d-\d\d,[\d.]+,(high|low),true\n/);
    });

    it('NDJSON, byte for byte: the records of the JSON list, one a line', async () => {
      const query = `${PATH}?ticker=TICKS&indicator=rsi,zigzag(1),obv&limit=240`;
      const { text } = await service.get(query);
      const answer = await service.get(query).set('Accept', 'application/x-ndjson').buffer().parse(asText);
      expect(answer.headers['content-type']).toMatch(/^application\/x-ndjson/);
      expect(`{"data":[${String(answer.body).trimEnd().split('\n').join(',\n')}],`).toBe(
        text.slice(0, text.indexOf('"meta"')),
      );
    });

    it('have no default limit, honour window and cursor, and are a header line or nothing when empty', async () => {
      const lines = async (query: string) =>
        (await service.get(`${PATH}?ticker=TICKS&indicator=rsi&format=csv&${query}`).expect(200)).text
          .trimEnd()
          .split('\n')
          .slice(1);
      const all = await lines('');
      expect(all).toHaveLength(240);
      expect(await lines('offset=3&limit=4')).toEqual(all.slice(3, 7));
      const { next } = (await service.get(`${PATH}?ticker=TICKS&indicator=rsi&limit=200`)).body.meta;
      expect(await lines(`cursor=${new URL(next, service.url).searchParams.get('cursor')}`)).toEqual(
        all.slice(200),
      );
      const empty = `${PATH}?ticker=NONE&indicator=rsi`;
      expect((await service.get(`${empty}&format=csv`)).text).toBe('ticker,date,rsi(14)\n');
      expect((await service.get(`${empty}&format=ndjson`).buffer().parse(asText)).body).toBe('');
    });

    it('406 for other types, HEAD without a body, errors as problems', async () => {
      expectProblem(await service.get(`${PATH}?ticker=TICKS&indicator=rsi`).set('Accept', 'image/png'), 406);
      expectProblem(await service.get(`${PATH}?ticker=TICKS&indicator=nothing&format=csv`), 400);
      const head = await fetch(`${service.url}${PATH}?ticker=TICKS&indicator=rsi&format=csv`, {
        method: 'HEAD',
        headers: { Authorization: `Bearer ${process.env.MDS_TEST_ADMIN_TOKEN}` },
      });
      expect([head.status, await head.text()]).toEqual([200, '']);
    });
  });

  it('401 without a token; every role may read', async () => {
    for (const path of [CATALOGUE, `${PATH}?ticker=TICKS&indicator=rsi`]) {
      expect((await fetch(`${service.url}${path}`)).status).toBe(401);
      await service.get(path, await service.token('reader')).expect(200);
    }
  });
});

describe('QUOTE_PUBLICATION=approved: only approved quotes are computed from', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp({ QUOTE_PUBLICATION: 'approved' });
    await store(service, quotesOf('PUB', 5));
    for (const date of ['2020-01-01', '2020-01-03', '2020-01-05']) {
      await service.post('/svc/quote/appoval', { ticker: 'PUB', date }).expect(200);
    }
  });
  afterAll(() => service.close());

  it.each(['reader', 'admin'] as const)('for a %s: the bars of GET /quote', async (role) => {
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

type Maybe = (number | string | boolean | null)[];

/** The same nulls, and |got - wanted| <= 1e-6 + 1e-9 · |wanted|. */
function expectClose(got: Maybe, wanted: (number | null)[]): void {
  expect(got).toHaveLength(wanted.length);
  const differing = got.flatMap((value, bar) => {
    const expected = wanted[bar] ?? null;
    if (value === null || expected === null)
      return value === expected ? [] : [`[${bar}] ${value}, not ${expected}`];
    const fits = Math.abs(Number(value) - expected) <= 1e-6 + 1e-9 * Math.abs(expected);
    return fits ? [] : [`[${bar}] ${value}, not ${expected}`];
  });
  expect(differing).toEqual([]);
}

function plainSma(close: number[], period: number): (number | null)[] {
  return close.map((_, bar) =>
    bar < period - 1
      ? null
      : close.slice(bar - period + 1, bar + 1).reduce((sum, value) => sum + value, 0) / period,
  );
}

/** Wilder: means of gains and losses; without any change there is no value. */
function plainRsi(close: number[], period: number): (number | null)[] {
  let gain = 0;
  let loss = 0;
  return close.map((value, bar) => {
    const change = bar === 0 ? 0 : value - (close[bar - 1] ?? 0);
    const [up, down] = [Math.max(change, 0), Math.max(-change, 0)];
    if (bar <= period) {
      gain += up / period;
      loss += down / period;
    } else {
      gain = (gain * (period - 1) + up) / period;
      loss = (loss * (period - 1) + down) / period;
    }
    if (bar < period || gain + loss < 1e-12) return null;
    return (100 * gain) / (gain + loss);
  });
}

/** Both averages begin at bar slow - 1, each with the plain mean of its last bars; so does the signal. */
function plainMacd(close: number[], fast: number, slow: number, smoothing: number) {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const line: number[] = [];
  let [quick, lazy] = [mean(close.slice(slow - fast, slow)), mean(close.slice(0, slow))];
  for (let bar = slow - 1; bar < close.length; bar++) {
    if (bar >= slow) {
      quick += (2 / (fast + 1)) * ((close[bar] ?? 0) - quick);
      lazy += (2 / (slow + 1)) * ((close[bar] ?? 0) - lazy);
    }
    line.push(quick - lazy);
  }
  const first = slow + smoothing - 2;
  let average = mean(line.slice(0, smoothing));
  const macd = close.map((_, bar) => (bar < first ? null : (line[bar - slow + 1] ?? null)));
  const signal = macd.map((value, bar) => {
    if (value !== null && bar > first) average += (2 / (smoothing + 1)) * (value - average);
    return value === null ? null : average;
  });
  return { macd, signal };
}

/** Body as it came: superagent has no parser of NDJSON. */
function asText(response: NodeJS.ReadableStream, done: (error: Error | null, body: string) => void): void {
  let text = '';
  response.setEncoding('utf8');
  response.on('data', (piece: string) => {
    text += piece;
  });
  response.on('end', () => done(null, text));
}
