import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { aSource } from '../builders/sources.js';
import { culprits, expectProblem } from '../contract/wire.js';
import { runSource } from '../source-runs.js';
import { Vendor } from '../vendor.js';

const DAY = '2024-01-31';
const quote = (date: string, close = 20_000) => ({
  ticker: 'AAA',
  date,
  open: close,
  high: close,
  low: close,
  close,
  volume: 5_000,
});

describe('the quality gate of data sets other than quotes', () => {
  let service: TestApp;
  let vendor: Vendor;
  let rows: object[] = [];
  beforeAll(async () => {
    service = await startApp();
    vendor = await Vendor.start(() => ({ body: rows }));
  });
  afterAll(async () => {
    await vendor.stop();
    await service.close();
  });
  beforeEach(async () => {
    await service.sql(
      'TRUNCATE quote, quarantine, corporate_action, daily_statistic, security, statement_item, settlement',
    );
    await service
      .post('/svc/bulk/insert?resource=quote', [quote('2024-01-29'), quote('2024-01-30'), quote(DAY)])
      .expect(207);
  });

  const declare = (name: string, dataSet: string, options: object = {}) =>
    service.put(`/svc/source/${name}`, aSource(`${vendor.url}/`, { data_set: dataSet, ...options }));
  async function bring(dataSet: string, newRows: object[], options: object = {}, name = 'vendor') {
    rows = newRows;
    await declare(name, dataSet, options);
    return runSource(service, name, { from_date: DAY, to_date: DAY });
  }
  const waitingRows = async () => (await service.get('/svc/quarantine?order=asc').expect(200)).body.data;
  const quarantinedRows = async () =>
    (await waitingRows()).map(({ resource, key, findings }: Record<string, unknown>) => [
      resource,
      key,
      (findings as { rule: string; action: string }[])
        .filter(({ action }) => action === 'quarantine')
        .map(({ rule }) => rule),
    ]);
  const dividend = (changes: object = {}) => ({
    ticker: 'AAA',
    ex_date: '2024-01-30',
    type: 'cash_dividend',
    cash_dividend: 1_000,
    ...changes,
  });
  const SOUND = { ex_date: '2024-01-29' };
  const free = (changes: object) => ({
    ticker: 'AAA',
    ex_date: '2024-01-30',
    type: 'stock_dividend',
    ...changes,
  });
  const statistic = (changes: object = {}) => ({
    ticker: 'AAA',
    date: DAY,
    reference: 20_000,
    ceiling: 21_400,
    floor: 18_600,
    average_price: 20_000,
    matched_volume: 5_000,
    matched_value: 100_000_000,
    ...changes,
  });

  it.each<[string, string, object, string]>([
    ['a dividend in thousands', 'corporate_action', dividend({ cash_dividend: 1 }), 'small_amount'],
    ['a dividend above the price', 'corporate_action', dividend({ cash_dividend: 15_000 }), 'large_dividend'],
    ['a ratio as a percentage', 'corporate_action', free({ share_ratio: 20 }), 'large_ratio'],
    ['an ex-date on a Sunday', 'corporate_action', dividend({ ex_date: '2024-01-28' }), 'closed_day'],
    ['a value in another unit', 'daily_statistic', statistic({ matched_value: 100 }), 'value_outside_bar'],
    ['limits in another unit', 'daily_statistic', statistic({ ceiling: 99_999 }), 'limits_outside_bar'],
    ['a statistic of a closed day', 'daily_statistic', statistic({ date: '2024-01-28' }), 'closed_day'],
    [
      'shares in thousands',
      'security',
      { ticker: 'AAA', name: 'Company', exchange: 'HOSE', security_type: 'stock', listed_shares: 9_000 },
      'few_shares',
    ],
  ])(
    '%s is held back by the rule that would flag it, and a sound row next to it is stored',
    async (_, dataSet, oddRecord, rule) => {
      const sound = {
        corporate_action: {
          ...oddRecord,
          ...SOUND,
          ...('share_ratio' in oddRecord ? { share_ratio: 0.1 } : { cash_dividend: 500 }),
        },
        daily_statistic: statistic({ date: '2024-01-29' }),
        security: {
          ticker: 'BBB',
          name: 'Other',
          exchange: 'HOSE',
          security_type: 'stock',
          listed_shares: 1e7,
        },
      }[dataSet] as object;
      expect(await bring(dataSet, [oddRecord, sound])).toMatchObject({
        state: 'done',
        created: 1,
        quarantined: 1,
      });
      const [[resource, , rules]] = await quarantinedRows();
      expect([resource, rules]).toEqual([dataSet, expect.arrayContaining([rule])]);
    },
  );

  it('an average of 0 is that of a day without matched trades, and doubtful on another one', async () => {
    const negotiated = { matched_volume: 0, matched_value: 0, negotiated_volume: 5_000 };
    const average = (changes: object) => statistic({ average_price: 0, ...changes });
    expect(await bring('daily_statistic', [average(negotiated)])).toMatchObject({
      created: 1,
      quarantined: 0,
    });
    await service.sql('TRUNCATE daily_statistic');
    expect(await bring('daily_statistic', [average({})])).toMatchObject({ created: 0, quarantined: 1 });
    expect(await quarantinedRows()).toEqual([
      ['daily_statistic', { ticker: 'AAA', date: DAY }, ['average_outside_bar']],
    ]);
  });

  it('outstanding shares are compared with the nearest days that have them', async () => {
    const shares = (date: string, counts: object) => ({ ticker: 'AAA', date, ...counts });
    await bring('daily_statistic', [
      shares('2024-01-29', { outstanding_shares: 10_000_000 }),
      shares('2024-01-30', { listed_shares: 12_000_000 }),
    ]);
    await bring('daily_statistic', [shares(DAY, { outstanding_shares: 10_000 })]);
    expect(await quarantinedRows()).toEqual([
      ['daily_statistic', { ticker: 'AAA', date: DAY }, ['shares_jump']],
    ]);
  });

  it('a statement figure in another unit than in its other publication is quarantined', async () => {
    const item = (published_at: string, value: number) => ({
      ticker: 'AAA',
      statement: 'balance_sheet',
      period: 'year',
      fiscal_year: 2023,
      fiscal_quarter: 0,
      consolidation: 'consolidated',
      audit: 'audited',
      item_code: '270',
      company_type: 'ordinary',
      period_end_date: '2023-12-31',
      item_name: 'TỔNG CỘNG TÀI SẢN',
      published_at,
      value,
      unit: 'VND',
    });
    await bring('statement_item', [item('2024-03-20T08:00:00Z', 5e12)]);
    expect(await waitingRows()).toEqual([]);
    await bring('statement_item', [item('2024-04-20T08:00:00Z', 5e9)]);
    const [[resource, , rules]] = await quarantinedRows();
    expect([resource, rules]).toEqual(['statement_item', ['versions_differ']]);
    const [{ id }] = await waitingRows();
    // The key contains an instant, which has more than one notation.
    await service
      .post(`/svc/quarantine/${id}/correct`, {
        reason: 'unit',
        record: item('2024-04-20T08:00:00.000Z', 5.1e12),
      })
      .expect(200);
    const values = await service.sql<{ value: string }>(
      'SELECT value FROM statement_item ORDER BY published_at',
    );
    expect(values.map(({ value }) => Number(value))).toEqual([5e12, 5.1e12]);
  });

  it('a stored record is not mistaken for a duplicate, and its changes are judged', async () => {
    await bring('corporate_action', [dividend()]);
    expect(await bring('corporate_action', [dividend({ note: 'paid in cash' })])).toMatchObject({
      updated: 1,
      quarantined: 0,
      warned: 0,
    });
    expect(await bring('corporate_action', [dividend({ cash_dividend: 1 })])).toMatchObject({
      quarantined: 1,
    });
    expect(await bring('corporate_action', [dividend({ cash_dividend: 1_100 })])).toMatchObject({
      updated: 1,
    });
    expect(await waitingRows()).toEqual([]);
  });

  it("a key twice with different values, and another source's value, are quarantined", async () => {
    await bring('daily_statistic', [statistic(), statistic({ average_price: 20_100 })]);
    expect(await quarantinedRows()).toEqual([
      ['daily_statistic', { ticker: 'AAA', date: DAY }, ['conflict']],
    ]);
    await service.sql('TRUNCATE quarantine');
    await bring('daily_statistic', [statistic()]);
    const other = statistic({ reference: 20_100, matched_value: 100_000_001 });
    expect(await bring('daily_statistic', [other], {}, 'other')).toMatchObject({ quarantined: 1 });
    const [row] = await waitingRows();
    expect(row.findings).toEqual([
      { rule: 'second_source', action: 'quarantine', value: 20_100, expected: 20_000 },
    ]);
    const { body } = await service.get(`/svc/quarantine/${row.id}`).expect(200);
    expect(body.stored).toMatchObject({ reference: 20_000, maker: 'source:vendor' });
    expect(body.around.map(({ date }: { date: string }) => date)).toEqual(['2024-01-29', '2024-01-30']);
  });

  it("a source leaves fields alone that it does not declare, and empties no number of another's", async () => {
    await bring('daily_statistic', [statistic()]);
    const { matched_value: _, ...some } = statistic({ average_price: 20_001 });
    const fields = Object.fromEntries(Object.keys(some).map((name) => [name, { from: name }]));
    expect(await bring('daily_statistic', [some], { fields }, 'other')).toMatchObject({
      updated: 1,
      quarantined: 0,
    });
    const record = async () => (await service.get(`/svc/record/daily_statistic?ticker=AAA&date=${DAY}`)).body;
    expect(await record()).toMatchObject({ matched_value: statistic().matched_value, average_price: 20_001 });
    const doubled = { ...some, reference: 40_000 };
    expect(await bring('daily_statistic', [doubled], { fields }, 'other')).toMatchObject({ quarantined: 1 });
    const [held] = await waitingRows();
    await service.post(`/svc/quarantine/${held.id}/release`, { reason: 'Seen' }).expect(200);
    expect(await record()).toMatchObject({ matched_value: statistic().matched_value, reference: 40_000 });
    await service.sql('TRUNCATE quarantine, daily_statistic');
    await bring('daily_statistic', [statistic()]);
    const empty = { ...statistic(), matched_value: null };
    expect(await bring('daily_statistic', [empty], {}, 'third')).toMatchObject({ quarantined: 1 });
    expect((await waitingRows())[0].findings).toEqual([
      { rule: 'second_source', action: 'quarantine', expected: statistic().matched_value },
    ]);
    expect(await record()).toMatchObject({ matched_value: statistic().matched_value });
  });

  it("another source's value of a required field is not replaced either", async () => {
    const item = {
      ...{ ticker: 'AAA', statement: 'balance_sheet', period: 'year', fiscal_year: 2023 },
      ...{ consolidation: 'consolidated', audit: 'audited', item_code: '270', period_end_date: '2023-12-31' },
      ...{ item_name: 'Total assets', published_at: '2024-03-20T08:00:00Z', unit: 'VND', value: 5e12 },
    };
    const fields = Object.fromEntries(Object.keys(item).map((name) => [name, { from: name }]));
    expect(await bring('statement_item', [item], { fields })).toMatchObject({ created: 1 });
    const other = { ...item, value: 6e12 };
    expect(await bring('statement_item', [other], { fields }, 'other')).toMatchObject({ quarantined: 1 });
  });

  it("a person's value is not replaced by a source's", async () => {
    await service.put('/svc/record/daily_statistic', statistic()).expect(201);
    const other = statistic({ reference: 20_100 });
    expect(await bring('daily_statistic', [other])).toMatchObject({ updated: 0, quarantined: 1 });
  });

  it('a rule may be off, warn or fail, and a declared but empty field is reported', async () => {
    const oddDividend = dividend({ cash_dividend: 1 });
    const off = await bring('corporate_action', [oddDividend], {
      quality: { small_amount: { action: 'off' } },
    });
    expect(off).toMatchObject({ created: 1, quarantined: 0 });
    await service.sql('TRUNCATE corporate_action');
    const warn = await bring('corporate_action', [oddDividend], {
      quality: { small_amount: { action: 'warn' } },
    });
    expect(warn).toMatchObject({ created: 1, warned: 1 });
    expect(warn.unitRecords[0].warnings).toContainEqual(
      expect.objectContaining({ ticker: 'AAA', ex_date: '2024-01-30', rule: 'small_amount' }),
    );
    await service.sql('TRUNCATE corporate_action');
    const fail = await bring('corporate_action', [oddDividend], {
      quality: { small_amount: { action: 'fail' } },
    });
    expect(fail).toMatchObject({ state: 'failed', created: 0 });
    expect(fail.unitRecords[0].detail).toContain('small_amount: AAA 2024-01-30');
    const fields = Object.fromEntries(
      ['ticker', 'ex_date', 'type', 'cash_dividend', 'payment_date'].map((name) => [name, { from: name }]),
    );
    const missing = await bring('corporate_action', [dividend()], {
      fields,
      quality: { missing: { action: 'quarantine' } },
    });
    expect(missing).toMatchObject({ created: 0, quarantined: 1 });
  });

  it('400 for a rule of another data set, also in a filter', async () => {
    const answer = await declare('wrong', 'security', { quality: { small_amount: { action: 'off' } } });
    expect(culprits(answer)).toEqual(['/quality']);
    expectProblem(await service.get('/svc/quarantine?rule=weather'), 400, 'invalid_input');
    await service.get('/svc/quarantine?rule=small_amount').expect(200);
  });
});
