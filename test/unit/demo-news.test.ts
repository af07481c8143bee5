import { beforeAll, describe, expect, it } from '@jest/globals';
import type { DemoDataSet, DemoMarket } from '../../demo/demo-market.js';
import { economicsPart } from '../../demo/economics.js';
import { generateMarket } from '../../demo/generate.js';
import { boardOf, tickOf } from '../../demo/limits.js';
import { type DemoNews, newsPart, SOURCE } from '../../demo/news.js';
import { tradingDeskPart } from '../../demo/trading-desk.js';
import { checkBook } from '../../src/modules/trading-desk/depth-side.js';
import { hostTask } from '../host/client.js';

type Row = Record<string, unknown>;
const LAST = '2024-06-28';

describe('the demo: news, trading desk and economic calendar', () => {
  let market: DemoMarket;
  let later: DemoMarket;
  const rows = (parts: DemoDataSet[], name: string) =>
    parts.find(({ dataSet }) => dataSet === name)?.records as Row[];
  beforeAll(() => {
    market = generateMarket(LAST);
    later = generateMarket('2024-09-30');
  });

  it('news: about two a day, labelled, of all categories and sources, in two languages, every tone', () => {
    const news = rows(newsPart(market), 'news') as unknown as DemoNews[];
    expect(news.length / market.days.length).toBeGreaterThan(1.9);
    expect(new Set(news.map(({ news_id }) => news_id)).size).toBe(news.length);
    expect(new Set(news.map(({ source }) => source))).toEqual(new Set([SOURCE]));
    expect(new Set(news.map(({ category }) => category)).size).toBe(11);
    expect(new Set(news.map(({ source_type }) => source_type)).size).toBe(3);
    expect(new Set(news.map(({ language }) => language))).toEqual(new Set(['vi', 'en']));
    expect(new Set(news.map(({ sentiment }) => sentiment)).size).toBe(3);
    expect(news.every(({ summary }) => /giả lập|ynthetic/.test(summary))).toBe(true);
  });

  it('every record keeps the rules of its data set', async () => {
    for (const { dataSet, records } of [
      ...newsPart(market),
      ...tradingDeskPart(market),
      ...economicsPart(market),
    ]) {
      expect(records.length).toBeGreaterThan(10);
      expect(await hostTask('refusedRecords', dataSet, records)).toEqual([]);
    }
  });

  it('a later last day adds records and changes none', () => {
    const parts = [newsPart, economicsPart];
    for (const part of parts) {
      const after = new Set(
        part(later).flatMap(({ records }) => records.map((each) => JSON.stringify(each))),
      );
      const missing = part(market).flatMap(({ records }) =>
        records.filter((each) => !after.has(JSON.stringify(each))),
      );
      expect(missing).toEqual([]);
    }
    for (const name of ['trading_suggestion', 'market_insight']) {
      const firstRows = rows(tradingDeskPart(later), name).slice(
        0,
        rows(tradingDeskPart(market), name).length,
      );
      expect(firstRows).toEqual(rows(tradingDeskPart(market), name));
    }
  });

  it('books: the close is the best price of one side, a tick from the other', () => {
    const books = rows(tradingDeskPart(market), 'market_depth');
    for (const book of books) {
      const company = market.companies.find(({ ticker }) => ticker === book.ticker);
      const close = market.bars.get(String(book.ticker))?.at(-1)?.close ?? 0;
      const [bids, asks] = [book.bids, book.asks].map((side) => side as { price: number }[]);
      const [bid, ask] = [bids?.[0]?.price, asks?.[0]?.price];
      expect([bid, ask]).toContain(close);
      if (company !== undefined && bid !== undefined && ask !== undefined) {
        expect(ask - bid).toBe(tickOf(boardOf(company), bid));
      }
      expect(checkBook({ bids: JSON.stringify(book.bids), asks: JSON.stringify(book.asks) })).toEqual([]);
    }
  });

  it('the calendar: figures until the last day, meetings some months ahead', () => {
    const events = rows(economicsPart(market), 'economic_event');
    const coming = events.filter(({ date }) => String(date) > LAST);
    expect(coming.length).toBeGreaterThan(5);
    expect(coming.every(({ actual }) => actual === undefined)).toBe(true);
    expect(events.filter(({ actual }) => actual !== undefined).length).toBeGreaterThan(50);
  });
});
