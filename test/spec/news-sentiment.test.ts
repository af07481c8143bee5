import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { plant, walkPages } from '../builders/market.js';
import { aNews, type NewsInput } from '../builders/news.js';

interface Day {
  date: string;
  news_count: number;
  positive_count: number;
  neutral_count: number;
  negative_count: number;
  mean_score: number | null;
  buzz_ratio: number | null;
}

const DAY_MS = 86_400_000;
/** Three months of news of VNM: some days without any, some with words, some with scores, some with neither. */
const NEWS: NewsInput[] = Array.from({ length: 90 }, (_, index) => {
  const date = new Date(Date.parse('2024-01-01T20:00:00Z') + Math.floor(index * 0.9) * DAY_MS).toISOString();
  const score = ((index * 7) % 11) / 5 - 1;
  const tone = ['positive', 'neutral', 'negative'][index % 3] ?? '';
  const variants: Partial<NewsInput>[] = [
    { sentiment_score: score },
    { sentiment: tone },
    {},
    { sentiment: score > 0 ? 'positive' : 'negative', sentiment_score: score },
  ];
  return aNews({ id: `v${index}`, published_at: date, ...variants[index % 4] });
}).filter((_, index) => index % 9 !== 4);

/** The day in Asia/Ho_Chi_Minh (UTC+7). */
const dayOf = ({ published_at }: NewsInput) =>
  new Date(Date.parse(published_at) + 7 * 3_600_000).toISOString().slice(0, 10);
const toneOf = ({ sentiment, sentiment_score: score }: NewsInput) =>
  sentiment ?? (score === undefined ? undefined : ['negative', 'neutral', 'positive'][Math.sign(score) + 1]);

/** The rows by the formulas of the operation, newest first. */
function recompute(news: readonly NewsInput[]): Day[] {
  const days = [...new Set(news.map(dayOf))].sort().reverse();
  return days.map((date) => {
    const own = news.filter((each) => dayOf(each) === date);
    const first = new Date(Date.parse(date) - 30 * DAY_MS).toISOString().slice(0, 10);
    const before = news.filter((each) => dayOf(each) >= first && dayOf(each) < date).length;
    const scores = own.flatMap(({ sentiment_score: score }) => (score === undefined ? [] : [score]));
    const count = (word: string) => own.filter((each) => toneOf(each) === word).length;
    return {
      date,
      news_count: own.length,
      positive_count: count('positive'),
      neutral_count: count('neutral'),
      negative_count: count('negative'),
      mean_score: scores.length === 0 ? null : scores.reduce((sum, each) => sum + each, 0) / scores.length,
      buzz_ratio: before === 0 ? null : own.length / (before / 30),
    };
  });
}

function expectDays(actual: Day[], expected: Day[]): void {
  const close = (value: number | null) => (value === null ? null : expect.closeTo(value, 9));
  expect(actual).toEqual(
    expected.map((day) => ({ ...day, mean_score: close(day.mean_score), buzz_ratio: close(day.buzz_ratio) })),
  );
}

