import { describe, expect, it } from '@jest/globals';
import { accessibilityFaults, settled, signIn, type Tab, troubleOf } from './console.js';
import { onDemo } from './fixture.js';
import { holdBack } from './held.js';

/** Cells of the table of bars: dates, then numbers with the API's precision. */
type Row = (string | number)[];

describe('console: chart', () => {
  const on = onDemo();

  /** Opens the chart of an address below #/chart. */
  async function open(address: string): Promise<void> {
    await signIn(on.tab, { hash: `#/chart/${address}` });
    await settled(on.tab);
  }

  /** Follows a link to another chart. */
  async function goTo(address: string): Promise<void> {
    await on.page.evaluate((hash) => {
      location.hash = hash;
    }, `#/chart/${address}`);
  }

  /** Resolves when the values of this many days are requested: their bars have arrived by then. */
  async function valuesOf(days: number): Promise<void> {
    await on.page.waitForRequest((request) => {
      const { pathname, searchParams } = new URL(request.url());
      return pathname === '/trade/technical-analysis' && searchParams.get('limit') === String(days);
    });
  }

  /** The chart's content, newest first, from the table behind its button. */
  async function shownRows(): Promise<Row[]> {
    const { page } = on;
    await page.getByRole('button', { name: 'Table' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('tbody tr').first().waitFor();
    const rows = await dialog.locator('tbody tr').evaluateAll((all) =>
      all.map((row) =>
        [...row.children].map((cell) => {
          const exact = cell.querySelector('data');
          return exact === null ? String(cell.textContent) : Number(exact.value);
        }),
      ),
    );
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    return rows;
  }

  /** The bars of the API as rows of that table. */
  async function storedRows(query: string, limit: number): Promise<Row[]> {
    const { body } = await on.service.get(`/quote?${query}&limit=${limit}`);
    return body.data.map((bar: Record<string, string | number>) => [
      bar.date,
      bar.open,
      bar.high,
      bar.low,
      bar.close,
      bar.volume,
    ]);
  }

  it('shows the adjusted bars of the API, and paints them', async () => {
    await open('ZBA');
    const rows = await shownRows();
    expect(rows.length).toBeGreaterThan(250);
    expect(rows).toEqual(await storedRows('ticker=ZBA&adjusted=true', rows.length));
    expect(await paintedPixels(on.tab, '--up')).toBeGreaterThan(200);
    expect(await paintedPixels(on.tab, '--down')).toBeGreaterThan(200);
  });

  it('a contrast theme of the system leaves the drawing its colours', async () => {
    await on.page.emulateMedia({ forcedColors: 'active' });
    await open('ZBA');
    expect(await paintedPixels(on.tab, '--up')).toBeGreaterThan(200);
    expect(await paintedPixels(on.tab, '--down')).toBeGreaterThan(200);
  });

  it('adjusted off: the bars as they were traded, and the address says so', async () => {
    await open('ZBA');
    const before = await shownRows();
    await on.page.getByRole('button', { name: 'Adjusted' }).click();
    await settled(on.tab);
    const rows = await shownRows();
    expect(rows).toEqual(await storedRows('ticker=ZBA', rows.length));
    expect(rows).not.toEqual(before);
    expect(on.page.url()).toContain('adjusted=false');
  });

  it.each([
    ['1W', '1w'],
    ['1M', '1m'],
  ])('%s: bars of the interval', async (label, interval) => {
    await open('ZBA');
    await on.page.getByRole('group', { name: 'Interval' }).getByRole('button', { name: label }).click();
    await settled(on.tab);
    const rows = await shownRows();
    expect(rows).toEqual(await storedRows(`ticker=ZBA&adjusted=true&interval=${interval}`, rows.length));
  });

  it('All loads everything; an index has nothing to adjust for', async () => {
    const { page } = on;
    await open('VNINDEX');
    await page.getByRole('group', { name: 'Range' }).getByRole('button', { name: 'All' }).click();
    await settled(on.tab);
    const everything = await storedRows('ticker=VNINDEX', 10_000);
    await page.getByRole('button', { name: 'Table' }).click();
    await page.getByText(`The newest 500 of ${everything.length} loaded bars`).waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('button', { name: 'Adjusted' }).isDisabled()).toBe(true);
  });

  it('older bars are loaded on going back to where the loaded ones begin', async () => {
    const { page } = on;
    await open('ZBA?indicators=sma(20)');
    const before = (await shownRows()).length;
    await page.locator('.chart-canvas').focus();
    const older = page.waitForResponse((response) => response.url().includes('/quote?'));
    const values = page.waitForResponse((response) => response.url().includes('/trade/technical-analysis?'));
    await page.keyboard.press('Home');
    await older;
    await values;
    await settled(on.tab);
    const rows = await shownRows();
    expect(rows.length).toBeGreaterThan(before);
    const [oldest] = (await storedRows('ticker=ZBA&adjusted=true', rows.length)).slice(-1);
    expect(rows.at(-1)?.slice(0, 6)).toEqual(oldest);
  });

  it('two requests for older bars at the same time add each bar once', async () => {
    const { page } = on;
    const everything = await storedRows('ticker=ZBA&adjusted=true', 10_000);
    await open('ZBA?indicators=sma(20)');
    const older = await holdBack(page, (request) => request.url().includes('/quote?'));
    const values = valuesOf(everything.length);
    await page.locator('.chart-canvas').focus();
    await page.keyboard.press('Home');
    await older.firstSent;
    await page.getByRole('group', { name: 'Range' }).getByRole('button', { name: 'All' }).click();
    await older.release();
    await values;
    await settled(on.tab);
    await page.getByRole('button', { name: 'Table' }).click();
    await page.getByText(`The newest 500 of ${everything.length} loaded bars`).waitFor();
  });

  it('a link that changes indicators and range changes both', async () => {
    const { page } = on;
    const everything = await storedRows('ticker=ZBA&adjusted=true', 10_000);
    await open('ZBA');
    const values = valuesOf(everything.length);
    await goTo('ZBA?indicators=sma(20)&range=All');
    await values;
    await page.getByRole('button', { name: 'Table' }).click();
    await page.getByText(`The newest 500 of ${everything.length} loaded bars`).waitFor();
    expect(await page.getByRole('dialog').locator('thead th').count()).toBe(7);
  });

  it('an indicator added while others are loading is loaded, too', async () => {
    const { page } = on;
    await open('ZBA?indicators=sma(20)');
    const values = await holdBack(page, (request) => request.url().includes('/trade/technical-analysis?'));
    await page.getByRole('button', { name: 'Adjusted' }).click();
    await values.firstSent;
    await page.keyboard.press('i');
    const dialog = page.getByRole('dialog', { name: 'Indicators' });
    await dialog.getByLabel('Filter the indicators').fill('rsi');
    await dialog.locator('[data-code=rsi]').click();
    await page.keyboard.press('Escape');
    await values.release();
    await settled(on.tab);
    const [newest] = await shownRows();
    expect(newest?.slice(6)).toEqual([expect.any(Number), expect.any(Number)]);
    expect(page.url()).toContain('adjusted=false');
  });

  it('indicators from the catalogue: added, set, drawn and removed; values are those of the API', async () => {
    const { page } = on;
    await open('ZBA');
    await page.keyboard.press('i');
    const dialog = page.getByRole('dialog', { name: 'Indicators' });
    const { body: catalogue } = await on.service.get('/trade/technical-analysis/indicators?limit=1000');
    expect(await dialog.locator('[data-code]').count()).toBe(catalogue.data.length);
    await dialog.getByLabel('Filter the indicators').fill('bollinger');
    await dialog.getByRole('button', { name: 'BollingerBand' }).click();
    await dialog.getByLabel('Filter the indicators').fill('rsi');
    await dialog.locator('[data-code=rsi]').click();
    await dialog.getByRole('group', { name: 'RSI 14' }).getByLabel('Period').fill('9');
    await page.keyboard.press('Tab');
    await dialog.getByRole('group', { name: 'RSI 9' }).waitFor();
    expect(await accessibilityFaults(on.tab)).toEqual([]);
    await page.keyboard.press('Escape');
    await settled(on.tab);

    const rows = await shownRows();
    const { body } = await on.service.get(
      `/trade/technical-analysis?ticker=ZBA&indicator=bollinger_bands(20,2),rsi(9)&limit=${rows.length}`,
    );
    expect(rows.map((row) => [row[0], ...row.slice(6)])).toEqual(
      body.data.map(({ date, values }: { date: string; values: Record<string, Record<string, number>> }) => {
        const bands = values['bollinger_bands(20,2)'];
        return [
          date,
          bands?.upper ?? '–',
          bands?.middle ?? '–',
          bands?.lower ?? '–',
          values['rsi(9)']?.rsi ?? '–',
        ];
      }),
    );
    await page.getByText('RSI 9', { exact: true }).waitFor();
    expect(await paintedPixels(on.tab, '--series-1')).toBeGreaterThan(200);

    await page.getByRole('button', { name: 'Remove BollingerBand 20, 2' }).click();
    await settled(on.tab);
    expect((await shownRows())[0]).toHaveLength(7);
    await page.reload();
    await settled(on.tab);
    expect((await shownRows())[0]).toHaveLength(7);
  });

  it('the head shows the day with the limits in the colours of the board', async () => {
    const { page } = on;
    await open('ZBA');
    const { body } = await on.service.get('/detail/ZBA');
    expect(await page.locator('.price-last data').getAttribute('value')).toBe(String(body.last_price));
    const figures = page.locator('.price-figures');
    const shownAs = (value: number) => new Intl.NumberFormat('en-US').format(value);
    expect(await figures.locator('.ceiling').first().innerText()).toBe(shownAs(body.ceiling));
    expect(await figures.locator('.floor').first().innerText()).toBe(shownAs(body.floor));
    expect(await figures.locator('.reference').first().innerText()).toBe(shownAs(body.reference));
  });

  it('corporate actions: the table has all those of the API, and each is named at its bar', async () => {
    const { page } = on;
    await open('ZBA');
    const { body } = await on.service.get('/trading/actions?ticker=ZBA&limit=1000');
    const dates = await page
      .getByRole('region', { name: 'Corporate actions of ZBA' })
      .locator('tbody th')
      .allInnerTexts();
    expect(dates).toEqual(body.data.map(({ ex_date }: { ex_date: string }) => ex_date));

    const bars = await shownRows();
    const last = String(bars[0]?.[0]);
    const dividend = body.data.find(
      ({ type, ex_date }: { type: string; ex_date: string }) => type === 'cash_dividend' && ex_date <= last,
    );
    const steps = bars.findIndex(([date]) => date === dividend.ex_date) + 1;
    await page.locator('.chart-canvas').focus();
    for (let step = 0; step < Math.floor(steps / 10); step += 1) await page.keyboard.press('Shift+ArrowLeft');
    for (let step = 0; step < steps % 10; step += 1) await page.keyboard.press('ArrowLeft');
    const actionText = `${dividend.ex_date} Cash dividend: ${dividend.cash_dividend} VND per share`;
    await page.locator('.legend-bar').getByText(actionText).waitFor();
    expect(await page.locator('.page-chart > [role=status]').innerText()).toContain(
      `${dividend.ex_date}: open`,
    );
  });

  it('an unknown ticker says so', async () => {
    await open('NOSUCH');
    await on.page.getByText('No security NOSUCH').waitFor();
    await on.page.getByText('No quotes of NOSUCH are stored').waitFor();
    // The browser itself reports the 404.
    expect(on.tab.faults.every((fault) => fault.includes('404'))).toBe(true);
    on.tab.faults.length = 0;
  });

  it('the title of the tab does not keep the price of the ticker before', async () => {
    const { page } = on;
    await open('ZDA');
    await page.waitForFunction(() => document.title.startsWith('ZDA '));
    await page.evaluate(() => {
      location.hash = '#/chart/ZBA';
    });
    await page.waitForFunction(() => document.title.startsWith('ZBA '));
    const next = await holdBack(page, (request) => request.url().includes('/detail/'));
    await page.evaluate(() => {
      location.hash = '#/chart/ZBB';
    });
    await next.firstSent;
    expect(await page.title()).not.toContain('ZBA');
    await next.release();
    await page.waitForFunction(() => document.title.startsWith('ZBB '));
  });

  it('the page shows the attribution of the chart library', async () => {
    await open('ZBA');
    expect(await on.page.getByRole('link', { name: 'www.tradingview.com' }).getAttribute('href')).toBe(
      'https://www.tradingview.com/',
    );
  });

  it('after an interruption the chart has the indicators of its address as soon as it is read again', async () => {
    const { page } = on;
    await page.route(/\/(quote\?|trade\/technical-analysis\/indicators)/, (route) => route.abort());
    await open('ZBA?indicators=rsi(14)');
    await page.locator('.chart-area').getByRole('button', { name: 'Try again' }).waitFor();
    await page.unrouteAll();
    await page.locator('.chart-area').getByRole('button', { name: 'Try again' }).click();
    await page.locator('.chart-area').getByText('RSI').first().waitFor();
    // The browser itself reports the aborted requests.
    expect(troubleOf(on.tab)).toEqual([]);
    on.tab.faults.length = 0;
  });
});

/** Pixels of the drawing in exactly the colour of a token. */
function paintedPixels({ page }: Tab, token: string): Promise<number> {
  return page.evaluate((property) => {
    const probe = document.createElement('span');
    probe.style.color = `var(${property})`;
    probe.style.forcedColorAdjust = 'none';
    document.body.append(probe);
    const [red, green, blue] = (getComputedStyle(probe).color.match(/\d+/g) ?? []).map(Number);
    probe.remove();
    let count = 0;
    for (const canvas of document.querySelectorAll<HTMLCanvasElement>('.chart-canvas canvas')) {
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {
        data: new Uint8ClampedArray(),
      };
      for (let at = 0; at < data.length; at += 4) {
        if (data[at] === red && data[at + 1] === green && data[at + 2] === blue) count += 1;
      }
    }
    return count;
  }, token);
}
