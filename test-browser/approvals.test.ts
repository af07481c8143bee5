import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { startApp, type TestApp } from '../test/app.js';
import { aQuote, quotesOf } from '../test/builders/quotes.js';
import { inspect, launchBrowser, openTab, type Tab } from './pages.js';

jest.setTimeout(180_000);

describe('console: approvals', () => {
  let service: TestApp;
  let browser: Browser;
  let maker: string;
  let tab: Tab;
  let page: Page;
  beforeAll(async () => {
    service = await startApp({ SELF_APPROVAL: 'forbidden' });
    browser = await launchBrowser();
    maker = await service.token('maker');
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });
  beforeEach(async () => {
    await service.sql('DELETE FROM quote');
  });
  afterEach(async () => {
    expect(tab.trouble).toEqual([]);
    await tab.context.close();
  });

  const write = (quotes: object[], token = maker) =>
    service.post('/svc/quote/bulk/import?on_duplicate=update', quotes, token).expect(207);
  const open = async (hash = '#/approvals', token?: string) => {
    tab = await openTab(browser, service, token ?? (await service.token('checker')), hash);
    page = tab.page;
  };
  const states = async () =>
    (
      await service.sql<{ date: string; approval: number }>(
        'SELECT date::text, approval FROM quote ORDER BY date',
      )
    ).map(({ approval }) => approval);
  const row = (text: string) => page.locator('tbody tr', { hasText: text });

  it('shows what waits with age, flags and the approved figures beside the present ones', async () => {
    await write([aQuote({ date: '2024-01-30', close: 67000 })]);
    await service.post('/svc/quote/appoval', { ticker: 'VNM', date: '2024-01-30' }).expect(200);
    await write([
      aQuote({ date: '2024-01-30', close: 67100 }),
      aQuote({ date: '2024-01-31', open: 99000, high: 99000, low: 99000, close: 99000 }),
    ]);
    await open();
    await row('2024-01-30').waitFor();
    expect(await page.getByText('2 pending', { exact: true }).isVisible()).toBe(true);
    expect(await row('2024-01-30').locator('del').textContent()).toBe('67,000');
    expect(await row('2024-01-30').locator('.changed').textContent()).toBe('67,100');
    expect(await row('2024-01-31').getByText('price jump').isVisible()).toBe(true);
    await inspect(tab, 'approvals');
    await row('2024-01-30').getByRole('button').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('maker@example.com').first().waitFor();
    expect(await dialog.locator('tbody tr', { hasText: 'close' }).textContent()).toBe(
      'close67,00067,100+100 (+0.15 %)',
    );
    await dialog.locator('.history li').nth(2).waitFor();
    await inspect(tab, 'approval-open');
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
  });

  it('approves one by keyboard: j, Enter opens, a approves', async () => {
    await write(quotesOf('VNM', 3, '2024-01-01'));
    await open();
    await page.locator('tbody tr').first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('a');
    await page.getByText('2 pending', { exact: true }).waitFor();
    expect(await states()).toEqual([0, 1, 0]);
    expect(await page.locator('.toast').textContent()).toContain('VNM 2024-01-02 approved');
  });

  it('approves many; what fails is listed with its reason, the rest is approved', async () => {
    const checker = await service.token('admin', { principal: 'boss@example.com' });
    await write(quotesOf('VNM', 4, '2024-01-01'));
    await write([aQuote({ ticker: 'OWN', date: '2024-01-09' })], checker);
    await open('#/approvals', checker);
    await page.locator('tbody tr').nth(4).waitFor();
    // Changed after it was shown: what was not seen is not approved.
    await write([aQuote({ date: '2024-01-04', close: 67200 })]);
    await page.getByLabel('Select all of this page').check();
    await page.getByRole('button', { name: 'Approve 5' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('2 of 5 could not be decided').waitFor();
    expect(await dialog.locator('tbody tr', { hasText: 'OWN 2024' }).textContent()).toMatch(
      /maker .* may not/,
    );
    expect(await dialog.locator('tbody tr', { hasText: '2024-01-04' }).textContent()).toMatch(
      /changed after they were shown/,
    );
    await inspect(tab, 'approval-failures');
    await page.keyboard.press('Escape');
    await page.getByText('2 pending', { exact: true }).waitFor();
    expect(await states()).toEqual([1, 1, 1, 0, 0]);
  });

  it('rejects with a reason, which the history keeps; and takes it back', async () => {
    await write([aQuote({ date: '2024-01-30' })]);
    await open();
    await row('2024-01-30').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('r');
    await page.getByLabel('Reason').fill('Close differs from the exchange report');
    await inspect(tab, 'approval-reject');
    await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
    await page.getByText('0 pending', { exact: true }).waitFor();
    expect(await states()).toEqual([2]);
    await page.getByRole('button', { name: 'Rejected' }).click();
    await row('2024-01-30').getByRole('button').click();
    await page.locator('.history').getByText('Close differs from the exchange report').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click();
    await page.getByLabel('Reason').fill('Mistaken');
    await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click();
    await page.getByText('0 rejected', { exact: true }).waitFor();
    expect(await states()).toEqual([0]);
  });

  it('filters stand in the address and pages follow the cursor', async () => {
    await write([...quotesOf('VNM', 60, '2024-01-01'), aQuote({ ticker: 'FPT', date: '2024-02-01' })]);
    await open('#/approvals?ticker=VNM&from_date=2024-01-02');
    await page.getByText('59 pending', { exact: true }).waitFor();
    expect(await page.locator('tbody tr').count()).toBe(50);
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByRole('button', { name: 'First page' }).waitFor();
    expect(await page.locator('tbody tr').count()).toBe(9);
    await page.getByLabel('Ticker', { exact: true }).fill('fpt');
    await page.getByLabel('Ticker', { exact: true }).press('Enter');
    await page.getByText('1 pending', { exact: true }).waitFor();
    expect(new URL(page.url()).hash).toBe('#/approvals?status=pending&ticker=FPT&from_date=2024-01-02');
    await page.goBack();
    await page.locator('tbody tr').nth(8).waitFor();
  });

  it('who may not decide is told so, and offered nothing to decide with', async () => {
    await write([aQuote({ date: '2024-01-30' })]);
    await open('#/approvals', await service.token('reader'));
    await row('2024-01-30').waitFor();
    expect(await page.getByText('lacks the permission quote:approve').isVisible()).toBe(true);
    expect(await page.getByRole('button', { name: /^(Approve|Reject)$/ }).count()).toBe(0);
    await inspect(tab, 'approvals-reader');
  });
});
