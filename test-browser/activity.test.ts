import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { startApp, type TestApp } from '../test/app.js';
import { aQuote } from '../test/builders/quotes.js';
import { type Bench, benchOn, inspect, open as openPage, settled, type Tab, troubleOf } from './console.js';

describe('console: activity', () => {
  let service: TestApp;
  let bench: Bench;
  let tab: Tab;
  let page: Page;
  let maker: string;
  beforeAll(async () => {
    service = await startApp();
    bench = await benchOn(service);
    maker = await service.token('maker');
    await service.post('/svc/quote', aQuote({ ticker: 'AUD', close: 67000 }), maker).expect(201);
    await service.put('/svc/quote', aQuote({ ticker: 'AUD', close: 67100 })).expect(200);
    await service.post('/svc/quote', aQuote({ ticker: 'OTH' }), maker).expect(201);
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
  const rows = () => page.getByRole('region', { name: /^Audit/ }).locator('tbody tr');

  it('who changed a close and what it was: by record, by person, by request', async () => {
    await open('#/activity/audit?resource=quote');
    const changed = rows().filter({ hasText: 'close 67000 → 67100' });
    await changed.waitFor();
    expect(await changed.innerText()).toContain('admin@localhost');
    await changed.getByRole('button').click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.locator('tbody tr', { hasText: 'close' }).allTextContents()).toEqual([
      'close6700067100',
    ]);
    await inspect(tab, 'audit-event');
    await dialog.getByRole('link', { name: 'All of this record' }).click();
    await page.waitForURL(/record_id=/);
    await settled(tab);
    expect(await rows().count()).toBe(2);
    await page.getByLabel('Person', { exact: true }).fill('maker@example.com');
    await page.getByLabel('Person', { exact: true }).press('Enter');
    await page.waitForURL(/actor=/);
    await settled(tab);
    expect(await rows().count()).toBe(1);
    await rows().getByRole('button').click();
    await page.getByRole('dialog').getByRole('link', { name: 'All of this request' }).click();
    await page.getByRole('heading', { name: /^Of request/ }).waitFor();
    await settled(tab);
    expect(
      await page
        .getByRole('region', { name: /^Audit/ })
        .locator('tbody tr')
        .count(),
    ).toBe(1);
    await page.goBack();
    await page.waitForURL(/record_id=/);
  });

  it('a record is made what it was before, by who may write it', async () => {
    await open('#/activity/audit?resource=quote');
    await rows().filter({ hasText: 'close 67000 → 67100' }).getByRole('button').click();
    await page.getByRole('button', { name: 'Make the record what it was before' }).click();
    await page
      .getByRole('dialog', { name: 'Restore the values' })
      .getByRole('button', { name: 'Make the record' })
      .click();
    await page.getByText('Restored').waitFor();
    const { body } = await service.get('/svc/record/quote?ticker=AUD&date=2024-01-31').expect(200);
    expect(body.close).toBe(67000);
  });

  it('an event is told while the page is open; paused, it asks for nothing, and resumed it goes on', async () => {
    await open('#/activity/events');
    await page.getByText('live', { exact: true }).waitFor();
    await service.post('/svc/quote', aQuote({ ticker: 'LIV' }), maker).expect(201);
    const event = page.getByRole('row', { name: /quote\.created.*LIV/ });
    await event.waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('paused', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByText('live', { exact: true }).waitFor();
    await inspect(tab, 'events-live');
    await event.getByRole('link').click();
    await page.waitForURL(/activity\/audit\?.*record_id=/);
  });

  it('a webhook is made, shows its secret once, is paused, resumed and deleted', async () => {
    await open('#/activity/webhooks');
    await page.getByRole('button', { name: 'New webhook' }).click();
    await page.getByLabel('Address').fill('http://127.0.0.1:9/hook');
    await page.getByLabel('Events, separated by commas').fill('quote.approved');
    await page.getByRole('button', { name: 'Make webhook' }).click();
    expect(await page.getByLabel('Secret').inputValue()).toMatch(/^whsec_/);
    await page.getByRole('button', { name: 'OK', exact: true }).click();
    const row = page.getByRole('row', { name: /127\.0\.0\.1:9/ });
    await row.getByRole('button', { name: 'Pause' }).click();
    await row.getByRole('button', { name: 'Resume' }).waitFor();
    expect(await row.locator('.badge').innerText()).toBe('paused');
    const { body } = await service.get('/svc/webhooks').expect(200);
    expect([body.data[0].active, body.data[0].types]).toEqual([false, ['quote.approved']]);
    await inspect(tab, 'webhook-paused');
    await row.getByRole('button', { name: 'Resume' }).click();
    await row.getByRole('button', { name: 'Pause' }).waitFor();
    await row.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('There are no webhooks').waitFor();
  });

  it('a source, its runs and why a unit of work failed', async () => {
    const { status, body } = await service.put('/svc/source/closed-door', {
      data_set: 'quote',
      request: { url: 'http://127.0.0.1:9/quotes?ticker={ticker}' },
      rows: { format: 'csv' },
      work: { each: 'ticker', tickers: ['VNM'] },
    });
    expect([status, body]).toEqual([201, expect.objectContaining({ name: 'closed-door' })]);
    await open('#/activity/sources');
    await page.getByRole('link', { name: 'closed-door' }).click();
    await page.getByText('It has not run yet').waitFor();
    await page.getByRole('button', { name: 'Run now' }).click();
    const run = page.getByRole('region', { name: /^Runs of closed-door/ }).locator('tbody tr');
    await run.waitFor();
    await run.getByRole('button').first().click();
    await page.getByRole('dialog').getByText('VNM').first().waitFor();
    await inspect(tab, 'source-run');
  });

  it('what a role may not see is not offered', async () => {
    await open('#/activity', await service.token('reader'));
    const parts = page.getByRole('navigation', { name: 'Parts of the activity' }).getByRole('link');
    expect(await parts.allInnerTexts()).toEqual(['Events']);
    await page.evaluate(() => {
      location.hash = '#/activity/audit';
    });
    await page.getByText('needs the permission audit:read').waitFor();
  });
});
