import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { startApp, type TestApp } from '../test/app.js';
import { quotesOf } from '../test/builders/quotes.js';
import { holdBack } from './held.js';
import { inspect, launchBrowser, openTab, type Tab } from './pages.js';

jest.setTimeout(180_000);

describe('console: tokens and data', () => {
  let service: TestApp;
  let browser: Browser;
  let tab: Tab;
  let page: Page;
  beforeAll(async () => {
    service = await startApp();
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });
  afterEach(async () => {
    expect(tab.trouble).toEqual([]);
    await tab.context.close();
  });

  const open = async (hash: string, token?: string) => {
    tab = await openTab(browser, service, token ?? (await service.token('admin')), hash);
    page = tab.page;
  };

  it('makes a token, shows its secret once, and revokes it', async () => {
    await open('#/tokens');
    await page.locator('tbody tr').first().waitFor();
    await inspect(tab, 'tokens');
    await page.getByRole('button', { name: 'New token' }).click();
    await inspect(tab, 'token-new');
    await page.getByLabel('E-mail address').fill('maker@example.com');
    await page.getByLabel('Role').selectOption('maker');
    await page.getByRole('button', { name: 'Make token' }).click();
    const secret = page.getByLabel('Token of maker@example.com, maker');
    const token = await secret.inputValue();
    expect(token).toMatch(/^mds_[0-9A-Za-z]{42}$/);
    await inspect(tab, 'token-secret');
    await page.keyboard.press('Escape');
    expect(await secret.isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Done' }).click();
    await service.get('/quote', token).expect(200);
    expect(await page.content()).not.toContain(token);
    await page.getByRole('button', { name: 'Revoke the maker token of maker@example.com' }).click();
    await inspect(tab, 'token-revoke');
    await page.getByRole('button', { name: 'Revoke token' }).click();
    await page.getByText('The token is revoked').waitFor();
    await service.get('/quote', token).expect(401);
    await page.getByRole('button', { name: 'All' }).click();
    await page.locator('tbody tr', { hasText: 'revoked' }).waitFor();
  });

  it('what is wrong with a new token is said in the dialog', async () => {
    await open('#/tokens');
    await page.getByRole('button', { name: 'New token' }).click();
    await page.getByLabel('E-mail address').fill(`${'a'.repeat(65)}@example.com`);
    await page.getByRole('button', { name: 'Make token' }).click();
    await page.getByRole('listitem').filter({ hasText: 'an e-mail address is expected' }).waitFor();
    expect(await page.getByRole('button', { name: 'Make token' }).isEnabled()).toBe(true);
  });

  it('whoever revokes the own token is warned, then signed out', async () => {
    const own = await service.token('admin', { principal: 'leaver@example.com' });
    await open('#/tokens', own);
    const row = page.locator('tbody tr', { hasText: 'This session' });
    await row.getByRole('button').click();
    await page.getByText('you will be signed out').waitFor();
    await page.getByRole('button', { name: 'Revoke token' }).click();
    await page.getByText('You revoked the token that you were signed in with.').waitFor();
    await service.get('/quote', own).expect(401);
  });

  it('who may not manage tokens is told so', async () => {
    await open('#/tokens', await service.token('maker'));
    await page.getByText('needs the permission token:manage').waitFor();
    await inspect(tab, 'tokens-maker');
  });

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
      '2024-01109',
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
});
