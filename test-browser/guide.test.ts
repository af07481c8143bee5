import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startApp } from '../test/app.js';
import { type Bench, benchOn, inspect, type Tab } from './console.js';

/** Pages of each kind: pictures, tables, long lines of code, drawings, lists of documents. */
const PAGES = {
  home: '',
  approver: '/guides/approver',
  endpoints: '/endpoints',
  performance: '/performance',
  decisions: '/adr',
  decision: '/adr/0030-console',
  changes: '/changelog',
};

describe('guide', () => {
  let bench: Bench;
  let tab: Tab;
  beforeAll(async () => {
    bench = await benchOn(await startApp());
  });
  afterAll(() => bench?.close());
  beforeEach(async () => {
    tab = await bench.tab();
  });
  afterEach(async () => {
    expect(tab.faults).toEqual([]);
    await tab.close();
  });

  const open = async (path = '') => {
    await tab.page.goto(`${bench.url}/guide${path}`);
    await tab.page.getByRole('searchbox', { name: 'Search the guide' }).waitFor();
  };

  it.each(Object.entries(PAGES))(
    '%s: nothing amiss, nothing too wide, light and dark',
    async (name, path) => {
      await open(path);
      await inspect(tab, `guide-${name}`);
    },
  );

  it('search by keyboard: Enter on a result leads to the section of the document', async () => {
    const { page } = tab;
    await open();
    await page.keyboard.press('/');
    await page.keyboard.type('restore backup');
    await page.getByRole('status').getByText('found').waitFor();
    await inspect(tab, 'guide-search');
    await page.getByRole('searchbox').focus();
    await page.keyboard.press('ArrowDown');
    const href = await page.evaluate(() => document.activeElement?.getAttribute('href'));
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${href}`);
    expect((await page.locator('.prose').innerText()).toLowerCase()).toContain('restore');
  });

  it('Escape closes the results; a word that occurs nowhere finds nothing', async () => {
    const { page } = tab;
    await open();
    await page.getByRole('searchbox').fill('zzyzx');
    await page.getByText('Nothing found').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Nothing found').waitFor({ state: 'hidden' });
  });

  it('the theme is shared with the console in the same tab', async () => {
    const { page } = tab;
    await open();
    await page.getByRole('button', { name: 'Change to the dark theme' }).click();
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    await page.getByRole('link', { name: 'Console' }).first().click();
    await page.getByLabel('Access token').waitFor();
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
  });

  it('on a phone the documents are folded away, and open on demand', async () => {
    const { page } = tab;
    await page.setViewportSize({ width: 360, height: 780 });
    await open();
    const operator = page
      .getByRole('navigation', { name: 'Documents' })
      .getByRole('link', { name: /operators/i });
    expect(await operator.isVisible()).toBe(false);
    await page.getByText('Documents', { exact: true }).click();
    await operator.click();
    await page.getByRole('heading', { level: 1, name: /operators/i }).waitFor();
  });

  it('reads without JavaScript', async () => {
    const { page } = tab;
    await page.route('**/*.js', (route) => route.fulfill({ body: '', contentType: 'text/javascript' }));
    await page.goto(`${bench.url}/guide`);
    await page.getByRole('heading', { level: 1, name: 'Market Data Service' }).waitFor();
    await page.getByRole('link', { name: 'operator', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: /operators/i }).waitFor();
  });
});
