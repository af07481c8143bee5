import { describe, expect, it } from '@jest/globals';
import { aQuote } from '../test/builders/quotes.js';
import { aSecurity } from '../test/builders/securities.js';
import { look } from './console.js';
import { onOwnService } from './fixture.js';

/** Names that look like markup, run from right to left, or stack marks on letters. */
const NAMES = {
  BIG: '<img src="x" onerror="document.title = 1"> & “quotes”',
  RTL: 'שלום \u202Eabc\u202C مرحبا',
  MRK: `e${'\u0301'.repeat(40)} ${'W'.repeat(150)}`,
};

describe('console: odd but legal data', () => {
  const on = onOwnService(async (service) => {
    const quotes = Object.keys(NAMES).flatMap((ticker) =>
      [1, 1.05, 0.9].map((factor, day) => {
        const price = (ticker === 'MRK' ? 1e-12 : 1e21) * factor;
        const figures = { open: price, high: price, low: price, close: price, volume: 9e15 };
        return aQuote({ ticker, date: `2024-01-0${day + 2}`, ...figures });
      }),
    );
    for (const [ticker, name] of Object.entries(NAMES))
      await service.put('/svc/record/security', aSecurity({ ticker, name })).expect(201);
    await service.post('/svc/quote/bulk/import', quotes).expect(207);
    await service
      .put('/svc/record/market_depth', {
        ...{ ticker: 'BIG', timestamp: '2024-01-04T07:00:00Z' },
        ...{ bids: [{ price: 1e21, volume: 9e15 }], asks: [{ price: 1.1e21, volume: 9e15 }] },
      })
      .expect(201);
  });

  it.each([
    '#/market?period=1m',
    '#/company/BIG',
    '#/company/BIG/book',
    '#/company/RTL',
    '#/company/MRK',
    '#/chart/BIG',
    '#/chart/MRK',
    '#/approvals',
    '#/data/quote?key.ticker=BIG&key.date=2024-01-04',
    '#/data/corporate_action?key.ticker=BIG&key.ex_date=2024-01-04&key.type=split',
    '#/performance?assets=BIG,MRK',
  ])('%s: figures of 1e-12 to 1e21 and any name stay on the screen, and markup is text', async (hash) => {
    await on.open(hash);
    for (const size of ['narrow', 'wide'] as const) {
      await look(on.tab, size, 'light');
      const overflow = await on.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect([size, overflow]).toEqual([size, 0]);
    }
    expect(await on.page.locator('main img').count()).toBe(0);
    expect(await on.page.locator('main').innerText()).not.toMatch(/NaN|undefined|Infinity|\[object/);
  });
});

describe('console: a day without trades that an export has with a close of 0', () => {
  const on = onOwnService(async (service) => {
    const closes = { NIL: [100, 0, 110], OWN: [100, 106, 110], GAP: [100, null, 110] };
    const quotes = Object.entries(closes).flatMap(([ticker, prices]) =>
      prices.flatMap((price, day) => {
        if (price === null) return [];
        const figures = { open: price, high: price, low: price, close: price, volume: price };
        return aQuote({ ticker, date: `2024-01-0${day + 2}`, ...figures });
      }),
    );
    await service.post('/svc/quote/bulk/import', quotes).expect(207);
  });

  it('a portfolio holds the security at its last close on that day', async () => {
    await on.open('#/performance?assets=NIL,OWN&benchmark=none&from=2024-01-02&to=2024-01-04');
    const growth = on.page.locator('.time-chart', { has: on.page.getByLabel('Growth of 100') });
    await growth.getByLabel('Growth of 100').press('ArrowLeft');
    expect(await growth.locator('.readout b').innerText()).toBe('103.00');
  });

  it.each(['candles', 'line'])(
    'a chart of %s does not fall to it: its prices are those without the day',
    async (kind) => {
      const axisOf = async (ticker: string) => {
        await on.open(`#/chart/${ticker}?kind=${kind}`);
        return (await on.page.locator('.chart-canvas tr').first().locator('td').last().screenshot()).toString(
          'base64',
        );
      };
      expect((await axisOf('NIL')) === (await axisOf('GAP'))).toBe(true);
    },
  );
});

describe('console: tickers of eight letters', () => {
  const tickers = Array.from({ length: 400 }, (_none, n) => `CW${String(n).padStart(6, '0')}`);
  const on = onOwnService(async (service) => {
    for (const date of ['2024-01-30', '2024-01-31'])
      for (let first = 0; first < tickers.length; first += 200)
        await service
          .post(
            '/svc/quote/bulk/import',
            tickers.slice(first, first + 200).map((ticker) => aQuote({ ticker, date })),
          )
          .expect(207);
    await service.sql(
      `UPDATE quote SET approval = 1, approval_at = now(), approval_by = 'checker@example.com'`,
    );
  });

  it('the map shows whole tickers or none: half of one is another', async () => {
    await on.open('#/market');
    await on.page.locator('.tile').first().waitFor();
    for (const size of ['narrow', 'wide'] as const) {
      await look(on.tab, size, 'light');
      const cut = await on.page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('.tile')]
          .filter((tile) => {
            const label = tile.querySelector('b') as HTMLElement;
            return label.offsetWidth > 1 && label.offsetWidth > tile.offsetWidth;
          })
          .map((tile) => tile.innerText),
      );
      expect([size, cut]).toEqual([size, []]);
    }
  });
});

