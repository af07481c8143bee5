import { describe, expect, it } from '@jest/globals';
import { ADMIN_TOKEN } from '../test/app.js';
import { accessibilityFaults, settled, signIn } from './console.js';
import { onDemo } from './fixture.js';
import { holdBack } from './held.js';

describe('console: sign-in, navigation, search, theme', () => {
  const on = onDemo();

  it('an unknown token is refused with the reason, and nothing is stored', async () => {
    const { page } = on;
    await page.goto(`${on.bench.url}/console/`);
    await page.getByLabel('Access token').fill('mds_unknown');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('alert').innerText()).resolves.toContain(
      'The token is unknown, expired or revoked',
    );
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
    // The browser itself reports the 401.
    expect(on.tab.faults.filter((fault) => !fault.includes('401'))).toEqual([]);
    on.tab.faults.length = 0;
  });

  it('text that cannot be a token is not sent', async () => {
    const { page } = on;
    await page.goto(`${on.bench.url}/console`);
    await page.getByLabel('Access token').fill('Bearer mds_x');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert').innerText()).resolves.toContain('Not a token');
  });

  it('a token opens the console for this tab: it survives a reload, no other tab has it, signing out forgets it', async () => {
    const { page } = on;
    await page.goto(`${on.bench.url}/console`);
    await page.getByLabel('Access token').fill(ADMIN_TOKEN);
    await page.keyboard.press('Enter');
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
    // The next Tab leads into the page, not to where the button of the sign-in has been.
    await page.locator('main:focus').waitFor();
    await page.reload();
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
    expect(await page.evaluate(() => [localStorage.length, document.cookie])).toEqual([0, '']);

    const other = await page.context().newPage();
    await other.goto(`${on.bench.url}/console`);
    await other.getByLabel('Access token').waitFor();
    await other.close();

    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Access token').waitFor();
    expect(await page.evaluate(() => sessionStorage.getItem('mds.token'))).toBeNull();
  });

  it.each([768, 960, 1280])(
    'at a width of %d all pages are in sight in the bar, in both languages',
    async (width) => {
      const { page } = on;
      await signIn(on.tab);
      await settled(on.tab);
      await page.setViewportSize({ width, height: 900 });
      for (const name of ['Pages', 'Các trang']) {
        const nav = page.getByRole('navigation', { name });
        await nav.waitFor();
        expect(await nav.getByRole('link').count()).toBe(9);
        expect(await nav.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
        const hidden = await nav.getByRole('link').evaluateAll(
          (links) =>
            links.filter((link) => {
              const { left, top, width: wide, height } = link.getBoundingClientRect();
              return !link.contains(document.elementFromPoint(left + wide / 2, top + height / 2));
            }).length,
        );
        expect(hidden).toBe(0);
        if (name === 'Pages') await page.getByRole('button', { name: 'VI: chuyển sang tiếng Việt' }).click();
      }
    },
  );

  it.each([390, 320])('on a phone of %d four pages are at the foot, the others under More', async (width) => {
    const { page } = on;
    await page.setViewportSize({ width, height: 780 });
    await signIn(on.tab);
    await settled(on.tab);
    const foot = page.getByRole('navigation', { name: 'Pages' });
    expect(await foot.getByRole('link').allInnerTexts()).toEqual(['Market', 'Chart', 'Approvals', 'Import']);
    expect(await foot.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
    const more = foot.getByRole('button', { name: 'More' });
    expect(await more.getAttribute('aria-current')).toBeNull();
    const list = page.getByRole('dialog', { name: 'More' }).getByRole('link');
    await more.click();
    const others = await list.allInnerTexts();
    expect(others).toEqual(['Performance', 'Data', 'Activity', 'Reference', 'Tokens']);
    expect(await accessibilityFaults(on.tab)).toEqual([]);
    await page.keyboard.press('Escape');
    for (const name of others) {
      await more.click();
      await list.filter({ hasText: name }).click();
      await list.first().waitFor({ state: 'detached' });
      await settled(on.tab);
      expect(await page.title()).toContain(name);
      expect(await more.getAttribute('aria-current')).toBe('true');
    }
    // The page that is shown already is no dead end.
    await more.click();
    await list.filter({ hasText: 'Tokens' }).click();
    await list.first().waitFor({ state: 'detached' });
  });

  it.each([390, 1280, 1366, 1440, 1600, 1920])(
    'at a width of %d there is room to search, and nothing lies over the hint',
    async (width) => {
      const { page } = on;
      await signIn(on.tab);
      await settled(on.tab);
      await page.setViewportSize({ width, height: 900 });
      const input = page.getByRole('combobox', { name: 'Search for a security' });
      const { room, hint } = await input.evaluate((each: HTMLInputElement) => {
        const { fontSize, fontFamily, paddingLeft, paddingRight } = getComputedStyle(each);
        const { left, right } = each.getBoundingClientRect();
        const key = each.parentElement?.querySelector('.search-key')?.getBoundingClientRect();
        const end = key === undefined || key.width === 0 ? right - Number.parseFloat(paddingRight) : key.left;
        const drawing = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
        drawing.font = `${fontSize} ${fontFamily}`;
        return {
          room: end - left - Number.parseFloat(paddingLeft),
          hint: drawing.measureText(each.placeholder).width,
        };
      });
      expect(hint).toBeGreaterThan(0);
      expect(room).toBeGreaterThanOrEqual(hint);
    },
  );

  it('a token that ends during the session leads back to the sign-in, which says so', async () => {
    const { page } = on;
    const token = await on.service.token('reader');
    await signIn(on.tab, { token });
    await settled(on.tab);
    await on.service.sql(`UPDATE api_token SET revoked_at = now() WHERE principal = 'reader@example.com'`);
    // The service rechecks a known token after a few seconds.
    while ((await on.service.get('/search?q=VN', token)).status !== 401) await page.waitForTimeout(500);
    await page.getByRole('link', { name: 'Data', exact: true }).click();
    await page.getByText('The token has expired or was revoked').waitFor();
    // The browser itself reports the 401.
    expect(on.tab.faults.filter((fault) => !fault.includes('401'))).toEqual([]);
    on.tab.faults.length = 0;
  });

  it('every page opens from the navigation and by its keys', async () => {
    const { page } = on;
    await signIn(on.tab);
    const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
    const titles = await links.allInnerTexts();
    expect(titles).toEqual(expect.arrayContaining(['Chart', 'Approvals', 'Data']));
    for (const title of titles) {
      await links.filter({ hasText: title }).click();
      await settled(on.tab);
      expect(await page.title()).toMatch(title === 'Chart' ? /^VNINDEX [\d,.]+ .* – / : title);
      expect(await links.filter({ hasText: title }).getAttribute('aria-current')).toBe('page');
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    }
    await page.keyboard.press('g');
    await page.keyboard.press('d');
    await page.getByRole('heading', { level: 1, name: 'Data' }).waitFor();
    await page.goBack();
    await settled(on.tab);
    expect(await page.title()).toContain(titles.at(-1));
  });

  it('? shows the shortcuts; they can be turned off', async () => {
    const { page } = on;
    await signIn(on.tab);
    await settled(on.tab);
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await dialog.getByText('Go to Data').waitFor();
    await dialog.getByLabel('Shortcuts are on').uncheck();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('search by keyboard: / opens it, arrows choose, Enter shows the chart', async () => {
    const { page } = on;
    await signIn(on.tab, { hash: '#/chart' });
    await settled(on.tab);
    const response = await on.service.get('/search?q=ngan%20hang&limit=8');
    const tickers = response.body.data.map(({ ticker }: { ticker: string }) => ticker);
    expect(tickers.length).toBeGreaterThan(2);

    await page.keyboard.press('/');
    await page.keyboard.type('ngan hang');
    const options = page.getByRole('listbox', { name: 'Securities' }).getByRole('option');
    // Answers to the first letters may be shown meanwhile.
    await options.filter({ hasText: tickers.at(-1) }).waitFor();
    expect(await options.locator('strong').allInnerTexts()).toEqual(tickers);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(await options.nth(2).getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: tickers[2] }).waitFor();
    expect(page.url()).toContain(`#/chart/${tickers[2]}`);
  });

  it('Enter right after the last key takes the first result of what was typed', async () => {
    const { page } = on;
    await signIn(on.tab);
    await settled(on.tab);
    await page.keyboard.press('/');
    await page.keyboard.type('ZBA');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'ZBA' }).waitFor();
  });

  it('results that arrive after the box lost focus do not open the list; returning to it requests them again', async () => {
    const { page } = on;
    await signIn(on.tab);
    await settled(on.tab);
    const results = await holdBack(page, (request) => request.url().includes('/search?'));
    await page.keyboard.press('/');
    await page.keyboard.type('ZBA');
    await results.firstSent;
    await page.getByRole('heading', { level: 1 }).click();
    await results.release();
    const list = page.getByRole('listbox', { name: 'Securities' });
    expect(await list.isVisible()).toBe(false);
    await page.keyboard.press('/');
    await list.getByRole('option').first().waitFor();
    expect(await list.getByRole('option').locator('strong').first().innerText()).toBe('ZBA');
  });

  it('follows the theme of the system until another one is chosen, which is kept for the tab', async () => {
    const dark = await on.bench.tab({ theme: 'dark' });
    const { page } = dark;
    await signIn(dark);
    const theme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
    expect(await theme()).toBe('dark');
    await page.getByRole('button', { name: 'Change to the light theme' }).click();
    expect(await theme()).toBe('light');
    await page.reload();
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
    expect(await theme()).toBe('light');
    await dark.close();
  });

  it('in a contrast theme of the system one sees where one is, what is chosen, and what colours mean', async () => {
    const { page } = on;
    await page.emulateMedia({ forcedColors: 'active' });
    /** How many elements are marked, and how many others look the same. */
    const alike = (elements: string, mark: string) =>
      page.evaluate(
        ([every, marked]) => {
          const look = (element: Element) => {
            const { backgroundColor, borderBottomColor } = getComputedStyle(element);
            return `${backgroundColor} ${borderBottomColor}`;
          };
          const all = [...document.querySelectorAll(every)];
          const looks = all.filter((each) => each.matches(marked)).map(look);
          const others = all.filter((each) => !each.matches(marked));
          return [looks.length, others.filter((each) => looks.includes(look(each))).length];
        },
        [elements, mark] as const,
      );
    const goTo = async (address: string) => {
      await page.evaluate((hash) => {
        location.hash = hash;
      }, address);
      await settled(on.tab);
    };
    await signIn(on.tab, { hash: '#/company/ZDA/valuation' });
    await settled(on.tab);
    expect(await alike('.tabs a', '[aria-current=page]')).toEqual([1, 0]);
    expect(await alike('.segmented button', '[aria-pressed=true]')).toEqual([2, 0]);
    await goTo('#/data/quote?ticker=ZDA&year=2026');
    expect(await alike('.nav a', '[aria-current=page]')).toEqual([1, 0]);
    expect(await alike('.day-legend .day', '.day-missing')).toEqual([1, 0]);
    await goTo('#/market');
    const tiles = page.locator('.tile');
    const colors = await tiles.evaluateAll((all) =>
      all.map((tile) => getComputedStyle(tile).backgroundColor),
    );
    expect(new Set(colors).size).toBeGreaterThan(3);
  });

  it('says that the data are synthetic', async () => {
    await signIn(on.tab);
    expect(await on.page.getByText('Synthetic data').getAttribute('title')).toContain('SYNTHETIC DATA');
  });
});
