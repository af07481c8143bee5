import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { flatBar, plant, readAll, walkPages } from '../builders/market.js';
import { culprits, expectProblem } from '../contract/wire.js';

interface Gap {
  ticker: string;
  date: string;
}

/** Thursday 2024-04-25 to Friday 2024-05-03: the 29th, 30th and the 1st are holidays. */
const DAYS: Record<string, string[]> = {
  AAA: ['2024-04-25', '2024-05-02', '2024-05-03'],
  BBB: ['2024-04-26', '2024-05-02'],
  CCC: ['2024-04-24', '2024-05-04', '2024-05-06'],
  DDD: ['2024-05-02'],
};

describe('contract 6.1: GET /quote/gaps', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp();
    await plant(
      service,
      'quote',
      Object.entries(DAYS).flatMap(([ticker, days]) => days.map((day) => flatBar(ticker, day, 10000))),
    );
  });
  afterAll(() => service.close());

  /** Open days of the stored calendar strictly between first and last, without a bar. */
  const expected = async (range: (date: string) => boolean = () => true): Promise<Gap[]> => {
    const open = await service.sql<{ day: string }>(
      `SELECT to_char(date, 'YYYY-MM-DD') AS day FROM settlement
       WHERE country = 'VN' AND status = 'open' AND date BETWEEN '2024-04-01' AND '2024-05-31'`,
    );
    return Object.entries(DAYS)
      .flatMap(([ticker, days]) =>
        open
          .map(({ day }) => day)
          .filter((day) => day > (days[0] ?? '') && day < (days.at(-1) ?? '') && !days.includes(day))
          .filter(range)
          .map((date) => ({ ticker, date })),
      )
      .sort((a, b) => b.date.localeCompare(a.date) || (a.ticker < b.ticker ? -1 : 1));
  };
  const read = (query = '') => readAll<Gap>(service, `/quote/gaps?${query}`);

  it('lists open days without a quote between the first and the last one, newest first', async () => {
    expect(await read()).toEqual(await expected());
    expect(await read('ticker=AAA')).toEqual([{ ticker: 'AAA', date: '2024-04-26' }]);
    expect(await read('ticker=BBB,DDD,NONE')).toEqual([]);
    expect((await read('ticker=CCC')).map(({ date }) => date)).toEqual([
      '2024-05-03',
      '2024-05-02',
      '2024-04-26',
      '2024-04-25',
    ]);
  });

  it('from_date and to_date cut days, not the first and the last quote', async () => {
    expect(await read('from_date=20240426&to_date=20240502')).toEqual(
      await expected((date) => date >= '2024-04-26' && date <= '2024-05-02'),
    );
  });

  it('pages, counts, CSV', async () => {
    const all = await expected();
    expect(await walkPages(service, '/quote/gaps?limit=2')).toEqual(all);
    const oldest = all.toSorted((a, b) => a.date.localeCompare(b.date) || (a.ticker < b.ticker ? -1 : 1));
    expect(await read('order=asc')).toEqual(oldest);
    expect(await walkPages(service, '/quote/gaps?limit=1&order=asc')).toEqual(oldest);
    const { meta } = (await service.get('/quote/gaps?limit=1&total=true').expect(200)).body;
    expect(meta.total).toBe(all.length);
    const { text } = await service.get('/quote/gaps?format=csv&ticker=AAA').expect(200);
    expect(text).toBe('ticker,date\nAAA,2024-04-26\n');
  });

  it('a manually closed day is not a gap', async () => {
    const day = { country: 'VN', date: '2024-04-26', timezone: 'Asia/Ho_Chi_Minh', name: 'Storm' };
    await service.put('/svc/settlement', day).expect(200);
    expect(await read('ticker=AAA')).toEqual([]);
  });

  it.each(['ticker=a', 'from_date=20240230', 'date=20240502'])('%s is 400', async (query) => {
    const answer = await service.get(`/quote/gaps?${query}`);
    expectProblem(answer, 400, 'invalid_input');
    expect(culprits(answer)).toEqual([query.split('=')[0]]);
  });
});

describe('QUOTE_PUBLICATION=approved: an unapproved quote leaves a gap', () => {
  it('an unapproved quote is neither first nor last', async () => {
    const service = await startApp({ QUOTE_PUBLICATION: 'approved' });
    const days = ['2024-03-04', '2024-03-05', '2024-03-06', '2024-03-07', '2024-03-08'];
    await plant(
      service,
      'quote',
      days.map((day) => flatBar('AAA', day, 10000)),
    );
    for (const date of [days[1], days[3]]) {
      await service.post('/svc/quote/appoval', { ticker: 'AAA', date }).expect(200);
    }
    expect(await readAll(service, '/quote/gaps')).toEqual([{ ticker: 'AAA', date: days[2] }]);
    await service.close();
  });
});

