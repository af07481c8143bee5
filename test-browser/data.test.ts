import { describe, expect, it } from '@jest/globals';
import { aQuote, quotesOf } from '../test/builders/quotes.js';
import { inspect, settled } from './console.js';
import { onOwnService } from './fixture.js';
import { holdBack } from './held.js';

describe('console: data', () => {
  const on = onOwnService();

  it('data sets with their coverage, and the gaps of a security', async () => {
    const days = quotesOf('VNM', 40, '2024-01-01').filter(({ date }) => date !== '2024-01-09');
    await on.service.post('/svc/quote/bulk/import', days).expect(207);
    await on.open('#/data');
    const quotes = on.page.locator('tbody tr', { hasText: 'Daily quotes' });
    await quotes.waitFor();
    expect(await quotes.textContent()).toContain('39');
    await quotes.getByText(/^[\d,]+ days behind$/).waitFor();
    await on.page.getByLabel('Ticker', { exact: true }).fill('vnm');
    await on.page.getByRole('button', { name: 'Find gaps' }).click();
    await on.page.getByText('1 trading day without a quote of VNM.').waitFor();
    expect(await on.page.getByRole('region', { name: 'Gaps of VNM' }).locator('tbody').textContent()).toBe(
      '2024-01-092024-01-091',
    );
    expect(new URL(on.page.url()).hash).toBe('#/data?ticker=VNM');
    await inspect(on.tab, 'data');
  });

  it('the gaps are those of the ticker requested last, however late earlier answers arrive', async () => {
    for (const [ticker, missingDays] of [
      ['GAA', ['2024-01-09']],
      ['GBB', ['2024-01-09', '2024-01-10']],
    ] as const) {
      const days = quotesOf(ticker, 20, '2024-01-01').filter(
        ({ date }) => !missingDays.some((day) => day === date),
      );
      await on.service.post('/svc/quote/bulk/import', days).expect(207);
    }
    await on.open('#/data');
    const find = async (ticker: string) => {
      await on.page.getByLabel('Ticker', { exact: true }).fill(ticker);
      await on.page.getByRole('button', { name: 'Find gaps' }).click();
    };
    const slow = await holdBack(on.page, (request) => /\/quote\/gaps\?ticker=GAA/.test(request.url()));
    await find('GAA');
    await slow.firstSent;
    await find('GBB');
    await on.page.getByText('2 trading days without a quote of GBB.').waitFor();
    await slow.release();
    expect(await on.page.getByText('2 trading days without a quote of GBB.').isVisible()).toBe(true);
    expect(await on.page.getByRole('region', { name: 'Gaps of GAA' }).count()).toBe(0);
  });

  it('a year of a security as a calendar: stored, missing and closed days; missing ones as ranges', async () => {
    const days = quotesOf('CAL', 40, '2024-01-01').filter(
      ({ date }) => !['2024-01-11', '2024-01-12', '2024-01-15', '2024-01-24'].includes(date),
    );
    await on.service.post('/svc/quote/bulk/import', days).expect(207);
    await on.open('#/data?ticker=CAL&year=2024');
    const calendar = on.page.getByRole('img', { name: /of CAL, 2024$/ });
    await calendar.waitFor();
    const titles = await calendar
      .locator('.day-missing')
      .evaluateAll((all) => all.map((each) => each.getAttribute('title')));
    expect(titles).toEqual(['11', '12', '15', '24'].map((day) => `2024-01-${day}: open but missing`));
    expect(await calendar.locator('.day-closed[title^="2024-01-01"]').count()).toBe(0);
    expect(
      await on.page.getByRole('region', { name: 'Gaps of CAL' }).locator('tbody tr').allTextContents(),
    ).toEqual(['2024-01-242024-01-241', '2024-01-112024-01-153']);
    await inspect(on.tab, 'data-calendar');
  });

  it('a record is found by its key, corrected after its effect is shown, and deleted', async () => {
    await on.service.post('/svc/quote/bulk/import', [
      aQuote({ ticker: 'DIV', date: '2024-03-04', open: 20000, high: 20000, low: 20000, close: 20000 }),
    ]);
    await on.service
      .post('/svc/record/corporate_action', {
        ticker: 'DIV',
        ex_date: '2024-03-05',
        type: 'cash_dividend',
        cash_dividend: 1000,
      })
      .expect(201);
    await on.open('#/data/corporate_action');
    await on.page.getByLabel('ticker', { exact: true }).fill('DIV');
    await on.page.getByLabel('ex_date', { exact: true }).fill('2024-03-05');
    await on.page.getByLabel('type', { exact: true }).selectOption('cash_dividend');
    await on.page.getByRole('button', { name: 'Find or add' }).click();
    await on.page.getByText('Stored, last changed').waitFor();
    await on.page.getByLabel('cash_dividend', { exact: true }).fill('2000');
    await on.page.getByText('0.95 → 0.9', { exact: true }).waitFor();
    expect(await on.page.getByText('changes by −5.26 %').isVisible()).toBe(true);
    const changes = on.page.getByRole('region', { name: 'What would change' }).locator('tbody tr');
    expect(await changes.allTextContents()).toEqual(['cash_dividend10002000']);
    await inspect(on.tab, 'data-record');
    await on.page.getByRole('button', { name: 'Save 1 change' }).click();
    await on.page.getByText('No changes yet.').waitFor();
    const path = '/svc/record/corporate_action?ticker=DIV&ex_date=2024-03-05&type=cash_dividend';
    expect((await on.service.get(path)).body.cash_dividend).toBe(2000);
    await on.page.reload();
    await settled(on.tab);
    await on.page.getByRole('button', { name: 'Delete', exact: true }).click();
    await on.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await on.page.getByText('There is no such record yet').waitFor();
    await on.service.get(path).expect(404);
  });

  it('the effect of an action is that of the service: on UPCOM of the average price, of rights only below it', async () => {
    const price = 20000;
    const day = { ticker: 'UPC', date: '2024-03-04' };
    await on.service
      .post('/svc/record/security', { ticker: 'UPC', name: 'UPC', exchange: 'UPCOM' })
      .expect(201);
    await on.service
      .post('/svc/quote/bulk/import', [
        aQuote({ ...day, open: price, high: price, low: price, close: price }),
        aQuote({ ...day, date: '2024-03-05', open: price, high: price, low: price, close: price }),
      ])
      .expect(207);
    await on.service.post('/svc/record/daily_statistic', { ...day, average_price: 25000 }).expect(201);
    const action = { ticker: 'UPC', ex_date: '2024-03-05' };
    const rights = { rights_ratio: 0.5, rights_price: 30000 };
    for (const terms of [
      { type: 'cash_dividend', cash_dividend: 5000 },
      { type: 'rights_issue', ...rights },
    ])
      await on.service.post('/svc/record/corporate_action', { ...action, ...terms }).expect(201);
    const { data } = (await on.service.get('/adjustments?ticker=UPC')).body;
    const paid = data.find(({ type }: { type: string }) => type === 'cash_dividend');
    expect([paid.factor, paid.reference_after]).toEqual([0.8, 20000]);
    const factorOf = async (type: string) => {
      await on.open(`#/data/corporate_action?key.ticker=UPC&key.ex_date=2024-03-05&key.type=${type}`);
      await on.page.getByText('Average price of 2024-03-04', { exact: true }).waitFor();
      return on.page.locator('dt', { hasText: 'Factor for all earlier prices' }).locator('+ dd').innerText();
    };
    expect([await factorOf('cash_dividend'), await factorOf('rights_issue')]).toEqual(['0.8', '1']);
  });

  it('a text of several lines keeps them when it is corrected', async () => {
    const record = {
      insight_id: 'lines',
      type: 'sector',
      title: 'Lines',
      published_at: '2024-03-04T01:00:00Z',
    };
    const body = 'First.\n\nSecond.';
    await on.service.post('/svc/record/market_insight', { ...record, body }).expect(201);
    await on.open('#/data/market_insight?key.insight_id=lines');
    await on.page.getByText('Stored, last changed').waitFor();
    await on.page.getByLabel('body', { exact: true }).press('Control+End');
    await on.page.keyboard.type(' Third.');
    await on.page.getByRole('button', { name: 'Save 1 change' }).click();
    await on.page.getByText('No changes yet.').waitFor();
    const stored = await on.service.get('/svc/record/market_insight?insight_id=lines');
    expect(stored.body.body).toBe(`${body} Third.`);
  });

  it('after saving by keyboard the focus is next to the form; the history is offered to those who may read it', async () => {
    await on.service
      .post('/svc/quote/bulk/import', [aQuote({ ticker: 'KEY', date: '2024-03-04' })])
      .expect(207);
    const address = '#/data/quote?key.ticker=KEY&key.date=2024-03-04';
    await on.open(address, await on.service.token('maker'));
    await on.page.getByText('Stored, last changed').waitFor();
    expect(await on.page.getByRole('link', { name: 'History of this record' }).count()).toBe(0);
    await on.page.getByLabel('volume *', { exact: true }).fill('0x10');
    await on.page.keyboard.press('Enter');
    await on.page.getByRole('alert').getByText('volume').first().waitFor();
    await on.page.getByLabel('volume *', { exact: true }).fill('+09007199254740993');
    await on.page.keyboard.press('Enter');
    await on.page.getByText('No changes yet.').waitFor();
    expect(await on.page.getByLabel('volume *', { exact: true }).inputValue()).toBe('9007199254740993');
    expect(await on.page.evaluate(() => document.activeElement?.textContent)).toContain(
      'Stored, last changed',
    );
    await on.open(address, await on.service.token('admin'));
    await on.page.getByRole('link', { name: 'History of this record' }).click();
    await on.page.getByRole('button', { name: 'Before and after: created KEY 2024-03-04' }).waitFor();
  });

  it('unsaved changes are not lost without a question, whichever way they are left', async () => {
    const { service } = on;
    for (const date of ['2024-03-04', '2024-03-05'])
      await service.post('/svc/quote', aQuote({ ticker: 'STAY', date })).expect(201);
    await on.open('#/data');
    const { page } = on;
    const address = '#/data/quote?key.ticker=STAY&key.date=2024-03-04';
    await page.evaluate((hash) => {
      location.hash = hash;
    }, address);
    const volume = page.getByLabel('volume *', { exact: true });
    await volume.fill('77');
    const question = page.getByRole('dialog', { name: 'Discard your changes?' });
    for (const leave of [
      () => page.goBack(),
      () => page.getByRole('link', { name: 'Market', exact: true }).click(),
      () => page.getByRole('link', { name: 'Data', exact: true }).click(),
      () => page.getByRole('button', { name: 'Sign out' }).click(),
      async () => {
        await page.getByLabel('date', { exact: true }).fill('2024-03-05');
        await page.getByRole('button', { name: 'Find or add' }).click();
      },
    ]) {
      await leave();
      await question.getByText('1 change has not been saved.').waitFor();
      await question.getByRole('button', { name: 'Cancel' }).click();
      await question.waitFor({ state: 'detached' });
      await page.waitForURL(({ hash }) => hash === address);
      expect(await volume.inputValue()).toBe('77');
      expect(await page.getByLabel('date', { exact: true }).inputValue()).toBe('2024-03-04');
    }
    const [reload] = await Promise.all([page.waitForEvent('dialog'), page.close({ runBeforeUnload: true })]);
    expect(reload.type()).toBe('beforeunload');
    await reload.dismiss();
    await page.getByRole('link', { name: 'Market', exact: true }).click();
    await question.getByRole('button', { name: 'Discard and leave' }).click();
    await page.getByRole('heading', { level: 1, name: 'Market' }).waitFor();
    expect(await service.sql(`SELECT FROM quote WHERE ticker = 'STAY' AND volume = 77`)).toEqual([]);
  });

  it('a reader who leaves within a frame of the first key is asked, too', async () => {
    await on.service.post('/svc/quote', aQuote({ ticker: 'HASTE', date: '2024-03-04' })).expect(201);
    await on.open('#/data/quote?key.ticker=HASTE&key.date=2024-03-04');
    const volume = on.page.getByLabel('volume *', { exact: true });
    await volume.evaluate((input: HTMLInputElement) => {
      input.value = '77';
      input.dispatchEvent(new Event('input', { bubbles: true }));
      location.hash = '#/market';
    });
    await on.page.getByRole('dialog').getByText('1 change has not been saved.').waitFor();
    await on.page.getByRole('button', { name: 'Cancel' }).click();
    expect(await volume.inputValue()).toBe('77');
  });

  it('what is typed while a record is being saved is not lost', async () => {
    await on.service.post('/svc/quote', aQuote({ ticker: 'LATER', date: '2024-03-04' })).expect(201);
    await on.open('#/data/quote?key.ticker=LATER&key.date=2024-03-04');
    const field = (name: string) => on.page.getByLabel(name, { exact: true });
    await field('volume *').fill('77');
    const save = await holdBack(on.page, (request) => request.method() === 'PUT');
    await on.page.getByRole('button', { name: 'Save 1 change' }).click();
    await save.firstSent;
    await field('high *').fill('67600');
    await save.release();
    await on.page.getByRole('button', { name: 'Save 1 change' }).click();
    await on.page.getByText('No changes yet.').waitFor();
    const { body } = await on.service.get('/svc/record/quote?ticker=LATER&date=2024-03-04').expect(200);
    expect([body.volume, body.high]).toEqual([77, 67_600]);
  });

  it('errors in a record are shown with its form, which keeps the typed values', async () => {
    await on.open('#/data/quote?key.ticker=NEW&key.date=2024-03-05');
    await on.page.getByText('There is no such record yet').waitFor();
    for (const [name, value] of [
      ['open *', '10000'],
      ['high *', '10000'],
      ['low *', '10000'],
      ['close *', 'ten'],
      ['volume *', '5'],
    ] as const)
      await on.page.getByLabel(name, { exact: true }).fill(value);
    await on.page.getByRole('button', { name: 'Create record' }).click();
    await on.page.getByRole('alert').getByText('close').first().waitFor();
    expect(await on.page.getByLabel('close *', { exact: true }).inputValue()).toBe('ten');
    await on.page.getByLabel('close *', { exact: true }).fill('10000');
    await on.page.getByRole('button', { name: 'Create record' }).click();
    await on.page.getByText('Stored, last changed').waitFor();
  });

  it('a caller who may not write sees the fields but no form; an unknown data set leads back', async () => {
    await on.open('#/data/security', await on.service.token('reader'));
    await on.page.getByText('needs the permission data:import').waitFor();
    expect(await on.page.getByRole('button', { name: 'Find or add' }).count()).toBe(0);
    await inspect(on.tab, 'data-set-reader');
    await on.page.evaluate(() => {
      location.hash = '#/data/nonsense';
    });
    await on.page.getByRole('link', { name: 'All data sets' }).click();
    await on.page.getByRole('heading', { level: 1, name: 'Data', exact: true }).waitFor();
  });
});
