import { describe, expect, it } from '@jest/globals';
import type { Route } from 'playwright-core';
import { aQuote } from '../test/builders/quotes.js';
import { aSource } from '../test/builders/sources.js';
import { until } from '../test/embedded/harness.js';
import { Receiver } from '../test/receiver.js';
import { accessibilityFaults, inspect, settled } from './console.js';
import { onOwnService } from './fixture.js';
import { holdBack } from './held.js';

/** A source whose vendor nobody reaches. */
const UNREACHABLE = aSource('http://127.0.0.1:9/quotes?ticker={ticker}', {
  rows: { format: 'csv' },
  work: { each: 'ticker', tickers: ['VNM'] },
});

describe('console: activity', () => {
  let maker: string;
  const on = onOwnService(async (service) => {
    maker = await service.token('maker');
    await service.post('/svc/quote', aQuote({ ticker: 'AUD', close: 67000 }), maker).expect(201);
    await service.put('/svc/quote', aQuote({ ticker: 'AUD', close: 67100 })).expect(200);
    await service.post('/svc/quote', aQuote({ ticker: 'OTH' }), maker).expect(201);
  });
  const rows = () => on.page.getByRole('region', { name: /^Audit/ }).locator('tbody tr');

  it('the audit shows who changed a close and what it was: by record, by person, by request', async () => {
    await on.open('#/activity/audit?resource=quote');
    const changedRow = rows().filter({ hasText: 'close 67000 → 67100' });
    await changedRow.waitFor();
    expect(await changedRow.innerText()).toContain('admin@localhost');
    await changedRow.getByRole('button').click();
    const dialog = on.page.getByRole('dialog');
    expect(await dialog.locator('tbody tr', { hasText: 'close' }).allTextContents()).toEqual([
      'close6700067100',
    ]);
    await inspect(on.tab, 'audit-event');
    await dialog.getByRole('link', { name: 'All for this record' }).click();
    await on.page.waitForURL(/record_id=/);
    await settled(on.tab);
    expect(await rows().count()).toBe(2);
    await on.page.getByLabel('Person', { exact: true }).fill('maker@example.com');
    await on.page.getByLabel('Person', { exact: true }).press('Enter');
    await on.page.waitForURL(/actor=/);
    await settled(on.tab);
    expect(await rows().count()).toBe(1);
    await rows().getByRole('button').click();
    await on.page.getByRole('dialog').getByRole('link', { name: 'All in this request' }).click();
    await on.page.getByRole('heading', { name: /^Request/ }).waitFor();
    await settled(on.tab);
    expect(
      await on.page
        .getByRole('region', { name: /^Audit/ })
        .locator('tbody tr')
        .count(),
    ).toBe(1);
    await on.page.goBack();
    await on.page.waitForURL(/record_id=/);
  });

  it('a decision shows its reason and the figures decided on, which it did not change', async () => {
    const { body } = await on.service
      .post('/svc/quote', aQuote({ ticker: 'DCD', close: 67000 }), maker)
      .expect(201);
    await on.service.post(`/svc/quote/${body.id}/reject`, { reason: 'Not of the exchange' }).expect(200);
    await on.open('#/activity/audit?resource=quote&action=rejected');
    const decided = rows().filter({ hasText: 'DCD' });
    await decided.getByText('reason Not of the exchange, open 66900, high 67500, …').waitFor();
    await decided.getByRole('button').click();
    const shown = await on.page.getByRole('dialog').locator('tbody tr').allTextContents();
    expect(shown).toContain('reason–Not of the exchange');
    expect(shown).toContain('close6700067000');
    expect(await on.page.getByRole('dialog').locator('.changed').allTextContents()).toEqual([
      'Not of the exchange',
    ]);
    await on.page.keyboard.press('Escape');
    await on.service.post(`/svc/quote/${body.id}/revoke`, { reason: 'Of it' }).expect(200);
    await on.service.post('/svc/quote/appoval', { ticker: 'DCD', date: '2024-01-31' }).expect(200);
    await on.open('#/activity/audit?resource=quote&action=approved');
    await rows().getByText('open 66900, high 67500, low', { exact: false }).waitFor();
    expect(await rows().innerText()).not.toContain('→');
  });

  it('the audit is filtered by an action, chosen by its name; one that the console does not know stays', async () => {
    await on.open('#/activity/audit?resource=quote&action=of_tomorrow');
    const action = on.page.getByLabel('Action', { exact: true });
    expect(await action.inputValue()).toBe('of_tomorrow');
    await on.page.getByText('No events match these filters').waitFor();
    await action.selectOption({ label: 'updated' });
    await on.page.waitForURL(/action=updated/);
    await settled(on.tab);
    expect(await rows().locator('.badge').allInnerTexts()).toEqual(['updated']);
    await on.page.getByRole('button', { name: 'VI: chuyển sang tiếng Việt' }).click();
    await on.page.getByLabel('Hành động').selectOption({ label: 'tạo' });
    await on.page.waitForURL(/action=created/);
    await on.page.getByRole('button', { name: 'Xóa lọc' }).click();
    await on.page.waitForURL(/audit$/);
    expect(await on.page.getByLabel('Hành động').inputValue()).toBe('');
  });

  it('the columns of the audit fit a screen of 1024, whatever is written by whom', async () => {
    const principal = 'nguyen.thi.minh.khai.phong-du-lieu-thi-truong@chung-khoan-thanh-pho.example.com';
    const action = {
      ...{ ticker: 'AUD', ex_date: '2024-01-22', type: 'cash_dividend', cash_dividend: 1_000 },
      note: 'https://www.example.com/resolutions/2024/annual-general-meeting/dividend-of-2023.pdf',
    };
    await on.service
      .post('/svc/record/corporate_action', action, await on.service.token('admin', { principal }))
      .expect(201);
    await on.open(`#/activity/audit?actor=${principal}`);
    await on.page.setViewportSize({ width: 1024, height: 768 });
    await rows().filter({ hasText: 'cash_dividend' }).waitFor();
    const frame = on.page.locator('.table-frame');
    expect(await frame.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
    expect(await rows().evaluate((each) => getComputedStyle(each).display)).toBe('table-row');
  });

  it('the filters of the audit and what clears them are on one line of a screen of 1280', async () => {
    await on.open('#/activity/audit');
    await on.page.setViewportSize({ width: 1280, height: 720 });
    const bottoms = await on.page
      .getByRole('form', { name: 'Filters' })
      .locator('.input, .button:visible')
      .evaluateAll((controls) => controls.map((each) => Math.round(each.getBoundingClientRect().bottom)));
    expect(bottoms.length).toBe(7);
    expect(Math.max(...bottoms) - Math.min(...bottoms)).toBeLessThan(5);
  });

  it.each([
    ['English', 'Who'],
    ['Vietnamese', 'Ai'],
  ])('on a phone who did what, when and to which record is in sight (%s)', async (language, who) => {
    await on.open('#/activity/audit?resource=quote');
    if (language === 'Vietnamese') {
      await on.page.getByRole('button', { name: 'VI: chuyển sang tiếng Việt' }).click();
      await on.page.getByRole('navigation', { name: 'Các trang' }).waitFor();
    }
    await on.page.setViewportSize({ width: 390, height: 844 });
    const changed = on.page.locator('tbody tr').filter({ hasText: 'close 67000 → 67100' });
    expect(await changed.locator(`td[data-heading='${who}']`).innerText()).toBe('admin@localhost');
    const isWithin = await changed.locator('th, td').evaluateAll((cells) =>
      cells.map((cell) => {
        const { left, right, width } = cell.getBoundingClientRect();
        return width > 0 && left >= 0 && right <= innerWidth;
      }),
    );
    expect(isWithin).toEqual([true, true, true, true, true]);
    const frame = on.page.locator('.table-frame');
    expect(await frame.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
    expect(await accessibilityFaults(on.tab)).toEqual([]);
  });

  it('all in a request are shown, however much the same person wrote since', async () => {
    await on.service
      .post('/svc/quote/bulk/import', [aQuote({ ticker: 'RQA' }), aQuote({ ticker: 'RQB' })], maker)
      .expect(207);
    const [quote] = await on.service.sql<{ id: string }>(`SELECT id FROM quote WHERE ticker = 'RQA'`);
    await on.service.sql(`
      INSERT INTO audit_event (resource, action, actor, request_id)
      SELECT 'dataset', 'dismissed', 'maker@example.com', 'later-' || n
      FROM generate_series(1, 2100) n`);
    await on.open(`#/activity/audit?record_id=${quote?.id}`);
    await rows().getByRole('button').click();
    await on.page.getByRole('dialog').getByRole('link', { name: 'All in this request' }).click();
    const ofRequest = on.page.getByRole('region', { name: /^Audit/ }).locator('tbody tr');
    await ofRequest.filter({ hasText: 'RQB' }).waitFor();
    await settled(on.tab);
    expect(await ofRequest.count()).toBe(2);
  });

  it('a record is restored to its earlier values by a caller who may write it', async () => {
    await on.open('#/activity/audit?resource=quote');
    await rows().filter({ hasText: 'close 67000 → 67100' }).getByRole('button').click();
    await on.page.getByRole('button', { name: 'Restore earlier values' }).click();
    await on.page
      .getByRole('dialog', { name: 'Restore the values' })
      .getByRole('button', { name: 'Restore earlier values' })
      .click();
    await on.page.getByText('Restored').waitFor();
    const { body } = await on.service.get('/svc/record/quote?ticker=AUD&date=2024-01-31').expect(200);
    expect(body.close).toBe(67000);
  });

  it('details are gone as soon as they have been closed: nothing is reported to a reader who no longer sees them', async () => {
    await on.open('#/activity/audit?resource=quote');
    await rows().filter({ hasText: 'close 67000 → 67100' }).getByRole('button').click();
    await on.page.getByRole('button', { name: 'Restore earlier values' }).waitFor();
    const shownCount = await on.page.evaluate(() => {
      document.querySelector('dialog')?.requestClose();
      return document.querySelectorAll('dialog').length;
    });
    expect(shownCount).toBe(0);
  });

  it('a restoring that fails after the details have been closed is a message that stays', async () => {
    await on.open('#/activity/audit?resource=quote');
    await rows().filter({ hasText: 'close 67000 → 67100' }).getByRole('button').click();
    const sent = new Promise<Route>((resolve) => on.page.route(/\/restore$/, resolve));
    await on.page.getByRole('button', { name: 'Restore earlier values' }).click();
    await on.page
      .getByRole('dialog', { name: 'Restore the values' })
      .getByRole('button', { name: 'Restore earlier values' })
      .click();
    const restore = await sent;
    await on.page.keyboard.press('Escape');
    await on.page.getByRole('dialog').waitFor({ state: 'detached' });
    await restore.abort();
    const message = on.page.locator('.in-corner .toast-bad');
    await message.getByText('Restore earlier values: AUD 2024-01-31').waitFor();
    await message.getByText('may have taken effect').waitFor();
  });

  it('an event appears while the page is open; a paused page requests nothing, a resumed one continues', async () => {
    await on.open('#/activity/events');
    await on.page.getByText('live', { exact: true }).waitFor();
    await on.service.post('/svc/quote', aQuote({ ticker: 'LIV' }), maker).expect(201);
    const event = on.page.getByRole('row', { name: /quote\.created.*LIV/ });
    await event.waitFor();
    await on.page.getByRole('button', { name: 'Pause' }).click();
    await on.page.getByText('paused', { exact: true }).waitFor();
    const requests: string[] = [];
    on.page.on('request', (request) => requests.push(request.url()));
    await on.service.post('/svc/quote', aQuote({ ticker: 'PAU' }), maker).expect(201);
    const next = on.page.getByRole('row', { name: /quote\.created.*PAU/ });
    expect(await next.count()).toBe(0);
    expect(requests).toEqual([]);
    await on.page.getByRole('button', { name: 'Resume' }).click();
    await on.page.getByText('live', { exact: true }).waitFor();
    await next.waitFor();
    await inspect(on.tab, 'events-live');
    await event.getByRole('link').click();
    await on.page.waitForURL(/activity\/audit\?.*record_id=/);
  });

  it('a webhook is created, shows its secret once, is paused, resumed and deleted', async () => {
    await on.open('#/activity/webhooks');
    await on.page.getByRole('button', { name: 'New webhook' }).click();
    await on.page.getByLabel('Address').fill('http://127.0.0.1:9/hook');
    await on.page.getByLabel('Events, separated by commas').fill('quote.approved');
    const post = await holdBack(on.page, (request) => request.method() === 'POST');
    await on.page.getByRole('button', { name: 'Create' }).click();
    await post.firstSent;
    // One webhook, however often the button is pressed.
    expect(await on.page.getByRole('button', { name: 'Create' }).isDisabled()).toBe(true);
    await post.release();
    const secret = on.page.getByLabel('Secret');
    expect(await secret.inputValue()).toMatch(/^whsec_/);
    // Neither Escape nor a click outside loses it.
    for (let presses = 0; presses < 2; presses += 1) await on.page.keyboard.press('Escape');
    await on.page.mouse.click(5, 5);
    expect(await secret.isVisible()).toBe(true);
    // In the same task: a tab in the background paints no frame, after which the browser reports that a dialog is closed.
    const isThere = await on.page.getByRole('button', { name: 'OK', exact: true }).evaluate((button) => {
      (button as HTMLElement).click();
      return document.querySelector('dialog') !== null;
    });
    expect(isThere).toBe(false);
    expect(await secret.count()).toBe(0);
    const row = on.page.getByRole('row', { name: /127\.0\.0\.1:9/ });
    await row.getByRole('button', { name: 'Pause' }).click();
    await row.getByRole('button', { name: 'Resume' }).waitFor();
    expect(await row.locator('.badge').innerText()).toBe('paused');
    const { body } = await on.service.get('/svc/webhooks').expect(200);
    expect([body.data[0].active, body.data[0].types]).toEqual([false, ['quote.approved']]);
    await inspect(on.tab, 'webhook-paused');
    await row.getByRole('button', { name: 'Resume' }).click();
    await row.getByRole('button', { name: 'Pause' }).waitFor();
    await row.getByRole('button', { name: 'Delete' }).click();
    await on.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await on.page.getByText('There are no webhooks').waitFor();
  });

  it('pausing a webhook keeps what someone else has changed since the list was read', async () => {
    const webhook = { url: 'http://127.0.0.1:9/old', types: ['quote.approved'] };
    const { body } = await on.service.post('/svc/webhooks', webhook).expect(201);
    await on.open('#/activity/webhooks');
    const changed = { url: 'http://127.0.0.1:9/new', types: ['quote.rejected'] };
    await on.service.put(`/svc/webhooks/${body.id}`, changed).expect(200);
    await on.page.getByRole('button', { name: 'Pause http://127.0.0.1:9/old' }).click();
    await on.page.getByRole('button', { name: 'Resume http://127.0.0.1:9/new' }).waitFor();
    const stored = await on.service.get(`/svc/webhooks/${body.id}`).expect(200);
    expect(stored.body).toMatchObject({ ...changed, active: false });
    await on.service.delete(`/svc/webhooks/${body.id}`).expect(200);
  });

  it('deliveries to a webhook are listed, and a failed one is sent again', async () => {
    const receiver = await Receiver.start();
    receiver.answer = () => ({ status: 503, headers: { 'Retry-After': '600' } });
    const { body } = await on.service.post('/svc/webhooks', { url: receiver.url }).expect(201);
    const state = async () => (await on.service.get(`/svc/webhooks/${body.id}`)).body;
    await on.service.post('/svc/quote', aQuote({ ticker: 'SND' }), maker).expect(201);
    await until('the failure shows', async () => (await state()).failures > 0);
    receiver.answer = () => ({ status: 204 });

    await on.open('#/activity/webhooks');
    await on.page.getByRole('link', { name: `Deliveries to ${receiver.url}` }).click();
    const deliveries = on.page.getByRole('region', { name: `Deliveries to ${receiver.url}`, exact: true });
    await deliveries.getByText('fault of the receiver (5xx)').waitFor();
    await inspect(on.tab, 'webhook-deliveries');
    await deliveries.getByRole('button', { name: /^Send again/ }).click();
    await on.page.getByText('The receiver accepted it').waitFor();
    await deliveries.getByText('delivered', { exact: true }).waitFor();
    expect(receiver.accepted.flatMap(({ events }) => events.map(({ key }) => key?.ticker))).toEqual(['SND']);
    await deliveries.getByRole('button', { name: 'Failed only' }).click();
    await deliveries.getByText('Nothing was sent').waitFor();
    await on.service.delete(`/svc/webhooks/${body.id}`).expect(200);
    await receiver.kill();
  });

  it('a source shows its runs and why a unit of work failed', async () => {
    const { status, body } = await on.service.put('/svc/source/closed-door', UNREACHABLE);
    expect([status, body]).toEqual([201, expect.objectContaining({ name: 'closed-door' })]);
    await on.open('#/activity/sources');
    await on.page.getByRole('link', { name: 'closed-door' }).click();
    await on.page.getByText('No runs yet').waitFor();
    await on.page.getByRole('button', { name: 'Run now' }).click();
    const run = on.page.getByRole('region', { name: /^Runs of closed-door/ }).locator('tbody tr');
    await run.waitFor();
    await run.getByRole('button').first().click();
    await on.page.getByRole('dialog').getByText('VNM').first().waitFor();
    await inspect(on.tab, 'source-run');
  });

  it('a unit of work shows its rejected rows, each with the reason and the names of its values', async () => {
    await on.service.put('/svc/source/some-rejects', UNREACHABLE).expect(201);
    const rejects = [
      { line: 3, reason: '/low: low 5 is above high 4', header: 'date,high,low', row: '2024-01-31,4,5' },
      { line: 4, reason: '/date: no date', header: null, row: '{"date":"today"}' },
    ];
    await on.service.sql(
      `WITH run AS (
         INSERT INTO source_run (id, source, declaration, state, from_date, to_date, requested_by)
         VALUES (gen_random_uuid(), 'some-rejects', '{}', 'done', '2024-01-31', '2024-01-31', 'test') RETURNING id)
       INSERT INTO source_unit (run_id, number, "values", state, rejected, rejects)
       SELECT id, 0, '{"ticker":"VNM"}', 'done', 30, $1::jsonb FROM run`,
      [JSON.stringify(rejects)],
    );
    await on.open('#/activity/sources/some-rejects');
    await on.page.getByRole('button', { name: '2024-01-31 – 2024-01-31' }).click();
    await on.page.getByRole('button', { name: 'Rejected rows of VNM' }).click();
    const dialog = on.page.getByRole('dialog', { name: 'Rejected rows of VNM' });
    await dialog.getByText('The first 2 of 30 rows.').waitFor();
    expect(await dialog.locator('tbody tr').allInnerTexts()).toEqual([
      expect.stringMatching(/3\s+\/low: low 5 is above high 4\s+date,high,low\s+2024-01-31,4,5/),
      expect.stringMatching(/4\s+\/date: no date\s+\{"date":"today"\}/),
    ]);
    await inspect(on.tab, 'source-rejects');
  });

  it('runs of a source and units of a run beyond the first page are found on the next one', async () => {
    await on.service.put('/svc/source/long-lists', UNREACHABLE).expect(201);
    // The first run, which is on the second page, has 501 units.
    await on.service.sql(`
      INSERT INTO source_run (id, source, declaration, state, from_date, to_date, requested_by, created_at)
      SELECT gen_random_uuid(), 'long-lists', '{}', 'done', date '2024-01-01' + n, date '2024-01-01' + n, 'test',
        timestamptz '2024-06-01Z' + n * interval '1 day'
      FROM generate_series(0, 50) n`);
    await on.service.sql(`
      INSERT INTO source_unit (run_id, number, "values", state)
      SELECT r.id, n, jsonb_build_object('ticker', 'U' || n), 'done'
      FROM source_run r, generate_series(1, 501) n
      WHERE r.source = 'long-lists' AND r.from_date = '2024-01-01'`);
    await on.open('#/activity/sources/long-lists');
    const runs = on.page.getByRole('region', { name: /^Runs of long-lists/ });
    await runs.locator('tbody tr').first().waitFor();
    expect(await runs.locator('tbody tr').count()).toBe(50);
    await on.page.getByRole('button', { name: 'Older' }).click();
    await runs.getByText('2024-01-01').first().click();
    const dialog = on.page.getByRole('dialog');
    await dialog.getByText('U500', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Next page' }).click();
    await dialog.getByText('U501', { exact: true }).waitFor();
    expect(await dialog.locator('tbody tr').count()).toBe(1);
  });

  it('what belongs to one of many sources or webhooks is on the screen, and the others one click away', async () => {
    for (let n = 0; n < 30; n += 1) {
      await on.service.put(`/svc/source/many-${n}`, UNREACHABLE).expect(201);
      await on.service
        .post('/svc/webhooks', { url: `http://127.0.0.1:9/many-${n}`, types: ['quote.rejected'] })
        .expect(201);
    }
    const isOnScreen = async (title: string) => {
      const box = await on.page.getByRole('heading', { name: title, exact: true }).boundingBox();
      return box !== null && box.y > 0 && box.y < 900;
    };
    await on.open('#/activity/sources');
    await on.page.getByRole('link', { name: 'many-0', exact: true }).click();
    await on.page.getByText('No runs yet').waitFor();
    expect(await isOnScreen('Runs of many-0')).toBe(true);
    await on.page.getByRole('link', { name: 'All sources' }).click();
    await on.page.getByRole('link', { name: 'many-29', exact: true }).waitFor();

    await on.page.getByRole('link', { name: 'Webhooks', exact: true }).click();
    const url = 'http://127.0.0.1:9/many-0';
    await on.page.getByRole('link', { name: `Deliveries to ${url}`, exact: true }).click();
    await on.page.getByText('Nothing was sent').waitFor();
    expect(await isOnScreen(`Deliveries to ${url}`)).toBe(true);
    await on.page.getByRole('link', { name: 'All webhooks' }).click();
    await on.page.getByText('many-29').waitFor();
  });

  it('sections that a role may not see are not offered', async () => {
    await on.open('#/activity', await on.service.token('reader'));
    const parts = on.page.getByRole('navigation', { name: 'Activity sections' }).getByRole('link');
    expect(await parts.allInnerTexts()).toEqual(['Events']);
    await on.page.evaluate(() => {
      location.hash = '#/activity/audit';
    });
    await on.page.getByText('needs the permission audit:read').waitFor();
  });
});
