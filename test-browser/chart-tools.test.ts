import { text } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { inspect, open, settled } from './console.js';
import { onDemo } from './fixture.js';

describe('console: chart tools', () => {
  const on = onDemo();

  const csv = async () => {
    const [file] = await Promise.all([
      on.page.waitForEvent('download'),
      on.page.getByRole('button', { name: 'CSV' }).click(),
    ]);
    const [head = '', ...rows] = (await text(await file.createReadStream())).split('\r\n');
    return { name: file.suggestedFilename(), head, rows: rows.map((row) => row.split(',')) };
  };

  it('compared securities are chosen by name, kept in the address and exported with their closes', async () => {
    const { page } = on;
    await open(on.tab, '#/chart/ZBA');
    await page.keyboard.press('c');
    await page.getByLabel('Tickers and indices, separated by commas').fill('zbb, VNINDEX');
    await page.getByRole('dialog').getByRole('button', { name: 'Compare' }).click();
    await page.waitForURL(/compare=ZBB%2CVNINDEX/);
    await settled(on.tab);
    expect(await page.getByLabel('Scale').inputValue()).toBe('percent');
    expect(await page.getByLabel('Scale').isDisabled()).toBe(true);
    await inspect(on.tab, 'chart-compared');
    const { name, head, rows } = await csv();
    expect(head).toBe('date,open,high,low,close,volume,ZBB close,VNINDEX close');
    expect(name).toMatch(/^ZBA-1d-\d{4}-\d{2}-\d{2}\.csv$/);
    const last = rows.at(-1) ?? [];
    for (const [at, ticker] of [
      [4, 'ZBA'],
      [6, 'ZBB'],
      [7, 'VNINDEX'],
    ] as const) {
      const { body } = await on.service.get(`/quote?ticker=${ticker}&adjusted=true&date=${last[0]}`);
      expect([ticker, Number(last[at])]).toEqual([ticker, body.data[0].close]);
    }
    await page.reload();
    await settled(on.tab);
    await page.getByRole('button', { name: /^Compare 2/ }).waitFor();
  });

  it.each(['bars', 'line', 'area'])(
    'drawn as %s on a logarithmic scale, both kept in the address',
    async (kind) => {
      const { page } = on;
      await open(on.tab, '#/chart/ZBA');
      await page.getByLabel('Chart type').selectOption(kind);
      await page.getByLabel('Scale').selectOption('log');
      await page.waitForURL(new RegExp(`kind=${kind}&scale=log`));
      await page.reload();
      await settled(on.tab);
      expect([
        await page.getByLabel('Chart type').inputValue(),
        await page.getByLabel('Scale').inputValue(),
      ]).toEqual([kind, 'log']);
    },
  );

  it('the scale is that of the price: an indicator below it is drawn the same on any', async () => {
    const { page } = on;
    await open(on.tab, '#/chart/ZBA');
    const goTo = (query: string) =>
      page.evaluate((hash) => {
        location.hash = hash;
      }, `#/chart/ZBA?${query}`);
    const remove = page.getByRole('button', { name: /^Remove RSI/ });
    /** The pane of an indicator added on a scale, with its axis; a line separates it from the price. */
    const paneOn = async (scale: string) => {
      await goTo(`scale=${scale}`);
      await remove.waitFor({ state: 'detached' });
      await goTo(`scale=${scale}&indicators=rsi(14)`);
      await remove.waitFor();
      await settled(on.tab);
      return (await page.locator('.chart-canvas tr').nth(2).screenshot()).toString('base64');
    };
    expect((await paneOn('log')) === (await paneOn('linear'))).toBe(true);
  });

  it('Back, and the address of a chart drawn by default, lead to that chart and not to the settings of another', async () => {
    const { page } = on;
    await open(on.tab, '#/chart/ZBA');
    const address = await page.evaluate(() => location.hash);
    const interval = (name: string, isPressed: boolean) =>
      page.getByRole('button', { name, exact: true, pressed: isPressed }).waitFor();
    for (const leave of [
      () => page.goBack(),
      () =>
        page.evaluate((hash) => {
          location.hash = hash;
        }, address),
    ]) {
      // As from the search: an address with only a ticker keeps the rest.
      await page.evaluate(() => {
        location.hash = '#/chart/ZBB';
      });
      await page.getByRole('heading', { name: 'ZBB' }).waitFor();
      await page.getByRole('button', { name: '1W', exact: true }).click();
      await page.waitForURL(/ZBB\?interval=1w$/);
      await leave();
      await page.getByRole('heading', { name: 'ZBA' }).waitFor();
      await interval('1D', true);
      await interval('1W', false);
    }
  });

  it('who removes an indicator by keyboard goes on in the chart, not at the beginning of the page', async () => {
    const { page } = on;
    await open(on.tab, '#/chart/ZBA?indicators=rsi(14),sma(20)');
    const remove = page.getByRole('button', { name: /^Remove RSI/ });
    await remove.press('Enter');
    await remove.waitFor({ state: 'detached' });
    await page.locator('.chart-canvas:focus').waitFor();
  });

  it('a security that cannot be compared is reported once, not with every interval', async () => {
    const { page } = on;
    await open(on.tab, '#/chart/ZBA?compare=NOTHERE');
    const message = page.getByText('Not compared: NOTHERE');
    await message.first().waitFor();
    for (const name of ['1W', '1D']) {
      await page.getByRole('button', { name, exact: true }).click();
      await settled(on.tab);
    }
    expect(await message.count()).toBe(1);
  });

  it('levels are stored in this browser by ticker, and can be removed', async () => {
    const { page } = on;
    await open(on.tab, '#/chart/ZBA');
    await page.getByRole('button', { name: 'Levels' }).click();
    await page.getByLabel('Price', { exact: true }).fill('12345');
    await page.getByRole('button', { name: 'Add level' }).click();
    await page.getByRole('listitem').filter({ hasText: '12,345' }).waitFor();
    await page.reload();
    await settled(on.tab);
    await page.keyboard.press('l');
    await page.getByRole('button', { name: 'Remove the level 12,345' }).click();
    await page.getByRole('listitem').filter({ hasText: '12,345' }).waitFor({ state: 'detached' });
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
  });

  it('what is drawn in another tab while the list is open stays', async () => {
    const { page } = on;
    await open(on.tab, '#/chart/ZBA');
    await page.getByRole('button', { name: 'Levels' }).click();
    const other = await on.bench.tab();
    await open(other, '#/chart/ZBA');
    await other.page.evaluate(() => localStorage.setItem('mds.levels.ZBA', '[11111]'));
    await other.close();
    await page.getByRole('listitem').filter({ hasText: '11,111' }).waitFor();
    await page.getByLabel('Price', { exact: true }).fill('12345');
    await page.getByRole('button', { name: 'Add level' }).click();
    await page.getByRole('listitem').filter({ hasText: '12,345' }).waitFor();
    const storedLevels = await page.evaluate(() => {
      const stored = localStorage.getItem('mds.levels.ZBA');
      localStorage.clear();
      return stored;
    });
    expect(storedLevels).toBe('[11111,12345]');
  });

  it('one more level than there is room for is refused, and none of the others goes', async () => {
    const { page } = on;
    await open(on.tab, '#/chart/ZBA');
    const levels = JSON.stringify(Array.from({ length: 20 }, (_none, at) => 20_000 + at * 100));
    await page.evaluate((stored) => localStorage.setItem('mds.levels.ZBA', stored), levels);
    await page.getByRole('button', { name: 'Levels' }).click();
    await page.getByLabel('Price', { exact: true }).fill('10000');
    await page.getByRole('button', { name: 'Add level' }).click();
    const storedLevels = await page.evaluate(() => {
      const stored = localStorage.getItem('mds.levels.ZBA');
      localStorage.clear();
      return stored;
    });
    expect(storedLevels).toBe(levels);
    await page.getByText('No more than 20 of a kind').waitFor();
  });

  it('a line is drawn by two clicks or by its figures, stored by ticker, and can be removed', async () => {
    const { page } = on;
    await open(on.tab, '#/chart/ZBA');
    await page.keyboard.press('l');
    await page.getByRole('button', { name: 'Draw line on chart' }).click();
    await page.getByText('Click or tap the chart where the line starts').waitFor();
    const canvas = page.locator('.chart-canvas');
    const { width = 0, height = 0 } = (await canvas.boundingBox()) ?? {};
    await canvas.click({ position: { x: width * 0.3, y: height * 0.5 } });
    await canvas.click({ position: { x: width * 0.6, y: height * 0.4 } });
    await page.getByText('Click or tap the chart where the line starts').waitFor({ state: 'detached' });
    const storedLines = () => page.evaluate(() => JSON.parse(localStorage.getItem('mds.lines.ZBA') ?? '[]'));
    const [line] = await storedLines();
    expect(line.from.date < line.to.date).toBe(true);
    expect(line.to.price).toBeGreaterThan(line.from.price);

    await page.keyboard.press('l');
    await page.getByLabel('First day').fill('2025-06-30');
    await page.getByLabel('First price').fill('27000');
    await page.getByLabel('Second day').fill('2025-01-02');
    await page.getByLabel('Second price').fill('30000');
    await page.getByRole('button', { name: 'Add line' }).click();
    await page.getByRole('listitem').filter({ hasText: '2025-01-02 30,000 → 2025-06-30 27,000' }).waitFor();
    await inspect(on.tab, 'chart-lines');
    const removals = page.getByRole('button', { name: /^Remove the line/ });
    expect(await removals.count()).toBe(2);
    await removals.first().click();
    await removals.nth(1).waitFor({ state: 'detached' });
    await removals.first().click();
    await removals.first().waitFor({ state: 'detached' });
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
  });

  it('a line begun on one chart does not end on that of another ticker', async () => {
    const { page } = on;
    await open(on.tab, '#/chart/ZBA');
    await page.keyboard.press('l');
    await page.getByRole('button', { name: 'Draw line on chart' }).click();
    const hint = page.getByText('Click or tap the chart where the line starts');
    await hint.waitFor();
    const canvas = page.locator('.chart-canvas');
    const { width = 0, height = 0 } = (await canvas.boundingBox()) ?? {};
    await canvas.click({ position: { x: width * 0.3, y: height * 0.5 } });
    await page.evaluate(() => {
      location.hash = '#/chart/ZBB';
    });
    await hint.waitFor({ state: 'detached' });
    await settled(on.tab);
    for (const x of [0.4, 0.6]) await canvas.click({ position: { x: width * x, y: height * 0.5 } });
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
  });

  it('the chart goes to a day, however far back, points at it and reads it out', async () => {
    const { page } = on;
    await open(on.tab, '#/chart/ZBA');
    const { body } = await on.service.get('/quote?ticker=ZBA&order=asc&limit=1000&adjusted=true');
    const dates: string[] = body.data.map(({ date }: { date: string }) => date);
    const isAt = async (date = '') => {
      await page
        .locator('.page-chart > [role=status]')
        .filter({ hasText: `${date}: open` })
        .waitFor({ state: 'attached' });
      await settled(on.tab);
      expect(await page.locator('.legend-bar').innerText()).toContain(date);
    };
    for (const at of [20, dates.length - 200]) {
      await page.getByLabel('Go to day').fill(dates[at] ?? '');
      await isAt(dates[at]);
    }
    // The keys go on from there, also beyond the edges of what is visible.
    await page.locator('.chart-canvas').focus();
    await page.keyboard.press('ArrowLeft');
    await isAt(dates.at(-201));
    await page.keyboard.press('Home');
    await isAt(dates[0]);
    await page.keyboard.press('End');
    await isAt(dates.at(-1));
    await page.keyboard.press('ArrowLeft');
    await isAt(dates.at(-2));
  });

  it('a picture of the chart is downloaded as a file', async () => {
    await open(on.tab, '#/chart/ZBA');
    const [file] = await Promise.all([
      on.page.waitForEvent('download'),
      on.page.getByRole('button', { name: 'Picture' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^ZBA-1d-.*\.png$/);
    const [first] = await (await file.createReadStream()).take(1).toArray();
    expect([...(first as Buffer).subarray(1, 4)]).toEqual([...Buffer.from('PNG')]);
  });
});
