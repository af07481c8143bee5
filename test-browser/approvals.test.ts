import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Page, Request } from 'playwright-core';
import { startApp, type TestApp } from '../test/app.js';
import { aQuote, quotesOf } from '../test/builders/quotes.js';
import { aSecurity } from '../test/builders/securities.js';
import { folderWith, summaryOf } from '../test/import/command.js';
import {
  accessibilityFaults,
  type Bench,
  benchOn,
  inspect,
  isFocusCovered,
  open as openPage,
  settled,
  type Tab,
  troubleOf,
} from './console.js';
import { holdBack } from './held.js';

/** Quotes without flags. */
const SOUND = ['29', '30', '31'].map((day) => aQuote({ date: `2024-01-${day}` }));

describe('console: approvals', () => {
  let service: TestApp;
  let bench: Bench;
  let maker: string;
  let tab: Tab;
  let page: Page;
  beforeAll(async () => {
    service = await startApp({ SELF_APPROVAL: 'forbidden' });
    bench = await benchOn(service);
    maker = await service.token('maker');
  });
  afterAll(async () => {
    await bench?.close();
  });
  beforeEach(async () => {
    await service.sql('DELETE FROM quote');
  });
  afterEach(async () => {
    expect(troubleOf(tab)).toEqual([]);
    await tab.close();
  });

  const write = (quotes: object[], token = maker) =>
    service.post('/svc/quote/bulk/import?on_duplicate=update', quotes, token).expect(207);
  const open = async (hash = '#/approvals', token?: string) => {
    tab = await bench.tab();
    page = tab.page;
    await openPage(tab, hash, token ?? (await service.token('checker')));
  };
  const states = async () =>
    (
      await service.sql<{ date: string; approval: number }>(
        'SELECT date::text, approval FROM quote ORDER BY date',
      )
    ).map(({ approval }) => approval);
  const row = (text: string) => page.locator('tbody tr', { hasText: text });
  const isQueue = (request: Request) => /\/svc\/quote\/approval\?/.test(request.url());
  const isApproval = (request: Request) =>
    request.method() === 'POST' && new URL(request.url()).pathname === '/svc/quote/approval';
  const isBulkApproval = (request: Request) => new URL(request.url()).pathname === '/svc/quote/approval/bulk';
  /** The approvals that the page sends from here on. */
  const approvals = () => {
    const requests: string[] = [];
    page.on('request', (request) => isApproval(request) && requests.push(request.url()));
    return requests;
  };

  it('shows pending quotes with age, flags and the approved figures next to the current ones', async () => {
    await write([aQuote({ date: '2024-01-30', close: 67000 })]);
    await service.post('/svc/quote/appoval', { ticker: 'VNM', date: '2024-01-30' }).expect(200);
    await write([
      aQuote({ date: '2024-01-30', close: 67100 }),
      aQuote({ date: '2024-01-31', open: 99000, high: 99000, low: 99000, close: 99000 }),
    ]);
    await open();
    await row('2024-01-30').waitFor();
    expect(await page.getByText('2 pending', { exact: true }).isVisible()).toBe(true);
    expect(await row('2024-01-30').locator('del').textContent()).toBe('67,000');
    expect(await row('2024-01-30').locator('.changed').textContent()).toBe('67,100');
    expect(await row('2024-01-31').getByText('price jump').isVisible()).toBe(true);
    await inspect(tab, 'approvals');
    await row('2024-01-30').getByRole('button').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('maker@example.com').first().waitFor();
    expect(await dialog.locator('tbody tr', { hasText: 'close' }).textContent()).toBe(
      'close67,00067,100+100 (+0.15 %)',
    );
    await dialog.locator('.history li').nth(2).waitFor();
    await inspect(tab, 'approval-open');
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
  });

  it('a quote is shown with its past; flags give their evidence, are counted, and filter the queue', async () => {
    await service.post(
      '/svc/record/security',
      aSecurity({ ticker: 'VNM', name: 'Vinamilk' }),
      await service.token('admin'),
    );
    await write(['22', '23', '24', '25', '26'].map((day) => aQuote({ date: `2024-01-${day}` })));
    await write([aQuote({ date: '2024-01-29', high: 99000, close: 99000 })]);
    await open();
    const cells = row('2024-01-29').locator('th, td');
    await row('2024-01-29').getByText('high 99,000, ceiling 71,600').waitFor();
    expect(await row('2024-01-29').getByText('+47.76 % from 67,000').isVisible()).toBe(true);
    expect(await cells.allInnerTexts()).toEqual(
      expect.arrayContaining(['67,000', '99,000', '+47.76 %', '62,400 – 71,600']),
    );
    expect(await row('2024-01-29').locator('.sparkline').count()).toBe(1);
    // The numbers are those of the whole queue: beside another filter they would not be of what is listed.
    await page.getByLabel('Ticker', { exact: true }).fill('FPT');
    await page.getByLabel('Ticker', { exact: true }).press('Enter');
    await page.getByText('0 pending', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'price jump', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByRole('button', { name: 'price jump 1' }).click();
    await page.getByText('1 pending', { exact: true }).waitFor();
    expect(new URL(page.url()).hash).toContain('flag=price_jump');
    await page.keyboard.press('a');
    await page.getByText('0 pending', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'price jump 1' }).waitFor({ state: 'detached' });
  });

  it('a jump on an ex-date is shown from the price after the formula, as it is flagged', async () => {
    const admin = await service.token('admin');
    await service.put('/svc/record/security', aSecurity({ ticker: 'VNM' }), admin);
    const bonus = { ticker: 'VNM', ex_date: '2024-01-30', type: 'bonus_issue', share_ratio: 1 };
    const { body } = await service.post('/svc/record/corporate_action', bonus, admin).expect(201);
    await write([aQuote({ date: '2024-01-29', high: 67_000, close: 67_000 })]);
    await write([aQuote({ date: '2024-01-30', open: 44_000, high: 44_000, low: 44_000, close: 44_000 })]);
    await open();
    await row('2024-01-30').getByText('+31.34 % from 33,500').waitFor();
    await row('2024-01-30').getByRole('button').click();
    await page.getByRole('dialog').getByText('67,000 (+31.34 % from 33,500)').waitFor();
    await page.keyboard.press('Escape');
    await service.delete(`/svc/record/corporate_action/${body.id}`, admin).expect(200);
  });

  it.each([
    ['English', 'Company VNM', 'Chart of HNXINDEX'],
    ['Vietnamese', 'Công ty VNM', 'Biểu đồ HNXINDEX'],
  ])('the details of a quote lead to its company, those of an index to its chart (%s)', async (...of) => {
    const [language, company, chart] = of;
    await write([aQuote({ date: '2024-01-31' })]);
    await write([
      { ticker: 'HNXINDEX', date: '2024-01-31', open: 229, high: 231, low: 228.5, close: 229.18, volume: 1 },
    ]);
    await open();
    if (language === 'Vietnamese')
      await page.getByRole('button', { name: 'VI: chuyển sang tiếng Việt' }).click();
    await row('VNM').getByRole('button').click();
    await page.getByRole('dialog').getByRole('link', { name: company }).waitFor();
    await page.keyboard.press('Escape');
    await row('HNXINDEX').getByRole('button').click();
    const link = page.getByRole('dialog').getByRole('link', { name: chart });
    await link.waitFor();
    expect(await page.getByRole('dialog').getByRole('link').count()).toBe(1);
    await link.click();
    await page.waitForURL(/#\/chart\/HNXINDEX\?interval=1d$/);
    await page.getByRole('heading', { name: 'HNXINDEX' }).waitFor();
  });

  it('a quote of the first day that there can be does not hide the past of the others', async () => {
    await write([...quotesOf('VNM', 3, '2024-01-01'), aQuote({ ticker: 'OLD', date: '1900-01-01' })]);
    await open();
    await row('2024-01-03').getByText('10,010', { exact: true }).waitFor();
  });

  it('approves one by keyboard: j selects, Enter opens, a approves', async () => {
    await write(quotesOf('VNM', 3, '2024-01-01'));
    await open();
    await page.locator('tbody tr').first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('a');
    await page.locator('.toast', { hasText: 'VNM 2024-01-02 approved' }).waitFor();
    await page.getByText('2 pending', { exact: true }).waitFor();
    expect(await states()).toEqual([0, 1, 0]);
  });

  it('approves many; failures are listed with their reasons, the rest are approved', async () => {
    const checker = await service.token('admin', { principal: 'boss@example.com' });
    await write(quotesOf('VNM', 4, '2024-01-01'));
    await write([aQuote({ ticker: 'OWN', date: '2024-01-09' })], checker);
    await open('#/approvals', checker);
    await page.locator('tbody tr').nth(4).waitFor();
    // Changed after it was shown: a version that was not seen is not approved.
    await write([aQuote({ date: '2024-01-04', close: 67200 })]);
    await page.getByLabel('Select all on this page').check();
    await page.getByText('1 is your own: someone else has to approve it.').waitFor();
    await page.getByRole('button', { name: 'Approve 4' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('1 of 4 could not be decided').waitFor();
    expect(await dialog.locator('tbody tr', { hasText: '2024-01-04' }).textContent()).toMatch(
      /changed after they were shown/,
    );
    await inspect(tab, 'approval-failures');
    await page.keyboard.press('Escape');
    await page.getByText('2 pending', { exact: true }).waitFor();
    expect(await states()).toEqual([1, 1, 1, 0, 0]);
  });

  it('why the own quotes alone cannot be approved is said at the button and after the key; they can be rejected', async () => {
    const checker = await service.token('admin', { principal: 'boss@example.com' });
    await write(quotesOf('OWN', 2, '2024-01-01'), checker);
    await write([aQuote({ ticker: 'FPT', date: '2023-12-29' })]);
    await open('#/approvals', checker);
    const head = page.locator('.queue-head');
    const buttons = () => head.locator('.toolbar button').allTextContents();
    await row('2024-01-02').waitFor();
    const sentApprovals = approvals();
    await page.keyboard.press('a');
    await page
      .locator('.toast-bad', { hasText: 'You wrote this, so someone else has to approve it.' })
      .waitFor();
    for (const key of ['x', 'j', 'x']) await page.keyboard.press(key);
    await head.getByText('2 are your own: someone else has to approve them.').waitFor();
    expect(await buttons()).toEqual(['Reject 2', 'Approve']);
    expect(await page.getByRole('button', { name: 'Approve', exact: true }).isDisabled()).toBe(true);
    await page.keyboard.press('a');
    await page.locator('.toast', { hasText: '2 are your own' }).waitFor();
    await row('FPT').getByRole('checkbox').check();
    expect(await buttons()).toEqual(['Reject 3', 'Approve 1']);
    await page.setViewportSize({ width: 390, height: 844 });
    await inspect(tab, 'approvals-own');
    await page.keyboard.press('a');
    await page.getByText('2 pending', { exact: true }).waitFor();
    expect([sentApprovals.length, await states()]).toEqual([1, [1, 0, 0]]);
  });

  it('after a decision on several the keys go on with the next row that is left, in sight, and skip none', async () => {
    await write(quotesOf('VNM', 60, '2024-01-01'));
    await open();
    await page.locator('tbody tr').nth(49).waitFor();
    for (const key of ['x', 'j', 'j', 'x', 'a']) await page.keyboard.press(key);
    await page.getByText('58 pending', { exact: true }).waitFor();
    await page.locator('tbody tr:focus', { hasText: 'VNM 2024-02-26' }).waitFor();
    expect(await page.locator('tbody tr').first().innerText()).toMatch('VNM 2024-02-28');
    // By mouse: all of the page but one far down.
    await page.getByLabel('Select all on this page').check();
    await row('2024-01-15').getByRole('checkbox').uncheck();
    await page.getByRole('button', { name: 'Approve 49' }).click();
    await page.getByText('9 pending', { exact: true }).waitFor();
    await page.locator('tbody tr:focus', { hasText: 'VNM 2024-01-15' }).waitFor();
    expect(await isFocusCovered(page)).toBe(false);
  });

  it('all of a page are selected by a key, and how many of them have flags is said before they are approved', async () => {
    await write([...SOUND, aQuote({ date: '2024-02-01', high: 99000, close: 99000 })]);
    await open();
    await page.locator('tbody tr').nth(3).waitFor();
    await page.keyboard.press('Shift+X');
    const head = page.locator('.queue-head');
    await head.getByText('1 has a flag.').waitFor();
    expect(await head.locator('.toolbar button').allTextContents()).toEqual(['Reject 4', 'Approve 4']);
    await page.keyboard.press('x');
    await page.getByRole('button', { name: 'Approve 3' }).waitFor();
    expect(await head.getByText('has a flag').count()).toBe(0);
    await page.keyboard.press('Shift+X');
    await page.getByRole('button', { name: 'Approve 4' }).waitFor();
    await page.keyboard.press('Shift+X');
    expect(await page.getByRole('button', { name: 'Approve', exact: true }).isDisabled()).toBe(true);
    await page.keyboard.press('Shift+X');
    await page.keyboard.press('a');
    await page.getByText('0 pending', { exact: true }).waitFor();
    expect(await states()).toEqual([1, 1, 1, 1]);
  });

  it('Shift and a click on a checkbox select, or deselect, all from the one before it, in either direction', async () => {
    const checker = await service.token('admin', { principal: 'boss@example.com' });
    await write(quotesOf('VNM', 6, '2024-01-01'));
    await open('#/approvals', checker);
    await page.locator('tbody tr').nth(5).waitFor();
    const box = (day: number) => row(`2024-01-0${day}`).getByRole('checkbox');
    const selectedDays = async () => {
      const days = [1, 2, 3, 4, 5, 6];
      const checks = await Promise.all(days.map((day) => box(day).isChecked()));
      return days.filter((_day, at) => checks[at]);
    };
    await box(5).click();
    await box(2).click({ modifiers: ['Shift'] });
    expect(await selectedDays()).toEqual([2, 3, 4, 5]);
    await page.getByRole('button', { name: 'Approve 4' }).waitFor();
    expect(await page.evaluate(() => String(getSelection()))).toBe('');
    await box(3).click();
    await box(6).click({ modifiers: ['Shift'] });
    expect(await selectedDays()).toEqual([2, 3, 4, 5, 6]);
    await box(4).click({ modifiers: ['Shift'] });
    expect(await selectedDays()).toEqual([2, 3]);
    // The key selects too, and is the one before.
    await row('2024-01-05').getByRole('button').focus();
    await page.keyboard.press('x');
    await box(6).click({ modifiers: ['Shift'] });
    expect(await selectedDays()).toEqual([2, 3, 5, 6]);
  });

  it('changing the filters clears rows and selection at once: nothing that was not selected is approved', async () => {
    await write([...quotesOf('VNM', 3, '2024-01-01'), aQuote({ ticker: 'FPT', date: '2024-02-01' })]);
    await open('#/approvals?ticker=VNM');
    await row('2024-01-02').getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Approve 1' }).waitFor();
    const queue = await holdBack(page, isQueue);
    const sentApprovals = approvals();
    await page.getByLabel('Ticker', { exact: true }).fill('fpt');
    await page.getByLabel('Ticker', { exact: true }).press('Enter');
    await queue.firstSent;
    // Forced: a person who aims at the button does not wait for it either.
    await page.getByRole('button', { name: /^Approve( 1)?$/ }).click({ force: true });
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('a');
    const remainingRows = await page.locator('tbody tr').count();
    await queue.release();
    await page.getByText('1 pending', { exact: true }).waitFor();
    expect([sentApprovals, await states()]).toEqual([[], [0, 0, 0, 0]]);
    expect(remainingRows).toBe(0);
  });

  it('so does changing the status', async () => {
    await write(quotesOf('VNM', 2, '2024-01-01'));
    await open();
    await row('2024-01-01').getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Approve 1' }).waitFor();
    const queue = await holdBack(page, isQueue);
    const sentApprovals = approvals();
    await page.getByRole('button', { name: 'Rejected' }).click();
    await queue.firstSent;
    await page.getByRole('button', { name: /^Approve( 1)?$/ }).click({ force: true });
    await queue.release();
    await page.getByText('0 rejected', { exact: true }).waitFor();
    expect(sentApprovals).toEqual([]);
    expect(await states()).toEqual([0, 0]);
  });

  it('holding a approves one quote, not one after another; holding j moves on', async () => {
    await write(quotesOf('VNM', 5, '2024-01-01'));
    await open();
    await page.locator('tbody tr').nth(4).waitFor();
    const sentApprovals = approvals();
    await page.keyboard.down('a');
    await page.getByText('4 pending', { exact: true }).waitFor();
    await page.locator('tbody tr:focus').waitFor();
    for (let repeat = 0; repeat < 3; repeat += 1) await page.keyboard.down('a');
    await page.keyboard.up('a');
    await page.keyboard.press('a');
    await page.getByText('3 pending', { exact: true }).waitFor();
    expect(sentApprovals).toHaveLength(2);
    await page.locator('tbody tr:focus').waitFor();
    await page.keyboard.press('k');
    await page.keyboard.down('j');
    await page.keyboard.down('j');
    await page.keyboard.up('j');
    expect(await page.locator('tbody tr').nth(2).getAttribute('aria-current')).toBe('true');
    expect(await states()).toEqual([0, 0, 0, 1, 1]);
  });

  it('nothing more is decided while a decision is in progress', async () => {
    await write(quotesOf('VNM', 3, '2024-01-01'));
    await open();
    await row('2024-01-02').getByRole('checkbox').check();
    const approval = await holdBack(page, isApproval);
    const sentApprovals = approvals();
    await page.getByRole('button', { name: 'Approve 1' }).click();
    await approval.firstSent;
    await page.keyboard.press('a');
    await page.getByRole('button', { name: 'Approve 1' }).click({ force: true });
    expect([
      sentApprovals.length,
      await page.getByRole('button', { name: 'Approve 1' }).isDisabled(),
    ]).toEqual([1, true]);
    await page.getByText('the previous decision is still in progress').waitFor();
    await approval.release();
    await page.getByText('2 pending', { exact: true }).waitFor();
    expect(sentApprovals).toHaveLength(1);
    expect(await states()).toEqual([0, 1, 0]);
  });

  it('nor while all without flags are being approved, not even under other filters; those rows are then read again', async () => {
    await write([...SOUND, aQuote({ ticker: 'FPT', date: '2024-02-01' })]);
    await open('#/approvals');
    await row('2024-01-30').getByRole('checkbox').check();
    const bulk = await holdBack(page, isBulkApproval);
    const sentApprovals = approvals();
    const approveAll = page.getByRole('button', { name: 'Approve all without flags' });
    await approveAll.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Approve all without flags' }).click();
    await bulk.firstSent;
    await page.keyboard.press('a');
    await page.getByText('the previous decision is still in progress').waitFor();
    expect(await page.getByRole('button', { name: 'Approve 1' }).isDisabled()).toBe(true);
    await page.getByLabel('Ticker', { exact: true }).fill('fpt');
    await page.getByLabel('Ticker', { exact: true }).press('Enter');
    await page.getByText('1 pending', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: '0 of 4 …' }).isDisabled()).toBe(true);
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('a');
    // The end of the approval neither empties nor leaves the field in which somebody is typing.
    const typed = page.getByLabel('Maker', { exact: true });
    await typed.fill('mak');
    await bulk.release();
    await page.getByText('0 pending', { exact: true }).waitFor();
    expect(await typed.inputValue()).toBe('mak');
    expect(await typed.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.getByText('4 approved, 0 with flags still pending').waitFor();
    expect(sentApprovals).toEqual([]);
    expect(await states()).toEqual([1, 1, 1, 1]);
  });

  it('all without flags are those that the list counted: what is written after it was read stays pending', async () => {
    await write(SOUND);
    await open();
    await page.getByText('3 pending', { exact: true }).waitFor();
    await write([aQuote({ ticker: 'FPT', date: '2024-02-01' })]);
    // As if the list had been open for a minute.
    await service.sql(`UPDATE quote SET changed_at = changed_at + interval '1 minute' WHERE ticker = 'FPT'`);
    await page.getByRole('button', { name: 'Approve all without flags' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('3 quotes match these filters').waitFor();
    await dialog.getByRole('button', { name: 'Approve all without flags' }).click();
    await page.locator('.toast', { hasText: '1 were written after this list was read' }).waitFor();
    await page.getByText('1 pending', { exact: true }).waitFor();
    expect(await states()).toEqual([1, 1, 1, 0]);
  });

  it('so does what is written in the same moment, by a request or by an import', async () => {
    await write(SOUND);
    await open();
    await page.getByText('3 pending', { exact: true }).waitFor();
    await write([aQuote({ ticker: 'FPT', date: '2024-02-01' })]);
    const { ticker, date, open: first, high, low, close, volume } = aQuote({ ticker: 'HPG' });
    const file = folderWith({
      'a.csv': `ticker,date,open,high,low,close,volume\n${[ticker, date, first, high, low, close, volume].join()}\n`,
    });
    await summaryOf(service.address, ['quote', file('a.csv')]);
    // As if all of it had been under way when the list was read.
    await service.sql(`
      SET LOCAL session_replication_role = replica;
      WITH listed AS (SELECT max(changed_at) AS moment FROM quote WHERE ticker = 'VNM'),
        import AS (UPDATE audit_event SET occurred_at = moment FROM listed WHERE action = 'imported')
      UPDATE quote SET changed_at = moment FROM listed WHERE ticker <> 'VNM'`);
    await page.getByRole('button', { name: 'Approve all without flags' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Approve all without flags' }).click();
    await page.locator('.toast', { hasText: '2 were written after this list was read' }).waitFor();
    await page.getByText('2 pending', { exact: true }).waitFor();
  });

  it('all without flags is not offered beside a filter on a flag, which leaves none of them', async () => {
    await write([...SOUND, aQuote({ date: '2024-02-01', high: 99000, close: 99000 })]);
    await open();
    const approveAll = page.getByRole('button', { name: 'Approve all without flags' });
    await approveAll.waitFor();
    await page.getByRole('button', { name: 'price jump 1' }).click();
    await page.getByText('1 pending', { exact: true }).waitFor();
    expect(await approveAll.count()).toBe(0);
    await page.getByRole('button', { name: 'Clear' }).click();
    await approveAll.waitFor();
  });

  it('the question about all without flags says how many of the quotes that match have a flag, if that can be read', async () => {
    // One with several flags counts once; that of another ticker does not match.
    await write([
      ...SOUND,
      aQuote({ date: '2024-02-01', high: 99000, close: 99000 }),
      aQuote({ date: '2024-02-03', high: 200_000, close: 200_000 }),
      aQuote({ ticker: 'FPT', date: '2024-02-04' }),
    ]);
    await open('#/approvals?ticker=VNM');
    const question = page.getByRole('dialog');
    const ask = () => page.getByRole('button', { name: 'Approve all without flags' }).click();
    await row('2024-02-03').getByText('closed day').waitFor();
    expect(await row('2024-02-03').locator('.badge').count()).toBeGreaterThan(1);
    await ask();
    await question
      .getByText('5 quotes match these filters. 2 have a flag and are left for review.')
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByText('6 pending', { exact: true }).waitFor();
    await ask();
    await question
      .getByText('6 quotes match these filters. 3 have a flag and are left for review.')
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByLabel('To', { exact: true }).fill('2024-01-31');
    await page.getByLabel('To', { exact: true }).press('Enter');
    await page.getByText('3 pending', { exact: true }).waitFor();
    await ask();
    await question.getByText('3 quotes match these filters. None has a flag.').waitFor();
    await page.keyboard.press('Escape');
    const counts = await holdBack(page, (request) => /approval\/counts/.test(request.url()));
    await ask();
    await question.getByText('Those with a flag are left for review.').waitFor();
    await counts.release();
    await question.getByText('None has a flag.').waitFor();
    await page.keyboard.press('Escape');
    await page.route('**/svc/quote/approval?*flag=*', (route) => route.abort());
    await ask();
    await question
      .getByText('3 quotes match these filters. Those with a flag are left for review.')
      .waitFor();
    await settled(tab);
    await question.getByText('Those with a flag are left for review.').waitFor();
    await question.getByRole('button', { name: 'Approve all without flags' }).click();
    await page.getByText('0 pending', { exact: true }).waitFor();
  });

  it('all without flags cannot be approved while a decision is in progress', async () => {
    await write(SOUND);
    await open();
    await page.locator('tbody tr').nth(2).waitFor();
    const approval = await holdBack(page, isApproval);
    await page.keyboard.press('a');
    await approval.firstSent;
    const approveAll = page.getByRole('button', { name: 'Approve all without flags' });
    expect(await approveAll.isDisabled()).toBe(true);
    await approval.release();
    await page.getByText('2 pending', { exact: true }).waitFor();
    expect(await states()).toEqual([0, 0, 1]);
  });

  it('if a page of all without flags fails, its error is shown and no success', async () => {
    await write(SOUND);
    await open();
    await page.route(/\/svc\/quote\/approval\/bulk/, (route) => route.abort());
    await page.getByRole('button', { name: 'Approve all without flags' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Approve all without flags' }).click();
    await page.locator('.toast-bad', { hasText: 'Approve all without flags: the decision failed' }).waitFor();
    await page.locator('tbody tr:focus').waitFor();
    expect(await page.locator('.toast-good').count()).toBe(0);
    expect(await states()).toEqual([0, 0, 0]);
  });

  it('nor until the next list has arrived, even if the browser paints later than the answer arrives', async () => {
    await write(quotesOf('VNM', 4, '2024-01-01'));
    await open();
    await page.locator('tbody tr').nth(3).waitFor();
    const sentApprovals = approvals();
    const queue = await holdBack(page, isQueue);
    // As in a tab that is not painted.
    const paints = await page.evaluateHandle(() => {
      const before = window.requestAnimationFrame;
      window.requestAnimationFrame = () => 0;
      return before;
    });
    await page.keyboard.press('a');
    await queue.firstSent;
    await page.keyboard.press('a');
    await page.getByText('the previous decision is still in progress').waitFor();
    expect(sentApprovals).toHaveLength(1);
    await paints.evaluate((before) => {
      window.requestAnimationFrame = before;
    });
    await queue.release();
    await page.getByText('3 pending', { exact: true }).waitFor();
    await page.locator('tbody tr:focus').waitFor();
    expect(await states()).toEqual([0, 0, 0, 1]);
  });

  it('the second key of a pair never approves, however late it is pressed; Escape forgets the first', async () => {
    await write([...quotesOf('VNM', 2, '2024-01-01'), aQuote({ ticker: 'FPT', date: '2024-02-01' })]);
    await open('#/approvals?ticker=VNM');
    await page.getByText('2 pending', { exact: true }).waitFor();
    const sentApprovals = approvals();
    const again = page.waitForRequest(isQueue);
    await page.evaluate(() => {
      const event = new KeyboardEvent('keydown', { key: 'g', bubbles: true });
      // As if pressed ten seconds ago.
      Object.defineProperty(event, 'timeStamp', { value: performance.now() - 10_000 });
      document.body.dispatchEvent(event);
    });
    await page.keyboard.press('a');
    // Going to the page and approving both read the queue again.
    await again;
    expect(sentApprovals).toEqual([]);
    await page.getByText('3 pending', { exact: true }).waitFor();
    expect(new URL(page.url()).hash).toBe('#/approvals');
    // Neither after a different first key, nor do keys that belong to no pair do anything.
    for (const key of ['g', 'g', 'a', 'g', 'r']) await page.keyboard.press(key);
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(sentApprovals).toEqual([]);
    await page.getByText('3 pending', { exact: true }).waitFor();
    for (const key of ['g', 'Escape', 'a']) await page.keyboard.press(key);
    await page.getByText('2 pending', { exact: true }).waitFor();
    expect(sentApprovals).toHaveLength(1);
  });

  it('the keys decide on the row in which the focus is, also if it is on a control of the row', async () => {
    await write(quotesOf('VNM', 3, '2024-01-01'));
    await open();
    await row('2024-01-01').getByRole('button').focus();
    expect(await row('2024-01-01').getAttribute('aria-current')).toBe('true');
    await page.keyboard.press('a');
    await page.getByText('2 pending', { exact: true }).waitFor();
    expect(await states()).toEqual([1, 0, 0]);
  });

  it.each([
    [1280, 720],
    [360, 780],
    // A laptop at 400 %.
    [320, 256],
  ])('the row that the keys move to is in sight on a screen of %d × %d', async (width, height) => {
    await write(quotesOf('KEY', 30, '2024-01-01'));
    await open('#/approvals');
    await page.setViewportSize({ width, height });
    const covered: string[] = [];
    for (const key of [...'j'.repeat(30), ...'k'.repeat(29)]) {
      await page.keyboard.press(key);
      if (await isFocusCovered(page))
        covered.push(await page.evaluate(() => document.activeElement?.textContent ?? ''));
    }
    expect(covered).toEqual([]);
    expect(await page.locator('tbody tr').first().getAttribute('aria-current')).toBe('true');
    const selectAll = page.getByLabel('Select all on this page');
    await selectAll.evaluate((input) => {
      const head = document.querySelector('.queue-head')?.getBoundingClientRect();
      scrollBy(0, input.getBoundingClientRect().bottom - (head?.bottom ?? 0));
    });
    await selectAll.focus();
    expect(await isFocusCovered(page)).toBe(false);
  });

  it('the words on a button are legible under the mouse, also on a link and on one that cannot be pressed', async () => {
    await open('#/market', await service.token('admin'));
    await page.getByRole('link', { name: 'Import data' }).first().hover();
    expect(await accessibilityFaults(tab, ['color-contrast'])).toEqual([]);
    await write(SOUND);
    await tab.close();
    await open();
    for (const name of ['Approve', 'Reject']) {
      const button = page.getByRole('button', { name, exact: true });
      const background = () => button.evaluate((each) => getComputedStyle(each).backgroundColor);
      expect(await button.isDisabled()).toBe(true);
      const before = await background();
      await button.hover();
      expect(await background()).toBe(before);
    }
  });

  it('also a long address of the maker is in sight on a screen of 1280', async () => {
    const principal = 'nguyen.thi.minh.khai.phong-du-lieu-thi-truong@chung-khoan-thanh-pho.example.com';
    await write(quotesOf('LNG', 3, '2024-01-01'), await service.token('maker', { principal }));
    await open('#/approvals?ticker=LNG');
    await page.setViewportSize({ width: 1280, height: 720 });
    const cell = page.locator('tbody tr').first().getByText(principal);
    await cell.waitFor();
    expect(await cell.evaluate((each) => each.getBoundingClientRect().right <= innerWidth)).toBe(true);
  });

  it.each([
    ['English', false],
    ['Vietnamese', true],
  ])(
    'on a screen of 1280 no column is beyond the edge, an index is short, an address on one line (%s)',
    async (_language, isVietnamese) => {
      const level = { ticker: 'UPCOMINDEX', date: '2024-01-30', open: 1356.091406007496, low: 1350.1 };
      await write([{ ...level, high: 1366.3, close: 1360.206140600749, volume: 109_292_400 }]);
      await service.post('/svc/quote/appoval', { ticker: 'UPCOMINDEX', date: '2024-01-30' }).expect(200);
      await write([
        { ...level, high: 1366.3, close: 1356.091406007496, volume: 123_456_789 },
        { ...level, date: '2024-01-31', high: 1366.3, close: 1356.091406007496, volume: 109_292_400 },
        ...[10_000, 99_000].map((price, at) => {
          const prices = { open: price, high: price, low: price, close: price };
          return aQuote({ ticker: 'FLG', date: `2024-01-0${at + 6}`, ...prices, volume: 0 });
        }),
      ]);
      await open();
      if (isVietnamese) {
        await page.getByRole('button', { name: 'VI: chuyển sang tiếng Việt' }).click();
        await page.getByRole('navigation', { name: 'Các trang' }).waitFor();
      }
      await row('2024-01-31').getByText('0.00 %').waitFor();
      const frame = page.locator('.table-frame');
      expect(await frame.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
      const close = row('2024-01-31').locator('data').first();
      expect(await close.textContent()).toBe('≈\u00a01,356.09');
      expect(await close.getAttribute('title')).toBe('1,356.091406007496');
      expect(await row('2024-01-30').locator('.changed data').first().textContent()).toBe('≈\u00a01,356.09');
      const lines = await row('2024-01-31')
        .locator('td')
        .last()
        .evaluate((cell) => {
          const range = document.createRange();
          range.selectNodeContents(cell);
          const parts = [...range.getClientRects()].filter(({ width }) => width > 0);
          return new Set(parts.map(({ top }) => top)).size;
        });
      expect(lines).toBe(1);
      await row('2024-01-31').getByRole('button').click();
      await page.getByRole('dialog').getByRole('cell', { name: '1,356.091406007496' }).first().waitFor();
    },
  );

  it('on a screen of 1024 the queue is a table whose columns fit, in either language', async () => {
    const principal = 'nguyen.thi.minh.khai.phong-du-lieu-thi-truong@chung-khoan-thanh-pho.example.com';
    await write(quotesOf('VNM', 3, '2024-01-01'));
    await write(
      [aQuote({ date: '2024-01-06', open: 10_037, high: 99_000, low: 10_037, close: 99_000, volume: 0 })],
      await service.token('maker', { principal }),
    );
    await open();
    await page.setViewportSize({ width: 1024, height: 768 });
    for (const flag of ['price jump', 'giá nhảy']) {
      await row('2024-01-06').getByText(flag).waitFor();
      const frame = page.locator('.table-frame');
      expect(await frame.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
      expect(await row('2024-01-03').evaluate((each) => getComputedStyle(each).display)).toBe('table-row');
      if (flag === 'price jump')
        await page.getByRole('button', { name: 'VI: chuyển sang tiếng Việt' }).click();
    }
  });

  it('on a phone the first quote is in sight, the filters on request; their number is shown', async () => {
    await write([...quotesOf('VNM', 3, '2024-01-01'), aQuote({ ticker: 'FPT', date: '2024-02-01' })]);
    await open();
    await page.setViewportSize({ width: 390, height: 844 });
    const bottom = await row('FPT').evaluate((each) => each.getBoundingClientRect().bottom);
    const foot = await page.getByRole('navigation', { name: 'Pages' }).boundingBox();
    expect(bottom).toBeLessThan(foot?.y ?? 0);
    const ticker = page.getByLabel('Ticker', { exact: true });
    expect(await ticker.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Filters', expanded: false }).click();
    await ticker.fill('vnm');
    await ticker.press('Enter');
    await page.getByText('3 pending', { exact: true }).waitFor();
    expect(await ticker.isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Filters (1)', expanded: true }).click();
    expect(await ticker.isVisible()).toBe(false);
  });

  it.each([
    [1280, 800, '.bar'],
    [1024, 768, '.bar'],
    [390, 844, '.nav'],
  ])('on a screen of %d × %d a message covers neither quotes nor what decides on them', async (...at) => {
    const [width, height, place] = at;
    await write(quotesOf('VNM', 3, '2024-01-01'));
    await open();
    await page.setViewportSize({ width, height });
    await page.keyboard.press('a');
    const toast = await page.locator('.toast', { hasText: 'VNM 2024-01-03 approved' }).boundingBox();
    const bar = await page.locator(place).boundingBox();
    if (toast === null || bar === null) throw new Error('Neither is shown');
    expect([toast.y >= bar.y, toast.y + toast.height <= bar.y + bar.height]).toEqual([true, true]);
  });

  it('every digit that an approval covers is shown, and every digit that differs', async () => {
    const figures = { ticker: 'DEC', date: '2024-01-30', open: 10.12, low: 10.12 };
    const quoteOf = (close: number, volume: string) =>
      JSON.parse(JSON.stringify({ ...figures, high: 10.13, close, volume })) as object;
    await write([quoteOf(10.125, '9007199254740992')]);
    await service.post('/svc/quote/appoval', { ticker: 'DEC', date: '2024-01-30' }).expect(200);
    await write([quoteOf(10.1299, '9007199254740993')]);
    await open();
    await row('2024-01-30').waitFor();
    expect(await row('2024-01-30').locator('.changed').allTextContents()).toEqual([
      '10.1299',
      '9,007,199,254,740,993',
    ]);
    expect(await row('2024-01-30').locator('del').allTextContents()).toEqual([
      '10.125',
      '9,007,199,254,740,992',
    ]);
    await row('2024-01-30').getByRole('button').click();
    const dialog = page.getByRole('dialog');
    const figureRow = (name: string) => dialog.locator('tbody tr', { hasText: name }).textContent();
    expect(await figureRow('close')).toBe('close10.12510.1299+0.0049 (+0.05 %)');
    expect(await figureRow('volume')).toBe('volume9,007,199,254,740,9929,007,199,254,740,993+1 (0.00 %)');
    await dialog
      .getByText('close 10.125 → 10.1299, volume 9,007,199,254,740,992 → 9,007,199,254,740,993')
      .waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    const frame = dialog.locator('.table-frame');
    expect(await frame.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
  });

  it('what was decided before the connection broke is reported next to the error', async () => {
    await write(quotesOf('VNM', 3, '2024-01-01'));
    await open();
    await page.locator('tbody tr').nth(2).waitFor();
    let sent = 0;
    await page.route(/\/svc\/quote\/[^/]+\/reject$/, (route) => {
      sent += 1;
      return sent > 2 ? route.abort() : route.continue();
    });
    await page.getByLabel('Select all on this page').check();
    await page.getByRole('button', { name: 'Reject 3' }).click();
    await page.getByLabel('Reason').fill('Not of the exchange');
    await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
    // Good news disappears by itself.
    await page.locator('.toast-good', { hasText: '2 quotes rejected' }).waitFor();
    await page.locator('.toast-bad', { hasText: /VNM \d{4}-\d\d-\d\d: the decision failed/ }).waitFor();
    await page.getByText('1 pending', { exact: true }).waitFor();
    expect(await states()).toEqual([0, 2, 2]);
  });

  it('rejects with a reason, which the history keeps, and revokes the rejection', async () => {
    await write([aQuote({ date: '2024-01-30' })]);
    await open();
    await row('2024-01-30').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('r');
    await page.getByLabel('Reason').fill('Close differs from the exchange report');
    await inspect(tab, 'approval-reject');
    await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
    await page.getByText('0 pending', { exact: true }).waitFor();
    expect(await states()).toEqual([2]);
    await page.getByRole('button', { name: 'Rejected' }).click();
    await row('2024-01-30').getByRole('button').click();
    await page.locator('.history').getByText('Close differs from the exchange report').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByLabel('Reason').fill('Mistaken');
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('0 rejected', { exact: true }).waitFor();
    expect(await states()).toEqual([0]);
  });

  it('rejects by keyboard: r, the reason, Enter, and the keys go on with the next row', async () => {
    await write(quotesOf('VNM', 3, '2024-01-01'));
    await open();
    await page.locator('tbody tr').nth(2).waitFor();
    await page.keyboard.press('r');
    const dialog = page.getByRole('dialog', { name: 'Reject VNM 2024-01-03' });
    const reason = dialog.getByLabel('Reason');
    await reason.waitFor();
    // Neither without a reason, nor while the word is still composed, as Vietnamese is typed.
    await page.keyboard.press('Enter');
    expect(await reason.evaluate((field) => field.matches(':focus:invalid'))).toBe(true);
    await page.keyboard.type('Sai giá');
    await reason.dispatchEvent('keydown', { key: 'Enter', isComposing: true });
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('theo bản tin của sở');
    await page.keyboard.press('Enter');
    await page.getByText('2 pending', { exact: true }).waitFor();
    await page.locator('tbody tr:focus', { hasText: 'VNM 2024-01-02' }).waitFor();
    await row('2024-01-02').waitFor();
    const { body } = await service.get('/svc/quote/approval?status=rejected').expect(200);
    expect(body.data[0].reason).toBe('Sai giá\ntheo bản tin của sở');
    await page.keyboard.press('r');
    expect(await page.getByLabel('Reason').inputValue()).toBe('');
    await page.keyboard.press('Escape');
    expect(await states()).toEqual([0, 0, 2]);
  });

  it('the Enter that opens a question and is held down does not answer it', async () => {
    await write(quotesOf('VNM', 2, '2024-01-01'));
    await open();
    await row('2024-01-02').getByRole('checkbox').check();
    const reject = page.getByRole('button', { name: 'Reject 1' });
    await reject.press('Enter');
    await page.getByLabel('Reason').fill('Not of the exchange');
    await page.keyboard.press('Escape');
    // What was typed is there again.
    await reject.focus();
    await page.keyboard.down('Enter');
    await page.getByLabel('Reason').waitFor();
    await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    expect(await page.getByLabel('Reason').inputValue()).toBe('Not of the exchange');
    expect(await states()).toEqual([0, 0]);
    await page.keyboard.press('Enter');
    await page.getByText('1 pending', { exact: true }).waitFor();
    expect(await states()).toEqual([0, 2]);
  });

  it.each([
    [360, 640],
    [390, 844],
  ])(
    'on a phone of %d × %d nothing to decide by is beyond the edge, in either language',
    async (width, height) => {
      const principal = 'nguyen.thi.minh.khai.phong-du-lieu-thi-truong@chung-khoan-thanh-pho.example.com';
      await write(quotesOf('VNM', 3, '2024-01-01'));
      await write(
        [aQuote({ date: '2024-01-06', open: 10_037, high: 99_000, low: 10_037, close: 99_000, volume: 0 })],
        await service.token('maker', { principal }),
      );
      await open();
      await page.setViewportSize({ width, height });
      for (const [flag, close] of [
        ['price jump', 'Close'],
        ['giá nhảy', 'Đóng cửa'],
      ] as const) {
        const flagged = row('2024-01-06');
        for (const shown of [flag, principal, '99,000', '10,020', 'VNM 2024-01-06']) {
          const cell = flagged.locator('th, td').getByText(shown).first();
          await cell.waitFor();
          expect(await cell.evaluate((each) => each.getBoundingClientRect().right <= innerWidth)).toBe(true);
        }
        const closing = flagged
          .locator('td', { hasText: '99,000' })
          .and(page.locator(`[data-heading='${close}']`));
        expect(await closing.isVisible()).toBe(true);
        // Chromium would regard the boxes as rows and cells without these.
        expect(await page.locator('tbody > tr:not([role=row]), tbody td:not([role=cell])').count()).toBe(0);
        const frame = page.locator('.table-frame');
        expect(await frame.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
        expect(await accessibilityFaults(tab)).toEqual([]);
        if (close === 'Close') await page.getByRole('button', { name: 'VI: chuyển sang tiếng Việt' }).click();
      }
    },
  );

  it('filters are kept in the address, and pages follow the cursor', async () => {
    await write([...quotesOf('VNM', 60, '2024-01-01'), aQuote({ ticker: 'FPT', date: '2024-02-01' })]);
    await open('#/approvals?ticker=VNM&from_date=2024-01-02');
    await page.getByText('59 pending', { exact: true }).waitFor();
    expect(await page.locator('tbody tr').count()).toBe(50);
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByRole('button', { name: 'First page' }).waitFor();
    expect(await page.locator('tbody tr').count()).toBe(9);
    // The button has gone, but the keys go on in the page, not before its beginning.
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
    await page.getByLabel('Ticker', { exact: true }).fill('fpt');
    await page.getByLabel('Ticker', { exact: true }).press('Enter');
    await page.getByText('1 pending', { exact: true }).waitFor();
    expect(new URL(page.url()).hash).toBe('#/approvals?status=pending&ticker=FPT&from_date=2024-01-02');
    await page.goBack();
    await page.locator('tbody tr').nth(8).waitFor();
  });

  it.each([
    ['#/approvals', 'Nothing pending'],
    ['#/approvals?status=rejected', 'None'],
    ['#/approvals?ticker=VNM&maker=nobody', 'No quotes match these filters'],
    ['#/approvals?ticker=XYZ', 'Unknown ticker: XYZ'],
    ['#/approvals/proposals', 'No proposals match'],
    ['#/approvals/held', 'Nothing is held back'],
  ])('an empty list says so in one sentence: %s', async (hash, sentence) => {
    if (hash.includes('ticker')) await write([aQuote({ date: '2024-01-31' })]);
    await open(hash);
    expect(await page.locator('.state').innerText()).toBe(sentence);
  });

  it('a failure of the queue and of the counts of its flags is reported once, and both come back together', async () => {
    // A Saturday.
    await write([aQuote({ date: '2024-01-27' })]);
    await open();
    await page.getByRole('button', { name: 'closed day 1' }).waitFor();
    await page.route('**/svc/quote/approval**', (route) => route.abort());
    await page.getByRole('button', { name: 'Rejected' }).click();
    await page.getByRole('alert').waitFor();
    const requests = Promise.all([
      page.waitForRequest(isQueue),
      page.waitForRequest('**/svc/quote/approval/counts'),
    ]);
    await page.getByRole('button', { name: 'Pending' }).click();
    await requests;
    await settled(tab);
    expect(await page.getByRole('alert').count()).toBe(1);
    await page.unroute('**/svc/quote/approval**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await row('2024-01-27').waitFor();
    await page.getByRole('button', { name: 'closed day 1' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    // Counts alone do not hide the queue.
    await page.route('**/svc/quote/approval/counts', (route) => route.abort());
    await page.keyboard.press('a');
    await page.getByText('0 pending', { exact: true }).waitFor();
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').count()).toBe(1);
  });

  it('a caller who may not decide is told so, and offered no decision', async () => {
    await write([aQuote({ date: '2024-01-30' })]);
    await open('#/approvals', await service.token('reader'));
    await row('2024-01-30').waitFor();
    expect(await page.getByText('lacks the permission quote:approve').isVisible()).toBe(true);
    expect(await page.getByRole('button', { name: /^(Approve|Reject)$/ }).count()).toBe(0);
    await inspect(tab, 'approvals-reader');
  });
});
