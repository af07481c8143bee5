import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Bench, inspect, open, settled, startBench, type Tab } from './console.js';

describe('console: tools of the chart', () => {
  let bench: Bench;
  let tab: Tab;
  beforeAll(async () => {
    bench = await startBench();
  }, 300_000);
  afterAll(() => bench?.close());
  beforeEach(async () => {
    tab = await bench.tab();
  });
  afterEach(async () => {
    expect(tab.faults).toEqual([]);
    await tab.close();
  });

  const csv = async () => {
    const [file] = await Promise.all([
      tab.page.waitForEvent('download'),
      tab.page.getByRole('button', { name: 'CSV' }).click(),
    ]);
    const [head = '', ...rows] = (await text(await file.createReadStream())).split('\r\n');
    return { name: file.suggestedFilename(), head, rows: rows.map((row) => row.split(',')) };
  };

  it('others beside it, relative: asked for by name, kept in the address, in the file with their closes', async () => {
    const { page } = tab;
    await open(tab, '#/chart/ZBA');
    await page.keyboard.press('c');
    await page.getByLabel('Tickers and indices, by commas').fill('zbb, VNINDEX');
    await page.getByRole('dialog').getByRole('button', { name: 'Compare' }).click();
    await page.waitForURL(/compare=ZBB%2CVNINDEX/);
    await settled(tab);
    expect(await page.getByLabel('Scale').inputValue()).toBe('percent');
    expect(await page.getByLabel('Scale').isDisabled()).toBe(true);
    await inspect(tab, 'chart-compared');
    const { name, head, rows } = await csv();
    expect(head).toBe('date,open,high,low,close,volume,ZBB close,VNINDEX close');
    expect(name).toMatch(/^ZBA-1d-\d{4}-\d{2}-\d{2}\.csv$/);
    const last = rows.at(-1) ?? [];
    for (const [at, ticker] of [
      [4, 'ZBA'],
      [6, 'ZBB'],
      [7, 'VNINDEX'],
    ] as const) {
      const { body } = await bench.service.get(`/quote?ticker=${ticker}&adjusted=true&date=${last[0]}`);
      expect([ticker, Number(last[at])]).toEqual([ticker, body.data[0].close]);
    }
    await page.reload();
    await settled(tab);
    await page.getByRole('button', { name: /^Compare 2/ }).waitFor();
  });

  it.each(['bars', 'line', 'area'])('drawn as %s, on a logarithmic scale, by the address', async (kind) => {
    const { page } = tab;
    await open(tab, '#/chart/ZBA');
    await page.getByLabel('Drawn as').selectOption(kind);
    await page.getByLabel('Scale').selectOption('log');
    await page.waitForURL(new RegExp(`kind=${kind}&scale=log`));
    await page.reload();
    await settled(tab);
    expect([
      await page.getByLabel('Drawn as').inputValue(),
      await page.getByLabel('Scale').inputValue(),
    ]).toEqual([kind, 'log']);
  });

  it('levels are kept in this browser, by ticker, and removed again', async () => {
    const { page } = tab;
    await open(tab, '#/chart/ZBA');
    await page.getByRole('button', { name: 'Levels' }).click();
    await page.getByLabel('Price', { exact: true }).fill('12345');
    await page.getByRole('button', { name: 'Add the level' }).click();
    await page.getByRole('listitem').filter({ hasText: '12,345' }).waitFor();
    await page.reload();
    await settled(tab);
    await page.keyboard.press('l');
    await page.getByRole('button', { name: 'Remove the level 12,345' }).click();
    await page.getByRole('listitem').filter({ hasText: '12,345' }).waitFor({ state: 'detached' });
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
  });

  it('a day is gone to, however far back, and read out', async () => {
    const { page } = tab;
    await open(tab, '#/chart/ZBA');
    const { body } = await bench.service.get('/quote?ticker=ZBA&order=asc&limit=30&adjusted=true');
    const { date } = body.data[20];
    await page.getByLabel('Go to a day').fill(date);
    await page
      .locator('.page-chart > [role=status]')
      .filter({ hasText: `${date}: open` })
      .waitFor({
        state: 'attached',
      });
  });

  it('a picture of the chart is a file', async () => {
    await open(tab, '#/chart/ZBA');
    const [file] = await Promise.all([
      tab.page.waitForEvent('download'),
      tab.page.getByRole('button', { name: 'Picture' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^ZBA-1d-.*\.png$/);
    const [first] = await (await file.createReadStream()).take(1).toArray();
    expect([...(first as Buffer).subarray(1, 4)]).toEqual([...Buffer.from('PNG')]);
  });
});
