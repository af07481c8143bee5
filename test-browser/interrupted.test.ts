import { describe, expect, it } from '@jest/globals';
import { aQuote } from '../test/builders/quotes.js';
import { until } from '../test/embedded/harness.js';
import { settled } from './console.js';
import { onOwnService } from './fixture.js';

describe('console: an interruption loses nothing typed', () => {
  const on = onOwnService(async (service) => {
    for (const ticker of ['HIS', 'TYP', 'END', 'OTH', 'RSN', 'RGT'])
      for (const date of ['2024-03-04', '2024-03-05'])
        await service.post('/svc/quote', aQuote({ ticker, date })).expect(201);
  });
  const volume = () => on.page.getByLabel('volume *', { exact: true });
  const dialog = () => on.page.getByRole('dialog');
  const form = (ticker: string) => `#/data/quote?key.ticker=${ticker}&key.date=2024-03-04`;

  /** A token that can be ended. */
  const someone = async (role: 'maker' | 'checker', principal: string) => {
    const token = await on.service.token(role, { principal });
    const { body } = await on.service.get('/svc/token/self', token).expect(200);
    return { token, end: () => on.service.post(`/svc/token/${body.id}/revoke`, {}).expect(200) };
  };
  const signInAgain = async (token: string) => {
    await on.page.getByText('The token has expired or was revoked').waitFor();
    await on.page.getByLabel('Access token').fill(token);
    await on.page.getByRole('button', { name: 'Sign in' }).click();
    await settled(on.tab);
  };

  it('who cancels the question about unsaved changes finds the history as it was', async () => {
    await on.open('#/data');
    const { page } = on;
    await page.evaluate((hash) => {
      location.hash = hash;
    }, form('HIS'));
    await volume().fill('77');
    for (const leave of [
      () => page.getByRole('link', { name: 'Market', exact: true }).click(),
      () => page.goBack(),
    ]) {
      await leave();
      await dialog().getByRole('button', { name: 'Cancel' }).click();
      await page.waitForURL(({ hash }) => hash === form('HIS'));
      expect(await volume().inputValue()).toBe('77');
    }
    await page.getByRole('button', { name: 'Save 1 change' }).click();
    await page.getByText('No changes yet.').waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Data', exact: true }).waitFor();
    await page.goForward();
    await page.getByText('No changes yet.').waitFor();
  });

  it('what is typed into a dialog is there again after Escape or Back, and not after Cancel', async () => {
    await on.open('#/data');
    await on.page.getByRole('link', { name: 'Approvals', exact: true }).click();
    const reject = async () => {
      await on.page.getByLabel('Select TYP 2024-03-04').check();
      await on.page.getByRole('button', { name: 'Reject 1' }).click();
    };
    const reason = () => dialog().getByLabel('Reason');
    await reject();
    await reason().fill('Not a price of this day');
    await on.page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await on.page.getByRole('button', { name: 'Reject 1' }).click();
    expect(await reason().inputValue()).toBe('Not a price of this day');
    await reason().fill('Not a price of this security');
    await on.page.goBack();
    await dialog().waitFor({ state: 'detached' });
    await on.page.goForward();
    await reject();
    expect(await reason().inputValue()).toBe('Not a price of this security');
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await on.page.getByRole('button', { name: 'Reject 1' }).click();
    expect(await reason().inputValue()).toBe('');
    // What has been sent is not typed again either.
    await reason().fill('Wrong');
    await dialog().getByRole('button', { name: 'Reject' }).click();
    await on.page.locator('.toast-good').waitFor();
    const [quote] = await on.service.sql<{ approval: number }>(
      `SELECT approval FROM quote WHERE ticker = 'TYP' AND date = '2024-03-04'`,
    );
    expect(quote?.approval).toBe(2);
  });

  it('values that correct a row held back are typed again into its dialog, and into no other', async () => {
    for (const ticker of ['HLA', 'HLB'])
      await on.service.sql(
        `INSERT INTO quarantine (resource, source, run_id, record_key, record, findings)
         VALUES ('quote', 'vendor-eod', gen_random_uuid(), $1, $2, '[]')`,
        [
          JSON.stringify({ ticker, date: '2024-01-31' }),
          JSON.stringify(aQuote({ ticker, date: '2024-01-31', close: 67_000 })),
        ],
      );
    await on.open('#/approvals/held');
    const review = (ticker: string) =>
      on.page.getByRole('button', { name: `Review ${ticker} 2024-01-31` }).click();
    const close = () => dialog().getByLabel('Correction: close');
    await review('HLA');
    await close().fill('66900');
    await dialog().getByLabel('Reason').fill('As printed');
    await on.page.keyboard.press('Escape');
    await review('HLB');
    expect(await close().inputValue()).toBe('');
    await on.page.keyboard.press('Escape');
    await review('HLA');
    expect(await close().inputValue()).toBe('66900');
    await dialog().getByRole('button', { name: 'Store these values' }).click();
    await on.page.getByText('HLA 2024-01-31: Decided').waitFor();
    const [event] = await on.service.sql<{ reason: string }>(
      `SELECT reason FROM quarantine WHERE record_key ->> 'ticker' = 'HLA'`,
    );
    expect(event?.reason).toBe('As printed');
    expect(
      (await on.service.get('/svc/record/quote?ticker=HLA&date=2024-01-31').expect(200)).body.close,
    ).toBe(66_900);
  });

  it('a token that ends in the middle of a change costs the same person nothing', async () => {
    const { token, end } = await someone('maker', 'typist@example.com');
    await on.open(form('END'), token);
    await volume().fill('4242');
    await end();
    await on.page.getByRole('button', { name: 'Save 1 change' }).click();
    await on.page.getByText('The token has expired or was revoked').waitFor();
    // Nothing of the page can be seen, reached or pressed meanwhile.
    expect(await on.page.getByRole('main').count()).toBe(1);
    await on.page.getByRole('heading', { level: 1 }).click();
    await on.page.keyboard.press('g');
    await on.page.keyboard.press('m');
    expect(await on.page.evaluate(() => location.hash)).toBe(form('END'));
    await signInAgain(await on.service.token('maker', { principal: 'typist@example.com' }));
    expect(await volume().inputValue()).toBe('4242');
    expect(await on.page.title()).toContain('Data');
    await on.page.getByRole('button', { name: 'Save 1 change' }).click();
    await on.page.getByText('No changes yet.').waitFor();
    const stored = await on.service.get('/svc/record/quote?ticker=END&date=2024-03-04').expect(200);
    expect(stored.body.volume).toBe(4242);
  });

  it('a reason that was refused with its decision is there again, about what is still undecided', async () => {
    const { token, end } = await someone('checker', 'reasoner@example.com');
    await on.open('#/approvals?ticker=RSN', token);
    const reason = () => dialog().getByLabel('Reason');
    const reject = async (count: number) => {
      await on.page.getByRole('button', { name: `Reject ${count}` }).click();
      await reason().waitFor();
    };
    await on.page.getByLabel('Select RSN 2024-03-04').check();
    await on.page.getByLabel('Select RSN 2024-03-05').check();
    await reject(2);
    await reason().fill('Not of this exchange');
    await end();
    await dialog().getByRole('button', { name: 'Reject' }).click();
    await signInAgain(await on.service.token('checker', { principal: 'reasoner@example.com' }));
    // One of the two, which are still selected, changes before it is decided on.
    await on.service.put('/svc/quote', aQuote({ ticker: 'RSN', date: '2024-03-05', volume: 5 })).expect(200);
    await reject(2);
    expect(await reason().inputValue()).toBe('Not of this exchange');
    await dialog().getByRole('button', { name: 'Reject' }).click();
    await dialog()
      .getByRole('heading', { name: /^1 of 2/ })
      .waitFor();
    await on.page.keyboard.press('Escape');
    await on.page.getByLabel('Select RSN 2024-03-05').check();
    await reject(1);
    expect(await reason().inputValue()).toBe('Not of this exchange');
    await dialog().getByRole('button', { name: 'Reject' }).click();
    await on.page.locator('.toast-good').waitFor();
    const { body } = await on.service.get('/svc/quote/approval?status=rejected&ticker=RSN').expect(200);
    const reasons = body.data.map((quote: { date: string; reason: string }) => [quote.date, quote.reason]);
    expect(Object.fromEntries(reasons)).toEqual({
      '2024-03-04': 'Not of this exchange',
      '2024-03-05': 'Not of this exchange',
    });
  });

  it('a file chosen for an import, and the fields of its columns, are there again after a token has ended', async () => {
    const { token, end } = await someone('maker', 'importer@example.com');
    await on.open('#/import', token);
    const csv = 'Day,Code,O,H,L,C,V\n2024-03-06,FIL,1,1,1,1,100\n';
    const file = { name: 'day.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
    await on.page.locator('input[type=file]').setInputFiles(file);
    for (const [column, field] of Object.entries({ O: 'open', H: 'high', L: 'low', C: 'close', V: 'volume' }))
      await on.page.getByLabel(`Field of column ${column}`, { exact: true }).selectOption(field);
    await end();
    // Anything that asks the service finds out.
    await on.page.getByRole('combobox', { name: /^Search/ }).fill('FIL');
    await signInAgain(await on.service.token('maker', { principal: 'importer@example.com' }));
    await on.page.getByRole('button', { name: 'Start the import' }).click();
    await on.page.getByText('Import finished').waitFor();
    expect(await on.page.locator('[data-count=created]').textContent()).toBe('1');
  });

  it('a right that has been taken away is no longer offered; what was typed stays', async () => {
    const principal = 'demoted@example.com';
    const { token } = await someone('checker', principal);
    const setRole = async (role: string) => {
      await on.service.sql('UPDATE api_token SET role = $1 WHERE principal = $2', [role, principal]);
      const self = () => on.service.get('/svc/token/self', token).expect(200);
      await until('the service knows the role', async () => (await self()).body.role === role);
    };
    await on.open('#/approvals?ticker=RGT', token);
    const { page } = on;
    await page.getByLabel('Select all on this page').check();
    await setRole('maker');
    await page.getByRole('button', { name: 'Approve 2' }).click();
    await page.locator('.toast-bad', { hasText: 'lacks the permission quote:approve' }).waitFor();
    await page.getByText('You can view but not decide').waitFor();
    expect(await page.getByRole('button', { name: /^Approve/ }).count()).toBe(1); // Approved, a filter

    await on.open(form('RGT'), token);
    await volume().fill('77');
    await setRole('reader');
    await on.page.getByRole('button', { name: 'Save 1 change' }).click();
    await on.page.getByRole('alert').getByText('data:import').waitFor();
    await on.page.locator('.notice', { hasText: 'needs the permission data:import' }).waitFor();
    expect(await volume().inputValue()).toBe('77');
    expect(await on.page.getByRole('button', { name: /^Save|^Delete/ }).count()).toBe(0);
    expect(await on.page.getByRole('link', { name: 'Import', exact: true }).count()).toBe(0);

    await setRole('checker');
    const key = { ticker: 'RGT', date: '2024-01-31' };
    await on.service.sql(
      `INSERT INTO quarantine (resource, source, run_id, record_key, record, findings)
       VALUES ('quote', 'vendor-eod', gen_random_uuid(), $1, $2, '[]')`,
      [JSON.stringify(key), JSON.stringify(aQuote(key))],
    );
    await on.open('#/approvals/held', token);
    await on.page.getByRole('button', { name: 'Review RGT 2024-01-31' }).click();
    await dialog().getByLabel('Reason').fill('As printed');
    await setRole('reader');
    await dialog().getByRole('button', { name: 'Reject' }).click();
    await dialog().getByRole('alert').getByText('quarantine:decide').waitFor();
    await dialog().getByRole('button', { name: 'Reject' }).waitFor({ state: 'hidden' });
    expect(await dialog().getByLabel('Reason').inputValue()).toBe('As printed');
  });

  it('a chart goes on with the token of the person who signs in again', async () => {
    const { token, end } = await someone('maker', 'charter@example.com');
    await on.open('#/chart/HIS', token);
    await on.page.waitForFunction(() => document.title.startsWith('HIS'));
    await end();
    const weeks = on.page.getByRole('group', { name: 'Interval' }).getByRole('button', { name: '1W' });
    await weeks.click();
    await signInAgain(await on.service.token('maker', { principal: 'charter@example.com' }));
    expect(await weeks.getAttribute('aria-pressed')).toBe('true');
    expect(await on.page.title()).toMatch(/^HIS /);
    expect(await on.page.getByRole('main').getByRole('alert').count()).toBe(0);
    await on.page.getByRole('button', { name: 'Adjusted' }).click();
    await settled(on.tab);
    expect(await on.page.getByRole('main').getByRole('alert').count()).toBe(0);
  });

  it('messages about what one person did go with the sign-out, and are not read by another person', async () => {
    const { token, end } = await someone('maker', 'first@example.com');
    await on.open(form('OTH'), token);
    const message = on.page.getByText('Not compared: NOTHERE');
    const go = (hash: string) =>
      on.page.evaluate((to) => {
        location.hash = to;
      }, hash);
    await go('#/chart/OTH?compare=NOTHERE');
    await message.waitFor();
    await end();
    await go('#/activity/events');
    await on.page.getByLabel('Access token').waitFor();
    expect(await message.count()).toBe(1);
    await signInAgain(await on.service.token('maker', { principal: 'other@example.com' }));
    await on.page.getByRole('navigation', { name: 'Pages' }).waitFor();
    expect(await message.count()).toBe(0);
    await go('#/chart/OTH?compare=NOTHERE');
    await message.waitFor();
    await on.page.getByRole('button', { name: 'Sign out' }).click();
    await on.page.getByLabel('Access token').waitFor();
    expect(await message.count()).toBe(0);
  });

  it('another person who signs in after a token has ended gets nothing that was typed', async () => {
    const { token, end } = await someone('maker', 'first@example.com');
    await on.open(form('OTH'), token);
    await volume().fill('4242');
    await end();
    await on.page.getByRole('button', { name: 'Save 1 change' }).click();
    await signInAgain(await on.service.token('maker', { principal: 'second@example.com' }));
    await on.page.getByText('No changes yet.').waitFor();
    expect(await volume().inputValue()).not.toBe('4242');
    // There is nothing left to ask about either.
    await on.page.getByRole('link', { name: 'Market', exact: true }).click();
    await on.page.getByRole('heading', { level: 1, name: 'Market' }).waitFor();
  });
});
