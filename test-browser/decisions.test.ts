import { describe, expect, it } from '@jest/globals';
import type { Request, Route } from 'playwright-core';
import { quotesOf } from '../test/builders/quotes.js';
import { folderWith, summaryOf } from '../test/import/command.js';
import { accessibilityFaults, inspect, settled } from './console.js';
import { onOwnService } from './fixture.js';
import { holdBack } from './held.js';

const dividend = (ticker: string, amount: number) => ({
  ...{ ticker, ex_date: '2024-01-22', type: 'cash_dividend', cash_dividend: amount },
});

describe('console: proposals, imports, rows held back, doubtful records', () => {
  let maker: string;
  let checker: string;
  const on = onOwnService(
    async (service) => {
      maker = await service.token('maker');
      checker = await service.token('checker');
      await service.post('/svc/quote/bulk/import', quotesOf('PRP', 30, '2024-01-01'), maker).expect(207);
      for (const [ticker, amount] of [
        ['PRP', 1_000],
        ['PRQ', 500],
        ['PRR', 700],
      ] as const)
        await service.post('/svc/record/corporate_action', dividend(ticker, amount), maker).expect(202);
    },
    { GOVERNED: 'corporate_action,foreign_trade' },
  );

  it('a proposal is reviewed with its effect and approved; another is rejected with a reason', async () => {
    await on.open('#/approvals', checker);
    await on.page.getByRole('link', { name: 'Proposals' }).click();
    await settled(on.tab);
    await inspect(on.tab, 'proposals');
    // What is new is read without opening each.
    await on.page.getByRole('row', { name: /PRP 2024-01-22.*cash_dividend 1000/ }).waitFor();
    await on.page.getByRole('button', { name: 'Review PRP 2024-01-22 cash_dividend' }).click();
    const dialog = on.page.getByRole('dialog');
    await dialog.getByRole('heading', { name: 'Effect: adjusted close' }).waitFor();
    await inspect(on.tab, 'proposal');
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await on.page.getByText('PRP 2024-01-22 cash_dividend: Approved').waitFor();
    // The focus stays in the table although the row that had it has gone.
    await on.page.locator('section.table-frame:focus').waitFor();
    const { body } = await on.service.get('/trading/actions?ticker=PRP').expect(200);
    expect(body.data[0].cash_dividend).toBe(1_000);

    await on.page.getByRole('button', { name: 'Review PRQ 2024-01-22 cash_dividend' }).click();
    await dialog.getByRole('button', { name: 'Reject' }).click();
    await on.page.getByLabel('Reason').fill('Not of the general meeting');
    await on.page
      .getByRole('dialog', { name: /^Reject/ })
      .getByRole('button', { name: 'Reject' })
      .click();
    await on.page.getByText('PRQ 2024-01-22 cash_dividend: Rejected').waitFor();
    await on.page.getByRole('button', { name: 'Rejected', exact: true }).click();
    await on.page.getByText('Not of the general meeting').waitFor();
    expect(new URL(on.page.url()).hash).toBe('#/approvals/proposals?status=rejected');
  });

  describe('several proposals at once', () => {
    /** Proposes dividends for tickers as a maker who has proposed nothing else, and shows the proposals of this maker. */
    const propose = async (principal: string, tickers: readonly string[]) => {
      const token = await on.service.token('maker', { principal });
      for (const ticker of tickers)
        await on.service.post('/svc/record/corporate_action', dividend(ticker, 100), token).expect(202);
      return token;
    };
    const show = async (principal: string) => {
      await on.open(`#/approvals/proposals?maker=${encodeURIComponent(principal)}`, checker);
      await on.page
        .getByRole('row', { name: /2024-01-22/ })
        .first()
        .waitFor();
    };
    const checkbox = (ticker: string) =>
      on.page.getByLabel(`Select corporate_action ${ticker} 2024-01-22 cash_dividend`);
    const dialog = (name: string | RegExp) => on.page.getByRole('dialog', { name });
    const button = (name: string) => on.page.getByRole('button', { name, exact: true });
    /** Decisions on the proposals of a maker as the audit log has them: ticker, action, reason. */
    const decisionsOn = (principal: string) =>
      on.service.sql<{ ticker: string; action: string; reason: string | null }>(
        `SELECT record_key ->> 'ticker' AS ticker, action, after ->> 'reason' AS reason FROM audit_event
         WHERE after ->> 'maker' = $1 AND action IN ('proposal_approved', 'proposal_rejected') ORDER BY ticker, id`,
        [principal],
      );

    it('are approved; those that are no longer what was shown are named, and stay as they are', async () => {
      const maker = await propose('batch@example.com', ['BTA']);
      const { body } = await on.service.get('/svc/approval?maker=batch@example.com', checker).expect(200);
      await on.service.post(`/svc/approval/${body.data[0].id}/approve`, {}, checker).expect(200);
      await on.service.put('/svc/record/corporate_action', dividend('BTA', 150), maker).expect(202);
      await propose('batch@example.com', ['BTB', 'BTC', 'BTD']);
      const trade = { ticker: 'BTE', date: '2024-01-22', foreign_total_room: 5 };
      await on.service.post('/svc/record/foreign_trade', trade, maker).expect(202);
      await on.open('#/activity?action=proposal_created&actor=batch@example.com', checker);
      const proposed = on.page.getByRole('row', { name: /BTD/ });
      expect(await proposed.innerText()).toMatch(/cash_dividend 100$/);
      await show('batch@example.com');
      expect(await button('Approve').isDisabled()).toBe(true);
      await on.page.getByLabel('Select all on this page').check();
      await inspect(on.tab, 'proposals-selected');
      // Once they are shown, a record changes, a proposal is replaced, and another one is decided by somebody else.
      await on.service.sql(
        `UPDATE corporate_action SET cash_dividend = 120, revision = revision + 1 WHERE ticker = 'BTA'`,
      );
      await on.service.put('/svc/record/corporate_action', dividend('BTB', 999), maker).expect(202);
      const pending = await on.service.get('/svc/approval?maker=batch@example.com', checker).expect(200);
      const of = pending.body.data.find(({ key }: { key: { ticker: string } }) => key.ticker === 'BTD');
      await on.service.post(`/svc/approval/${of.id}/reject`, { reason: 'Twice' }, checker).expect(200);

      const requests = await holdBack(on.page, (request) => /\/approve$/.test(request.url()));
      await button('Approve 5').click();
      const question = dialog('Approve 5 proposals');
      expect((await question.locator('dl').innerText()).split(/\s*\n\s*/).sort()).toEqual(
        [
          'corporate_action: create',
          '3',
          'corporate_action: replace',
          '1',
          'foreign_trade: create',
          '1',
        ].sort(),
      );
      await inspect(on.tab, 'proposals-approve');
      await question.getByLabel('Reason').fill('As resolved');
      await question.getByRole('button', { name: 'Approve' }).click();
      await requests.firstSent;
      await on.page.getByText('0 of 5 …').waitFor();
      expect(await button('Approve 5').isDisabled()).toBe(true);
      await requests.release();
      const failures = dialog('3 of 5 could not be decided');
      await failures.getByText('2 approved').waitFor();
      const why = (ticker: string) => failures.locator('tbody tr', { hasText: ticker }).innerText();
      expect(await why('BTA')).toMatch(/The record has changed since this was proposed/);
      expect(await why('BTB')).toMatch(/superseded/);
      expect(await why('BTD')).toMatch(/rejected/);
      await inspect(on.tab, 'proposals-failures');
      await on.page.keyboard.press('Escape');
      expect(await decisionsOn('batch@example.com')).toEqual([
        { ticker: 'BTA', action: 'proposal_approved', reason: null },
        { ticker: 'BTC', action: 'proposal_approved', reason: 'As resolved' },
        { ticker: 'BTD', action: 'proposal_rejected', reason: 'Twice' },
        { ticker: 'BTE', action: 'proposal_approved', reason: 'As resolved' },
      ]);

      // What is still pending is still selected; what took the place of another proposal was never chosen.
      expect(await checkbox('BTA').isChecked()).toBe(true);
      expect(await checkbox('BTB').isChecked()).toBe(false);
      await button('Reject 1').click();
      await dialog(/^Reject corporate_action BTA/)
        .getByLabel('Reason')
        .fill('Overtaken');
      await dialog(/^Reject/)
        .getByRole('button', { name: 'Reject' })
        .click();
      await on.page.getByText(/BTA .* rejected/).waitFor();
      await checkbox('BTA').waitFor({ state: 'detached' });
    });

    it('are rejected by keyboard with one reason, which each of them keeps', async () => {
      await propose('rejected@example.com', ['BRA', 'BRB', 'BRC', 'BRD']);
      await show('rejected@example.com');
      await on.page.getByRole('heading', { level: 1 }).click();
      for (const key of ['j', 'x', 'k', 'x']) await on.page.keyboard.press(key);
      await checkbox('BRB').click({ modifiers: ['Shift'] });
      await on.page.keyboard.press('r');
      const question = dialog('Reject 3 proposals');
      const reject = question.getByRole('button', { name: 'Reject' });
      await reject.click();
      // Not without a reason.
      expect(await question.getByLabel('Reason').evaluate((field) => field.matches(':invalid'))).toBe(true);
      await question.getByLabel('Reason').fill('Not of the general meeting');
      await reject.click();
      await on.page.getByText('3 proposals rejected').waitFor();
      // The focus is on the row that is left.
      await on.page.locator('tbody tr:focus', { hasText: 'BRA' }).waitFor();
      expect(await decisionsOn('rejected@example.com')).toEqual(
        ['BRB', 'BRC', 'BRD'].map((ticker) => ({
          ticker,
          action: 'proposal_rejected',
          reason: 'Not of the general meeting',
        })),
      );
    });

    it('are not decided while those of other filters are awaited', async () => {
      await propose('filtered@example.com', ['BFA', 'BFB']);
      await show('filtered@example.com');
      await checkbox('BFA').check();
      const list = await holdBack(on.page, (request) => /\/svc\/approval\?/.test(request.url()));
      await on.page.getByLabel('Data set').selectOption('foreign_trade');
      await list.firstSent;
      expect(await button('Approve 1').isDisabled()).toBe(true);
      await on.page.getByRole('heading', { level: 1 }).click();
      await on.page.keyboard.press('a');
      expect(await on.page.getByRole('dialog').count()).toBe(0);
      await list.release();
      await on.page.getByText('No proposals match').waitFor();
      expect(await button('Approve').isDisabled()).toBe(true);
    });

    it('those whose answer is lost are read again, and none is decided twice', async () => {
      const tickers = ['BLA', 'BLB', 'BLC', 'BLD', 'BLE', 'BLF'];
      await propose('lost@example.com', tickers);
      await show('lost@example.com');
      const sent: Route[] = [];
      await on.page.route('**/svc/approval/*/approve', async (route) => {
        sent.push(route);
        if (sent.length < 4) return;
        // Of the first requests, none of which is answered, one arrives.
        await route.fetch({ url: route.request().url().replace(on.bench.url, on.service.url) });
        for (const each of sent) await each.abort('connectionreset');
      });
      await on.page.getByLabel('Select all on this page').check();
      await button('Approve 6').click();
      await dialog('Approve 6 proposals').getByRole('button', { name: 'Approve' }).click();
      const failures = dialog('6 of 6 could not be decided');
      await failures.getByText('may have taken effect').nth(3).waitFor();
      await failures.locator('tbody tr', { hasText: 'BLF' }).getByText('Not sent').waitFor();
      await on.page.keyboard.press('Escape');
      await on.page.unroute('**/svc/approval/*/approve');
      await button('Approve 5').click();
      await dialog('Approve 5 proposals').getByRole('button', { name: 'Approve' }).click();
      await on.page.getByText('5 proposals approved').waitFor();
      await on.page.getByText('No proposals match').waitFor();
      expect(await decisionsOn('lost@example.com')).toEqual(
        tickers.map((ticker) => ({ ticker, action: 'proposal_approved', reason: null })),
      );
    });
  });

  it('a maker withdraws their own proposal, and is not offered its approval', async () => {
    await on.open('#/approvals/proposals?maker=maker%40example.com', maker);
    await on.page.getByRole('button', { name: 'Review PRR 2024-01-22 cash_dividend' }).click();
    const dialog = on.page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Withdraw' }).waitFor();
    expect(await dialog.getByRole('button', { name: 'Approve' }).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Withdraw' }).click();
    await on.page.getByText('PRR 2024-01-22 cash_dividend: Withdrawn').waitFor();
  });

  it('one decision approves everything from an import', async () => {
    const lines = quotesOf('IMP', 250).map(({ ticker, date, open, high, low, close, volume }) =>
      [ticker, date, open, high, low, close, volume].join(','),
    );
    const file = folderWith({ 'a.csv': `ticker,date,open,high,low,close,volume\n${lines.join('\n')}\n` });
    await summaryOf(on.service.address, ['quote', file('a.csv')]);
    await on.open('#/approvals/imports', checker);
    await inspect(on.tab, 'imports');
    await on.page.getByRole('button', { name: /^Approve all of the import into quote/ }).click();
    const approval = await holdBack(on.page, (request) => request.method() === 'POST');
    await on.page.getByRole('dialog').getByRole('button', { name: 'Approve all' }).click();
    await approval.firstSent;
    await on.page.getByText('0 approved so far').waitFor();
    // It goes on while another page is shown, and nobody is invited to begin it again.
    await on.page.evaluate(() => location.assign('#/approvals/proposals'));
    await on.page.getByText('0 approved so far').waitFor({ state: 'detached' });
    await on.page.evaluate(() => location.assign('#/approvals/imports'));
    await on.page.getByText('0 approved so far').waitFor();
    expect(await on.page.getByRole('button', { name: /^Approve all of the import/ }).count()).toBe(0);
    await approval.release();
    await on.page.getByText('250 approved', { exact: true }).waitFor();
    await on.page.getByRole('button', { name: /^Approve all of the import into quote/ }).waitFor();
    const { body } = await on.service.get('/svc/quote/approval?ticker=IMP&total=true').expect(200);
    expect(body.meta.total).toBe(0);
  });

  it('a decision on many pages ends with the session: what is read after signing out is not approved', async () => {
    await on.service.post('/svc/quote/bulk/import', quotesOf('SGN', 200), maker).expect(207);
    await on.service.post('/svc/quote/bulk/import', quotesOf('SGN', 50, '2021-01-01'), maker).expect(207);
    const approvedCount = async () =>
      (
        await on.service.sql<{ count: number }>(
          `SELECT count(*)::int AS count FROM quote WHERE ticker = 'SGN' AND approval = 1`,
        )
      )[0]?.count ?? 0;
    await on.open('#/approvals?ticker=SGN', checker);
    const isSecondPage = (request: Request) =>
      /approval\?.*(cursor=.*limit=200|limit=200.*cursor=)/.test(request.url());
    const secondPage = await holdBack(on.page, isSecondPage);
    await on.page.getByRole('button', { name: 'Approve all without flags' }).click();
    await on.page.getByRole('dialog').getByRole('button', { name: 'Approve all without flags' }).click();
    await secondPage.firstSent;
    const count = await approvedCount();
    expect(count).toBeGreaterThan(0);
    await on.page.getByRole('button', { name: 'Sign out' }).click();
    await on.page.getByLabel('Access token').fill(checker);
    await secondPage.release();
    await on.page.getByRole('button', { name: 'Sign in' }).click();
    await on.page.getByText(`${250 - count} pending`, { exact: true }).waitFor();
    expect(await approvedCount()).toBe(count);
    expect(await on.page.locator('.toast').count()).toBe(0);
  });

  it('no dialog stays open above the sign-in when the token ends', async () => {
    const token = await on.service.token('checker', { principal: 'leaver@example.com' });
    await on.service.post('/svc/quote/bulk/import', quotesOf('LVR', 1), maker).expect(207);
    await on.open('#/approvals?ticker=LVR', token);
    await on.page.locator('tbody tr', { hasText: 'LVR' }).getByRole('button').click();
    const approve = on.page.getByRole('dialog').getByRole('button', { name: 'Approve' });
    await approve.waitFor();
    await on.service.sql(`UPDATE api_token SET revoked_at = now() WHERE principal = 'leaver@example.com'`);
    // The service rechecks a known token after a few seconds.
    while ((await on.service.get('/search?q=VN', token)).status !== 401) await on.page.waitForTimeout(500);
    await approve.click();
    await on.page.getByText('The token has expired or was revoked').waitFor();
    expect(await on.page.getByRole('dialog').count()).toBe(0);
    // The browser itself reports the 401.
    expect(on.tab.faults.filter((fault) => !fault.includes('401'))).toEqual([]);
    on.tab.faults.length = 0;
  });

  it('a row that was held back is stored with corrected values by a caller with the permission', async () => {
    const [quote] = quotesOf('HLD', 1, '2024-01-31');
    const record = { ...quote, open: 66_900_000, high: 67_500_000, low: 66_500_000, close: 67_000_000 };
    await on.service.sql(
      `INSERT INTO quarantine (resource, source, run_id, record_key, record, findings)
       VALUES ('quote', 'vendor-eod', gen_random_uuid(), $1, $2, $3)`,
      [
        JSON.stringify({ ticker: 'HLD', date: '2024-01-31' }),
        JSON.stringify(record),
        JSON.stringify([{ rule: 'unit_jump', action: 'quarantine', value: 67_000_000, expected: 67_000 }]),
      ],
    );
    await on.open('#/approvals/held', maker);
    await on.page.getByText('needs the permission quarantine:decide').waitFor();
    await on.open('#/approvals/held', checker);
    await inspect(on.tab, 'held');
    await on.page.getByRole('button', { name: 'Review HLD 2024-01-31' }).click();
    const dialog = on.page.getByRole('dialog');
    await dialog.getByText('67000000, expected 67000').waitFor();
    await inspect(on.tab, 'held-row');
    for (const [field, value] of [
      ['open', '66900'],
      ['high', '67500'],
      ['low', '66500'],
      ['close', '67000'],
    ] as const)
      await dialog.getByLabel(`Correction: ${field}`).fill(value);
    await dialog.getByLabel('Reason').fill('In dong, not thousandths');
    await dialog.getByRole('button', { name: 'Store these values' }).click();
    await on.page.getByText('HLD 2024-01-31: Decided').waitFor();
    await on.page.getByText('Nothing is held back').waitFor();
    const { body } = await on.service.get('/svc/record/quote?ticker=HLD&date=2024-01-31').expect(200);
    expect(body.close).toBe(67_000);
  });

  it('a row that was held back is not decided with other values than those shown', async () => {
    await on.service.sql(
      `INSERT INTO quarantine (resource, source, run_id, record_key, record, findings)
       VALUES ('quote', 'vendor-eod', gen_random_uuid(), '{"ticker": "HLE", "date": "2024-01-31"}', $1, '[]')`,
      [JSON.stringify(quotesOf('HLE', 1, '2024-01-31')[0])],
    );
    await on.open('#/approvals/held', checker);
    await on.page.getByRole('button', { name: 'Review HLE 2024-01-31' }).click();
    const dialog = on.page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('Seen at the exchange');
    await on.service.sql(
      `UPDATE quarantine SET revision = 2, record = record || '{"volume": 123456}' WHERE record_key ->> 'ticker' = 'HLE'`,
    );
    await dialog.getByRole('button', { name: 'Store as is' }).click();
    await dialog.getByText('has changed').waitFor();
    // The version of now is shown, with what has been typed; the next decision is about it.
    await dialog.getByRole('cell', { name: '123456', exact: true }).waitFor();
    expect(await dialog.getByLabel('Reason').inputValue()).toBe('Seen at the exchange');
    await on.service.get('/svc/record/quote?ticker=HLE&date=2024-01-31').expect(404);
    await dialog.getByRole('button', { name: 'Reject' }).click();
    await on.page.getByText('HLE 2024-01-31: Decided').waitFor();
    on.tab.faults.length = 0;
  });

  it('a proposal that somebody else has decided meanwhile shows its state, and offers no decision', async () => {
    await on.service.post('/svc/record/corporate_action', dividend('PRS', 900), maker).expect(202);
    await on.open('#/approvals/proposals', checker);
    await on.page.getByRole('button', { name: 'Review PRS 2024-01-22 cash_dividend' }).click();
    const dialog = on.page.getByRole('dialog');
    const approve = dialog.getByRole('button', { name: 'Approve' });
    await approve.waitFor();
    const { body } = await on.service.get('/svc/approval?status=pending', checker).expect(200);
    const of = body.data.find(({ key }: { key: { ticker: string } }) => key.ticker === 'PRS');
    await on.service.post(`/svc/approval/${of.id}/reject`, { reason: 'Twice' }, checker).expect(200);
    await approve.click();
    await dialog.getByRole('alert').waitFor();
    await approve.waitFor({ state: 'detached' });
    expect(await dialog.getByRole('alert').innerText()).toMatch(/\(409\)/);
    const outcome = dialog.getByText(/^Rejected checker@example\.com, .*, Twice$/);
    await outcome.waitFor();
    on.tab.faults.length = 0;
  });

  describe('a decision that fails after its dialog has been closed is a message that stays', () => {
    const message = () => on.page.locator('.in-corner .toast-bad');

    it('of a proposal', async () => {
      await on.service.post('/svc/record/corporate_action', dividend('PRT', 900), maker).expect(202);
      await on.open('#/approvals/proposals', checker);
      await on.page.getByRole('button', { name: 'Review PRT 2024-01-22 cash_dividend' }).click();
      const approvals = await holdBack(on.page, (request) => /\/approve$/.test(request.url()));
      await on.page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
      await approvals.firstSent;
      await on.page.keyboard.press('Escape');
      await on.page.getByRole('dialog').waitFor({ state: 'detached' });
      const { body } = await on.service.get('/svc/approval?status=pending', maker).expect(200);
      const of = body.data.find(({ key }: { key: { ticker: string } }) => key.ticker === 'PRT');
      await on.service.post(`/svc/approval/${of.id}/withdraw`, {}, maker).expect(200);
      await approvals.release();
      await message().getByText('PRT 2024-01-22 cash_dividend: the decision failed').waitFor();
      await message().getByText('The proposal is withdrawn').waitFor();
      // What came too late is no longer listed.
      await on.page.locator('tbody tr', { hasText: 'PRT' }).waitFor({ state: 'detached' });
      expect(await message().count()).toBe(1);
      expect(await accessibilityFaults(on.tab)).toEqual([]);
    });

    it('of a row that was held back, which cannot be decided again meanwhile', async () => {
      await on.service.sql(
        `INSERT INTO quarantine (resource, source, run_id, record_key, record, findings)
         VALUES ('quote', 'vendor-eod', gen_random_uuid(), '{"ticker": "HLF", "date": "2024-01-31"}', $1, '[]')`,
        [JSON.stringify(quotesOf('HLF', 1, '2024-01-31')[0])],
      );
      await on.open('#/approvals/held', checker);
      await on.page.getByRole('button', { name: 'Review HLF 2024-01-31' }).click();
      const sent: string[] = [];
      on.page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
      const releases = await holdBack(on.page, (request) => /\/release$/.test(request.url()));
      const dialog = on.page.getByRole('dialog');
      await dialog.getByLabel('Reason').fill('Seen at the exchange');
      await dialog.getByRole('button', { name: 'Store as is' }).click();
      await releases.firstSent;
      for (const name of ['Store as is', 'Reject'])
        expect(await dialog.getByRole('button', { name }).isDisabled()).toBe(true);
      await on.page.keyboard.press('Escape');
      await on.service.sql(`UPDATE quarantine SET revision = 2 WHERE record_key ->> 'ticker' = 'HLF'`);
      await releases.release();
      await message().getByText('HLF 2024-01-31: the decision failed').waitFor();
      await message().getByText('has changed').waitFor();
      expect(sent).toHaveLength(1);
      await on.service.get('/svc/record/quote?ticker=HLF&date=2024-01-31').expect(404);
    });

    it('of a quote, whose details close when it is sent', async () => {
      await on.service.post('/svc/quote/bulk/import', quotesOf('QTF', 1), maker).expect(207);
      await on.open('#/approvals?ticker=QTF', checker);
      await on.page.route(/\/svc\/quote\/approval$/, (route) => route.abort());
      await on.page.locator('tbody tr', { hasText: 'QTF' }).getByRole('button').click();
      await on.page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
      await message().getByText('QTF 2020-01-01: the decision failed').waitFor();
      await message().getByText('may have taken effect').waitFor();
    });
  });

  it('rows of a file that are proposed do not count as failed', async () => {
    await on.open('#/import', maker);
    await on.page.getByLabel('Data set', { exact: true }).selectOption('corporate_action');
    const lines = ['ticker,ex_date,type,cash_dividend', 'PRT,2024-01-22,cash_dividend,100'];
    const file = { name: 'actions.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) };
    await on.page.locator('input[type=file]').setInputFiles(file);
    await on.page.getByRole('button', { name: 'Start the import' }).click();
    await on.page.getByText('Import finished').waitFor();
    const counts = ['created', 'proposed', 'failed'].map((state) => `[data-count=${state}]`);
    expect(await on.page.locator(counts.join()).allTextContents()).toEqual(['0', '1', '0']);
    await on.page.getByRole('row', { name: /PRT 2024-01-22 cash_dividend.*proposed/ }).waitFor();
  });

  // A Sunday that no calendar has.
  it('doubtful records of a data set are found, and lead to their form', async () => {
    await on.service
      .post('/svc/record/quote', { ...quotesOf('DBT', 1)[0], date: '2024-02-04' }, maker)
      .expect(201);
    await on.open('#/data/quote', maker);
    await on.page.getByRole('button', { name: 'Find doubtful records' }).click();
    await on.page.waitForURL(/flagged=any/);
    await on.page.getByRole('link', { name: 'DBT 2024-02-04' }).click();
    await on.page.getByText('Stored, last changed').waitFor();
  });

  it('a checker confirms a doubtful record with a reason and reopens its doubts; a maker is not offered to', async () => {
    await on.service
      .post('/svc/record/quote', { ...quotesOf('RGT', 1)[0], date: '2024-02-04' }, maker)
      .expect(201);
    await on.open('#/data/quote?flagged=non_trading_day', maker);
    await on.page.getByRole('link', { name: 'RGT 2024-02-04' }).waitFor();
    expect(await on.page.getByRole('button', { name: /^Dismiss/ }).count()).toBe(0);

    await on.open('#/data/quote?flagged=non_trading_day', checker);
    await on.page.getByRole('button', { name: 'Dismiss the doubts about RGT 2024-02-04' }).click();
    await on.page.getByLabel('Reason').fill('A day made up for');
    await on.page.getByRole('dialog').getByRole('button', { name: 'Dismiss' }).click();
    await on.page.getByText('RGT 2024-02-04: confirmed').waitFor();
    await on.page.getByRole('link', { name: 'RGT 2024-02-04' }).waitFor({ state: 'detached' });

    await on.page.getByRole('button', { name: 'Confirmed' }).click();
    const row = on.page.getByRole('row', { name: /RGT 2024-02-04/ });
    expect(await row.innerText()).toContain('A day made up for');
    expect(await row.innerText()).toContain('checker@example.com');
    expect(new URL(on.page.url()).hash).toContain('dismissed=true');
    expect(await accessibilityFaults(on.tab)).toEqual([]);
    await row.getByRole('button', { name: 'Reopen the doubts about RGT 2024-02-04' }).click();
    await on.page.getByLabel('Reason').fill('It was not');
    await on.page.getByRole('dialog').getByRole('button', { name: 'Reopen' }).click();
    await on.page.getByText('RGT 2024-02-04: doubtful again').waitFor();
    const events = await on.service.sql<{ action: string }>(
      `SELECT action FROM audit_event
       WHERE record_key ->> 'ticker' = 'RGT' AND action IN ('flags_dismissed', 'dismissal_revoked') ORDER BY id`,
    );
    expect(events.map(({ action }) => action)).toEqual(['flags_dismissed', 'dismissal_revoked']);
  });

  it('a filter applied by keyboard keeps the focus and what is typed into the next one', async () => {
    await on.open('#/approvals/held', checker);
    const field = (name: string) =>
      on.page.getByRole('form', { name: 'Filters' }).getByLabel(name, { exact: true });
    await field('Ticker').fill('hld');
    await on.page.keyboard.press('Tab');
    await on.page.keyboard.type('vend');
    await on.page.waitForURL(/ticker=HLD/);
    await settled(on.tab);
    await on.page.keyboard.type('or');
    expect(await field('Source').inputValue()).toBe('vendor');
    expect(await field('Ticker').inputValue()).toBe('HLD');
    await on.page.keyboard.press('Enter');
    await on.page.waitForURL(/source=vendor/);
    await settled(on.tab);
    expect(await field('Source').evaluate((input) => input === document.activeElement)).toBe(true);
    await on.page.goBack();
    await on.page.waitForURL(({ hash }) => !hash.includes('source'));
    await settled(on.tab);
    expect([await field('Ticker').inputValue(), await field('Source').inputValue()]).toEqual(['HLD', '']);
  });

  it('a figure that is missing in the row is filled in as a number', async () => {
    const key = { ticker: 'NUL', date: '2024-01-31' };
    await on.service.sql(
      `INSERT INTO quarantine (resource, source, run_id, record_key, record, findings)
       VALUES ('daily_statistic', 'vendor-eod', gen_random_uuid(), $1, $2, '[]')`,
      [JSON.stringify(key), JSON.stringify({ ...key, average_price: null, matched_volume: 100 })],
    );
    await on.open('#/approvals/held', checker);
    await on.page.getByRole('button', { name: 'Review NUL 2024-01-31' }).click();
    const dialog = on.page.getByRole('dialog');
    await dialog.getByLabel('Correction: average_price').fill('66950.5');
    await dialog.getByLabel('Reason').fill('From the report of the exchange');
    await dialog.getByRole('button', { name: 'Store these values' }).click();
    await on.page.getByText('NUL 2024-01-31: Decided').waitFor();
    const rows = await on.service.sql<object>(
      `SELECT average_price FROM daily_statistic WHERE ticker = 'NUL'`,
    );
    expect(rows).toEqual([{ average_price: 66_950.5 }]);
  });

  it('a proposal is shown with the digits that would be stored, beyond the precision of JavaScript', async () => {
    const trade = (room: string) => ({ ticker: 'PRB', date: '2024-01-22', foreign_total_room: room });
    const first = await on.service.post('/svc/record/foreign_trade', trade('9007199254740992'), maker);
    await on.service.post(`/svc/approval/${first.body.id}/approve`, {}, checker).expect(200);
    await on.service.put('/svc/record/foreign_trade', trade('9007199254740993'), maker).expect(202);
    await on.open('#/approvals/proposals?resource=foreign_trade', checker);
    await on.page.getByText('foreign_total_room 9007199254740992 → 9007199254740993').waitFor();
    await on.page.getByRole('button', { name: 'Review PRB 2024-01-22' }).click();
    const change = on.page.getByRole('dialog').locator('tbody tr', { hasText: 'foreign_total_room' });
    expect(await change.textContent()).toBe('foreign_total_room90071992547409929007199254740993');
    await on.open('#/activity/audit?resource=foreign_trade', checker);
    await on.page.locator('tbody button').first().click();
    await on.page.getByRole('dialog').getByText('9007199254740993').first().waitFor();
  });

  it('a correction stores digits exactly as received and as typed, beyond the precision of JavaScript', async () => {
    const [quote] = quotesOf('DIG', 1, '2024-01-31');
    const record = JSON.stringify(quote).replace(/"volume":\d+/, '"volume":9007199254740993');
    await on.service.sql(
      `INSERT INTO quarantine (resource, source, run_id, record_key, record, findings)
       VALUES ('quote', 'vendor-eod', gen_random_uuid(), $1, $2, $3)`,
      [
        JSON.stringify({ ticker: 'DIG', date: '2024-01-31' }),
        record,
        '[{"rule":"unit_jump","action":"quarantine","value":9007199254740993,"expected":1000}]',
      ],
    );
    await on.open('#/approvals/held', checker);
    await on.page.getByRole('button', { name: 'Review DIG 2024-01-31' }).click();
    const dialog = on.page.getByRole('dialog');
    await dialog.getByText('9007199254740993, expected 1000').waitFor();
    await dialog.getByLabel('Correction: close').fill('10000.50');
    await dialog.getByLabel('Reason').fill('Half a dong');
    const request = on.page.waitForRequest(/\/correct$/);
    await dialog.getByRole('button', { name: 'Store these values' }).click();
    expect((await request).postData()).toContain('"close":10000.50');
    await on.page.getByText('DIG 2024-01-31: Decided').waitFor();
    const rows = await on.service.sql<{ volume: string; close: string }>(
      `SELECT volume::text, close::text FROM quote WHERE ticker = 'DIG'`,
    );
    expect(rows).toEqual([{ volume: '9007199254740993', close: '10000.5' }]);
  });
});
