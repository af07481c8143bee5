import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Bench, inspect, open, startBench, type Tab } from './console.js';

/** Pages that have no tests of their own which look at them with data. */
const PAGES = {
  market: '#/market',
  'chart-indicators': '#/chart/ZBA?indicators=bollinger_bands(20,2),rsi(14)',
  chart: '#/chart',
  approvals: '#/approvals',
  import: '#/import',
  data: '#/data',
  'data-set': '#/data/quote?ticker=ZBA&key.ticker=ZBA&key.date=2025-06-30',
  performance: '#/performance',
  audit: '#/activity/audit',
  events: '#/activity/events',
  webhooks: '#/activity/webhooks',
  countries: '#/reference',
  calendar: '#/reference/calendar?year=2025',
  accounts: '#/reference/accounts',
  indicators: '#/reference/indicators',
  tokens: '#/tokens',
};

describe('console: every page, light and dark, wide and narrow', () => {
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

  it('sign-in: nothing amiss, nothing too wide', async () => {
    await tab.page.goto(`${bench.url}/console`);
    await tab.page.getByLabel('Access token').waitFor();
    await inspect(tab, 'sign-in');
  });

  it.each(Object.entries(PAGES))('%s: nothing amiss, nothing too wide', async (name, hash) => {
    await open(tab, hash);
    await inspect(tab, name);
  });
});
