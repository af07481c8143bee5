import { describe, expect, it } from '@jest/globals';
import type { Route } from 'playwright-core';
import { aQuote, quotesOf } from '../test/builders/quotes.js';
import { until } from '../test/embedded/harness.js';
import { settled } from './console.js';
import { onOwnService } from './fixture.js';

const MAY_BE_DONE = 'may have taken effect';

describe('console: answers that are late, lost, or not the service’s own', () => {
  let maker: string;
  const on = onOwnService(
    async (service) => {
      maker = await service.token('maker');
      await service.post('/svc/quote/bulk/import', quotesOf('NET', 3, '2024-01-01'), maker).expect(207);
      await service
        .put('/svc/quote', aQuote({ ticker: 'NET', date: '2024-01-01', close: 67_100 }))
        .expect(200);
    },
    { GOVERNED: 'corporate_action' },
  );
  /** Fulfils a request, and loses the answer on its way back. */
  const loseAnswer = async (route: Route) => {
    const url = route.request().url().replace(on.bench.url, on.service.url);
    await route.fetch({ url });
    await route.abort('connectionreset');
  };
  const alert = () => on.page.getByRole('alert').first();

  describe.each([
    ['cut off', { body: '{"data": [{"name": "quo', contentType: 'application/json' }],
    ['a page of something else', { body: '<html>Sign in to the network</html>', contentType: 'text/html' }],
    ['empty', { body: '', contentType: 'application/json' }],
  ])('an answer that is %s', (_what, answer) => {
    it('is an error in words, in the language of the reader, and can be requested again', async () => {
      await on.open('#/market');
      await on.page.getByRole('button', { name: 'Tiếng Việt' }).click();
      await on.page.getByRole('link', { name: 'Dữ liệu', exact: true }).waitFor();
      await on.page.route('**/svc/datasets?*', (route) => route.fulfill({ status: 200, ...answer }));
      await on.page.getByRole('link', { name: 'Dữ liệu', exact: true }).click();
      await alert().getByText('Trả lời bị hỏng, hoặc không phải của dịch vụ.').waitFor();
      await on.page.unroute('**/svc/datasets?*');
      await alert().getByRole('button').click();
      await on.page.locator('tbody tr').first().waitFor();
      expect(await on.page.getByRole('alert').count()).toBe(0);
    });
  });

  describe.each([
    ['a 401', { status: 401, body: '<html>Sign in</html>', contentType: 'text/html' }, 'answered 401'],
    ['a redirection', { status: 302, headers: { Location: '/sign-in' } }, 'does not come from the service'],
  ])('%s that is not the service’s', (_what, answer, words) => {
    it('ends no session: the token stays, before and after a reload', async () => {
      await on.open('#/market');
      await on.page.route('**/svc/datasets?*', (route) => route.fulfill(answer));
      await on.page.getByRole('link', { name: 'Data', exact: true }).click();
      await alert().getByText(words).waitFor();
      await on.page.route('**/svc/token/self', (route) => route.fulfill(answer));
      await on.page.reload();
      await alert().getByText(words).waitFor();
      await on.page.unrouteAll();
      await alert().getByRole('button', { name: 'Try again' }).click();
      await on.page.getByRole('heading', { level: 1, name: 'Data', exact: true }).waitFor();
    });
  });

  it('a request that is never answered ends after two minutes', async () => {
    await on.open('#/market');
    await on.page.clock.install();
    await on.page.route('**/svc/datasets?*', () => undefined);
    const sent = on.page.waitForRequest('**/svc/datasets?*');
    await on.page.getByRole('link', { name: 'Data', exact: true }).click();
    await sent;
    await on.page.clock.fastForward('02:01');
    await alert().getByText('has not responded for two minutes').waitFor();
  });

  it('a token whose creation was not answered may exist: the dialog says so, and the list shows it', async () => {
    await on.open('#/tokens');
    await on.page.getByRole('button', { name: 'New token' }).click();
    await on.page.getByLabel('E-mail address').fill('lost@example.com');
    await on.page.route('**/svc/token', loseAnswer);
    await on.page.getByRole('button', { name: 'Create' }).click();
    await on.page.getByRole('dialog').getByText(MAY_BE_DONE).waitFor();
    expect(await on.page.getByLabel('E-mail address').inputValue()).toBe('lost@example.com');
    await on.page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await on.page.locator('tbody tr', { hasText: 'lost@example.com' }).waitFor();
    // So is its revocation.
    await on.page.route('**/svc/token/*/revoke', loseAnswer);
    await on.page.getByRole('button', { name: 'Revoke the reader token of lost@example.com' }).click();
    await on.page.getByRole('button', { name: 'Revoke token' }).click();
    await on.page.locator('.toast-bad', { hasText: MAY_BE_DONE }).waitFor();
    await on.page.locator('tbody tr', { hasText: 'lost@example.com' }).waitFor({ state: 'detached' });
  });

  it('a refusal says nothing of the kind', async () => {
    await on.open('#/tokens');
    await on.page.route('**/svc/token/*/revoke', (route) =>
      route.fulfill({ status: 429, headers: { 'Retry-After': '7' }, body: '<html>Too many</html>' }),
    );
    await on.page
      .getByRole('button', { name: /^Revoke the/ })
      .first()
      .click();
    await on.page.getByRole('button', { name: 'Revoke token' }).click();
    const toast = on.page.locator('.toast-bad');
    await toast.getByText(/\b429\b/).waitFor();
    expect(await toast.innerText()).not.toContain(MAY_BE_DONE);
  });

  it('an approval whose answer is lost may have been stored; the queue is read again', async () => {
    await on.open('#/approvals?ticker=NET', await on.service.token('checker'));
    await on.page.route('**/svc/quote/approval/bulk', loseAnswer);
    await on.page.getByLabel('Select all on this page').check();
    await on.page.getByRole('button', { name: 'Approve 3' }).click();
    await on.page.locator('.toast-bad', { hasText: MAY_BE_DONE }).waitFor();
    await on.page.getByText('0 pending', { exact: true }).waitFor();
  });

  it('a restoration whose answer is lost may have been done; so may a proposal be decided', async () => {
    await on.open('#/activity/audit?resource=quote&action=updated');
    await on.page.route('**/restore', loseAnswer);
    await on.page.getByRole('button', { name: 'Before and after: updated NET 2024-01-01' }).click();
    await on.page.getByRole('button', { name: 'Restore earlier values' }).click();
    await on.page
      .getByRole('dialog', { name: 'Restore the values' })
      .getByRole('button', { name: 'Restore earlier values' })
      .click();
    await alert().getByText(MAY_BE_DONE).waitFor();

    const dividend = { ticker: 'NET', ex_date: '2024-01-22', type: 'cash_dividend', cash_dividend: 500 };
    await on.service.post('/svc/record/corporate_action', dividend, maker).expect(202);
    await on.open('#/approvals/proposals', await on.service.token('checker'));
    await on.page.route('**/svc/approval/*/approve', loseAnswer);
    await on.page.getByRole('button', { name: 'Review NET 2024-01-22 cash_dividend' }).click();
    await on.page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await alert().getByText(MAY_BE_DONE).waitFor();
    await on.page.keyboard.press('Escape');
    await on.page.getByText('No proposals match').waitFor();
  });

  it.each([
    ['cannot be reached', (route: Route) => route.abort('connectionrefused')],
    [
      'is restarted behind a proxy',
      (route: Route) => route.fulfill({ status: 502, body: '<html>502</html>' }),
    ],
  ])('a page shows its data as soon as a service that %s is back', async (_what, refuse) => {
    await on.open('#/reference');
    await on.page.clock.install();
    await on.page.route('**/svc/datasets?*', refuse);
    await on.page.getByRole('link', { name: 'Data', exact: true }).click();
    await alert().waitFor();
    const again = on.page.waitForRequest('**/svc/datasets?*');
    await on.page.clock.fastForward('00:06');
    await again;
    // Still away: the failure stays, without a blink.
    await alert().waitFor();
    await on.page.unroute('**/svc/datasets?*');
    await on.page.clock.fastForward('00:06');
    await on.page.locator('tbody tr').first().waitFor();
    expect(await on.page.getByRole('alert').count()).toBe(0);
  });

  it('a row held back that could not be read after its decision was lost keeps what is typed', async () => {
    const key = { ticker: 'LST', date: '2024-01-31' };
    await on.service.sql(
      `INSERT INTO quarantine (resource, source, run_id, record_key, record, findings)
       VALUES ('quote', 'vendor-eod', gen_random_uuid(), $1, $2, '[]')`,
      [JSON.stringify(key), JSON.stringify(aQuote(key))],
    );
    await on.open('#/approvals/held', await on.service.token('checker'));
    await on.page.getByRole('button', { name: 'Review LST 2024-01-31' }).click();
    const dialog = on.page.getByRole('dialog');
    await dialog.getByLabel('Correction: close').fill('67000');
    await dialog.getByLabel('Reason').fill('As printed');
    await on.page.route('**/svc/quarantine/**', (route) => route.abort('connectionrefused'));
    await dialog.getByRole('button', { name: 'Store these values' }).click();
    const again = dialog.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    await dialog.getByText(MAY_BE_DONE).waitFor();
    await on.page.unroute('**/svc/quarantine/**');
    await again.waitFor({ state: 'detached' });
    expect(await dialog.getByLabel('Reason').inputValue()).toBe('As printed');
    expect(await dialog.getByLabel('Correction: close').inputValue()).toBe('67000');
    await dialog.getByText(MAY_BE_DONE).waitFor();
    await dialog.getByRole('button', { name: 'Store these values' }).click();
    await on.page.getByText('LST 2024-01-31: Decided').waitFor();
  });

  it('a record whose saving was not answered is read again on request, and nothing typed is lost', async () => {
    await on.open('#/data/quote?key.ticker=NET&key.date=2024-01-02');
    const field = (name: string) => on.page.getByLabel(`${name} *`, { exact: true });
    await field('volume').fill('77');
    await on.page.route('**/svc/record/quote/*', loseAnswer);
    await on.page.getByRole('button', { name: 'Save 1 change' }).click();
    await alert().getByText(MAY_BE_DONE).waitFor();
    expect(await field('volume').inputValue()).toBe('77');
    await on.page
      .getByRole('button', { name: 'Read the stored record again, and keep these changes' })
      .click();
    await on.page.getByText('No changes yet.').waitFor();
    expect(await field('volume').inputValue()).toBe('77');
  });

  it('two people who change a record: the second sees what the first stored, and loses nothing typed', async () => {
    const address = '#/data/quote?key.ticker=NET&key.date=2024-01-03';
    await on.open(address);
    const { page } = on;
    const field = (name: string) => page.getByLabel(`${name} *`, { exact: true });
    await field('volume').fill('42');
    const { body } = await on.service.get('/svc/record/quote?ticker=NET&date=2024-01-03').expect(200);
    await on.service.put(`/svc/record/quote/${body.id}`, { ...body, high: body.high + 500 }).expect(200);
    await page.getByRole('button', { name: 'Save 1 change' }).click();
    await alert().getByText('(412)').waitFor();
    await page.getByRole('button', { name: 'Read the stored record again, and keep these changes' }).click();
    await until(
      'the value of the first is shown',
      async () => (await field('high').inputValue()) === String(body.high + 500),
    );
    await page.getByRole('button', { name: 'Save 1 change' }).click();
    await page.getByText('No changes yet.').waitFor();
    const stored = await on.service.get('/svc/record/quote?ticker=NET&date=2024-01-03').expect(200);
    expect(stored.body).toMatchObject({ high: body.high + 500, volume: 42 });
    // What was typed for one record is not carried to the form of another.
    await page.getByLabel('date', { exact: true }).fill('2024-01-02');
    await page.getByRole('button', { name: 'Find or add' }).click();
    await until(
      'the form of the other record is shown',
      async () => (await field('volume').inputValue()) === '77',
    );
    await page.getByText('No changes yet.').waitFor();
  });

  it('a 404 that is not the service’s is an error, not a record that does not exist yet', async () => {
    await on.open('#/data/quote');
    await on.page.route('**/svc/record/quote?*', (route) =>
      route.fulfill({ status: 404, body: '<html>404</html>', contentType: 'text/html' }),
    );
    await on.page.getByLabel('ticker', { exact: true }).first().fill('NET');
    await on.page.getByLabel('date', { exact: true }).first().fill('2024-01-02');
    await on.page.getByRole('button', { name: 'Find or add' }).click();
    await alert().getByText('answered 404').waitFor();
    expect(await on.page.getByText('There is no such record yet').count()).toBe(0);
  });

  it('a queue says which of its figures could not be read', async () => {
    await on.service.post('/svc/quote', aQuote({ ticker: 'PST' }), maker).expect(201);
    await on.open('#/approvals', await on.service.token('checker'));
    await on.page.route('**/quote?*', (route) => route.fulfill({ status: 500, body: '' }));
    await on.page.getByLabel('Ticker', { exact: true }).fill('PST');
    await on.page.getByLabel('Ticker', { exact: true }).press('Enter');
    await on.page.getByText('Previous closes, bands and trends could not be read').waitFor();
    await on.page.unroute('**/quote?*');
    await alert().getByRole('button', { name: 'Try again' }).click();
    await on.page.getByText('Previous closes').waitFor({ state: 'detached' });
  });

  it.each([
    ['another shape', { rows: [] }],
    ['records without their fields', { data: [{}], meta: { count: 1, next: null } }],
  ])(
    'answers with %s, such as those of another version of the service, are an error in words',
    async (_what, json) => {
      await on.open('#/chart');
      const link = (name: string) => on.page.getByRole('link', { name, exact: true });
      const isData = (url: URL) => /^\/(svc|market|index|reference|news|trade)\b/.test(url.pathname);
      for (const name of ['Market', 'Data', 'Approvals', 'Reference']) {
        await on.page.route(isData, (route) => route.fulfill({ status: 200, json }));
        await link(name).click();
        await settled(on.tab);
        const shown = await on.page.locator('main').innerText();
        expect([name, shown]).toEqual([
          name,
          expect.not.stringMatching(/undefined|null|is not a function|iterable/),
        ]);
        // As soon as the answers are whole, so are the pages, without a reload.
        await on.page.unroute(isData);
        await link('Performance').click();
        await link(name).click();
        await settled(on.tab);
        expect([name, await on.page.getByText('cannot be shown here').count()]).toEqual([name, 0]);
      }
      on.tab.faults.length = 0;
    },
  );

  it('a page that an answer breaks is whole again at its next address', async () => {
    await on.open('#/chart');
    await on.page.route('**/market/movement?*', (route) => route.fulfill({ status: 200, json: { data: 5 } }));
    await on.page.getByRole('link', { name: 'Market', exact: true }).click();
    await alert().getByText('cannot be shown here').waitFor();
    on.tab.faults.length = 0;
    await on.page.unroute('**/market/movement?*');
    await on.page.evaluate(() => {
      location.hash = '#/market?date=2024-01-02';
    });
    await on.page.getByRole('heading', { level: 1, name: 'Market' }).waitFor();
  });

  it('the focus stays in the part that is read again', async () => {
    await on.open('#/market');
    await on.page.route('**/svc/datasets?*', (route) => route.fulfill({ status: 500, body: '' }));
    await on.page.getByRole('link', { name: 'Data', exact: true }).click();
    await alert().waitFor();
    await on.page.unroute('**/svc/datasets?*');
    await alert().getByRole('button', { name: 'Try again' }).press('Enter');
    await on.page.locator('tbody tr').first().waitFor();
    expect(await on.page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
  });

  it('data sets are not called up to date without the calendar that says so', async () => {
    await on.open('#/market');
    await on.page.route('**/reference/settlement?*', (route) => route.fulfill({ status: 200, body: '{"da' }));
    await on.page.getByRole('link', { name: 'Data', exact: true }).click();
    await alert().waitFor();
    await on.page.locator('tbody tr').first().waitFor();
    expect(await on.page.getByText('up to date').count()).toBe(0);
    await on.page.unroute('**/reference/settlement?*');
    await alert().getByRole('button', { name: 'Try again' }).click();
    await on.page
      .locator('.badge', { hasText: /up to date|behind/ })
      .first()
      .waitFor();
  });

  it('events of a data set that does not exist are refused in words, not requested for ever', async () => {
    await on.open('#/activity/events?resource=nonsense');
    await alert().getByText('resource').first().waitFor();
    await on.page.getByLabel('Data set', { exact: true }).selectOption('quote');
    await on.page.getByText('live', { exact: true }).waitFor();
    expect(await on.page.getByRole('alert').count()).toBe(0);
  });

  it('a stream of events that falls silent is not shown as live', async () => {
    await on.open('#/market');
    await on.page.clock.install();
    await on.page.getByRole('link', { name: 'Activity', exact: true }).click();
    await on.page.getByRole('link', { name: 'Events', exact: true }).click();
    await on.page.getByText('live', { exact: true }).waitFor();
    await on.page.clock.fastForward('00:46');
    await on.page.getByText('interrupted', { exact: true }).waitFor();
    await on.page.clock.fastForward('00:03');
    await on.page.getByText('live', { exact: true }).waitFor();
  });

  it('a language that cannot be loaded leaves the console in English; the reader is told', async () => {
    await on.open('#/data');
    await on.page.getByRole('button', { name: 'Tiếng Việt' }).click();
    await on.page.getByRole('heading', { level: 1, name: 'Dữ liệu' }).waitFor();
    await on.page.route(/\/console\/shared\/vi-[^/]*\.js/, (route) => route.abort());
    await on.page.reload();
    await settled(on.tab);
    await on.page.getByRole('heading', { level: 1, name: 'Data', exact: true }).waitFor();
    await on.page.locator('.toast-bad', { hasText: 'The language could not be changed' }).waitFor();
    await on.page.getByRole('button', { name: 'Dismiss' }).click();
    await on.page.getByRole('button', { name: 'Tiếng Việt' }).click();
    await on.page.locator('.toast-bad', { hasText: 'could not be loaded' }).waitFor();
    await on.page.unroute(/\/console\/shared\/vi-[^/]*\.js/);
    await on.page.reload();
    await on.page.getByRole('heading', { level: 1, name: 'Dữ liệu' }).waitFor();
  });

  it('a page whose code is missing says so; a console without its code tells what to do', async () => {
    await on.open('#/market');
    await on.page.route(/\/console\/pages\/|\/console\/page[^/]*\.js/, (route) => route.abort());
    await on.page.getByRole('link', { name: 'Tokens', exact: true }).click();
    await alert().getByText('Part of the console could not be loaded').waitFor();
    await on.page.route('**/console/main.js', (route) => route.abort());
    await on.page.reload({ waitUntil: 'commit' });
    await on.page.getByText('The console has not loaded completely').waitFor();
  });
});
