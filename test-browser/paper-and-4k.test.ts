import { describe, expect, it } from '@jest/globals';
import { open, picture } from './console.js';
import { onDemo } from './fixture.js';

/** Pages by name: a map with lists, and wide tables of figures. */
const PAGES = { market: '#/market', statements: '#/company/ZDA/statements' };
/** Those that are printed; a table of a hundred rows needs more sheets. */
const PAPER = { ...PAGES, table: '#/market?view=table', queue: '#/approvals', chart: '#/company/ZDA/chart' };
const PRESSED = '.bar, .button, .icon-button, .tabs, .segmented button, select, input';
const SCREEN = { width: 3840, height: 2160 };
/** Sheets of A4 at 96 px an inch, within margins of 1 cm. */
const SHEET = { width: 718, height: 1047 };

describe('console: on a large screen and on paper', () => {
  const on = onDemo();
  /** Figures of the queue that do not show all of their digits. */
  const roundedOnPaper = async () => {
    const figures = on.page.locator('[data-exact]');
    expect(await figures.count()).toBeGreaterThan(0);
    return figures.evaluateAll((all: HTMLElement[]) =>
      all
        .filter(
          (each) =>
            each.innerText !== '' || getComputedStyle(each, '::after').content !== `"${each.dataset.exact}"`,
        )
        .map((each) => each.outerHTML),
    );
  };

  it.each(Object.entries(PAGES))(
    '%s fills a 4K screen, in letters large enough to read',
    async (name, hash) => {
      const { page } = on;
      await page.setViewportSize(SCREEN);
      await open(on.tab, hash);
      const { used, letters, overflow } = await page.evaluate(() => ({
        used: document.querySelector('.page')?.clientWidth ?? 0,
        letters: Number.parseFloat(getComputedStyle(document.body).fontSize),
        overflow: document.documentElement.scrollWidth - innerWidth,
      }));
      expect(used).toBeGreaterThan(SCREEN.width * 0.6);
      expect(letters).toBeGreaterThanOrEqual(17);
      expect(overflow).toBe(0);
      await picture(on.tab, `${name}-4k`);
    },
  );

  it.each(Object.entries(PAPER))(
    '%s prints in full on A4 sheets, black on white, without controls',
    async (name, hash) => {
      const { page } = on;
      await page.setViewportSize(SHEET);
      await open(on.tab, hash);
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      const { background, overflow, cut, pressed, chosen } = await page.evaluate(
        (controls) => ({
          background: getComputedStyle(document.body).backgroundColor,
          overflow: document.documentElement.scrollWidth - innerWidth,
          cut: [...document.querySelectorAll('.table-frame, .drawing, .card, .map-area')]
            .filter(
              (part) =>
                part.scrollWidth > part.clientWidth + 1 ||
                (part.matches('.table-frame') && part.scrollHeight > part.clientHeight + 1),
            )
            .map((part) => part.getAttribute('aria-label') ?? part.className),
          pressed: [...document.querySelectorAll<HTMLElement>(controls)]
            .filter((part) => part.offsetParent !== null)
            .map((part) => part.outerHTML.slice(0, 100)),
          chosen: [...document.querySelectorAll('[data-chosen]')].map((part) =>
            getComputedStyle(part, '::after').content.replaceAll('"', ''),
          ),
        }),
        PRESSED,
      );
      expect({ background, overflow, cut, pressed }).toEqual({
        background: 'rgb(255, 255, 255)',
        overflow: 0,
        cut: [],
        pressed: [],
      });
      // What was chosen stays legible, such as the day.
      expect(chosen.length).toBeGreaterThan(name === 'queue' ? 0 : 1);
      expect(chosen).not.toContain('');
      if (name === 'queue') expect(await roundedOnPaper()).toEqual([]);
      await picture(on.tab, `${name}-paper`);
      const sheets = String(await page.pdf({ format: 'A4' })).match(/\/Type \/Page\b/g) ?? [];
      expect(sheets.length).toBeGreaterThan(0);
      expect(sheets.length).toBeLessThanOrEqual(name === 'table' ? 8 : 6);
    },
  );
});
