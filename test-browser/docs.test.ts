import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ADMIN_TOKEN } from '../test/app.js';
import { type Bench, picture, startBench } from './console.js';

describe('documentation in a browser, on plain HTTP and a name other than localhost', () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench();
  }, 300_000);
  afterAll(() => bench?.close());

  it('authorize, try it out: 200, without an error or a request elsewhere', async () => {
    const tab = await bench.tab();
    const { page, faults } = tab;
    await page.goto(`${bench.url}/docs`);
    await page.locator('button.authorize').first().click();
    await page.locator('.auth-container input').fill(ADMIN_TOKEN);
    await page.locator('.auth-container button.authorize').click();
    await page.locator('.auth-container button.btn-done').click();

    for (const id of ['listQuotes', 'getTechnicalAnalysis']) {
      const operation = page.locator(`[id$="-${id}"]`);
      await operation.locator('.opblock-summary-control').click();
      await operation.getByRole('button', { name: 'Execute' }).click();
      const status = operation.locator('.live-responses-table .response-col_status').last();
      await status.waitFor();
      expect([id, (await status.innerText()).slice(0, 3)]).toEqual([id, '200']);
      if (id === 'listQuotes') await picture(tab, 'docs-wide-light');
      // Of so many operations the page holds those that are in sight: the next one comes nearer.
      await operation.locator('.opblock-summary-control').click();
    }
    expect(faults).toEqual([]);
    await tab.close();
  });
});
