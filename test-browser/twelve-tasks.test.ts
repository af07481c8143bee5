import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { aQuote } from '../test/builders/quotes.js';
import { until } from '../test/embedded/harness.js';
import { Receiver } from '../test/receiver.js';
import { type Bench, open, settled, startBench, type Tab } from './console.js';

const GUIDE = 'docs/guides/console.md';
/** The day after the last one of the demo, a trading day. */
const NEXT_DAY = '2025-07-01';
const SECURITIES = 1_700;
/** Days without a quote of ZDA, a Thursday and the Friday after it. */
const MISSING = ['2024-03-07', '2024-03-08'];

/** Counted actions of a person with a mouse and a keyboard. */
class Person {
  clicks = 0;
  typed = 0;

  constructor(private readonly tab: Tab) {}

  async click(target: Locator): Promise<void> {
    this.clicks += 1;
    await target.click();
  }

  async type(target: Locator, text: string): Promise<void> {
    this.typed += 1;
    await target.fill(text);
  }

  async choose(target: Locator, value: string): Promise<void> {
    this.clicks += 1;
    await target.selectOption(value);
  }

  async press(key: string): Promise<void> {
    this.typed += 1;
    await this.tab.page.keyboard.press(key);
  }

  /** Goes to a page through the navigation. */
  async goTo(name: string): Promise<void> {
    const { page } = this.tab;
    await this.click(
      page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true }),
    );
    await settled(this.tab);
  }
}

