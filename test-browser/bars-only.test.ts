import { describe, expect, it } from '@jest/globals';
import { quotesOf } from '../test/builders/quotes.js';
import { aSecurity } from '../test/builders/securities.js';
import { accessibilityFaults, settled } from './console.js';
import { onOwnService } from './fixture.js';

const TICKERS = ['VNM', 'FPT', 'HPG', 'MWG'];
const WITHOUT_VOLUME = quotesOf('ZRO', 3, '2023-01-03').map((quote) => ({ ...quote, volume: 0 }));
/** Parts of a company by the end of their addresses. */
const PARTS = [
  '',
  '/statements',
  '/ratios',
  '/health',
  '/valuation',
  '/peers',
  '/flows',
  '/actions',
  '/filings',
  '/news',
  '/book',
  '/signals',
];

describe('console: a market with nothing but bars', () => {
  const on = onOwnService(async (service) => {
    for (const ticker of TICKERS)
      await service.post('/svc/quote/bulk/import', quotesOf(ticker, 40, '2024-01-01')).expect(207);
    await service.post('/svc/quote/bulk/import', WITHOUT_VOLUME).expect(207);
    // A security of the master that has never traded.
    await service.post('/svc/record/security', aSecurity({ ticker: 'NEW' })).expect(201);
  });

  it('the map has a tile for every security, sized by traded value, and says why and what to import', async () => {
    await on.open('#/market');
    const map = on.page.getByRole('group', { name: /^Map of the market/ });
    const tiles = await map.locator('.tile b').allInnerTexts();
    expect(tiles.sort()).toEqual([...TICKERS].sort());
    expect(await accessibilityFaults(on.tab)).toEqual([]);
    await on.page
      .getByText(
        'Capitalisation is not known for any of these securities, so tiles are sized by traded value.',
      )
      .waitFor();
    await on.page.getByRole('link', { name: 'Import securities' }).click();
    await on.page.waitForURL(/#\/import\?set=security/);
  });

  it('a caller who may not import sees the map too, without a link to the import', async () => {
    await on.open('#/market', await on.service.token('reader'));
    await on.page.getByText('so tiles are sized by traded value.').waitFor();
    expect(await on.page.getByRole('link', { name: /^Import/ }).count()).toBe(0);
  });

  it('a colour that needs capitalisation says that it is not known', async () => {
    await on.open('#/market?color=turnover');
    await on.page
      .getByText('Turnover is not known for any of these securities, so tiles have no colour.')
      .waitFor();
  });

  it('by exchange, securities of no known exchange are on the map too', async () => {
    await on.open('#/market?group=exchange');
    const map = on.page.getByRole('group', { name: /^Map of the market/ });
    await map.locator('.map-heading', { hasText: 'Unclassified' }).waitFor();
    const tiles = await map.locator('.tile b').allInnerTexts();
    expect(tiles.sort()).toEqual([...TICKERS].sort());
  });

  it('by exchange, a map of which one exchange cannot be read is an error, not a part of the market', async () => {
    const isHnx = /heatmap\?.*exchange=HNX/;
    await openRefused('#/market?group=exchange', isHnx);
    const card = on.page.getByRole('region', { name: 'Map of the market', exact: true });
    await card.getByRole('alert').waitFor();
    await on.page.unroute(isHnx);
    await card.getByRole('button', { name: 'Try again' }).click();
    await card.locator('.map-heading', { hasText: 'Unclassified' }).waitFor();
  });

  it('foreign trades that could not be read are an error, not unknown', async () => {
    await openRefused('#/market?color=foreign', /trade\/foreign\?.*limit=10000/);
    const card = on.page.getByRole('region', { name: 'Map of the market', exact: true });
    await card.getByRole('alert').waitFor();
    expect(await card.getByText('is not known').count()).toBe(0);
  });

  it('a day that no market has is an error below the choice of days, which leads back', async () => {
    await on.open('#/market?date=1850-01-01');
    await on.page.locator('.page-market').getByRole('alert').waitFor();
    expect(await on.page.getByLabel('Trading day', { exact: true }).inputValue()).toBe('1850-01-01');
    await on.page.getByRole('button', { name: 'Next trading day' }).click();
    await on.page.locator('.toast-bad', { hasText: 'Next trading day' }).waitFor();
    await on.page.getByRole('button', { name: 'Latest day' }).click();
    await on.page.getByRole('group', { name: /^Map of the market/ }).waitFor();
  });

  it('a settlement date that could not be read is an error, not one beyond the calendar', async () => {
    await on.open('#/reference/calendar?trade=1850-01-01');
    const card = on.page.getByRole('region', { name: 'When does a trade settle?' });
    await card.getByRole('alert').waitFor();
    expect(await card.getByText('does not reach').count()).toBe(0);
  });

  it('a day on which nothing changed hands has no sizes; the map says so and leads to the table', async () => {
    await on.open(`#/market?date=${WITHOUT_VOLUME.at(-1)?.date}`);
    await on.page.getByText('No sizes are known for these securities').waitFor();
    await on.page
      .getByRole('region', { name: 'Map of the market', exact: true })
      .locator('.state')
      .getByRole('button', { name: 'Table' })
      .click();
    await on.page.getByRole('link', { name: 'ZRO' }).first().waitFor();
  });

  it('no panel of the market is blank without an explanation', async () => {
    await on.open('#/market');
    expect(await silentPanels()).toEqual([]);
    await on.page.getByText('No index has a level on this day').waitFor();
  });

  it.each(PARTS)('no panel of a company is blank without an explanation: %s', async (part) => {
    for (const ticker of ['VNM', 'NEW']) {
      await on.open(`#/company/${ticker}${part}`);
      expect([ticker, await silentPanels()]).toEqual([ticker, []]);
    }
  });

  /** Opens a page some of whose requests are refused. */
  async function openRefused(hash: string, requests: RegExp): Promise<void> {
    await on.open('#/reference');
    await on.page.route(requests, (route) => route.fulfill({ status: 503, json: {} }));
    await on.page.evaluate((to) => {
      location.hash = to;
    }, hash);
  }

  /** Headings of panels that show neither figures nor words, nor a drawing with any content. */
  async function silentPanels(): Promise<string[]> {
    await settled(on.tab);
    return on.page.evaluate(() => {
      const panels = [...document.querySelectorAll<HTMLElement>('.page .card, .page [role=alert]')];
      if (panels.length === 0) return ['the page itself'];
      return panels
        .filter((panel) => {
          const rest = [...panel.children].filter((part) => !part.classList.contains('card-head'));
          const shownText = rest.map((part) => (part instanceof HTMLElement ? part.innerText : '')).join('');
          const words = shownText.replaceAll(/[–\s]/g, '');
          const isEmptyDrawing = (drawing: Element) =>
            drawing.querySelector('.column:not([height="0"]), .line:not([d=""])') === null;
          return words === '' || [...panel.querySelectorAll('.drawing svg')].some(isEmptyDrawing);
        })
        .map((panel) => panel.querySelector('h2')?.innerText ?? panel.className);
    });
  }
});
