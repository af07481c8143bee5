import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Request } from 'playwright-core';
import { ADMIN_TOKEN, startApp } from '../test/app.js';
import { shareOfProcessor } from '../test/processor.js';
import { type Bench, benchOn, settled, startBench, type Tab } from './console.js';
import { millionPending } from './million-pending.js';
import { wholeMarket } from './whole-market.js';

/** Bytes on the wire until the first page is there, and ms until a page is usable. */
const FIRST_PAGE = 250_000;
const INTERACTIVE = 1_500;
const WHOLE_MARKET = 1_000;
const QUEUE = 1_000;
/** Most rounds of a measurement; the best one counts. */
const ROUNDS = 12;
/** Pages by their addresses. */
const PAGES = [
  'market',
  'company/ZDA',
  'chart',
  'approvals',
  'import',
  'performance?assets=ZDA:60,ZBA:40',
  'data',
  'activity',
  'reference',
  'tokens',
];

describe('console: budgets', () => {
  let bench: Bench;
  const benches: Bench[] = [];
  beforeAll(async () => {
    bench = await startBench({});
    benches.push(bench);
  });
  afterAll(async () => {
    for (const each of benches) await each.close();
  });

  it('the first page is at most 250 kB on the wire, its data included', async () => {
    const tab = await bench.tab({ fresh: true });
    const finished: Request[] = [];
    tab.page.on('requestfinished', (request) => finished.push(request));
    await load(tab, 'market');
    const sizes = await Promise.all(finished.map((request) => request.sizes()));
    const bytes = sizes.reduce((sum, size) => sum + size.responseBodySize + size.responseHeadersSize, 0);
    console.log(`first page: ${bytes} bytes in ${finished.length} answers`);
    expect(bytes).toBeGreaterThan(20_000);
    expect(bytes).toBeLessThanOrEqual(FIRST_PAGE);
    await tab.close();
  });

  it.each(PAGES)('%s is usable within 1.5 s of opening its address, nothing cached', async (page) => {
    expect(await best(() => load(undefined, page), INTERACTIVE)).toBeLessThanOrEqual(INTERACTIVE);
  });

  it('the market of 1,700 securities is drawn within 1 s', async () => {
    await wholeMarket(bench.service, 1_700);
    const { body } = await bench.service.get('/market/movement?limit=1');
    const [{ advances, declines, unchanged }] = body.data;
    expect(advances + declines + unchanged).toBeGreaterThanOrEqual(1_700);
    expect(await best(drawnMap, WHOLE_MARKET)).toBeLessThanOrEqual(WHOLE_MARKET);
  });

  it('approvals with a million pending quotes are usable within 1 s', async () => {
    const service = await startApp();
    await millionPending(service);
    bench = await benchOn(service);
    benches.push(bench);
    expect(await best(() => load(undefined, 'approvals'), QUEUE)).toBeLessThanOrEqual(QUEUE);
  });

  /** Opens a page, signed in, in a tab without any state; returns the ms from its address until it is there. */
  async function load(existingTab: Tab | undefined, name: string): Promise<number> {
    const tab = existingTab ?? (await bench.tab({ fresh: true }));
    await tab.page.addInitScript({ content: `sessionStorage.setItem('mds.token', '${ADMIN_TOKEN}')` });
    await tab.page.goto(`${bench.url}/console#/${name}`, { waitUntil: 'commit' });
    await untilShown(tab, name);
    const ms = await tab.page.evaluate(() => performance.now());
    if (existingTab !== undefined) await settled(tab);
    else await tab.close();
    return ms;
  }

  /** Milliseconds from opening the address of the market, in an open session, until its map is drawn. */
  async function drawnMap(): Promise<number> {
    const tab = await bench.tab({ fresh: true });
    await load(tab, 'tokens');
    const ms = await tab.page.evaluate(async () => {
      const began = performance.now();
      location.hash = '#/market';
      const isDrawn = () => document.querySelectorAll('.tile').length > 100;
      while (!isDrawn()) await new Promise((resolve) => requestAnimationFrame(resolve));
      await new Promise((resolve) => requestAnimationFrame(resolve));
      return performance.now() - began;
    });
    await tab.close();
    return ms;
  }

  /**
   * The best time, each scaled to an idle machine by what this process got around it: other work is not the page's. A
   * time within the bound as measured needs no other round.
   */
  async function best(measure: () => Promise<number>, bound: number): Promise<number> {
    const times: number[] = [];
    const shares = [shareOfProcessor()];
    for (let round = 0; round < ROUNDS && !times.some((time) => time <= bound); round += 1) {
      times.push(await measure());
      shares.push(shareOfProcessor());
    }
    const scaled = times.map((time, round) => time * Math.max(shares[round] ?? 1, shares[round + 1] ?? 1));
    console.log(
      `${expect.getState().currentTestName}: ${times.map(Math.round).join(', ')} ms with ${shares
        .map((share) => share.toFixed(2))
        .join(', ')} of a processor`,
    );
    return Math.min(...scaled);
  }
});

/** Waits until the page has its heading and nothing on it is loading. */
async function untilShown({ page }: Tab, name: string): Promise<void> {
  await page.waitForFunction(
    (id) => document.querySelector(`.page-${id} h1`) !== null && document.querySelector('.spinner') === null,
    name.split(/[/?]/)[0] ?? '',
    { polling: 'raf' },
  );
}