describe('console: long texts, and letters from right to left', () => {
  const TEXTS = { long: 'word '.repeat(2_000).trim(), arabic: 'أخبار السوق اليوم.' };
  const on = onOwnService(async (service) => {
    await service.put('/svc/record/security', aSecurity({ ticker: 'TXT' })).expect(201);
    await service.post('/svc/quote', aQuote({ ticker: 'TXT', date: '2024-01-31' })).expect(201);
    const common = { source: 'Press', source_type: 'press', category: 'finance', tickers: ['TXT'] };
    for (const [id, summary] of Object.entries(TEXTS))
      await service
        .put('/svc/record/news', {
          ...common,
          ...{ news_id: id, title: id, summary, published_at: '2024-01-31T03:00:00Z' },
        })
        .expect(201);
  });

  it('of 10,000 characters the beginning is shown, and the rest on request; the focus stays', async () => {
    await on.open('#/company/TXT/news');
    const item = on.page.locator('.news li', { hasText: 'long' });
    await item.waitFor();
    expect((await item.innerText()).length).toBeLessThan(1_200);
    await item.getByRole('button', { name: 'Read more' }).press('Enter');
    await item.getByText(TEXTS.long).waitFor();
    expect(await on.page.evaluate(() => document.activeElement?.closest('.news li') !== null)).toBe(true);
    const arabic = on.page.getByText(TEXTS.arabic);
    expect(await arabic.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
  });
});

describe('console: the first day that the service takes', () => {
  const date = '1900-01-01';
  const on = onOwnService(async (service) => {
    await service.put('/svc/record/security', aSecurity({ ticker: 'OLD' })).expect(201);
    await service.post('/svc/quote', aQuote({ ticker: 'OLD', date })).expect(201);
    await service
      .post('/svc/quote/approval', { ticker: 'OLD', date }, await service.token('checker'))
      .expect(200);
  });

  it.each([
    `#/market?date=${date}`,
    '#/company/OLD',
    '#/company/OLD/valuation',
    '#/company/OLD/flows',
    `#/data/quote?key.ticker=OLD&key.date=${date}`,
  ])('%s requests no days before it', async (hash) => {
    await on.open(hash);
    expect(on.tab.faults.filter((fault) => fault.includes('400'))).toEqual([]);
  });
});

describe('console: a service without data', () => {
  const on = onOwnService();

  it('a portfolio is measured against no day at all: the page says what is missing', async () => {
    await on.open('#/performance?assets=ABC');
    await on.page.getByRole('alert').or(on.page.getByText('No closes in this window')).first().waitFor();
  });
});