describe('tasks of a new user, each from the first page of the console', () => {
  let bench: Bench;
  let receiver: Receiver;
  const rows: string[] = [];
  beforeAll(async () => {
    bench = await startBench({ WEBHOOK_PRIVATE: 'allowed' });
    const { service } = bench;
    receiver = await Receiver.start();
    receiver.answer = () => ({ status: 503, headers: { 'Retry-After': '600' } });
    await service
      .post('/svc/webhooks', { url: receiver.url, types: ['quote.updated'], description: 'OMS' })
      .expect(201);
    await service.post('/svc/quote', aQuote({ ticker: 'AUD', date: '2024-02-01' })).expect(201);
    for (const day of MISSING) await service.delete(`/svc/quote?ticker=ZDA&date=${day}`).expect(200);
    await dayOfQuotes(bench);
    await service.put('/svc/quote', aQuote({ ticker: 'AUD', close: 67_000 })).expect(201);
    await service.put('/svc/quote', aQuote({ ticker: 'AUD', close: 67_100 })).expect(200);
    await until('the webhook has failed', () => receiver.all.length > 0);
  });
  afterAll(async () => {
    await bench?.close();
    await receiver?.kill();
    const table = ['| Task | Clicks | Entries | Seconds |', '|---|---|---|---|', ...rows].join('\n');
    console.log(table);
    if (process.env.TASKS !== undefined) {
      const guide = readFileSync(GUIDE, 'utf8');
      writeFileSync(
        GUIDE,
        guide.replace(/<!-- tasks -->[\s\S]*<!-- \/tasks -->/, `<!-- tasks -->\n${table}\n<!-- /tasks -->`),
      );
    }
  });

  const task = (name: string, work: (person: Person, tab: Tab) => Promise<void>) =>
    it(name, async () => {
      const tab = await bench.tab();
      await open(tab, '');
      const person = new Person(tab);
      const began = performance.now();
      await work(person, tab);
      const seconds = (performance.now() - began) / 1_000;
      rows.push(`| ${name} | ${person.clicks} | ${person.typed} | ${seconds.toFixed(1)} |`);
      await tab.close();
    });

  task('What moved the market today, and why', async (person, { page }) => {
    await page.getByRole('table', { name: 'What moved VNINDEX' }).waitFor();
    await page.locator('.mover').first().waitFor();
    await person.click(page.getByRole('button', { name: 'How it is computed: What moved VNINDEX' }));
    await page.getByRole('dialog').getByText('points = ').waitFor();
  });

  task('Is ZDA cheap against its history and its peers', async (person, tab) => {
    const { page } = tab;
    await person.press('/');
    await person.type(page.getByRole('combobox').first(), 'ZDA');
    await page.getByRole('option', { name: /ZDA/ }).first().waitFor();
    await person.click(page.getByRole('option', { name: /ZDA/ }).first());
    await page.getByRole('heading', { level: 1, name: 'ZDA' }).waitFor();
    const parts = page.getByRole('navigation', { name: 'Sections of ZDA' });
    await person.click(parts.getByRole('link', { name: 'Valuation' }));
    await settled(tab);
    expect(await page.getByText(/P\/E/).count()).toBeGreaterThan(0);
    await person.click(parts.getByRole('link', { name: 'Peers' }));
    await page.getByRole('region', { name: 'Peers', exact: true }).locator('tbody tr').first().waitFor();
  });

  task('Compare three banks over three years', async (person, tab) => {
    const { page } = tab;
    await person.goTo('Chart');
    await person.press('/');
    await person.type(page.getByRole('combobox').first(), 'ZBA');
    await person.click(page.getByRole('option', { name: /ZBA/ }).first());
    await settled(tab);
    await person.press('c');
    await person.type(page.getByLabel('Tickers and indices, separated by commas'), 'ZBB, ZBC');
    await person.click(page.getByRole('dialog').getByRole('button', { name: 'Compare' }));
    await page.waitForURL(/compare=ZBB%2CZBC/);
    await person.click(page.getByRole('button', { name: '3Y', exact: true }));
    await page.waitForURL(/range=3Y/);
    await settled(tab);
  });

  task('Who changed the close of a quote, and what it was', async (person, tab) => {
    const { page } = tab;
    await person.goTo('Activity');
    const row = page.getByRole('row').filter({ hasText: 'close 67000 → 67100' });
    await row.waitFor();
    await person.click(row.getByRole('button'));
    await page.getByRole('dialog').getByText('admin@localhost').first().waitFor();
  });

  task('Approve 1,700 quotes of a day but for two planted errors', async (person, tab) => {
    const { page } = tab;
    await person.goTo('Approvals');
    await person.type(page.getByLabel('From', { exact: true }), NEXT_DAY);
    await page.waitForURL(/from_date/);
    await settled(tab);
    await person.click(page.getByRole('button', { name: 'Approve all without flags' }));
    await person.click(page.getByRole('dialog').getByRole('button', { name: 'Approve all without flags' }));
    await page.getByText('1,698 approved, 2 with flags still pending').waitFor();
    await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 2);
    await settled(tab);
    await person.click(page.getByLabel('Select all on this page'));
    await person.click(page.getByRole('button', { name: 'Reject 2' }));
    await person.type(page.getByRole('dialog').getByRole('textbox'), 'Ten times the close before');
    await person.click(page.getByRole('dialog').getByRole('button', { name: /^Reject/ }));
    await until('both are rejected', async () => {
      const { body } = await bench.service.get(
        `/svc/quote/approval?status=rejected&from_date=${NEXT_DAY.replaceAll('-', '')}`,
      );
      return body.data.length === 2;
    });
  });

  task('Correct a wrong dividend and see what changes', async (person, tab) => {
    const { page } = tab;
    const { body } = await bench.service.get('/trading/actions?ticker=ZDA&type=cash_dividend&limit=1');
    const [{ ex_date: day, cash_dividend: paid }] = body.data;
    await person.goTo('Data');
    await person.click(page.locator('a[href$="#/data/corporate_action"]').first());
    await settled(tab);
    await person.type(page.getByLabel('ticker', { exact: true }), 'ZDA');
    await person.type(page.getByLabel('ex_date', { exact: true }), day);
    await person.choose(page.getByLabel('type', { exact: true }), 'cash_dividend');
    await person.click(page.getByRole('button', { name: 'Find or add' }));
    await page.getByText('Stored, last changed').waitFor();
    await person.type(page.getByLabel('cash_dividend', { exact: true }), String(paid + 500));
    await page.getByText(/changes by/).waitFor();
    await person.click(page.getByRole('button', { name: 'Save 1 change' }));
    await page.getByText('No changes yet.').waitFor();
  });

  task('Find the holes in ten years of data', async (person, tab) => {
    const { page } = tab;
    await person.goTo('Data');
    await person.type(page.getByLabel('Ticker', { exact: true }), 'ZDA');
    await person.click(page.getByRole('button', { name: 'Find gaps' }));
    const gaps = page.getByRole('region', { name: 'Gaps of ZDA' });
    await gaps.getByRole('row', { name: `${MISSING.join(' ')} 2`, exact: true }).waitFor();
  });

  task('Import a messy file', async (person, tab) => {
    const { page } = tab;
    await person.goTo('Import');
    const text = [
      'Ngày;Mã CK;Mở cửa;Cao nhất;Thấp nhất;Đóng cửa;Khối lượng',
      '14/01/2025;MSY;66.900;67.500;66.500;67.000;3.415.800',
      '15/01/2025;MSY;66.900;67.500;66.500;n/a;3.415.800',
    ].join('\n');
    person.clicks += 1;
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'messy.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await page.getByText('all of them have a column').waitFor();
    expect(await page.locator('.cell-bad').allTextContents()).toEqual(['n/a not a number']);
    await person.click(page.getByRole('button', { name: 'Start the import' }));
    await page.getByText('Import finished').waitFor();
  });

  task('The next settlement date across Tet', async (person, tab) => {
    const { page } = tab;
    await person.goTo('Reference');
    await person.click(page.getByRole('link', { name: 'Calendar' }));
    await settled(tab);
    await person.type(page.getByLabel('Trade date'), '2025-01-24');
    await page.getByText(/A trade on 2025-01-24 settles on 2025-02/).waitFor();
  });

  task('Which webhook failed, and deliver again', async (person, tab) => {
    const { page } = tab;
    await person.goTo('Activity');
    await person.click(page.getByRole('link', { name: 'Webhooks' }));
    await page.getByText('failing', { exact: true }).waitFor();
    receiver.answer = () => ({ status: 204 });
    await person.click(page.getByRole('link', { name: /^Deliveries to/ }));
    await page.getByText('fault of the receiver (5xx)', { exact: true }).waitFor();
    await person.click(page.getByRole('button', { name: /^Send again/ }));
    await page.getByText('The receiver accepted it').waitFor();
    expect(receiver.accepted).toHaveLength(1);
  });

  task('Take a picture of a chart', async (person, tab) => {
    const { page } = tab;
    await person.goTo('Chart');
    await person.press('/');
    await person.type(page.getByRole('combobox').first(), 'ZBA');
    await person.click(page.getByRole('option', { name: /ZBA/ }).first());
    await settled(tab);
    const download = page.waitForEvent('download');
    await person.click(page.getByRole('button', { name: 'Picture' }));
    expect((await download).suggestedFilename()).toMatch(/\.png$/);
  });

  task('Find how an indicator is computed', async (person, tab) => {
    const { page } = tab;
    await person.goTo('Reference');
    await person.click(page.getByRole('link', { name: 'Indicators' }));
    await person.type(page.getByLabel('Search', { exact: true }), 'rsi');
    await person.press('Enter');
    await page.locator('tbody').getByText('rsi', { exact: true }).waitFor();
  });
});

/** Quotes of a day by a maker: each at the previous close, two at ten times it. */
async function dayOfQuotes({ service }: Bench): Promise<void> {
  const maker = await service.token('maker');
  const quotes = Array.from({ length: SECURITIES }, (_, at) => {
    const ticker = `W${String(at).padStart(4, '0')}`;
    const price = at === 300 || at === 1_200 ? 200_000 : 20_000;
    return [
      aQuote({ ticker, date: '2025-06-30', open: 20_000, high: 20_000, low: 20_000, close: 20_000 }),
      aQuote({ ticker, date: NEXT_DAY, open: price, high: price, low: price, close: price }),
    ];
  }).flat();
  for (let first = 0; first < quotes.length; first += 200) {
    await service.post('/svc/quote/bulk/import', quotes.slice(first, first + 200), maker).expect(207);
  }
}
