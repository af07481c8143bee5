import { describe, it } from '@jest/globals';
import { inspect, open } from './console.js';
import { onDemo } from './fixture.js';

/** Pages without tests of their own that show them with data. */
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
  // Only part of lists of hundreds of rows: the rows are alike.
  countries: '#/reference?q=guinea',
  currencies: '#/reference/currencies?q=dollar',
  markets: '#/reference/markets?q=hanoi',
  industries: '#/reference/industries',
  assets: '#/reference/assets',
  calendar: '#/reference/calendar?year=2025',
  accounts: '#/reference/accounts?q=111',
  indicators: '#/reference/indicators',
  proposals: '#/approvals/proposals',
  imports: '#/approvals/imports',
  held: '#/approvals/held',
  sources: '#/activity/sources',
};

/** Its rows show what other files have done on the same service: it is pictured, not compared. */
const OF_OTHERS = ['audit'];

describe('console: every page, light and dark, wide and narrow', () => {
  const on = onDemo();

  it('sign-in: nothing amiss, nothing too wide', async () => {
    await on.page.goto(`${on.bench.url}/console`);
    await on.page.getByLabel('Access token').waitFor();
    await inspect(on.tab, 'sign-in', { isCompared: true });
  });

  it.each(Object.entries(PAGES))('%s: nothing amiss, nothing too wide', async (name, hash) => {
    await open(on.tab, hash);
    await inspect(on.tab, name, { isCompared: !OF_OTHERS.includes(name) });
  });
});
