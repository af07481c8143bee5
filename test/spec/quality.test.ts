import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { aSource } from '../builders/sources.js';
import { culprits, expectProblem } from '../contract/wire.js';
import { runSource } from '../source-runs.js';
import { Vendor } from '../vendor.js';

/** Ten open days in a row, Mondays to Fridays. */
const DAYS = [15, 16, 17, 18, 19, 22, 23, 24, 25, 26].map((day) => `2024-01-${day}`);

interface Bar {
  ticker: string;
  date: string;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
}

/** A bar with nothing to object to. */
const bar = (date: string, changes: Partial<Bar> = {}): Bar => {
  const close = changes.close ?? 20_000 + 100 * DAYS.indexOf(date);
  const base = { ticker: 'AAA', date, open: close, high: close + 100, low: close - 100, close };
  return { ...base, volume: 5_000 + 10 * DAYS.indexOf(date), ...changes };
};
const at = (index: number) => DAYS[index] as string;

describe('the quality gate of sources', () => {
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
    await service.sql('TRUNCATE quote, quarantine, corporate_action, security');
  });

  const declare = (name: string, options: object = {}) =>
    service.put(`/svc/source/${name}`, aSource(`${vendor.url}/bars`, options));
  /** Feeds rows through a source; returns their outcome. */
  async function bring(newRows: object[], name = 'vendor', options: object = {}) {
    rows = newRows;
    await declare(name, options);
    return runSource(service, name, { from_date: at(0), to_date: at(9) });
  }
  const waitingRows = async (query = '') =>
    (await service.get(`/svc/quarantine?order=asc${query}`).expect(200)).body.data;
  const closes = async (ticker = 'AAA') =>
    Object.fromEntries(
      (await service.get(`/quote?ticker=${ticker}`).expect(200)).body.data.map((each: Bar) => [
        each.date,
        each.close,
      ]),
    );
  const findings = async () =>
    (await waitingRows()).map(({ key, findings: violations }: { key: Bar; findings: { rule: string }[] }) => [
      key.date,
      violations.map(({ rule }) => rule),
    ]);

  it('stores sound rows without a remark', async () => {
    expect(await bring(DAYS.map((day) => bar(day)))).toMatchObject({
      created: 10,
      quarantined: 0,
      warned: 0,
    });
    expect(await waitingRows()).toEqual([]);
  });

  const scaled = (day: string, factor: number) => {
    const { open, high, low, close } = bar(day);
    return bar(day, { open: open * factor, high: high * factor, low: low * factor, close: close * factor });
  };
  it.each<[string, (days: Bar[]) => Bar[], string[]]>([
    ['unit_jump', (days) => days.with(5, scaled(at(5), 100)), [at(5)]],
    ['unit_jump', (days) => days.with(9, scaled(at(9), 10)), [at(9)]],
    ['range', (days) => days.with(4, bar(at(4), { low: 0 })), [at(4)]],
    ['relation', (days) => days.with(4, bar(at(4), { high: 60_000 })), [at(4)]],
    ['jump', (days) => days.with(6, scaled(at(6), 1.43)), [at(6)]],
    [
      'missing_action',
      (days) => days.map((day, index) => (index < 6 ? day : scaled(day.date, 0.5))),
      [at(6)],
    ],
    ['stale', (days) => days.with(3, { ...(days[2] as Bar), date: at(3) }), [at(3)]],
    ['calendar', (days) => days.with(3, bar('2024-01-20', { close: 20_250 })), ['2024-01-20']],
    ['conflict', (days) => [...days, bar(at(2), { close: 20_250 })], [at(2)]],
  ])('%s quarantines one row, and no other', async (rule, change, heldDays) => {
    const newRows = change(DAYS.map((day) => bar(day)));
    const result = await bring(newRows);
    expect(await findings()).toEqual(heldDays.map((day) => [day, [rule]]));
    expect(Object.keys(await closes())).not.toContain(heldDays[0]);
    expect(result.read).toBe(result.created + result.quarantined);
  });

  it('compares bars that arrive one by one with the stored ones', async () => {
    await bring(DAYS.slice(0, 5).map((day) => bar(day)));
    await bring([scaled(at(5), 100)]);
    await bring([bar(at(6))]);
    expect(await findings()).toEqual([[at(5), ['unit_jump']]]);
    expect(Object.keys(await closes())).toHaveLength(6);
  });

  it('a jump that corporate actions explain is none', async () => {
    await service.post('/svc/bulk/insert?resource=corporate_action', [
      { ticker: 'AAA', ex_date: at(6), type: 'stock_dividend', share_ratio: 1 },
    ]);
    const newRows = DAYS.map((day, index) => (index < 6 ? bar(day) : scaled(day, 0.5)));
    expect(await bring(newRows)).toMatchObject({ created: 10, quarantined: 0 });
  });

  it('the same price on an ex-date as before is a jump from the adjusted one, but not without trades', async () => {
    for (const ticker of ['AAA', 'BBB']) {
      await service.post('/svc/bulk/insert?resource=corporate_action', [
        { ticker, ex_date: at(9), type: 'stock_dividend', share_ratio: 1 },
      ]);
    }
    const withoutTrades = { ...bar(at(8), { ticker: 'BBB' }), date: at(9), volume: 0 };
    await bring([...DAYS.map((day) => bar(day)), bar(at(8), { ticker: 'BBB' }), withoutTrades]);
    expect(await findings()).toEqual([[at(9), ['jump']]]);
    expect(await closes('BBB')).toHaveProperty(at(9));
  });

  it('uses the band of the exchange where the master knows it', async () => {
    await service.post('/svc/bulk/insert?resource=security', [
      { ticker: 'AAA', name: 'Company', exchange: 'HOSE', security_type: 'stock' },
    ]);
    await bring(DAYS.map((day, index) => (index < 6 ? bar(day) : scaled(day, 1.12))));
    expect(await findings()).toEqual([[at(6), ['jump']]]);
  });

  it('a rule may warn, fail or be off, with a threshold of the source', async () => {
    const newRows = DAYS.map((day) => bar(day)).with(6, scaled(at(6), 1.43));
    const warned = await bring(newRows, 'warns', { quality: { jump: { action: 'warn' } } });
    expect(warned).toMatchObject({ created: 10, warned: 1, quarantined: 0 });
    expect(warned.unitRecords[0].warnings).toEqual([
      expect.objectContaining({ ticker: 'AAA', date: at(6), rule: 'jump' }),
    ]);
    await service.sql('TRUNCATE quote');
    const failed = await bring(newRows, 'fails', { quality: { jump: { action: 'fail' } } });
    expect(failed).toMatchObject({ state: 'failed', created: 0, quarantined: 0 });
    expect(failed.unitRecords[0]).toMatchObject({ failure: 'refused_by_quality' });
    expect(failed.unitRecords[0].detail).toContain(`jump: AAA ${at(6)}`);
    expect(await closes()).toEqual({});
    const wide = await bring(newRows, 'wide', { quality: { jump: { threshold: 0.5 } } });
    expect(wide).toMatchObject({ created: 10, quarantined: 0 });
    await service.sql('TRUNCATE quote');
    const off = await bring(newRows, 'off', { quality: { jump: { action: 'off' } } });
    expect(off).toMatchObject({ created: 10, quarantined: 0 });
  });

  it('refuses a day that lacks half of the market', async () => {
    const market = ['AAA', 'BBB', 'CCC', 'DDD'];
    const day = (date: string, tickers: string[]) => tickers.map((ticker) => bar(date, { ticker }));
    const options = { work: { each: 'date' }, request: { url: `${vendor.url}/day/{date}` } };
    const bringDay = async (date: string, tickers: string[]) => {
      rows = day(date, tickers);
      await declare('market', options);
      return runSource(service, 'market', { from_date: date, to_date: date });
    };
    expect(await bringDay(at(0), market)).toMatchObject({ state: 'done', created: 4 });
    const half = await bringDay(at(1), market.slice(0, 2));
    expect(half).toMatchObject({ state: 'failed', created: 0 });
    expect(half.unitRecords[0].detail).toBe(`completeness: ${at(1)}: 2, expected 4`);
    const empty = await bringDay(at(1), []);
    expect(empty).toMatchObject({ state: 'failed', created: 0 });
    expect(empty.unitRecords[0].detail).toBe(`completeness: ${at(1)}: 0, expected 4`);
    expect(await bringDay(at(1), market)).toMatchObject({ state: 'done', created: 4 });
    // A weekday that may be a holiday: the calendar does not reach it.
    await service.sql(`DELETE FROM settlement WHERE country = 'VN' AND date = '${at(2)}'`);
    expect(await bringDay(at(2), [])).toMatchObject({ state: 'done', created: 0 });
  });

  it('never silently overwrites rows of another source or a person', async () => {
    await bring([bar(at(0)), bar(at(1))], 'first');
    const differingBars = [bar(at(0), { close: 20_090, high: 20_200 }), bar(at(1), { volume: 9 })];
    expect(await bring(differingBars, 'second')).toMatchObject({ updated: 1, quarantined: 1 });
    const [quarantinedRow] = await waitingRows();
    expect(quarantinedRow).toMatchObject({
      source: 'second',
      findings: [{ rule: 'second_source', value: 20_090, expected: 20_000 }],
    });
    const { body } = await service.get(`/svc/quarantine/${quarantinedRow.id}`).expect(200);
    expect(body.stored).toMatchObject({ close: 20_000, maker: 'source:first' });
    expect((await closes())[at(0)]).toBe(20_000);
  });

  describe('a quarantined row', () => {
    const oddBars = () => DAYS.map((day) => bar(day)).with(5, scaled(at(5), 100));
    let id = '';
    beforeEach(async () => {
      await bring(oddBars());
      id = (await waitingRows())[0].id;
    });

    it('is listed by source, ticker and rule, and shown with the quotes around it', async () => {
      for (const query of ['&source=vendor', '&ticker=AAA', '&rule=unit_jump', '&resource=quote']) {
        expect(await waitingRows(query)).toHaveLength(1);
      }
      for (const query of ['&source=other', '&ticker=BBB', '&rule=jump', '&state=released']) {
        expect(await waitingRows(query)).toEqual([]);
      }
      const { body } = await service.get(`/svc/quarantine/${id}`).expect(200);
      expect(body).toMatchObject({
        key: { ticker: 'AAA', date: at(5) },
        record: scaled(at(5), 100),
        findings: [{ rule: 'unit_jump', action: 'quarantine', value: 2_050_000 }],
        state: 'waiting',
        stored: null,
        others: [],
      });
      expect(body.around.map(({ date }: Bar) => date)).toEqual(DAYS.filter((_, index) => index !== 5));
    });

    it('is released by a checker, and appears in the history of its record', async () => {
      const checker = await service.token('checker', { principal: 'checker@example.com' });
      const reason = 'seen at the exchange';
      const { body } = await service.post(`/svc/quarantine/${id}/release`, { reason }, checker).expect(200);
      expect(body).toMatchObject({ state: 'released', decided_by: 'checker@example.com', reason });
      expect((await closes())[at(5)]).toBe(2_050_000);
      const [item] = (await service.get(`/svc/quote?ticker=AAA&from_date=${at(5)}&to_date=${at(5)}`)).body
        .data;
      const history = (await service.get(`/svc/quote/${item.id}/history`)).body.data;
      expect(history[0]).toMatchObject({ action: 'created', actor: 'checker@example.com' });
      const audit = (await service.get('/svc/audit?resource=quarantine&limit=1')).body.data;
      expect(audit[0]).toMatchObject({ action: 'released', actor: 'checker@example.com' });
      expectProblem(await service.post(`/svc/quarantine/${id}/reject`, { reason }), 409, 'wrong_state');
      expect(await bring(oddBars())).toMatchObject({ quarantined: 0, unchanged: 10 });
    });

    it('is corrected with values that keep the rules and the key', async () => {
      const correct = (record: object) =>
        service.post(`/svc/quarantine/${id}/correct`, { reason: 'unit', record });
      const other = await correct(bar(at(6)));
      expectProblem(other, 400, 'invalid_input');
      expect(culprits(other)).toEqual(['/record/date']);
      expectProblem(await correct({ ...bar(at(5)), low: 99_999 }), 400, 'invalid_input');
      expect((await correct(bar(at(5))).expect(200)).body).toMatchObject({ state: 'corrected' });
      expect((await closes())[at(5)]).toBe(20_500);
    });

    it('is decided as it was read: 412 if its values have changed since, and it keeps waiting', async () => {
      const [read] = await waitingRows();
      await bring(oddBars());
      expect(await waitingRows()).toMatchObject([{ id, etag: read.etag }]);
      await bring(oddBars().with(5, scaled(at(5), 50)));
      for (const [decision, body] of [
        ['release', {}],
        ['correct', { record: bar(at(5)) }],
        ['reject', {}],
      ] as const) {
        const answer = await service
          .post(`/svc/quarantine/${id}/${decision}`, { reason: 'unit', ...body })
          .set('If-Match', read.etag);
        expectProblem(answer, 412, 'precondition_failed');
      }
      expect(Object.keys(await closes())).not.toContain(at(5));
      const { etag } = (await service.get(`/svc/quarantine/${id}`).expect(200)).body;
      await service
        .post(`/svc/quarantine/${id}/reject`, { reason: 'unit' })
        .set('If-Match', etag)
        .expect(200);
    });

    it.each([
      ['release', {}],
      ['correct', { record: bar(at(5), { close: 20_400 }) }],
      ['reject', {}],
    ])(
      'is decided beside the stored record that was read: %s is 412 if that has changed',
      async (decision, more) => {
        const decide = (etag: string) =>
          service
            .post(`/svc/quarantine/${id}/${decision}`, { reason: 'seen', ...more })
            .set('If-Match', etag);
        const read = async () => (await service.get(`/svc/quarantine/${id}`).expect(200)).body;
        const { etag: ofAbsent } = await read();
        // Somebody corrects the bar by hand while a checker looks at the row.
        const { id: stored } = (await service.post('/svc/quote', bar(at(5))).expect(201)).body;
        expectProblem(await decide(ofAbsent), 412, 'precondition_failed');
        const { etag: ofFirst } = await read();
        await service.put(`/svc/quote/${stored}`, bar(at(5), { close: 20_600 })).expect(200);
        expectProblem(await decide(ofFirst), 412, 'precondition_failed');
        const { etag: ofSecond } = await read();
        await service.delete(`/svc/quote/${stored}`).expect(200);
        expectProblem(await decide(ofSecond), 412, 'precondition_failed');
        await service.post('/svc/quote', bar(at(5), { close: 20_600 })).expect(201);
        expect((await closes())[at(5)]).toBe(20_600);
        const present = await read();
        expect(present).toMatchObject({ state: 'waiting', stored: { close: 20_600 } });
        await decide(present.etag).expect(200);
      },
    );

    it('is rejected once: the same values do not wait for a decision again, others do', async () => {
      await service.post(`/svc/quarantine/${id}/reject`, { reason: 'unit' }).expect(200);
      expect(await bring(oddBars())).toMatchObject({ quarantined: 1, unchanged: 9 });
      expect(await waitingRows()).toEqual([]);
      await bring(oddBars().with(5, scaled(at(5), 50)));
      expect(await waitingRows()).toHaveLength(1);
      expect(Object.keys(await closes())).not.toContain(at(5));
    });

    it('is stored as it arrived, nulls within JSON included: it does not wait again when it arrives again', async () => {
      const large = {
        cca2: 'XA',
        record: {
          ...{ cca2: 'XA', cca3: 'XAA', ccn3: null, name: { common: 'Kosovo' }, region: 'Europe' },
          ...{ area: 99_000_000, capitalInfo: { latlng: null } },
        },
      };
      const options = { data_set: 'country' };
      expect(await bring([large], 'countries', options)).toMatchObject({ quarantined: 1 });
      const [held] = await waitingRows('&resource=country');
      expect(held.record).toEqual(large);
      await service.post(`/svc/quarantine/${held.id}/release`, { reason: 'with its seas' }).expect(200);
      const stored = (await service.get('/svc/record/country?cca2=XA').expect(200)).body;
      expect(stored.record).toEqual(large.record);
      expect(await bring([large], 'countries', options)).toMatchObject({ unchanged: 1, quarantined: 0 });
      await service.delete('/svc/record/country?cca2=XA').expect(200);
    });

    it('is superseded when the source corrects itself, and waits once however often it arrives', async () => {
      await bring(oddBars());
      expect(await waitingRows()).toHaveLength(1);
      expect(await bring(DAYS.map((day) => bar(day)))).toMatchObject({ created: 1, quarantined: 0 });
      expect(await waitingRows()).toEqual([]);
      expect(await waitingRows('&state=superseded')).toHaveLength(1);
    });

    it('is superseded when the source returns to what is stored, whatever the data set', async () => {
      const sound = DAYS.slice(0, 6).map((day) => bar(day));
      await bring(sound);
      await bring([...sound.slice(0, 5), bar(at(5), { close: 200_000 })]);
      expect(await waitingRows()).toHaveLength(1);
      expect(await bring(sound)).toMatchObject({ unchanged: 6 });
      expect(await waitingRows()).toEqual([]);
      const action = (cash: number) => [
        { ticker: 'AAA', ex_date: at(1), type: 'cash_dividend', cash_dividend: cash },
      ];
      const options = { data_set: 'corporate_action' };
      await bring(action(1_500), 'actions', options);
      await bring(action(1.5), 'actions', options);
      expect(await waitingRows()).toHaveLength(1);
      await bring(action(1_500), 'actions', options);
      expect(await waitingRows()).toEqual([]);
    });

    it('is superseded when the source returns to what a checker rejected', async () => {
      const withLast = (close: number) => [...DAYS.slice(0, 5).map((day) => bar(day)), bar(at(5), { close })];
      await bring(withLast(200_000));
      const [rejected] = await waitingRows();
      await service.post(`/svc/quarantine/${rejected.id}/reject`, { reason: 'wrong' }).expect(200);
      await bring(withLast(300_000));
      expect(await waitingRows()).toHaveLength(1);
      await bring(withLast(200_000));
      expect(await waitingRows()).toEqual([]);
      expect(await waitingRows('&state=rejected')).toHaveLength(1);
      await bring(withLast(300_000));
      expect(await waitingRows()).toMatchObject([{ record: { close: 300_000 } }]);
    });

    it('is visible to checkers and administrators only', async () => {
      for (const role of ['reader', 'maker', 'auditor', 'operator'] as const) {
        const token = await service.token(role);
        expectProblem(await service.get('/svc/quarantine', token), 403, 'not_permitted');
        const decision = await service.post(`/svc/quarantine/${id}/release`, { reason: 'x' }, token);
        expectProblem(decision, 403, 'not_permitted');
      }
      const nobody = '/svc/quarantine/0b7e4c1e-9a49-4c43-9d53-1f9c5c1d2a10';
      expectProblem(await service.get(nobody), 404, 'record_not_found');
      expectProblem(await service.post(`${nobody}/release`, { reason: 'x' }), 404, 'record_not_found');
      expectProblem(await service.post(`/svc/quarantine/${id}/release`, {}), 400, 'invalid_input');
    });
  });

  it('400 for unknown rules, and for data sets without rules', async () => {
    const unknown = await declare('wrong', { quality: { weather: { action: 'warn' } } });
    expect(culprits(unknown)).toEqual(['/quality']);
    const other = await declare('wrong', { data_set: 'security', quality: { jump: { action: 'off' } } });
    expect(culprits(other)).toEqual(['/quality']);
  });
});
