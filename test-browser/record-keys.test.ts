import { describe, expect, it } from '@jest/globals';
import type { Locator, Request } from 'playwright-core';
import { quotesOf } from '../test/builders/quotes.js';
import { accessibilityFaults } from './console.js';
import { onOwnService } from './fixture.js';
import { holdBack } from './held.js';

describe('console: keys in the details of a record', () => {
  let maker: string;
  let checker: string;
  const on = onOwnService(
    async (service) => {
      maker = await service.token('maker');
      checker = await service.token('admin', { principal: 'both@example.com' });
    },
    { SELF_APPROVAL: 'forbidden', GOVERNED: 'corporate_action' },
  );
  const dialog = (name: string | RegExp) => on.page.getByRole('dialog', { name });
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await on.page.keyboard.press(key);
  };
  const decisions = () => {
    const sent: string[] = [];
    const isDecision = (request: Request) =>
      request.method() === 'POST' && /approval|reject/.test(request.url());
    on.page.on('request', (request) => isDecision(request) && sent.push(request.url()));
    return sent;
  };
  const write = (ticker: string, count: number, token = maker) =>
    on.service.post('/svc/quote/bulk/import', quotesOf(ticker, count, '2024-01-01'), token).expect(207);
  const states = (ticker: string) =>
    on.service.sql<{ approval: number }>(
      `SELECT approval FROM quote WHERE ticker = '${ticker}' ORDER BY date`,
    );
  const propose = async (tickers: readonly string[], token = maker) => {
    for (const ticker of tickers) {
      const dividend = { ticker, ex_date: '2024-01-22', type: 'cash_dividend', cash_dividend: 100 };
      await on.service.post('/svc/record/corporate_action', dividend, token).expect(202);
    }
  };
  const proposals = (tickers: readonly string[]) =>
    on.service.sql<{ ticker: string; status: string }>(
      `SELECT record_key ->> 'ticker' AS ticker, status FROM proposal
       WHERE record_key ->> 'ticker' IN ('${tickers.join("','")}') ORDER BY 1`,
    );

  it('j and k show the next and the previous quote of the list, which has the focus after Escape', async () => {
    await write('KEY', 4);
    await on.open('#/approvals?ticker=KEY', checker);
    await on.page.locator('tbody tr').nth(3).waitFor();
    const sent = decisions();
    await press('j', 'o');
    await dialog('KEY 2024-01-03').getByText('10,020').first().waitFor();
    await press('j');
    await dialog('KEY 2024-01-02').getByText('10,010').first().waitFor();
    await on.page.locator('tr[aria-current=true]', { hasText: 'KEY 2024-01-02' }).waitFor();
    // Held down, it goes on to the last one and stays there.
    for (let repeat = 0; repeat < 4; repeat += 1) await on.page.keyboard.down('j');
    await on.page.keyboard.up('j');
    await dialog('KEY 2024-01-01').waitFor();
    await press('k');
    await dialog('KEY 2024-01-02').locator('.history').getByText('created').waitFor();
    expect(await accessibilityFaults(on.tab)).toEqual([]);
    // The keys of the page sleep.
    await press('x', '/', '?', 'g', 'Escape');
    await dialog(/./).waitFor({ state: 'detached' });
    await on.page.locator('tbody tr:focus', { hasText: 'KEY 2024-01-02' }).waitFor();
    expect(await on.page.locator('tbody input:checked').count()).toBe(0);
    expect(sent).toEqual([]);
  });

  it.each([
    ['a quote', 'English', 'Next quote', 'Previous quote'],
    ['a quote', 'Vietnamese', 'Giá sau', 'Giá trước'],
    ['a proposal', 'English', 'Next proposal', 'Previous proposal'],
    ['a proposal', 'Vietnamese', 'Đề xuất sau', 'Đề xuất trước'],
  ])(
    'so do the buttons of %s, which name the keys, on a screen of 320 (%s)',
    async (what, language, ...names) => {
      const turner = await on.service.token('maker', { principal: 'turner@example.com' });
      const isQuote = what === 'a quote';
      if (isQuote) await write('TRN', 3, turner);
      else await propose(['TRA', 'TRB', 'TRC'], turner);
      const titles = isQuote
        ? ['TRN 2024-01-03', 'TRN 2024-01-02', 'TRN 2024-01-01']
        : ['TRC', 'TRB', 'TRA'].map((ticker) => `${ticker} 2024-01-22 cash_dividend`);
      const shows = (at: number) => dialog(titles[at] as string).waitFor();
      await on.open(`#/approvals${isQuote ? '' : '/proposals'}?maker=turner%40example.com`, checker);
      if (language === 'Vietnamese')
        await on.page.getByRole('button', { name: 'VI: chuyển sang tiếng Việt' }).click();
      await on.page.setViewportSize({ width: 320, height: 568 });
      await on.page.locator('tbody tr').first().getByRole('button').click();
      await shows(0);
      const [next, previous] = names.map((name) => dialog(/./).getByRole('button', { name })) as [
        Locator,
        Locator,
      ];
      expect(await next.getAttribute('title')).toBe(`${names[0]} (j)`);
      expect(await previous.getAttribute('title')).toBe(`${names[1]} (k)`);
      expect([await next.isDisabled(), await previous.isDisabled()]).toEqual([false, true]);
      await next.click();
      await shows(1);
      await on.page.locator('tr[aria-current=true]', { hasText: titles[1] as string }).waitFor();
      expect([await next.isDisabled(), await previous.isDisabled()]).toEqual([false, false]);
      await next.click();
      await shows(2);
      // The focus goes on to the button that leads somewhere.
      await previous.and(on.page.locator(':focus')).waitFor();
      expect([await next.isDisabled(), await previous.isDisabled()]).toEqual([true, false]);
      for (const button of await dialog(/./).locator('header button').all())
        expect(
          await button.evaluate((each) => {
            const { left, right } = each.getBoundingClientRect();
            return left >= 0 && right <= innerWidth;
          }),
        ).toBe(true);
      expect(await dialog(/./).evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
      expect(await accessibilityFaults(on.tab)).toEqual([]);
      await press('Enter');
      await shows(1);
    },
  );

  it('a and r press the buttons of the details; a key held down decides once', async () => {
    await write('DEC', 4);
    await on.open('#/approvals?ticker=DEC', checker);
    await on.page.locator('tbody tr').nth(3).waitFor();
    // What is selected is not what the details show.
    await press('k', 'x', 'o', 'j');
    await dialog('DEC 2024-01-03').waitFor();
    const sent = decisions();
    for (let repeat = 0; repeat < 3; repeat += 1) await on.page.keyboard.down('a');
    await on.page.getByText('3 pending', { exact: true }).waitFor();
    await on.page.keyboard.down('a');
    await on.page.keyboard.up('a');
    expect([sent.length, await states('DEC')]).toEqual([1, [0, 0, 1, 0].map((approval) => ({ approval }))]);
    await on.page.locator('tbody tr:focus', { hasText: 'DEC 2024-01-02' }).waitFor();
    await press('o');
    await dialog('DEC 2024-01-02').waitFor();
    for (let repeat = 0; repeat < 3; repeat += 1) await on.page.keyboard.down('r');
    await on.page.keyboard.up('r');
    const reason = dialog('Reject DEC 2024-01-02').getByLabel('Reason');
    await reason.waitFor();
    expect(await reason.inputValue()).toBe('');
    await on.page.keyboard.type('ajar');
    expect(await reason.inputValue()).toBe('ajar');
    expect(sent).toHaveLength(1);
    await press('Enter');
    await on.page.getByText('2 pending', { exact: true }).waitFor();
    expect(await states('DEC')).toEqual([0, 2, 1, 0].map((approval) => ({ approval })));
  });

  it('a does nothing where the details offer no approval, nor do the keys once they are off', async () => {
    await write('OWN', 1, checker);
    await on.open('#/approvals?ticker=OWN', checker);
    const sent = decisions();
    await on.page.locator('tbody button').click();
    await dialog('OWN 2024-01-01').getByText('someone else has to approve it').waitFor();
    await press('a', 'j', 'k');
    expect(await dialog('OWN 2024-01-01').isVisible()).toBe(true);
    await press('Escape', '?');
    await dialog('Keyboard shortcuts').getByText('In the details of a quote or proposal').waitFor();
    await on.page.getByLabel('Shortcuts are on').uncheck();
    await press('Escape');
    await on.page.locator('tbody button').click();
    await press('r');
    expect(await on.page.getByRole('dialog').count()).toBe(1);
    expect(sent).toEqual([]);
  });

  it('so they do in the details of a proposal, which stay until its decision has been answered', async () => {
    const tickers = ['PKA', 'PKB', 'PKC', 'PKD'];
    await propose(tickers);
    await propose(['PKO'], checker);
    await on.open('#/approvals/proposals', checker);
    await on.page.locator('tbody tr').nth(4).waitFor();
    const sent = decisions();
    await press('o');
    await dialog('PKO 2024-01-22 cash_dividend').getByText('someone else has to approve it').waitFor();
    await press('a', 'j', 'j');
    const shown = dialog('PKC 2024-01-22 cash_dividend');
    await shown.getByRole('button', { name: 'Approve' }).waitFor();
    const approvals = await holdBack(on.page, (request) => /\/approve$/.test(request.url()));
    await on.page.keyboard.down('a');
    await approvals.firstSent;
    await on.page.keyboard.down('a');
    await on.page.keyboard.up('a');
    await press('a', 'j', 'r');
    expect(await shown.isVisible()).toBe(true);
    for (const name of ['Next proposal', 'Previous proposal'])
      expect(await shown.getByRole('button', { name }).isDisabled()).toBe(true);
    expect(await on.page.getByRole('dialog').count()).toBe(1);
    await approvals.release();
    await on.page.getByText('PKC 2024-01-22 cash_dividend: Approved').waitFor();
    expect(sent).toHaveLength(1);
    await on.page.locator('tbody tr', { hasText: 'PKC' }).waitFor({ state: 'detached' });
    await on.page.locator('tbody tr', { hasText: 'PKD' }).getByRole('button').click();
    await press('j');
    await dialog('PKB 2024-01-22 cash_dividend').getByRole('button', { name: 'Reject' }).waitFor();
    await press('r');
    await on.page.keyboard.type('ja');
    await press('Enter');
    await on.page.getByText('PKB 2024-01-22 cash_dividend: Rejected').waitFor();
    expect(await proposals(tickers)).toEqual([
      { ticker: 'PKA', status: 'pending' },
      { ticker: 'PKB', status: 'rejected' },
      { ticker: 'PKC', status: 'approved' },
      { ticker: 'PKD', status: 'pending' },
    ]);
  });
});
