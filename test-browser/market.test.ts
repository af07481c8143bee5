import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../test/app.js';
import { LAST_DEMO_DAY } from '../test/demo.js';
import { accessibilityFaults, type Bench, benchOn, settled, signIn } from './console.js';
import { onDemo } from './fixture.js';
import { holdBack } from './held.js';

/** A leaf of GET /market/heatmap. */
interface Leaf {
  ticker: string;
  close: number;
  change_percent: number;
}

describe('console: the market of a day', () => {
  const on = onDemo();

  const open = async (hash: string, token?: string) => {
    await signIn(on.tab, { hash, ...(token !== undefined && { token }) });
    await settled(on.tab);
    await on.page.locator('.spinner').waitFor({ state: 'detached' });
  };

  it('a session begins here: indices, map, movers, waterfall, breadth, turnover, flows and news', async () => {
    const { page } = on;
    await open('');
    await page.getByRole('heading', { level: 1, name: 'Market' }).waitFor();
    const headings = await page.getByRole('heading', { level: 2 }).allInnerTexts();
    expect(headings).toEqual([
      'Map of the market',
      'Movers',
      'What moved VNINDEX',
      'Foreign investors',
      'Breadth',
      'Turnover',
      'News',
      'Economic calendar',
      'Market commentary',
    ]);
    const indices = await on.service.get('/index/profile');
    const codes = indices.body.data.map(({ code }: { code: string }) => code);
    const shownCodes = await page
      .getByRole('list', { name: 'Indices' })
      .locator('.index-name')
      .allInnerTexts();
    expect(shownCodes.sort()).toEqual(codes.sort());
  });

  it('the table of the map lists every security of the day with the figures of the API', async () => {
    const { page } = on;
    const heatmap = await on.service.get('/market/heatmap?level=1');
    const leaves: Leaf[] = heatmap.body.children.flatMap(({ children }: { children: Leaf[] }) => children);
    await open('#/market?view=table');
    const rows = await page
      .getByRole('region', { name: /^Map of the market/ })
      .locator('tbody tr')
      .all();
    expect(rows).toHaveLength(leaves.length);
    const texts = await Promise.all(rows.map((row) => row.locator('th, td').allInnerTexts()));
    for (const { ticker, close, change_percent: change } of leaves) {
      const row = texts.find(([name]) => name === ticker) ?? [];
      expect([ticker, row[3]]).toEqual([ticker, close.toLocaleString('en-US')]);
      expect([ticker, Number(row[4]?.replace('−', '-').replace(' %', ''))]).toEqual([
        ticker,
        Number(change.toFixed(2)),
      ]);
    }
  });

  it('the waterfall begins at the previous close, adds up to the move of the index and ends at its close', async () => {
    const { page } = on;
    const { body } = await on.service.get(
      `/trade/market/result?code=VN30&from_date=${LAST_DEMO_DAY}&to_date=${LAST_DEMO_DAY}&fields=extended`,
    );
    const [{ close, change }] = body.data;
    await open('#/market?scope=VN30');
    const waterfall = page.getByRole('table', { name: 'What moved VN30' });
    const points = (await waterfall.locator('tbody td:last-child').allInnerTexts()).map((text) =>
      Number(text.replace('−', '-').replaceAll(',', '')),
    );
    const parts = points.slice(1, -1);
    expect(points.at(0)).toBeCloseTo(close - change, 2);
    expect(points.at(-1)).toBeCloseTo(close, 2);
    // Each part is shown with two decimal places.
    expect(Math.abs(parts.reduce((sum, part) => sum + part, 0) - change)).toBeLessThan(
      0.005 * (parts.length + 1),
    );
  });

  it('any past day opens by its address; back and forward move between the days', async () => {
    const { page } = on;
    await open('#/market?date=2024-05-15');
    const day = page.getByLabel('Trading day', { exact: true });
    expect(await day.inputValue()).toBe('2024-05-15');
    await page.getByRole('button', { name: 'Previous trading day' }).click();
    await page.waitForURL(/date=2024-05-14/);
    await settled(on.tab);
    expect(await day.inputValue()).toBe('2024-05-14');
    await page.getByRole('button', { name: 'Next trading day' }).click();
    await page.waitForURL(/date=2024-05-15/);
    await page.goBack();
    await page.waitForURL(/date=2024-05-14/);
    await settled(on.tab);
    expect(await day.inputValue()).toBe('2024-05-14');
  });

  it('the next trading day, found late, moves no reader who has gone elsewhere meanwhile', async () => {
    const { page } = on;
    await open('#/market?date=2024-05-15');
    for (const [name, address] of [
      ['Latest day', /#\/market$/],
      ['Approvals', /#\/approvals$/],
    ] as const) {
      await page.goto(`${on.bench.url}/console#/market?date=2024-05-15`);
      await settled(on.tab);
      const next = await holdBack(page, (request) => /movement.*order=asc/.test(request.url()));
      await page.getByRole('button', { name: 'Next trading day' }).click();
      await next.firstSent;
      await page.locator('a, button').getByText(name, { exact: true }).first().click();
      await page.waitForURL(address);
      await next.release();
      await settled(on.tab);
      expect(page.url()).toMatch(address);
    }
  });

  it('a day that is typed is shown once Enter is pressed or the field is left, and none on the way to it', async () => {
    const { page } = on;
    await open('#/market');
    const days: (string | null)[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === '/market/movement') days.push(searchParams.get('to_date'));
    });
    // The same in every order of day and month; the year is typed last.
    const type = async (digits: string) => {
      const day = page.getByLabel('Trading day', { exact: true });
      await day.blur();
      await day.focus();
      await page.keyboard.type(digits);
    };
    await type('11112024');
    await page.keyboard.press('Enter');
    await page.waitForURL(/date=2024-11-11/);
    await settled(on.tab);
    await type('12122024');
    await page.getByRole('heading', { level: 1 }).click();
    await page.waitForURL(/date=2024-12-12/);
    await settled(on.tab);
    expect(days).toEqual(['2024-11-11', '2024-12-12']);
    await page.goBack();
    await page.waitForURL(/date=2024-11-11/);
    await settled(on.tab);
    // A day that the service does not take is refused by the field.
    await type('11111899');
    await page.keyboard.press('Enter');
    expect(new URL(page.url()).hash).toBe('#/market?date=2024-11-11');
  });

  it('a day on which the market was closed leads to the trading day before it', async () => {
    const { page } = on;
    await open('#/market?date=2024-05-19');
    await page.getByText('Nothing was traded on 2024-05-19').waitFor();
    await page.getByRole('button', { name: 'Show 2024-05-17' }).click();
    await page.getByRole('heading', { name: 'Movers' }).waitFor();
    expect(page.url()).toContain('date=2024-05-17');
  });

  it('a mover is shown with the corporate action of its day', async () => {
    const { page } = on;
    const { body } = await on.service.get('/trading/actions?limit=500');
    const actions: { ticker: string; ex_date: string }[] = body.data;
    const moverAction = await firstMoverWithAction(on.service, actions);
    await open(`#/market?date=${moverAction.ex_date}`);
    const mover = page
      .locator('.mover')
      .filter({ has: page.getByRole('link', { name: moverAction.ticker, exact: true }) });
    await mover.getByText('Action', { exact: true }).first().waitFor();
  });

  it('the map by keyboard: one stop of Tab, arrows move to a neighbour, Enter opens the security', async () => {
    const { page } = on;
    await open('');
    const map = page.getByRole('group', { name: /^Map of the market/ });
    expect(await map.locator('[tabindex="0"]').count()).toBe(1);
    await map.locator('[tabindex="0"]').focus();
    const first = await page.evaluate(() => document.activeElement?.textContent);
    await page.keyboard.press('ArrowRight');
    const second = await page.evaluate(() => document.activeElement?.textContent);
    expect(second).not.toBe(first);
    const [ticker = ''] = second?.split(' ') ?? [];
    await page.locator('.map-line').getByText(ticker, { exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: ticker }).waitFor();
  });

  it('a choice of size, colour and grouping is kept in the address and survives a reload', async () => {
    const { page } = on;
    await open('');
    await page.getByLabel('Size', { exact: true }).selectOption('value');
    await page.getByLabel('Colour', { exact: true }).selectOption('foreign');
    await page.getByLabel('By', { exact: true }).selectOption('exchange');
    await page.waitForURL(/exchange/);
    await page.reload();
    await settled(on.tab);
    expect(await page.getByLabel('Size', { exact: true }).inputValue()).toBe('value');
    expect(await page.getByLabel('Colour', { exact: true }).inputValue()).toBe('foreign');
    await page.locator('.map-heading').getByText('HOSE', { exact: true }).waitFor();
  });

  it('the security pointed at has the figures of the map as it is now', async () => {
    const { page } = on;
    await open('');
    const ticker = (await page.locator('.tile b').first().textContent()) ?? '';
    await page.locator('.tile').first().hover();
    const line = page.locator('.map-line');
    await line.getByText(ticker, { exact: true }).waitFor();
    const capitalisation = /Capitalisation (\S+)/.exec(await line.innerText())?.[1];
    await page.mouse.move(0, 0);
    await page.getByLabel('Size', { exact: true }).selectOption('value');
    await settled(on.tab);
    expect(capitalisation).toBeDefined();
    expect(await line.innerText()).toContain('Traded value');
    expect(await line.innerText()).not.toContain(`Traded value ${capitalisation}`);
  });

  it('figures of two days are not shown as one: those that wait for the rest are marked as busy', async () => {
    const { page } = on;
    await open('');
    const level = await holdBack(page, (request) => request.url().includes('/trade/market/result'));
    const actions = await holdBack(page, (request) => request.url().includes('/trading/actions'));
    const members = page.waitForEvent('requestfinished', (request) =>
      request.url().includes('/market/contributors'),
    );
    await page.getByRole('button', { name: 'Previous trading day' }).click();
    await Promise.all([level.firstSent, actions.firstSent, members]);
    const contributors = page.getByRole('region', { name: /^What moved/ });
    const movers = page.getByRole('region', { name: 'Movers', exact: true });
    expect(await contributors.locator('[aria-busy=true]').count()).toBe(1);
    expect(await movers.locator('[aria-busy=true]').count()).toBe(2);
    await Promise.all([level.release(), actions.release()]);
    await settled(on.tab);
    expect(await page.locator('[aria-busy=true]').count()).toBe(0);
  });

  it('a drawing explains itself on demand; going back closes the explanation', async () => {
    const { page } = on;
    await open('');
    await page.goto(`${on.bench.url}/console#/market?scope=VN30`);
    await settled(on.tab);
    await page.getByRole('button', { name: 'How it is computed: What moved VN30' }).click();
    const dialog = page.getByRole('dialog', { name: 'What moved VN30' });
    await dialog.getByText('points = previous level').waitFor();
    expect(await accessibilityFaults(on.tab)).toEqual([]);
    await page.goBack();
    await dialog.waitFor({ state: 'detached' });
  });

  it('the page switches to Vietnamese, which is kept for the tab', async () => {
    const { page } = on;
    await open('');
    await page.getByRole('button', { name: 'VI: chuyển sang tiếng Việt' }).click();
    await page.getByRole('heading', { level: 1, name: 'Thị trường' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Thị trường' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('vi');
    expect(await accessibilityFaults(on.tab)).toEqual([]);
  });
});

describe('console: a market without data', () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await benchOn(await startApp());
  });
  afterAll(() => bench?.close());

  it('leads a caller who may import to the import, and tells others whom to ask', async () => {
    const tab = await bench.tab();
    const { page } = tab;
    await signIn(tab);
    await page.getByText('There are no quotes yet').waitFor();
    await page.getByText('npm run demo').waitFor();
    await page.getByRole('link', { name: 'Import data' }).click();
    await page.getByRole('heading', { level: 1, name: 'Import' }).waitFor();
    await tab.close();

    const reader = await bench.tab();
    await signIn(reader, { token: await bench.service.token('reader') });
    await settled(reader);
    await reader.page.getByText('ask an operator or an administrator').waitFor();
    expect(await reader.page.getByRole('link', { name: 'Import data' }).count()).toBe(0);
    expect(reader.faults).toEqual([]);
    await reader.close();
  });
});

/** The first action whose security was among the movers of its day. */
async function firstMoverWithAction(
  service: TestApp,
  actions: readonly { ticker: string; ex_date: string }[],
): Promise<{ ticker: string; ex_date: string }> {
  for (const action of actions.filter(({ ex_date: date }) => date <= LAST_DEMO_DAY)) {
    for (const side of ['gainers', 'losers']) {
      const { body } = await service.get(`/market/${side}?date=${action.ex_date}&limit=8`);
      if (body.data.some(({ ticker }: { ticker: string }) => ticker === action.ticker)) return action;
    }
  }
  throw new Error('No security of the demo moved on the day of an action');
}
