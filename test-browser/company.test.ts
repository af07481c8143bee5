import { describe, expect, it } from '@jest/globals';
import { accessibilityFaults, inspect, isFocusCovered, settled, signIn } from './console.js';
import { onDemo } from './fixture.js';

/** Parts of the page by the end of their addresses, and a heading of each. */
const PARTS = {
  '': 'Company',
  '/chart': 'Corporate actions',
  '/statements': 'Statements',
  '/ratios': 'Ratios',
  '/health': 'Altman Z-score',
  '/valuation': 'Valuation',
  '/peers': 'Peers',
  '/flows': 'Foreign investors',
  '/actions': 'Corporate actions',
  '/filings': 'Filings',
  '/news': 'News sentiment',
  '/book': 'Order book',
  '/signals': 'Analyst recommendations',
};

describe('console: everything about a company', () => {
  const on = onDemo();

  const open = async (hash: string) => {
    await signIn(on.tab, { hash });
    await settled(on.tab);
    await on.page.locator('.spinner').waitFor({ state: 'detached' });
  };

  it.each(Object.entries(PARTS))(
    '%s: its figures, nothing amiss in either theme, wide or narrow',
    async (part, heading) => {
      const { page } = on;
      await open(`#/company/ZDA${part}`);
      await page.getByRole('heading', { level: 2, name: heading }).first().waitFor();
      expect(await page.getByRole('heading', { level: 1 }).allInnerTexts()).toEqual(['ZDA']);
      await inspect(on.tab, `company${part.replace('/', '-')}`, { isCompared: true });
    },
  );

  it.each([
    ['ZDA', 'ratios', '/fundamental/ratios?ticker=ZDA&limit=100'],
    ['ZBA', 'ratios', '/fundamental/ratios?ticker=ZBA&limit=100'],
    ['ZDA', 'health', '/financial-health?ticker=ZDA'],
    ['ZBA', 'health', '/financial-health?ticker=ZBA'],
    ['ZDA', 'signals', '/trading/signal?ticker=ZDA'],
    ['ZDA', 'filings', '/fundamental/filings?ticker=ZDA'],
  ])('%s/%s: in Vietnamese nothing stays in the English of the API', async (ticker, part, path) => {
    const { body } = await on.service.get(path).expect(200);
    const english = [
      ...JSON.stringify(body).matchAll(
        /"(?:name|formula|explanation|reason|rule|threshold|report_type)":"(.*?)"/g,
      ),
    ].map(([, words = '']) => words.replaceAll('_', ' '));
    const sentences = [...new Set(english)].filter((words) => words.includes(' '));
    expect(sentences.length).toBeGreaterThan(0);
    await open(`#/company/${ticker}/${part}`);
    await on.page.getByRole('button', { name: 'tiếng Việt' }).click();
    await on.page.getByRole('button', { name: 'EN: change to English' }).waitFor();
    await settled(on.tab);
    const shown = await on.page.locator('main').innerText();
    expect(sentences.filter((words) => shown.includes(words))).toEqual([]);
    const explained = on.page.getByRole('main').locator('button.explained').first();
    if ((await explained.count()) === 0) return;
    await explained.click();
    const dialog = await on.page.getByRole('dialog').innerText();
    expect(sentences.filter((words) => dialog.includes(words))).toEqual([]);
  });

  it('the order book scrolls by keyboard where it does not fit, as at 400 % zoom', async () => {
    await open('#/company/ZDA/book');
    await on.page.setViewportSize({ width: 320, height: 400 });
    const frame = on.page.getByRole('region', { name: /^Bids/ });
    expect(await frame.evaluate((each) => each.scrollWidth > each.clientWidth)).toBe(true);
    await frame.focus();
    await on.page.keyboard.press('ArrowRight');
    await on.page.waitForFunction(() => (document.activeElement?.scrollLeft ?? 0) > 0);
    expect(await accessibilityFaults(on.tab)).toEqual([]);
  });

  it.each(['#/market?date=2025-06-03', '#/company/ZDA/statements'])(
    '%s: also the longer words of Vietnamese fit on the smallest screen',
    async (hash) => {
      await open(hash);
      await on.page.getByRole('button', { name: 'tiếng Việt' }).click();
      await on.page.getByRole('button', { name: 'EN: change to English' }).waitFor();
      await on.page.setViewportSize({ width: 320, height: 640 });
      expect(await on.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    },
  );

  it('a drawing made for a wider place does not widen the page before it is drawn again', async () => {
    await open('#/market?date=2025-06-03');
    await on.page.locator('.drawing svg').first().waitFor();
    const width = await on.page
      .locator('.drawing')
      .first()
      .evaluate((place) => {
        place.style.width = '200px';
        // In the same task: no observer has been called yet.
        return place.querySelector('svg')?.getBoundingClientRect().width;
      });
    expect(width).toBe(200);
  });

  it('a search on the market page leads here; the tabs are steps of the history', async () => {
    const { page } = on;
    await open('');
    await page.keyboard.press('/');
    await page.keyboard.type('ZDA');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'ZDA' }).waitFor();
    expect(page.url()).toContain('#/company/ZDA');
    const tabs = page.getByRole('navigation', { name: 'Sections of ZDA' });
    await tabs.getByRole('link', { name: 'Peers' }).click();
    await page.getByRole('region', { name: 'Peers', exact: true }).waitFor();
    await tabs.getByRole('link', { name: 'Chart' }).click();
    await page.getByRole('group', { name: /ZDA/ }).waitFor();
    await page.goBack();
    await page.getByRole('region', { name: 'Peers', exact: true }).waitFor();
    expect(await tabs.getByRole('link', { name: 'Peers' }).getAttribute('aria-current')).toBe('page');
  });

  it('medians are those of all peers: if one of them cannot be read, there are none and the page says so', async () => {
    const { page } = on;
    await open('#/company/ZDA/ratios');
    const medians = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('.ratio-group tbody tr td:last-child')].map((cell) => cell.textContent),
      );
    const known = await medians();
    expect(known.some((median) => median !== '–')).toBe(true);
    const isOfPeer = (address: URL) =>
      address.pathname === '/fundamental/ratios' && address.searchParams.get('ticker') !== 'ZDA';
    let peers = 0;
    await page.route(isOfPeer, (route) => {
      peers += 1;
      return peers === 1 ? route.fulfill({ status: 200, body: '{"data": [' }) : route.continue();
    });
    await page.reload();
    await settled(on.tab);
    await page.getByRole('alert').waitFor();
    expect(new Set(await medians())).toEqual(new Set(['–']));
    await page.unroute(isOfPeer);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await settled(on.tab);
    expect(await medians()).toEqual(known);
  });

  it('a figure explains itself: formula, inputs and day, as the API returns them', async () => {
    const { page } = on;
    const { body } = await on.service.get('/detail/ZDA');
    await open('#/company/ZDA');
    const figure = page
      .locator('.figure-grid div')
      .filter({ has: page.getByText('Capitalisation', { exact: true }) });
    await figure.getByRole('button').click();
    const dialog = page.getByRole('dialog', { name: 'Capitalisation' });
    const text = await dialog.innerText();
    expect(text).toContain('close × outstanding shares');
    expect(text).toContain(body.last_price.toLocaleString('en-US'));
    expect(text).toContain(body.outstanding_shares.toLocaleString('en-US'));
    expect(text).toContain(body.date);
    expect(text).toContain('GET /detail/ZDA');
    expect(await accessibilityFaults(on.tab)).toEqual([]);
  });

  it('statements by year: the figures as reported, and their growth against the year before', async () => {
    const { page } = on;
    const { body } = await on.service.get(
      '/fundamental/as/reported?ticker=ZDA&statement=income_statement&period=year&limit=5000',
    );
    const revenue = (year: number) =>
      body.data.find(
        (item: { item_code: string; fiscal_year: number }) =>
          item.item_code === '10' && item.fiscal_year === year,
      ).value;
    await open('#/company/ZDA/statements');
    const row = page.getByRole('row', { name: /^Net revenue/ });
    const years = (await page.getByRole('columnheader').allInnerTexts()).slice(1).map(Number);
    const [newest = 0] = years;
    await row.getByRole('button').first().click();
    const dialog = page.getByRole('dialog', { name: `Net revenue, ${newest}` });
    expect(await dialog.innerText()).toContain(revenue(newest).toLocaleString('en-US'));
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Growth' }).click();
    const growth = (revenue(newest) / revenue(newest - 1) - 1) * 100;
    const growthText = await row.getByRole('button').first().innerText();
    expect(Number(growthText.replace('−', '-').replace(' %', ''))).toBeCloseTo(growth, 1);
    await page.getByRole('button', { name: 'Quarters' }).click();
    await page
      .getByRole('columnheader', { name: /^Q\d 20/ })
      .first()
      .waitFor();
  });

  it('the names of the rows of a narrow screen do not cover the figure that the keys move to', async () => {
    const { page } = on;
    await open('#/company/ZDA/statements');
    await page.getByRole('button', { name: 'Quarters' }).click();
    await page.getByRole('columnheader', { name: /^Q/ }).first().waitFor();
    await page.setViewportSize({ width: 320, height: 640 });
    const figures = page.locator('tbody tr').first().getByRole('button');
    await figures.last().focus();
    const covered: string[] = [];
    for (let left = await figures.count(); left > 0; left--) {
      if (await isFocusCovered(page))
        covered.push(await page.evaluate(() => document.activeElement?.textContent ?? ''));
      await page.keyboard.press('Shift+Tab');
    }
    expect(covered).toEqual([]);
  });

  it('the company is listed among its peers, valued on the day of the last price', async () => {
    const { body: itself } = await on.service.get('/detail/ZDA').expect(200);
    const { body } = await on.service.get(`/detail/ZDA?date=${itself.date}`).expect(200);
    expect(body.pe).toBeGreaterThan(0);
    await open('#/company/ZDA/peers');
    const row = on.page.getByRole('row', { name: /^ZDA/ });
    await row.getByRole('cell', { name: body.pe.toFixed(2), exact: true }).waitFor();
  });

  it('ratios are shown with the median of the peers', async () => {
    const { page } = on;
    const related = await on.service.get('/related-stocks?ticker=ZDA&limit=8');
    const ownRatios = await on.service.get(
      '/fundamental/ratios?ticker=ZDA&period=year&group=profitability&limit=100',
    );
    const year = ownRatios.body.data[0].fiscal_year;
    const values: number[] = [];
    for (const { ticker } of related.body.data) {
      const { body } = await on.service.get(
        `/fundamental/ratios?ticker=${ticker}&period=year&fiscal_year=${year}&group=profitability`,
      );
      const roe = body.data.find(({ code }: { code: string }) => code === 'roe')?.value;
      if (typeof roe === 'number') values.push(roe);
    }
    values.sort((one, other) => one - other);
    const middle = ((values.at((values.length - 1) >> 1) ?? 0) + (values.at(values.length >> 1) ?? 0)) / 2;
    await open('#/company/ZDA/ratios');
    const row = page.getByRole('row', { name: /^Return on equity/ });
    await row
      .getByRole('button', { name: `${(middle * 100).toFixed(2)} %` })
      .first()
      .waitFor();
  });

  it('the median of the peers is an input of the newest period only, for which it was read', async () => {
    const { page } = on;
    await open('#/company/ZDA/ratios');
    const figures = page.getByRole('row', { name: /^Return on equity/ }).getByRole('button');
    const inputsOf = async (column: number) => {
      await figures.nth(column).click();
      const dialog = page.getByRole('dialog', { name: /^Return on equity, / });
      const terms = await dialog.locator('dt').allInnerTexts();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      return terms;
    };
    expect([await inputsOf(0), await inputsOf(1)]).toEqual([['Peers'], []]);
  });

  it('corporate actions whose factors cannot be read say so instead of showing none', async () => {
    const { page } = on;
    const isEffect = (address: URL) => address.pathname === '/adjustments';
    await open('#/company/ZDA');
    await page.route(isEffect, (route) => route.fulfill({ status: 200, body: '{"data": [' }));
    await page.goto(`${on.bench.url}/console#/company/ZDA/actions`);
    await settled(on.tab);
    expect(await page.getByRole('alert').count()).toBe(1);
    await page.unroute(isEffect);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await settled(on.tab);
    expect(await page.getByRole('button', { name: /^0\.\d{4}$/ }).count()).toBeGreaterThan(0);
  });

  it('a bank has no score designed for other companies, and the page says why', async () => {
    const { page } = on;
    await open('#/company/ZBA/health');
    await page.getByText('not for a bank').first().waitFor();
  });

  it('an unknown ticker says so and leads on; an index leads to its members and its chart', async () => {
    const { page } = on;
    await signIn(on.tab, { hash: '#/company/NOPE' });
    await page.getByText('No security NOPE').waitFor();
    await page.getByRole('link', { name: 'To the market' }).click();
    await page.getByRole('heading', { level: 1, name: 'Market' }).waitFor();
    await page.goto(`${on.bench.url}/console#/company/VN30`);
    await page.getByText('VN30 is an index').waitFor();
    await page.getByRole('link', { name: 'Members of VN30' }).click();
    await page.waitForURL(/#\/market\?scope=VN30/);
    // The browser itself reports the 404.
    expect(on.tab.faults.filter((fault) => !fault.includes('404'))).toEqual([]);
    on.tab.faults.length = 0;
  });
});
