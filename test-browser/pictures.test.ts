import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Bench, open, SIZES, startBench } from './console.js';

/** Pictures of the documents: `npm run pictures` puts them where the documents show them. */
const FOLDER = process.env.PICTURES ?? 'artefacts/pictures';
/** Pages by the name of their picture, and the height that shows their main content. */
const PAGES: readonly (readonly [string, string, number])[] = [
  ['market', '#/market', 1440],
  ['company', '#/company/ZDA', 900],
  ['chart', '#/chart/ZBA?indicators=bollinger_bands(20,2),rsi(14)', 800],
  ['approvals', '#/approvals', 800],
];

describe('pictures of the documents', () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench();
    mkdirSync(FOLDER, { recursive: true });
  });
  afterAll(() => bench?.close());

  it.each(PAGES)('%s', async (name, hash, height) => {
    const tab = await bench.tab();
    await open(tab, hash);
    const screenshot = await tab.page.screenshot({
      path: join(FOLDER, `${name}.png`),
      fullPage: true,
      clip: { x: 0, y: 0, width: SIZES.wide.width, height },
    });
    // A figure without a value is a dash.
    expect(await tab.page.locator('.figures dd').filter({ hasText: /^–$/ }).count()).toBe(0);
    // An empty page of this size takes a few thousand bytes.
    expect(screenshot.length).toBeGreaterThan(40_000);
    expect(tab.faults).toEqual([]);
    await tab.close();
  });
});
