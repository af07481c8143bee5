import { describe, expect, it } from '@jest/globals';
import { aQuote, quotesOf } from '../test/builders/quotes.js';
import { folderWith, summaryOf } from '../test/import/command.js';
import { onOwnService } from './fixture.js';

describe('console: SELF_APPROVAL=forbidden', () => {
  let admin: string;
  const on = onOwnService(
    async (service) => {
      admin = await service.token('admin', { principal: 'both@example.com' });
      await service.post('/svc/quote', aQuote({ date: '2024-01-30' }), admin).expect(201);
      await service.post('/svc/quote', aQuote({ date: '2024-01-31' }), await service.token('maker'));
      const dividend = { ex_date: '2024-01-22', type: 'cash_dividend', cash_dividend: 1000 };
      await service.post('/svc/record/corporate_action', { ...dividend, ticker: 'OWN' }, admin).expect(202);
    },
    { SELF_APPROVAL: 'forbidden', GOVERNED: 'corporate_action' },
  );

  it('approval of a quote is not offered to its maker, who is told why', async () => {
    await on.open('#/approvals', admin);
    const row = (date: string) => on.page.locator('tbody tr', { hasText: date });
    await row('2024-01-30').getByRole('button').click();
    const dialog = on.page.getByRole('dialog');
    await dialog.getByText('someone else has to approve it').waitFor();
    expect(await dialog.getByRole('button', { name: 'Reject' }).count()).toBe(1);
    expect(await dialog.getByRole('button', { name: 'Approve' }).count()).toBe(0);
    await on.page.keyboard.press('Escape');
    await row('2024-01-30').getByRole('checkbox').check();
    await on.page.getByRole('button', { name: 'Reject 1' }).waitFor();
    expect(await on.page.getByRole('button', { name: 'Approve', exact: true }).isDisabled()).toBe(true);
    await on.page.getByText('1 is your own: someone else has to approve it.').waitFor();
    await row('2024-01-31').getByRole('checkbox').check();
    await on.page.getByRole('button', { name: 'Approve 1' }).click();
    await on.page.locator('.toast', { hasText: 'VNM 2024-01-31 approved' }).waitFor();
    const quotes = await on.service.sql<{ approval: number }>('SELECT approval FROM quote ORDER BY date');
    expect(quotes.map(({ approval }) => approval)).toEqual([0, 1]);
  });

  it('all without flags leaves out their own, and says so', async () => {
    const ofMaker = await on.service.token('maker', { principal: 'other@example.com' });
    const quotes = quotesOf('ALL', 4, '2024-03-04');
    await on.service.post('/svc/quote/bulk/import', quotes.slice(0, 3), admin).expect(207);
    await on.service.post('/svc/quote/bulk/import', quotes.slice(3), ofMaker).expect(207);
    await on.open('#/approvals?ticker=ALL', admin);
    await on.page.getByRole('button', { name: 'Approve all without flags' }).click();
    await on.page.getByRole('dialog').getByRole('button', { name: 'Approve all without flags' }).click();
    // Good news disappears by itself.
    await on.page.locator('.toast', { hasText: '1 approved' }).waitFor();
    await on.page.locator('.toast', { hasText: '3 that you wrote are still pending' }).waitFor();
    expect(await on.page.getByRole('dialog').count()).toBe(0);
    const approved = await on.service.sql<{ date: string }>(
      `SELECT date::text FROM quote WHERE ticker = 'ALL' AND approval = 1`,
    );
    expect(approved).toEqual([{ date: '2024-03-07' }]);
  });

  it('nor is that of an import, which others may approve', async () => {
    const file = folderWith({
      'own.csv': 'ticker,date,open,high,low,close,volume\nIMP,2024-03-04,1,1,1,1,1\n',
      'other.csv': 'ticker,date,open,high,low,close,volume\nIMQ,2024-03-04,1,1,1,1,1\n',
    });
    const { address } = on.service;
    await summaryOf(address, ['quote', file('own.csv'), '--principal', 'both@example.com']);
    await summaryOf(address, ['quote', file('other.csv'), '--principal', 'third@example.com']);
    await on.open('#/approvals/imports', admin);
    const rows = on.page.locator('tbody tr');
    await rows.nth(1).waitFor();
    // The newest first.
    expect(await rows.nth(0).getByRole('button').count()).toBe(1);
    expect(await rows.nth(1).getByRole('button').count()).toBe(0);
    await rows.nth(1).getByText('someone else has to approve it').waitFor();
  });

  it('nor is that of a proposal, which its maker may still reject or withdraw', async () => {
    await on.open('#/approvals/proposals', admin);
    await on.page.getByRole('button', { name: 'Review OWN 2024-01-22 cash_dividend' }).click();
    const dialog = on.page.getByRole('dialog');
    await dialog.getByText('someone else has to approve it').waitFor();
    expect(await dialog.locator('.dialog-actions button').allInnerTexts()).toEqual(['Withdraw', 'Reject']);
  });

  it('nor can their own proposals be selected among others', async () => {
    await on.open('#/approvals/proposals', admin);
    const own = on.page.getByLabel('Select corporate_action OWN 2024-01-22 cash_dividend');
    expect(await own.isDisabled()).toBe(true);
    expect(await own.getAttribute('title')).toMatch(/someone else has to approve it/);
    const maker = await on.service.token('maker');
    await on.service
      .post(
        '/svc/record/corporate_action',
        { ticker: 'OTH', ex_date: '2024-01-22', type: 'cash_dividend', cash_dividend: 5 },
        maker,
      )
      .expect(202);
    await on.open('#/approvals/proposals', admin);
    await on.page.getByLabel('Select all on this page').check();
    expect(await own.isChecked()).toBe(false);
    await on.page.getByRole('button', { name: 'Approve 1' }).click();
    await on.page
      .getByRole('dialog', { name: /^Approve corporate_action OTH/ })
      .getByRole('button', { name: 'Approve' })
      .click();
    await on.page.getByText(/OTH .* approved/).waitFor();
    await on.page.locator('thead input[type=checkbox]:disabled').waitFor();
  });
});
