import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  accessibilityFaults,
  type Bench,
  picture,
  SIZES,
  settled,
  signIn,
  startBench,
  type Theme,
} from './console.js';

const LOOKS = (Object.keys(SIZES) as (keyof typeof SIZES)[]).flatMap((size) =>
  (['light', 'dark'] as Theme[]).map((theme) => ({ size, theme })),
);

describe('console: every page, light and dark, wide and narrow', () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench();
  }, 300_000);
  afterAll(() => bench?.close());

  it.each(LOOKS)(
    '$size $theme: no serious fault for assistive technology, nothing too wide',
    async (look) => {
      const tab = await bench.tab(look);
      const { page, faults } = tab;
      const name = `${look.size}-${look.theme}`;
      await page.goto(`${bench.url}/console`);
      await page.getByLabel('Access token').waitFor();
      expect(await accessibilityFaults(tab)).toEqual([]);
      await picture(tab, `sign-in-${name}`);

      await signIn(tab, bench, { hash: '#/chart/ZBA?indicators=bollinger_bands(20,2),rsi(14)' });
      await settled(tab);
      const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
      for (const title of await links.allInnerTexts()) {
        await links.filter({ hasText: title }).click();
        await settled(tab);
        expect([title, await accessibilityFaults(tab)]).toEqual([title, []]);
        const { width, inner } = await page.evaluate(() => ({
          width: document.documentElement.scrollWidth,
          inner: innerWidth,
        }));
        expect([title, width <= inner]).toEqual([title, true]);
        await picture(tab, `${title.toLowerCase()}-${name}`);
      }
      expect(faults).toEqual([]);
      await tab.close();
    },
  );
});