describe('contract 6.4: sentiment and news of an index', () => {
  let service: TestApp;
  const of = async (query: string) =>
    (await service.get(`/news/sentiment?limit=1000&${query}`).expect(200)).body.data as Day[];
  const ids = async (path: string) =>
    ((await service.get(path).expect(200)).body.data as { id: string }[]).map(({ id }) => id);
  beforeAll(async () => {
    service = await startApp();
    await plant(service, 'news', NEWS);
    await plant(service, 'news', [
      aNews({ id: 'in', tickers: ['FPT'], published_at: '2024-06-30T16:59:00Z' }),
      aNews({ id: 'out', tickers: ['FPT'], published_at: '2024-06-30T17:01:00Z' }),
      aNews({ id: 'other', tickers: ['SSI'], published_at: '2024-06-30T16:00:00Z' }),
    ]);
    await plant(service, 'index_constituent', [
      { code: 'VN30', ticker: 'FPT', from_date: '2024-01-01', to_date: '2024-06-30' },
      { code: 'VN30', ticker: 'VNM', from_date: '2024-02-01' },
    ]);
  });
  afterAll(() => service.close());

  it('ticker: every row matches a recomputation from the news', async () => {
    const expected = recompute(NEWS);
    expect(expected.length).toBeGreaterThan(60);
    expectDays(await of('ticker=VNM'), expected);
  });

  it('from_date cuts days, not the month before them; later news does not count', async () => {
    const all = await of('ticker=VNM');
    expect(await of('ticker=VNM&from_date=20240215')).toEqual(all.filter(({ date }) => date >= '2024-02-15'));
    const until = await of('ticker=VNM&to_date=20240301');
    expect(until).toEqual(all.filter(({ date }) => date <= '2024-03-01'));
    await plant(service, 'news', [aNews({ id: 'later', published_at: '2024-03-02T03:00:00Z' })]);
    expect(await of('ticker=VNM&to_date=20240301')).toEqual(until);
    expect((await of('ticker=VNM')).slice(-until.length)).toEqual(until);
    await service.sql(`DELETE FROM news WHERE news_id = 'later'`);
  });

  it('code: only news about constituents of their day', async () => {
    const expected = recompute([
      ...NEWS.filter((each) => dayOf(each) >= '2024-02-01'),
      aNews({ published_at: '2024-06-30T16:59:00Z' }),
    ]);
    expectDays(await of('code=VN30'), expected);
  });

  it('pages and CSV; neither ticker nor code: all news', async () => {
    expect(await walkPages(service, '/news/sentiment?ticker=VNM&limit=7')).toEqual(await of('ticker=VNM'));
    expect(await walkPages(service, '/news/sentiment?limit=25&order=asc')).toEqual((await of('')).reverse());
    const csv = (await service.get('/news/sentiment?ticker=VNM&format=csv')).text.trim().split('\n');
    expect(csv[0]).toBe('date,news_count,positive_count,neutral_count,negative_count,mean_score,buzz_ratio');
    expect(csv).toHaveLength((await of('ticker=VNM')).length + 1);
  });

  it.each([
    ['code=VN30', ''],
    ['code=VN30', '&from_date=20240210&to_date=20240310'],
    ['ticker=VNM', '&from_date=20240210'],
    ['', '&to_date=20240310'],
    ['code=NONE', ''],
  ])('every page of %s%s is a part of the whole list, in both orders', async (scope, range) => {
    const newest = await of(`${scope}${range}`);
    for (const order of ['desc', 'asc']) {
      const all = order === 'asc' ? newest.toReversed() : newest;
      const path = `/news/sentiment?${scope}${range}&order=${order}`;
      for (const limit of [1, 7]) {
        expect(await walkPages(service, `${path}&limit=${limit}`)).toEqual(all);
      }
      const page = await service.get(`${path}&offset=3&limit=5`).expect(200);
      expect(page.body.data).toEqual(all.slice(3, 8));
      const countAnswer = await service.get(`/news/sentiment?${scope}${range}&total=true&limit=1`);
      expect(countAnswer.body.meta.total).toBe(all.length);
      const lines = (await service.get(`${path}&offset=3&limit=5&format=ndjson`).expect(200)).text;
      expect(
        lines
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line)),
      ).toEqual(all.slice(3, 8));
      const allLines = (await service.get(`${path}&offset=3&format=ndjson`).expect(200)).text;
      expect(
        allLines
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line)),
      ).toEqual(all.slice(3));
    }
  });

  it('400: ticker beside code', async () => {
    const { body } = await service.get('/news/sentiment?ticker=VNM&code=VN30').expect(400);
    expect(body.errors).toEqual([expect.objectContaining({ parameter: 'code', code: 'not_together' })]);
  });

  it.each(['/news/index', '/market/stock-news'])('%s: constituents on the publication date', async (path) => {
    expect(await ids(`${path}?code=VN30&from_date=20240601`)).toEqual(['in']);
    expect(await ids(`${path}?code=VN30&to_date=20240131`)).toEqual([]);
    expect(await ids(`${path}?code=NONE`)).toEqual([]);
    expect(await ids(path)).toEqual([]);
    const members = await walkPages<{ id: string }>(service, `${path}?code=VN30&limit=9&category=securities`);
    expect(members.map(({ id }) => id).sort()).toEqual(
      ['in', ...NEWS.filter((each) => dayOf(each) >= '2024-02-01').map(({ id }) => id)].sort(),
    );
  });

  it('an all-share index has the securities listed on its exchange that day; VNINDEX is the default', async () => {
    await plant(service, 'market_index', [
      { code: 'VNINDEX', name: 'VN-Index', exchange: 'HOSE', all_share: true, main: true },
    ]);
    await plant(service, 'security', [
      {
        ticker: 'FPT',
        name: 'FPT',
        exchange: 'HOSE',
        listing_date: '2006-12-13',
        delisting_date: '2024-06-30',
      },
    ]);
    expect(await ids('/news/index')).toEqual(['in']);
  });
});
