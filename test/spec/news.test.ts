import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { plant, walkPages } from '../builders/market.js';
import { aNews } from '../builders/news.js';
import { folderWith, summaryOf } from '../import/command.js';

type Row = Record<string, unknown>;
const CATEGORIES = [
  'securities',
  'business',
  'real_estate',
  'commodities',
  'finance',
  'macro',
  'economy_and_investment',
  'world',
  'indochina',
  'personal_finance',
  'analysis',
];

const NEWS = [
  aNews({
    id: 'div',
    title: 'Vinamilk trả cổ tức bằng tiền mặt',
    summary: 'Tỷ lệ 15 %, ngày đăng ký cuối cùng 11/6',
    tickers: ['VNM'],
    published_at: '2024-01-31T08:15:00Z',
    sentiment: 'positive',
    sentiment_score: 0.6,
  }),
  aNews({
    id: 'bank',
    title: 'Banks report higher margins',
    source: 'Press Agency',
    source_type: 'press',
    category: 'finance',
    language: 'en',
    tickers: ['TCB', 'ACB'],
    published_at: '2024-01-31T08:15:00Z',
  }),
  // 00:30 of 1 February in the market's zone
  aNews({
    id: 'night',
    title: 'Thị trường thế giới',
    category: 'world',
    tickers: [],
    published_at: '2024-01-31T17:30:00Z',
  }),
  aNews({
    id: 'day',
    title: 'Giá vàng',
    source_type: 'own',
    category: 'commodities',
    tickers: ['PNJ'],
    published_at: '2024-02-02',
  }),
];

