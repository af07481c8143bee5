import { describe, expect, it } from '@jest/globals';
import { inspect, open, settled, troubleOf } from './console.js';
import { onDemo } from './fixture.js';

const WINDOW = { from_date: '2024-06-28', to_date: '2025-06-30' };

describe('console: performance of a portfolio', () => {
  const on = onDemo();

  const measurementOf = async (body: object) =>
    (await on.service.post('/performance', { ...WINDOW, benchmark: 'VNINDEX', ...body }).expect(200)).body;
  const percent = (value: number) =>
    `${value > 0 ? '+' : value < 0 ? '−' : ''}${Math.abs(value * 100).toFixed(2)} %`;
  const row = (name: RegExp) => on.page.getByRole('row', { name });

  it('weights, window and benchmark as typed: growth and figures are those of the API, and the link repeats them', async () => {
    const { page } = on;
    await open(on.tab, '#/performance');
    await page.getByLabel('Ticker 1').fill('zda');
    await page.getByLabel('Weight 1').fill('60');
    await page.getByRole('button', { name: 'Add a security' }).click();
    await page.getByLabel('Ticker 2').fill('ZBA');
    await page.getByLabel('Weight 2').fill('40');
    await page.getByLabel('From', { exact: true }).fill(WINDOW.from_date);
    await page.getByLabel('To', { exact: true }).fill(WINDOW.to_date);
    await page.getByRole('button', { name: 'Measure', exact: true }).click();
    await page.getByRole('heading', { name: 'Growth of 100' }).waitFor();
    await settled(on.tab);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Measure');
    expect(await page.getByLabel('Ticker 1').inputValue()).toBe('ZDA');
    const { portfolio, benchmark } = await measurementOf({
      assets: [
        { ticker: 'ZDA', weight: 60 },
        { ticker: 'ZBA', weight: 40 },
      ],
    });
    const cells = await row(/^Total return/)
      .locator('td')
      .allInnerTexts();
    expect(cells.slice(0, 2)).toEqual([percent(portfolio.total_return), percent(benchmark.total_return)]);
    const drawdowns = await row(/^Maximum drawdown/)
      .locator('td')
      .allInnerTexts();
    expect(drawdowns[0]).toBe(percent(portfolio.max_drawdown));
    const readouts = await page.locator('.time-chart .readout').allInnerTexts();
    expect(readouts[0]).toContain((100 * (1 + portfolio.total_return)).toFixed(2));
    expect(readouts[0]).toContain((100 * (1 + benchmark.total_return)).toFixed(2));
    await inspect(on.tab, 'performance-measured', { isCompared: true });

    const link = await page.getByLabel('Link to this portfolio').inputValue();
    const other = await on.bench.tab();
    await open(other, new URL(link).hash);
    expect(
      await other.page
        .getByRole('row', { name: /^Total return/ })
        .locator('td')
        .allInnerTexts(),
    ).toEqual(cells);
    await other.close();
  });

  it('a refusal names its cause; the portfolio stays to be corrected', async () => {
    const { page } = on;
    await open(on.tab, '#/performance?assets=ZDA:1,ZDA:2');
    await page.getByRole('alert').getByText('assets').first().waitFor();
    expect(await page.getByLabel('Ticker 2').inputValue()).toBe('ZDA');
    expect(troubleOf(on.tab)).toEqual([]);
    on.tab.faults.length = 0;
  });

  it('a risk figure explains itself', async () => {
    const { page } = on;
    await open(on.tab, '#/performance');
    await page.evaluate(() => {
      location.hash = '#/performance?assets=ZDA&benchmark=none';
    });
    await page.getByRole('button', { name: 'How it is computed: Sharpe ratio' }).click();
    await page.getByRole('dialog').getByText('volatility').waitFor();
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.waitForURL(({ hash }) => hash === '#/performance');
  });
});
