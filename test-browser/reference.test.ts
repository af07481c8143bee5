import { describe, expect, it } from '@jest/globals';
import { open, settled } from './console.js';
import { onDemo } from './fixture.js';
import { holdBack } from './held.js';

describe('console: reference data', () => {
  const on = onDemo();

  it.each([
    ['countries', 'viet nam', 'VN'],
    ['currencies', 'dong', 'VND'],
    ['markets', 'hanoi', 'HSTC'],
    ['accounts', 'tien gui', '112'],
    ['indicators', 'stochastic', 'stochastic_fast'],
  ])('%s: a search for %s finds %s and is kept in the address', async (part, query, code) => {
    const { page } = on;
    await open(on.tab, `#/reference/${part}`);
    await page.getByLabel('Search', { exact: true }).fill(query);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\?q=/);
    await settled(on.tab);
    expect(await page.locator('tbody').getByText(code, { exact: true }).count()).toBeGreaterThan(0);
    await page.reload();
    await settled(on.tab);
    expect(await page.getByLabel('Search', { exact: true }).inputValue()).toBe(query);
  });

  it('a search within a region finds the countries of the region only, and the focus stays in the field', async () => {
    const { page } = on;
    await open(on.tab, '#/reference/countries?region=Asia');
    const search = page.getByLabel('Search', { exact: true });
    await search.fill('guinea');
    await page.keyboard.press('Enter');
    await page.getByText('No matches').waitFor();
    expect(await search.evaluate((field) => field === document.activeElement)).toBe(true);
    await search.fill('viet');
    await page.keyboard.press('Enter');
    await settled(on.tab);
    expect(await page.locator('tbody tr').count()).toBe(1);
    await page.goBack();
    await settled(on.tab);
    expect(await search.inputValue()).toBe('guinea');
  });

  it('a country of which nothing but its name and region is stored is listed and shown', async () => {
    const record = { cca2: 'BV', cca3: 'BVT', name: { common: 'Bouvet Island' }, region: 'Antarctic' };
    await on.service.put('/svc/record/country', { cca2: 'BV', record }).expect(200);
    await open(on.tab, '#/reference/countries?region=Antarctic&country=BV');
    expect(await on.page.locator('dl.figures').innerText()).toContain('Bouvet Island');
    const row = on.page.locator('tbody tr', { hasText: 'Bouvet Island' });
    expect(await row.innerText()).toContain('BVT');
  });

  it('text typed while the list loads is kept', async () => {
    const { page } = on;
    await open(on.tab, '#/reference/countries');
    const list = await holdBack(page, (request) => request.url().includes('/reference/currency'));
    await page.evaluate(() => {
      location.hash = '#/reference/currencies';
    });
    await list.firstSent;
    const search = page.getByLabel('Search', { exact: true });
    await search.fill('dong');
    await list.release();
    await settled(on.tab);
    await page.locator('tbody tr').first().waitFor();
    expect(await search.inputValue()).toBe('dong');
  });

  it('every indicator of the API has its formula', async () => {
    const { body } = await on.service.get('/trade/technical-analysis/indicators?limit=1000');
    await open(on.tab, '#/reference/indicators');
    const rows = await on.page.locator('tbody tr').all();
    expect(rows).toHaveLength(body.data.length);
    for (const row of rows) expect((await row.locator('td').nth(1).innerText()).length).toBeGreaterThan(5);
  });

  it('the settlement day across Tet is shown, and a holiday is named', async () => {
    const { page } = on;
    const { body } = await on.service.get(
      '/reference/settlement?country=VN&from_date=2025-01-24&to_date=2025-01-24',
    );
    const [{ settlement_date: settles }] = body.data;
    expect(settles > '2025-02-01').toBe(true);
    await open(on.tab, '#/reference/calendar?year=2025');
    await page.getByLabel('Trade date').fill('2025-01-24');
    await page.getByText(`A trade on 2025-01-24 settles on ${settles}`).waitFor();
    await page.getByLabel('Trade date').fill('2025-01-29');
    await page.getByText('Nothing is traded on 2025-01-29').waitFor();
    const calendar = page.getByRole('img', { name: 'Trading days of Vietnam, 2025' });
    expect(await calendar.locator('[title^="2025-01-29"]').getAttribute('class')).toContain('day-few');
  });
});
