import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { aQuote, type QuoteInput, quotesOf } from '../builders/quotes.js';

interface Page {
  data: QuoteInput[];
  meta: { next: string | null };
}

describe('specification 4.1: GET /quote is paginated while rows are inserted', () => {
  let service: TestApp;
  const present = quotesOf('WLK', 40, '2024-03-01');
  beforeAll(async () => {
    service = await startApp();
    await service.post('/svc/quote/bulk/import', present).expect(207);
  });
  afterAll(() => service.close());

  it.each(['desc', 'asc'])('pages neither repeat nor hide a row (order=%s)', async (order) => {
    const walkedBars: QuoteInput[] = [];
    let round = 0;
    for (let path: string | null = `/quote?limit=6&order=${order}`; path !== null; round++) {
      const body: Page = (await service.get(path).expect(200)).body;
      walkedBars.push(...body.data);
      path = body.meta.next;
      const name = `${order.toUpperCase()}${round}`;
      const insertedBars = [
        aQuote({ ticker: `A${name}`, date: '2024-02-01' }),
        aQuote({ ticker: `A${name}`, date: '2024-06-01' }),
        aQuote({ ticker: `A${name}`, date: present[20]?.date ?? '' }),
        aQuote({ ticker: `Z${name}`, date: present[20]?.date ?? '' }),
      ];
      const { results } = (await service.post('/svc/quote/bulk/import', insertedBars).expect(207)).body;
      expect(results).toMatchObject(insertedBars.map(() => ({ status: 201 })));
    }
    const matches = walkedBars.filter((bar) => bar.ticker === 'WLK');
    expect(order === 'asc' ? matches : matches.reverse()).toEqual(present);
    expect(new Set(walkedBars.map((bar) => `${bar.ticker} ${bar.date}`)).size).toBe(walkedBars.length);
  });

  it.each([
    '',
    '&order=asc',
    '&from_date=20240305&to_date=20240320',
    '&ticker=WLK',
    '&ticker=WLK,OFF&order=asc',
    '&date=20240305',
    '&interval=1w',
    '&interval=1m&order=asc',
    '&interval=1w&adjusted=true',
    '&adjusted=true',
    '&fields=extended',
    '&fields=extended&adjusted=true&order=asc',
  ])('a page from an offset on is a slice of the whole list (%s)', async (query) => {
    await service.post('/svc/quote/bulk/import', quotesOf('OFF', 40, '2024-03-01'));
    const all: Page = (await service.get(`/quote?limit=10000${query}`).expect(200)).body;
    for (const offset of [1, 7, all.data.length - 1, all.data.length]) {
      const page: Page = (await service.get(`/quote?limit=6&offset=${offset}${query}`).expect(200)).body;
      expect(page.data).toEqual(all.data.slice(offset, offset + 6));
      expect(page.meta.next === null).toBe(offset + 6 >= all.data.length);
    }
  });
});