describe('gaps follow writes', () => {
  it('reflect a quote that fills a gap, a deletion, and an older first day', async () => {
    const service = await startApp();
    const gaps = async () => (await readAll<Gap>(service, '/quote/gaps')).map(({ date }) => date);
    await plant(service, 'quote', [flatBar('AAA', '2024-03-04', 1), flatBar('AAA', '2024-03-08', 1)]);
    expect(await gaps()).toEqual(['2024-03-07', '2024-03-06', '2024-03-05']);
    await service.post('/svc/quote', flatBar('AAA', '2024-03-06', 1)).expect(201);
    expect(await gaps()).toEqual(['2024-03-07', '2024-03-05']);
    await service.delete('/svc/quote?ticker=AAA&date=2024-03-08').expect(200);
    expect(await gaps()).toEqual(['2024-03-05']);
    await service.post('/svc/quote', flatBar('AAA', '2024-03-01', 1)).expect(201);
    expect(await gaps()).toEqual(['2024-03-05']);
    await service.post('/svc/quote', flatBar('AAA', '2024-02-28', 1)).expect(201);
    expect(await gaps()).toEqual(['2024-03-05', '2024-02-29']);
    await service.delete('/svc/quote?ticker=AAA&date=2024-02-28').expect(200);
    await service.delete('/svc/quote?ticker=AAA&date=2024-03-01').expect(200);
    await service.delete('/svc/quote?ticker=AAA&date=2024-03-04').expect(200);
    expect(await gaps()).toEqual([]);
    await service.close();
  });

  it('pages list gaps of any length in the order of their days', async () => {
    const service = await startApp();
    const days = await service.sql<{ day: string }>(
      `SELECT date::text AS day FROM settlement WHERE country = 'VN' AND status = 'open'
       AND date BETWEEN '2023-01-01' AND '2023-06-30' ORDER BY date`,
    );
    // Every ticker has each n-th day of the half year, so that short gaps lie within long ones.
    const bars = [2, 3, 5, 17, 29, 39].flatMap((each, ticker) =>
      days.flatMap(({ day }, place) => (place % each === 0 ? [flatBar(`T0${ticker}`, day, 1)] : [])),
    );
    await plant(service, 'quote', bars);
    const all = await readAll<Gap>(service, '/quote/gaps');
    expect(all.length).toBeGreaterThan(300);
    for (const range of ['', 'from_date=20230210&to_date=20230420']) {
      const inRange = all.filter(
        ({ date }) => range === '' || (date >= '2023-02-10' && date <= '2023-04-20'),
      );
      expect(await walkPages(service, `/quote/gaps?limit=7&${range}`)).toEqual(inRange);
      const oldest = inRange.toSorted(
        (a, b) => a.date.localeCompare(b.date) || (a.ticker < b.ticker ? -1 : 1),
      );
      expect(await walkPages(service, `/quote/gaps?limit=11&order=asc&${range}`)).toEqual(oldest);
      const { meta } = (await service.get(`/quote/gaps?limit=1&total=true&${range}`).expect(200)).body;
      expect(meta.total).toBe(inRange.length);
    }
    await service.close();
  });
});

describe('a security whose stored values are too large to compute with', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp();
    await plant(service, 'security', [
      { ticker: 'HUGE', name: 'Huge', exchange: 'HOSE' },
      { ticker: 'AAA', name: 'A', exchange: 'HNX' },
    ]);
    await plant(service, 'quote', [
      ...['2024-04-25', '2024-05-03', '2024-05-04'].map((day) => flatBar('AAA', day, 10_000)),
      ...['2024-04-25', '2024-05-03'].map((day) => flatBar('HUGE', day, 10_000)),
    ]);
    await plant(service, 'corporate_action', [
      {
        ticker: 'HUGE',
        ex_date: '2024-05-03',
        type: 'rights_issue',
        rights_ratio: 1e200,
        rights_price: 1e200,
      },
    ]);
  });
  afterAll(() => service.close());

  it('has gaps, and leaves the gaps and flags of others alone', async () => {
    const gaps = await readAll<Gap>(service, '/quote/gaps?order=asc');
    expect(gaps).toEqual([
      { ticker: 'AAA', date: '2024-04-26' },
      { ticker: 'HUGE', date: '2024-04-26' },
      { ticker: 'AAA', date: '2024-05-02' },
      { ticker: 'HUGE', date: '2024-05-02' },
    ]);
    const { data } = (await service.get('/svc/quote/approval?flag=non_trading_day').expect(200)).body;
    expect(data).toMatchObject([{ ticker: 'AAA', date: '2024-05-04' }]);
  });

  it('makes the breadth of its own exchange 422, and of no other', async () => {
    await service.get('/market/movement?date=20240503&exchange=HOSE').expect(422);
    const { data } = (await service.get('/market/movement?date=20240503&exchange=HNX').expect(200)).body;
    expect(data).toMatchObject([{ date: '2024-05-03', unchanged: 1 }]);
  });
});