describe('specification 4.2: news of companies', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp();
    await plant(service, 'news', NEWS);
  });
  afterAll(() => service.close());
  const news = async (query = '') => (await service.get(`/news?${query}`).expect(200)).body.data as Row[];
  const ids = async (query: string) => (await news(query)).map(({ id }) => id);

  it('newest first, by id within one instant, with every field under its name', async () => {
    expect(await ids('')).toEqual(['day', 'night', 'bank', 'div']);
    expect(await ids('order=asc')).toEqual(['bank', 'div', 'night', 'day']);
    expect((await news('ticker=VNM'))[0]).toEqual({
      id: 'div',
      title: 'Vinamilk trả cổ tức bằng tiền mặt',
      summary: 'Tỷ lệ 15 %, ngày đăng ký cuối cùng 11/6',
      url: null,
      image_url: null,
      source: 'HOSE',
      source_type: 'exchange',
      category: 'securities',
      tickers: ['VNM'],
      language: 'vi',
      published_at: '2024-01-31T08:15:00.000000Z',
      sentiment: 'positive',
      sentiment_score: 0.6,
    });
  });

  it('/news/ and /News answer like /news', async () => {
    const { body } = await service.get('/news').expect(200);
    expect((await service.get('/news/').expect(200)).body.data).toEqual(body.data);
    expect((await service.get('/News/').expect(200)).body.data).toEqual(body.data);
  });

  it.each([
    ['ticker=TCB', ['bank']],
    ['ticker=VNM,ACB', ['bank', 'div']],
    ['ticker=NONE', []],
    ['category=world', ['night']],
    ['source_type=exchange', ['night', 'div']],
    ['source_type=own', ['day']],
    ['language=en', ['bank']],
    ['q=co tuc', ['div']],
    ['q=cổ tức', ['div']],
    ['q=CO%20TUC%20tien', ['div']],
    [`q=${encodeURIComponent('cổ tức'.normalize('NFD'))}`, ['div']],
    ['q=dang ky', ['div']],
    ['q=margin', ['bank']],
    ['q=argins', []],
    ['q=%25', []],
    ['to_date=20240131', ['bank', 'div']],
    ['from_date=20240201&to_date=20240201', ['night']],
    ['from_date=20240202', ['day']],
  ])('%s', async (query, expected) => {
    expect(await ids(query)).toEqual(expected);
  });

  it('all eleven categories are known, and no other', async () => {
    for (const category of CATEGORIES) await service.get(`/news?category=${category}`).expect(200);
    const { body } = await service.get('/news?category=sport').expect(400);
    expect(body.errors).toEqual([expect.objectContaining({ parameter: 'category' })]);
  });

  it.each([
    ['source_type', 'source_type=blog'],
    ['language', 'language=vie'],
    ['ticker', 'ticker=vnm'],
    ['q', `q=${'x'.repeat(101)}`],
    ['from_date', 'from_date=20240202&to_date=20240131'],
    ['cursor', 'cursor=WyJ4IiwieSJd'],
    ['author', 'author=x'],
  ])('400 names %s', async (parameter, query) => {
    const { body } = await service.get(`/news?${query}`).expect(400);
    expect(body.errors).toEqual([expect.objectContaining({ parameter })]);
  });

  it.each(['asc', 'desc'])(
    'pages lose and repeat nothing, even within one instant (order=%s)',
    async (order) => {
      const all = await news(`order=${order}`);
      expect(await walkPages(service, `/news?limit=1&order=${order}`)).toEqual(all);
      expect((await service.get('/news?limit=2&total=true')).body.meta).toMatchObject({ count: 2, total: 4 });
    },
  );

  it('CSV and NDJSON give the same rows', async () => {
    const csv = (await service.get('/news?ticker=TCB&format=csv').expect(200)).text.trim().split('\n');
    expect(csv[0]).toBe(
      'id,title,summary,url,image_url,source,source_type,category,tickers,language,published_at,sentiment,sentiment_score',
    );
    expect(csv[1]).toBe(
      'bank,Banks report higher margins,,,,Press Agency,press,finance,"[""TCB"",""ACB""]",en,2024-01-31T08:15:00.000000Z,,',
    );
    const lines = (await service.get('/news?q=co tuc&format=ndjson').expect(200)).text.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual(await news('q=co tuc'));
  });

  describe('data in (contract 8): news (id)', () => {
    const results = async (records: object[]) =>
      (await service.post('/svc/bulk/insert?resource=news', records).expect(207)).body.results as {
        status: number;
        value: { params?: { errors?: { pointer: string }[] }; url?: string };
      }[];

    it('the same id is 303; a broken rule is 400 and named', async () => {
      const answer = await results([
        aNews({ id: 'div' }),
        aNews({ id: 'x1', category: 'sport' }),
        aNews({ id: 'x2', published_at: '2024-01-31T08:15:00' }),
        aNews({ id: 'x3', sentiment: 'positive', sentiment_score: -0.1 }),
        aNews({ id: 'x4', sentiment_score: 1.1 }),
        { ...aNews(), id: undefined },
      ]);
      expect(answer.map(({ status }) => status)).toEqual([303, 400, 400, 400, 400, 400]);
      expect(answer.slice(1).map(({ value }) => value.params?.errors?.map(({ pointer }) => pointer))).toEqual(
        [['/category'], ['/published_at'], ['/sentiment_score'], ['/sentiment_score'], ['/id']],
      );
    });

    it('a record that was read can be put back unchanged', async () => {
      const [created] = await results([
        aNews({ id: 'back', published_at: '2023-05-05T01:02:03.456789+07:00' }),
      ]);
      const item = (await service.get(String(created?.value.url)).expect(200)).body;
      expect(item).toMatchObject({ news_id: 'back', published_at: '2023-05-04T18:02:03.456789Z' });
      expect((await results([item]))[0]?.status).toBe(303);
      await service.sql('DELETE FROM news WHERE news_id = $1', ['back']);
    });

    it('imports CSV: id as a column, tickers separated by semicolons or commas', async () => {
      const content =
        'id,title,source,source_type,category,tickers,published_at\n' +
        'c1,Một,Wire,own,macro,VNM;FPT,2022-03-01T00:00:00Z\n' +
        'c2,Hai,Wire,own,macro,"VNM,TCB",2022-03-02\n' +
        'c3,Ba,Wire,own,macro,,2022-03-03T00:00:00+07:00\n' +
        'c4,Bốn,Wire,own,macro,vnm,2022-03-04\n';
      const file = folderWith({ 'news.csv': content })('news.csv');
      expect(await summaryOf(service.address, ['news', file])).toMatchObject({
        created: 3,
        rejected: 1,
        code: 3,
      });
      const importedNews = await news('category=macro&order=asc');
      expect(importedNews.map(({ id, tickers, published_at }) => [id, tickers, published_at])).toEqual([
        ['c1', ['VNM', 'FPT'], '2022-03-01T00:00:00.000000Z'],
        ['c2', ['VNM', 'TCB'], '2022-03-01T17:00:00.000000Z'],
        ['c3', [], '2022-03-02T17:00:00.000000Z'],
      ]);
    });
  });
});
