import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { ADMIN_TOKEN } from '../test/app.js';
import { type Bench, picture, startBench } from './console.js';

describe('documentation in a browser, on plain HTTP and a name other than localhost', () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench();
  });
  afterAll(() => bench?.close());

  it('authorize, try it out: 200, without an error or a request elsewhere', async () => {
    const tab = await bench.tab();
    const { page, faults } = tab;
    await openAuthorized(page);
    for (const id of ['listQuotes', 'getTechnicalAnalysis']) {
      const operation = page.locator(`[id$="-${id}"]`);
      await operation.locator('.opblock-summary-control').click();
      await operation.getByRole('button', { name: 'Execute' }).click();
      const status = operation.locator('.live-responses-table .response-col_status').last();
      await status.waitFor();
      expect([id, (await status.innerText()).slice(0, 3)]).toEqual([id, '200']);
      if (id === 'listQuotes') await picture(tab, 'docs-wide-light');
      // With this many operations the page holds only those in sight: this brings the next one closer.
      await page.evaluate(() => scrollTo(0, 0));
      await operation.locator('.opblock-summary-control').click();
    }
    expect(faults).toEqual([]);
    await tab.close();
  });

  it('events are a list, which ends, and not a stream', async () => {
    const { page, faults, close } = await bench.tab();
    await openAuthorized(page);
    await page.locator('.operation-filter-input').fill('Events');
    const operation = page.locator('[id$="-listEvents"]');
    await operation.locator('.opblock-summary-control').click();
    await operation.getByRole('button', { name: 'Execute' }).click();
    const status = operation.locator('.live-responses-table .response-col_status').last();
    await status.waitFor();
    expect((await status.innerText()).slice(0, 3)).toBe('200');
    expect(faults).toEqual([]);
    await close();
  });

  it('has the name and the themes of the console, and links to it and to the guide', async () => {
    const { page, faults, close } = await bench.tab();
    await page.goto(`${bench.url}/docs`);
    await page.getByRole('link', { name: 'Market Data API' }).waitFor();
    for (const [name, path] of [
      ['Console', '/console'],
      ['Guide', '/guide'],
    ] as const) {
      expect(await page.getByRole('link', { name, exact: true }).getAttribute('href')).toBe(path);
    }
    await page.getByRole('button', { name: 'Dark' }).click();
    expect(await page.locator('html').getAttribute('class')).toContain('dark-mode');
    await page.getByRole('button', { name: 'Light' }).click();
    expect(await page.locator('html').getAttribute('data-theme')).toBe('light');
    expect(faults).toEqual([]);
    await close();
  });

  it('a word in the filter leaves the sections of that name', async () => {
    const { page, close } = await bench.tab();
    await page.goto(`${bench.url}/docs`);
    await page.locator('.operation-filter-input').fill('Fundamental');
    await page.waitForFunction(() => document.querySelectorAll('.opblock-tag-section').length === 1);
    await close();
  });

  it('an operation shows its call in curl, TypeScript and Python as its fields are filled in', async () => {
    const tab = await bench.tab();
    const { page, faults } = tab;
    await page.goto(`${bench.url}/docs`);
    await page.locator('.operation-filter-input').fill('Profile');
    const operation = page.locator('[id$="-getProfile"]').first();
    await operation.locator('.opblock-summary-control').click();
    const samples = operation.getByRole('region', { name: 'Code samples' });
    await samples.getByText('/detail/').waitFor();
    await operation
      .locator('input[placeholder="date"], tr[data-param-name="date"] input')
      .first()
      .fill('20250630');
    await samples.getByText('date=20250630').waitFor();
    await picture(tab, 'docs-samples');
    await samples.getByRole('button', { name: 'TypeScript' }).click();
    await samples.getByText("client.GET('/detail/{ticker}'").waitFor();
    await samples.getByRole('button', { name: 'Python' }).click();
    await samples.getByText('requests.get(').waitFor();
    expect(faults).toEqual([]);
    await tab.close();
  });

  async function openAuthorized(page: Page): Promise<void> {
    await page.goto(`${bench.url}/docs`);
    await page.locator('button.authorize').first().click();
    await page.locator('.auth-container input').fill(ADMIN_TOKEN);
    await page.locator('.auth-container button.authorize').click();
    await page.locator('.auth-container button.btn-done').click();
  }
});
