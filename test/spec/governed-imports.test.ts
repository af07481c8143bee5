import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { quotesOf } from '../builders/quotes.js';
import { aSource } from '../builders/sources.js';
import { expectProblem, rowCounts } from '../contract/wire.js';
import { folderWith, summaryOf } from '../import/command.js';
import { runSource } from '../source-runs.js';
import { Vendor } from '../vendor.js';

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

/** A file of `count` quotes of each ticker. */
function quotesFile(tickers: readonly string[], count: number): string {
  const lines = tickers
    .flatMap((ticker) => quotesOf(ticker, count))
    .map(({ ticker, date, open, high, low, close, volume }) =>
      [ticker, date, open, high, low, close, volume].join(','),
    );
  return `ticker,date,open,high,low,close,volume\n${lines.join('\n')}\n`;
}

describe('contract 10: one decision approves a whole import', () => {
  let service: TestApp;
  let checker: string;
  beforeAll(async () => {
    service = await startApp({ SELF_APPROVAL: 'forbidden', GOVERNED: 'corporate_action,daily_statistic' });
    checker = await service.token('checker', { principal: 'checker@example.com' });
  });
  afterAll(() => service.close());

  const approveImport = (id: string, body: object = {}, token = checker) =>
    service.post(`/svc/approval/import/${id}/approve`, body, token);
  const statesOf = async (ticker: string) =>
    (
      await service.sql<{ approval: number; count: number }>(
        'SELECT approval, count(*)::int FROM quote WHERE ticker = $1 GROUP BY approval ORDER BY approval',
        [ticker],
      )
    ).map(({ approval, count }) => [approval, count]);

  it('quotes: approves those that still have its values; skips those changed or decided since, and other imports', async () => {
    const file = folderWith({ 'a.csv': quotesFile(['AAA', 'BBB'], 30), 'c.csv': quotesFile(['CCC'], 5) });
    const first = await summaryOf(service.address, ['quote', file('a.csv'), '--batch-size', '25']);
    await summaryOf(service.address, ['quote', file('c.csv')]);
    const [changed, rejected] = quotesOf('AAA', 2);
    await service.put('/svc/quote', { ...changed, volume: 1 }).expect(200);
    const { id } = (
      await service.get(
        `/svc/quote/approval?ticker=AAA&from_date=${rejected?.date}&to_date=${rejected?.date}`,
      )
    ).body.data[0];
    await service.post(`/svc/quote/${id}/reject`, { reason: 'Wrong' }, checker).expect(200);

    const answer = (await approveImport(first.id, { reason: 'History as delivered' }).expect(200)).body;
    expect(answer).toEqual({ import_id: first.id, approved: 58, changed: 0, refused: 0, complete: true });
    expect(await statesOf('AAA')).toEqual([
      [0, 1],
      [1, 28],
      [2, 1],
    ]);
    expect(await statesOf('BBB')).toEqual([[1, 30]]);
    expect(await statesOf('CCC')).toEqual([[0, 5]]);

    const [quote] = (await service.get('/svc/quote?limit=1&order=asc').expect(200)).body.data;
    expect(quote.ticker).toBe('AAA');
    const approved = (await service.get('/svc/quote/approval?status=approved&ticker=BBB&limit=1')).body
      .data[0];
    expect(approved).toMatchObject({ decided_by: 'checker@example.com', diff: {} });
    const history = (await service.get(`/svc/quote/${approved.id}/history?order=asc`).expect(200)).body.data;
    expect(history.map(({ action }: { action: string }) => action)).toEqual(['imported', 'approved']);
    expect(history[1].after.reason).toBe('History as delivered');
    const audit = (await service.get('/svc/audit?action=import_approved').expect(200)).body.data;
    expect(audit).toHaveLength(1);
    expect(audit[0]).toMatchObject({
      resource: 'quote',
      actor: 'checker@example.com',
      after: { import_id: first.id, approved: 58 },
    });

    const counts = await rowCounts(service);
    expect((await approveImport(first.id).expect(200)).body).toMatchObject({ approved: 0, complete: true });
    expect(await rowCounts(service)).toEqual(counts);
  });

  it('a source run counts its proposals, and is approved like an import', async () => {
    const rows = [
      { ticker: 'FED', ex_date: '2024-03-04', type: 'cash_dividend', cash_dividend: 1500 },
      { ticker: 'FED', ex_date: '2024-09-04', type: 'cash_dividend', cash_dividend: 500 },
    ];
    const vendor = await Vendor.start(() => ({ body: rows }));
    try {
      await service
        .put(
          '/svc/source/actions',
          aSource(`${vendor.url}/actions`, { data_set: 'corporate_action', limits: { per_minute: 60_000 } }),
        )
        .expect(201);
      const range = { from_date: '2024-01-01', to_date: '2024-12-31' };
      const run = await runSource(service, 'actions', range);
      expect(run).toMatchObject({ state: 'done', read: 2, created: 0, proposed: 2 });
      expect(run.unitRecords).toMatchObject([{ state: 'done', read: 2, created: 0, proposed: 2 }]);
      expect((await approveImport(run.id).expect(200)).body).toMatchObject({ approved: 2, complete: true });
      const secondRun = await runSource(service, 'actions', range);
      expect(secondRun).toMatchObject({ proposed: 0, unchanged: 2 });
    } finally {
      await vendor.stop();
    }
  });

  it('a source proposes the fields that it declares; a stored record keeps the others', async () => {
    const action = {
      ticker: 'FEH',
      ex_date: '2024-03-04',
      type: 'cash_dividend',
      cash_dividend: 1500,
      payment_date: '2024-04-01',
    };
    const stored = await service.put('/svc/record/corporate_action', {
      ...action,
      note: 'Interim dividend',
    });
    await service.post(`/svc/approval/${stored.body.id}/approve`, {}, checker).expect(200);
    const vendor = await Vendor.start(() => ({ body: [action, { ...action, ticker: 'FEI' }] }));
    try {
      const fields = Object.fromEntries(Object.keys(action).map((name) => [name, { from: name }]));
      const source = aSource(`${vendor.url}/`, { data_set: 'corporate_action', fields });
      await service.put('/svc/source/partial', source).expect(201);
      const range = { from_date: '2024-01-01', to_date: '2024-12-31' };
      expect(await runSource(service, 'partial', range)).toMatchObject({ proposed: 1, unchanged: 1 });
      action.payment_date = '2024-04-02';
      const { id } = await runSource(service, 'partial', range);
      await approveImport(id).expect(200);
      const path = '/svc/record/corporate_action?ticker=FEH&ex_date=2024-03-04&type=cash_dividend';
      expect((await service.get(path).expect(200)).body).toMatchObject({
        payment_date: '2024-04-02',
        note: 'Interim dividend',
      });
    } finally {
      await vendor.stop();
    }
  });

  describe('sources that complement each other', () => {
    const key = { ticker: 'FEJ', date: '2024-03-04' };
    let row: object = {};
    let vendor: Vendor;
    beforeAll(async () => {
      vendor = await Vendor.start(() => ({ body: [row] }));
    });
    afterAll(() => vendor.stop());
    beforeEach(async () => {
      await service.sql('TRUNCATE proposal, daily_statistic');
      await service.sql('DELETE FROM source');
    });

    /** Runs a source that declares the key and these values. */
    const bring = async (name: string, values: object, options: object = {}) => {
      row = { ...key, ...values };
      const fields = Object.fromEntries(Object.keys(row).map((each) => [each, { from: each }]));
      const quality = { second_source: { action: 'off' } };
      const declared = { data_set: 'daily_statistic', fields, quality, ...options };
      await service.put(`/svc/source/${name}`, aSource(`${vendor.url}/`, declared));
      return runSource(service, name, { from_date: key.date, to_date: key.date });
    };
    const pending = () =>
      service.sql<object>(`
        SELECT maker, action, (record ->> 'reference')::int AS reference, (record ->> 'matched_volume')::int AS volume
        FROM proposal WHERE status = 'pending'`);
    const ended = () => service.sql<object>(`SELECT status FROM proposal WHERE status <> 'pending'`);
    const limits = { reference: 105, ceiling: 112 };
    const trades = { matched_volume: 5, matched_value: 525 };

    it('propose one record together, which neither changes by bringing the same again', async () => {
      expect(await bring('exchange', limits)).toMatchObject({ proposed: 1 });
      const { id } = await bring('vendor', trades);
      const both = [{ maker: 'source:vendor', action: 'create', reference: 105, volume: 5 }];
      expect(await pending()).toEqual(both);
      await bring('exchange', limits);
      await bring('vendor', trades);
      expect(await pending()).toEqual(both);
      expect(await ended()).toEqual([{ status: 'superseded' }]);
      expect((await approveImport(id).expect(200)).body).toMatchObject({ approved: 1 });
      const stored = 'SELECT ceiling::int AS ceiling, matched_value::int AS value FROM daily_statistic';
      expect(await service.sql(stored)).toEqual([{ ceiling: 112, value: 525 }]);
    });

    it('correct what they brought and nothing else, also back to what is stored', async () => {
      await bring('exchange', limits);
      await approveImport((await bring('vendor', trades)).id).expect(200);
      await service.sql('DELETE FROM proposal');
      await bring('exchange', { ...limits, reference: 106 });
      await bring('vendor', { matched_volume: 6, matched_value: 630 });
      expect(await pending()).toMatchObject([{ action: 'replace', reference: 106, volume: 6 }]);
      await bring('exchange', limits);
      expect(await pending()).toMatchObject([{ maker: 'source:exchange', reference: 105, volume: 6 }]);
      await bring('vendor', trades);
      expect(await pending()).toEqual([]);
      expect(await ended()).toEqual(['superseded', 'superseded', 'withdrawn'].map((status) => ({ status })));
    });

    it('add nothing to the proposal of a person, nor to that of a source that writes in the name of one', async () => {
      await service.post('/svc/record/daily_statistic', { ...key, ...limits }).expect(202);
      await bring('vendor', trades);
      expect(await pending()).toMatchObject([{ maker: 'source:vendor', reference: null, volume: 5 }]);
      await bring('exchange', limits, { principal: 'exchange@example.com' });
      await bring('vendor', { ...trades, matched_volume: 6 });
      expect(await pending()).toMatchObject([{ maker: 'source:vendor', reference: null, volume: 6 }]);
    });
  });

  it("a source's rows for a governed data set pass the quality gate before they are proposed", async () => {
    const rows = [
      { ticker: 'FEG', ex_date: '2024-03-04', type: 'cash_dividend', cash_dividend: 1500 },
      { ticker: 'FEG', ex_date: '2024-09-04', type: 'cash_dividend', cash_dividend: 1 },
    ];
    const vendor = await Vendor.start(() => ({ body: rows }));
    try {
      await service
        .put(
          '/svc/source/judged',
          aSource(`${vendor.url}/actions`, { data_set: 'corporate_action', limits: { per_minute: 60_000 } }),
        )
        .expect(201);
      const run = await runSource(service, 'judged', { from_date: '2024-01-01', to_date: '2024-12-31' });
      expect(run).toMatchObject({ state: 'done', read: 2, created: 0, proposed: 1, quarantined: 1 });
      const [finished] = (await service.get('/svc/audit?action=import_finished&limit=1').expect(200)).body
        .data;
      expect(finished).toMatchObject({ request_id: run.id, after: { proposed: 1, quarantined: 1 } });
      const [quarantinedRow] = (await service.get('/svc/quarantine?source=judged').expect(200)).body.data;
      expect(quarantinedRow).toMatchObject({ resource: 'corporate_action', key: { ex_date: '2024-09-04' } });
      expect(quarantinedRow.findings).toContainEqual(expect.objectContaining({ rule: 'small_amount' }));
      await service
        .post(`/svc/quarantine/${quarantinedRow.id}/release`, { reason: 'As announced' }, checker)
        .expect(200);
      const proposals = await service.sql<{ maker: string; status: string }>(
        `SELECT maker, status FROM proposal WHERE record_key ->> 'ticker' = 'FEG' ORDER BY record_key ->> 'ex_date'`,
      );
      expect(proposals).toEqual([
        { maker: 'source:judged', status: 'pending' },
        { maker: 'checker@example.com', status: 'pending' },
      ]);
      expect(await service.sql(`SELECT FROM corporate_action WHERE ticker = 'FEG'`)).toEqual([]);
    } finally {
      await vendor.stop();
    }
  });

  it('updated quotes too, except those whose values have changed since', async () => {
    const bars = (volume: number) =>
      ['UPA', 'UPB']
        .flatMap((ticker) => quotesOf(ticker, 30))
        .map(({ ticker, date, open, high, low, close }) => [ticker, date, open, high, low, close, volume]);
    const text = (volume: number) =>
      `ticker,date,open,high,low,close,volume\n${bars(volume)
        .map((bar) => bar.join(','))
        .join('\n')}\n`;
    const file = folderWith({ 'a.csv': text(5), 'b.csv': text(6), 'c.csv': text(7) });
    const run = (name: string) =>
      summaryOf(service.address, ['quote', file(name), '--on-duplicate', 'update', '--batch-size', '25']);
    await approveImport((await run('a.csv')).id).expect(200);
    const second = await run('b.csv');
    expect(second).toMatchObject({ updated: 60 });
    expect(await statesOf('UPA')).toEqual([[0, 30]]);
    const [changed] = quotesOf('UPA', 1);
    await service.put('/svc/quote', { ...changed, volume: 9 }).expect(200);

    expect((await approveImport(second.id).expect(200)).body).toMatchObject({ approved: 59, complete: true });
    expect(await statesOf('UPA')).toEqual([
      [0, 1],
      [1, 29],
    ]);
    expect(await statesOf('UPB')).toEqual([[1, 30]]);
    const [quote] = (await service.get('/svc/quote/approval?status=approved&ticker=UPB&limit=1')).body.data;
    const history = (await service.get(`/svc/quote/${quote.id}/history?order=asc`).expect(200)).body.data;
    expect(history.map(({ action }: { action: string }) => action)).toEqual([
      'imported',
      'approved',
      'updated',
      'approved',
    ]);
    const counts = await rowCounts(service);
    expect((await approveImport(second.id).expect(200)).body).toMatchObject({ approved: 0, complete: true });
    expect(await rowCounts(service)).toEqual(counts);

    const third = await run('c.csv');
    await run('b.csv');
    expect((await approveImport(third.id).expect(200)).body).toMatchObject({ approved: 0, complete: true });
  });

  it('proposals: approved in the order of their rows; one whose record has changed since stays pending', async () => {
    const keys = Array.from({ length: 1_200 }, (_, index) => `P${String(index).padStart(4, '0')}`);
    const lines = keys.map((ticker) => `${ticker},2024-06-10,cash_dividend,1000`);
    const file = folderWith({ 'actions.csv': `ticker,ex_date,type,cash_dividend\n${lines.join('\n')}\n` });
    const environment = { GOVERNED: 'corporate_action' };
    const { id, proposed } = await summaryOf(
      service.address,
      ['corporate_action', file('actions.csv')],
      environment,
    );
    expect(proposed).toBe(1_200);
    await service.sql(
      `INSERT INTO corporate_action (ticker, ex_date, type, cash_dividend, maker) VALUES ('P0007', '2024-06-10', 'cash_dividend', 5, 'sql')`,
    );
    // A record that violates a rule of the database, as one from an earlier version of the rules may.
    await service.sql(
      `UPDATE proposal SET record = record || '{"cash_dividend": -1}' WHERE record_key ->> 'ticker' = 'P0900'`,
    );
    const answer = (await approveImport(id).expect(200)).body;
    expect(answer).toEqual({ import_id: id, approved: 1_198, changed: 1, refused: 1, complete: true });
    const stored = await service.sql(`SELECT FROM corporate_action WHERE cash_dividend = 1000`);
    expect(stored).toHaveLength(1_198);
    const pendingProposals = (await service.get(`/svc/approval?import_id=${id}`).expect(200)).body.data;
    expect(pendingProposals.map(({ key }: { key: { ticker: string } }) => key.ticker)).toEqual([
      'P0900',
      'P0007',
    ]);
    expect((await approveImport(id).expect(200)).body).toMatchObject({ approved: 0, changed: 1, refused: 1 });
    const refusedProposal = await service.get(`/svc/approval/${pendingProposals[0].id}`).expect(200);
    expect(refusedProposal.body).toMatchObject({ is_current: true, effect: null });
  });

  it('a request continues behind the proposals that an earlier one could not approve, and counts them', async () => {
    const keys = Array.from({ length: 502 }, (_, index) => `L${1_000 + index}`);
    const lines = keys.map((ticker) => `${ticker},2024-06-10,cash_dividend,7`);
    const file = folderWith({ 'long.csv': `ticker,ex_date,type,cash_dividend\n${lines.join('\n')}\n` });
    const governed = { GOVERNED: 'corporate_action' };
    const { id } = await summaryOf(service.address, ['corporate_action', file('long.csv')], governed);
    const dividendsOf500 = (amount: number) =>
      service.sql(
        `UPDATE proposal SET record = record || jsonb_build_object('cash_dividend', $2::int)
         WHERE import_id = $1 AND record_key ->> 'ticker' < 'L1500'`,
        [id, amount],
      );
    await dividendsOf500(-1);
    // A request is interrupted behind the first 500, as by the end of its time.
    await service.sql(`CREATE FUNCTION interrupt() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'interrupted' USING ERRCODE = 'XX000'; END $$`);
    await service.sql(`CREATE TRIGGER interrupt BEFORE UPDATE ON proposal
      FOR EACH ROW WHEN (NEW.record_key ->> 'ticker' = 'L1501') EXECUTE FUNCTION interrupt()`);
    await approveImport(id).expect(500);
    await service.sql('DROP FUNCTION interrupt CASCADE');
    await dividendsOf500(7);
    const whole = { import_id: id, changed: 0, complete: true };
    expect((await approveImport(id).expect(200)).body).toEqual({ ...whole, approved: 2, refused: 500 });
    const [event] = (await service.get('/svc/audit?action=import_approved&limit=1').expect(200)).body.data;
    expect(event.after).toEqual({ ...whole, approved: 2, refused: 500, reason: null });
    expect((await approveImport(id).expect(200)).body).toEqual({ ...whole, approved: 500, refused: 0 });
  });

  it.each([
    ['error', { unchanged: 1, rejected: 1, ignored: 0 }, 1],
    ['ignore', { unchanged: 1, rejected: 0, ignored: 1 }, 1],
    ['update', { unchanged: 1, rejected: 0, ignored: 0 }, 2],
  ] as const)(
    'with %s, equal rows of a file count as in a data set that is not governed',
    async (policy, counts, written) => {
      const rows = (ticker: string) =>
        [1000, 1000, 500].map((amount) => `${ticker},2024-06-10,cash_dividend,${amount}\n`).join('');
      const name = policy.slice(0, 2).toUpperCase();
      const header = 'ticker,ex_date,type,cash_dividend\n';
      const file = folderWith({ 'g.csv': header + rows(`${name}G`), 'o.csv': header + rows(`${name}O`) });
      const run = (path: string, environment: Record<string, string>) =>
        summaryOf(service.address, ['corporate_action', file(path), '--on-duplicate', policy], environment);
      const others = await run('o.csv', { GOVERNED: '' });
      expect(others).toMatchObject({ ...counts, proposed: 0 });
      expect(others.created + others.updated).toBe(written);
      const governed = await run('g.csv', { GOVERNED: 'corporate_action' });
      expect(governed).toMatchObject({ ...counts, proposed: written, created: 0, updated: 0 });
      const [amount] = await service.sql(
        `SELECT (record ->> 'cash_dividend')::int AS amount FROM proposal WHERE record_key ->> 'ticker' = $1`,
        [`${name}G`],
      );
      expect(amount).toEqual({ amount: policy === 'update' ? 500 : 1000 });
    },
  );

  it.each([
    ['quote', () => quotesFile(['NIL'], 3)],
    ['corporate_action', () => 'ticker,ex_date,type,cash_dividend\nNIL,2024-01-05,cash_dividend,1000\n'],
  ])(
    '%s: of an import that changed nothing there is nothing to approve, and it is complete',
    async (name, rows) => {
      const file = folderWith({ 'n.csv': rows() });
      const bring = (...more: string[]) =>
        summaryOf(service.address, [name, file('n.csv'), ...more], { GOVERNED: 'corporate_action' });
      await approveImport((await bring()).id).expect(200);
      const { id, unchanged, read } = await bring('--principal', 'maker@example.com');
      expect(unchanged).toBe(read);
      const { body } = await approveImport(id).expect(200);
      expect(body).toEqual({ import_id: id, approved: 0, changed: 0, refused: 0, complete: true });
      expectProblem(
        await approveImport(id, {}, await service.token('checker', { principal: 'maker@example.com' })),
        403,
        'self_approval',
      );
    },
  );

  it('rights: the principal needs quote:approve and is not the maker; an unknown import is 404', async () => {
    const file = folderWith({ 'd.csv': quotesFile(['DDD'], 3) });
    const { id } = await summaryOf(service.address, [
      'quote',
      file('d.csv'),
      '--principal',
      'checker@example.com',
    ]);
    expectProblem(await approveImport(id), 403, 'self_approval');
    expectProblem(await approveImport(id, {}, await service.token('maker')), 403, 'not_permitted');
    const second = await service.token('checker', { principal: 'second@example.com' });
    expectProblem(await approveImport(UNKNOWN_ID, {}, second), 404, 'record_not_found');
    const answers = await Promise.all([approveImport(id, {}, second), approveImport(id, {}, second)]);
    expect(answers.map(({ body }) => body.approved).sort()).toEqual([0, 3]);
  });
});
