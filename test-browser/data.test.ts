import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { startApp, type TestApp } from '../test/app.js';
import { aQuote, quotesOf } from '../test/builders/quotes.js';
import { type Bench, benchOn, inspect, open as openPage, settled, type Tab, troubleOf } from './console.js';
import { holdBack } from './held.js';

describe('console: data', () => {
  let service: TestApp;
  let bench: Bench;
  let tab: Tab;
  let page: Page;
  beforeAll(async () => {
    service = await startApp();
    bench = await benchOn(service);
  });
  afterAll(() => bench?.close());
  afterEach(async () => {
    expect(troubleOf(tab)).toEqual([]);
    await tab.close();
  });

  const open = async (hash: string, token?: string) => {
    tab = await bench.tab();
    page = tab.page;
    await openPage(tab, hash, token ?? (await service.token('admin')));
  };

  it('data sets with their coverage, and the gaps of a security', async () => {
    const days = quotesOf('VNM', 40, '2024-01-01').filter(({ date }) => date !== '2024-01-09');
    await service.post('/svc/quote/bulk/import', days).expect(207);
    await open('#/data');
    const quotes = page.locator('tbody tr', { hasText: 'Daily quotes' });
    await quotes.waitFor();
    expect(await quotes.textContent()).toContain('39');
    await page.getByLabel('Ticker', { exact: true }).fill('vnm');
    await page.getByRole('button', { name: 'Find gaps' }).click();
    await page.getByText('1 trading day without a quote of VNM.').waitFor();
    expect(await page.getByRole('region', { name: 'Gaps of VNM' }).locator('tbody').textContent()).toBe(
      '2024-01-092024-01-091',
    );
    expect(new URL(page.url()).hash).toBe('#/data?ticker=VNM');
    await inspect(tab, 'data');
  });

  it('the gaps are those of the ticker asked for last, however late the ones before come', async () => {
    for (const [ticker, missing] of [
      ['GAA', ['2024-01-09']],
      ['GBB', ['2024-01-09', '2024-01-10']],
    ] as const) {
      const days = quotesOf(ticker, 20, '2024-01-01').filter(
        ({ date }) => !missing.some((day) => day === date),
      );
      await service.post('/svc/quote/bulk/import', days).expect(207);
    }
    await open('#/data');
    const find = async (ticker: string) => {
      await page.getByLabel('Ticker', { exact: true }).fill(ticker);
      await page.getByRole('button', { name: 'Find gaps' }).click();
    };
    const slow = await holdBack(page, (request) => /\/quote\/gaps\?ticker=GAA/.test(request.url()));
    await find('GAA');
    await slow.asked;
    await find('GBB');
    await page.getByText('2 trading days without a quote of GBB.').waitFor();
    await slow.release();
    expect(await page.getByText('2 trading days without a quote of GBB.').isVisible()).toBe(true);
    expect(await page.getByRole('region', { name: 'Gaps of GAA' }).count()).toBe(0);
  });

  it('a year of a security as a calendar: stored, missing and closed days; missing ones as ranges', async () => {
    const days = quotesOf('CAL', 40, '2024-01-01').filter(
      ({ date }) => !['2024-01-11', '2024-01-12', '2024-01-15', '2024-01-24'].includes(date),
    );
    await service.post('/svc/quote/bulk/import', days).expect(207);
    await open('#/data?ticker=CAL&year=2024');
    const calendar = page.getByRole('img', { name: /of CAL, 2024$/ });
    await calendar.waitFor();
    const titles = await calendar
      .locator('.day-missing')
      .evaluateAll((all) => all.map((each) => each.getAttribute('title')));
    expect(titles).toEqual(['11', '12', '15', '24'].map((day) => `2024-01-${day}: open day without`));
    expect(await calendar.locator('.day-closed[title^="2024-01-01"]').count()).toBe(0);
    expect(
      await page.getByRole('region', { name: 'Gaps of CAL' }).locator('tbody tr').allTextContents(),
    ).toEqual(['2024-01-242024-01-241', '2024-01-112024-01-153']);
    await inspect(tab, 'data-calendar');
  });

  it('a record is found by its key, corrected with its effect shown before, and deleted', async () => {
    await service.post('/svc/quote/bulk/import', [
      aQuote({ ticker: 'DIV', date: '2024-03-04', open: 20000, high: 20000, low: 20000, close: 20000 }),
    ]);
    await service
      .post('/svc/record/corporate_action', {
        ticker: 'DIV',
        ex_date: '2024-03-05',
        type: 'cash_dividend',
        cash_dividend: 1000,
      })
      .expect(201);
    await open('#/data/corporate_action');
    await page.getByLabel('ticker', { exact: true }).fill('DIV');
    await page.getByLabel('ex_date', { exact: true }).fill('2024-03-05');
    await page.getByLabel('type', { exact: true }).selectOption('cash_dividend');
    await page.getByRole('button', { name: 'Find or begin' }).click();
    await page.getByText('Stored, last changed').waitFor();
    await page.getByLabel('cash_dividend', { exact: true }).fill('2000');
    await page.getByText('0.95 → 0.9', { exact: true }).waitFor();
    expect(await page.getByText('changes by −5.26 %').isVisible()).toBe(true);
    const changes = page.getByRole('region', { name: 'What would change' }).locator('tbody tr');
    expect(await changes.allTextContents()).toEqual(['cash_dividend10002000']);
    await inspect(tab, 'data-record');
    await page.getByRole('button', { name: 'Save 1 change' }).click();
    await page.getByText('Nothing is changed yet.').waitFor();
    const path = '/svc/record/corporate_action?ticker=DIV&ex_date=2024-03-05&type=cash_dividend';
    expect((await service.get(path)).body.cash_dividend).toBe(2000);
    await page.reload();
    await settled(tab);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('There is no such record yet').waitFor();
    await service.get(path).expect(404);
  });

  it('what is wrong with a record is said beside it, and what was typed stays', async () => {
    await open('#/data/quote?key.ticker=NEW&key.date=2024-03-05');
    await page.getByText('There is no such record yet').waitFor();
    for (const [name, value] of [
      ['open *', '10000'],
      ['high *', '10000'],
      ['low *', '10000'],
      ['close *', 'ten'],
      ['volume *', '5'],
    ] as const)
      await page.getByLabel(name, { exact: true }).fill(value);
    await page.getByRole('button', { name: 'Create the record' }).click();
    await page.getByRole('alert').getByText('close').first().waitFor();
    expect(await page.getByLabel('close *', { exact: true }).inputValue()).toBe('ten');
    await page.getByLabel('close *', { exact: true }).fill('10000');
    await page.getByRole('button', { name: 'Create the record' }).click();
    await page.getByText('Stored, last changed').waitFor();
  });

  it('who may not write sees the fields and no form; an unknown set leads back', async () => {
    await open('#/data/security', await service.token('reader'));
    await page.getByText('needs the permission data:import').waitFor();
    expect(await page.getByRole('button', { name: 'Find or begin' }).count()).toBe(0);
    await inspect(tab, 'data-set-reader');
    await page.evaluate(() => {
      location.hash = '#/data/nonsense';
    });
    await page.getByRole('link', { name: 'All data sets' }).click();
    await page.getByRole('heading', { level: 1, name: 'Data', exact: true }).waitFor();
  });
});
