import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { onServer, startApp, type TestApp } from '../app.js';
import { plant } from '../builders/market.js';
import { aSecurity } from '../builders/securities.js';
import { aSource, vendorBar as bar, sourceOfBars, VENDOR_FIELDS } from '../builders/sources.js';
import { expectProblem } from '../contract/wire.js';
import { until } from '../embedded/harness.js';
import { runSource } from '../source-runs.js';
import { Vendor, type VendorAnswer, type VendorRequest } from '../vendor.js';

const DAYS = ['2024-01-29', '2024-01-30', '2024-01-31'];

describe('a run of a source', () => {
  let service: TestApp;
  let vendor: Vendor;
  beforeAll(async () => {
    service = await startApp();
  });
  afterEach(() => vendor?.stop());
  afterAll(() => service.close());

  const serve = async (answer: (request: VendorRequest) => VendorAnswer | Promise<VendorAnswer>) => {
    vendor = await Vendor.start(answer);
    return vendor;
  };
  const declaration = (options: object = {}) => sourceOfBars(vendor.url, options);
  const range = { from_date: '2024-01-29', to_date: '2024-01-31' };
  const run = (name: string) => runSource(service, name, range);
  const closes = async (ticker: string) =>
    (await service.get(`/quote?ticker=${ticker}&order=asc`).expect(200)).body.data.map(
      ({ date, close }: { date: string; close: number }) => [date, close],
    );

  it('fetches each security, maps its rows and stores them; a second run changes nothing', async () => {
    await serve(({ path }) => ({
      body: { data: DAYS.map((date) => bar(path.slice(-3), date)) },
      gzip: true,
    }));
    await service.put('/svc/source/eod', declaration()).expect(201);
    const first = await run('eod');
    expect(first).toMatchObject({
      state: 'done',
      units: 2,
      units_done: 2,
      read: 6,
      created: 6,
      requests: 2,
    });
    expect(vendor.requests[0]).toMatchObject({
      path: '/bars/AAA',
      query: { from: '20240129', to: '2024-01-31' },
    });
    expect(await closes('AAA')).toEqual(DAYS.map((date) => [date, 20_500]));
    const secondRun = await run('eod');
    expect(secondRun).toMatchObject({ state: 'done', read: 6, created: 0, updated: 0, unchanged: 6 });
    expect(secondRun.unitRecords[0].sha256).toBe(first.unitRecords[0].sha256);
    expect((await service.get('/svc/source/eod').expect(200)).body.last_run).toMatchObject({
      id: secondRun.id,
      state: 'done',
      to_date: '2024-01-31',
    });
  });

  it("leaves the source's name and the run in the history of its records", async () => {
    await serve(() => ({ body: { data: [bar('HIS', '2024-01-31')] } }));
    const work = { each: 'once' };
    await service
      .put('/svc/source/history', declaration({ work, request: { url: `${vendor.url}/all` } }))
      .expect(201);
    await run('history');
    vendor.stop();
    await serve(() => ({ body: { data: [bar('HIS', '2024-01-31', 21)] } }));
    await service
      .put('/svc/source/history', declaration({ work, request: { url: `${vendor.url}/all` } }))
      .expect(200);
    const { id } = await run('history');
    const [item] = (await service.get('/svc/quote?ticker=HIS').expect(200)).body.data;
    const history = await service.get(`/svc/quote/${item.id}/history`).expect(200);
    expect(history.body.data[0]).toMatchObject({
      action: 'updated',
      actor: 'source:history',
      request_id: id,
    });
  });

  it.each<[string, object, (request: VendorRequest) => VendorAnswer]>([
    [
      'page by page until one is short',
      { type: 'page', size: 2 },
      ({ query }) => ({
        body: {
          data: DAYS.slice(Number(query.at) * 2 - 2, Number(query.at) * 2).map((d) => bar('PAG', d)),
        },
      }),
    ],
    [
      'by offset until one is empty',
      { type: 'offset' },
      ({ query }) => ({
        body: { data: DAYS.slice(Number(query.at), Number(query.at) + 1).map((d) => bar('PAG', d)) },
      }),
    ],
    [
      'by cursor until there is none',
      { type: 'cursor', cursor_at: '/next' },
      ({ query }) => ({
        body: {
          data: [bar('PAG', DAYS[Number(query.at)] as string)],
          ...(Number(query.at) < 2 ? { next: Number(query.at) + 1 } : {}),
        },
      }),
    ],
    [
      'by Link header until there is none',
      { type: 'link' },
      ({ path, query }) => ({
        headers: Number(query.at) < 2 ? { link: `<${path}?at=${Number(query.at) + 1}>; rel="next"` } : {},
        body: { data: [bar('PAG', DAYS[Number(query.at)] as string)] },
      }),
    ],
    [
      'by Link header with a semicolon in the address, and several relations',
      { type: 'link' },
      ({ path, query }) => ({
        headers:
          Number(query.at) < 2
            ? { link: `<${path};v=1?at=${Number(query.at) + 1}>; title="a, b"; Rel = "Last NEXT"` }
            : {},
        body: { data: [bar('PAG', DAYS[Number(query.at)] as string)] },
      }),
    ],
  ])('reads %s', async (_, paging, answer) => {
    await service.sql(`DELETE FROM quote WHERE ticker = 'PAG'`);
    await serve(answer);
    const name = { page: 'at={page}', offset: 'at={offset}', cursor: 'at=0{cursor}', link: 'at=0' };
    const url = `${vendor.url}/all?${name[(paging as { type: keyof typeof name }).type]}`;
    await service.put(
      '/svc/source/paging',
      declaration({ paging, request: { url }, work: { each: 'once' } }),
    );
    expect(await run('paging')).toMatchObject({ state: 'done', read: 3, created: 3 });
    expect(await closes('PAG')).toHaveLength(3);
  });

  it.each<[string, object, VendorAnswer]>([
    ['a Link header that leads nowhere', { type: 'link' }, { headers: { link: '<http://[>; rel="next"' } }],
    ['a cursor that is true', { type: 'cursor', cursor_at: '/more' }, {}],
    ['a cursor that is an object', { type: 'cursor', cursor_at: '/data/0' }, {}],
  ])('stores no first page whose next one cannot be requested: %s', async (_, paging, answer) => {
    await service.sql(`DELETE FROM quote WHERE ticker = 'CUT'`);
    await serve(() => ({ body: { data: [bar('CUT', DAYS[0] as string)], more: true }, ...answer }));
    const url = `${vendor.url}/all?c={cursor}`;
    await service.put(
      '/svc/source/nowhere',
      declaration({
        paging,
        request: { url: 'type' in paging && paging.type === 'link' ? vendor.url : url },
        work: { each: 'once' },
      }),
    );
    const { state, unitRecords } = await run('nowhere');
    expect([state, unitRecords[0].failure]).toEqual(['failed', 'malformed']);
    expect(await closes('CUT')).toEqual([]);
  });

  it.each<[string, object, (request: VendorRequest) => VendorAnswer]>([
    [
      'whose last page comes for every further one',
      { type: 'page', size: 1 },
      ({ query }) => ({ body: { data: [bar('REP', DAYS[Math.min(Number(query.at), 2)] as string)] } }),
    ],
    [
      'whose cursors lead in a circle',
      { type: 'cursor', cursor_at: '/next' },
      ({ query }) => ({
        body: { data: [bar('REP', DAYS[Number(query.at) % 2] as string)], next: (Number(query.at) + 1) % 2 },
      }),
    ],
    [
      'whose page without rows names its own cursor',
      { type: 'cursor', cursor_at: '/next' },
      ({ query }) => ({
        body: { data: query.at === '0' ? [bar('REP', DAYS[0] as string)] : [], next: 'same' },
      }),
    ],
  ])('ends a unit %s, and stores nothing of it', async (_, paging, answer) => {
    await serve(answer);
    const url = `${vendor.url}/?at=${(paging as { type: string }).type === 'page' ? '{page}' : '0{cursor}'}`;
    const source = declaration({ paging, request: { url }, work: { each: 'once' } });
    await service.put('/svc/source/repeats', source);
    const { state, unitRecords } = await run('repeats');
    expect(state).toBe('failed');
    expect(unitRecords[0]).toMatchObject({ failure: 'too_many_pages', attempts: 1 });
    expect(vendor.requests.length).toBeLessThan(5);
    expect(await closes('REP')).toEqual([]);
  });

  it('reads CSV by the names of its columns, NDJSON, and lists by column with unix time', async () => {
    const sources: [string, object, object | undefined, string | object][] = [
      [
        'csv',
        { format: 'csv' },
        undefined,
        'Symbol,Date,Open,High,Low,Close,Volume\nCSV,20240131,2,2,2,2,5\n',
      ],
      ['ndjson', { format: 'ndjson' }, VENDOR_FIELDS, `${JSON.stringify(bar('NDJ', '2024-01-31'))}\n`],
      [
        'columns',
        { format: 'json', at: '/chart/result/0', columns: true },
        {
          ticker: { value: 'YAH' },
          date: { from: '/timestamp', date: 'unix' },
          ...Object.fromEntries(
            ['open', 'high', 'low', 'close', 'volume'].map((name) => [
              name,
              { from: `/indicators/quote/0/${name}` },
            ]),
          ),
        },
        {
          chart: {
            result: [
              {
                meta: { symbol: 'YAH' },
                timestamp: [Date.parse('2024-01-31T02:15:00Z') / 1000],
                indicators: { quote: [{ open: [2], high: [2], low: [2], close: [2], volume: [5] }] },
              },
            ],
          },
        },
      ],
    ];
    for (const [name, rows, fields, body] of sources) {
      await serve(() => ({ body }));
      const source = declaration({ rows, request: { url: `${vendor.url}/all` }, work: { each: 'once' } });
      await service.put(`/svc/source/${name}`, { ...source, fields }).expect(201);
      expect(await run(name)).toMatchObject({
        state: 'done',
        created: 1,
        rejected: 0,
        unitRecords: [{ rejects: [] }],
      });
      await vendor.stop();
    }
    expect(await closes('CSV')).toEqual([['2024-01-31', 2]]);
    expect(await closes('NDJ')).toEqual([['2024-01-31', 20_500]]);
    expect(await closes('YAH')).toEqual([['2024-01-31', 2]]);
  });

  it('multiplies numbers by the scale of their field, in whatever form the source writes them', async () => {
    const scaled = (from: string) => ({ from, scale: 1000 });
    const fields = {
      ticker: { value: 'SCA' },
      date: { from: 'Date' },
      ...Object.fromEntries(['open', 'high', 'low', 'close'].map((name) => [name, scaled('Price')])),
      volume: scaled('Volume'),
    };
    const row = { Date: '2024-01-31', Price: 66.9, Volume: '12.345' };
    const answers: [format: string, body: string | object, close: number, volume: string][] = [
      ['json', [row], 66_900, '12345'],
      ['csv', 'Date,Price,Volume\n2024-01-31,66.900,12.345\n', 66_900, '12345'],
      ['csv', 'Date;Price;Volume\n2024-01-31;67,1;12,345\n', 67_100, '12345'],
      ['csv', 'Date,Price,Volume\n2024-01-31,"1,234.5","3,415.8"\n', 1_234_500, '3415800'],
    ];
    for (const [format, body, close, volume] of answers) {
      await service.sql('TRUNCATE quote');
      await serve(() => ({ body }));
      const source = { rows: { format }, request: { url: `${vendor.url}/all` }, work: { each: 'once' } };
      await service.put('/svc/source/scaled', { ...declaration(source), fields });
      expect(await run('scaled')).toMatchObject({ created: 1, rejected: 0 });
      expect(await service.sql('SELECT close, volume FROM quote')).toEqual([{ close, volume }]);
      await vendor.stop();
    }
  });

  it('reads the first of columns with the same name, as an import does', async () => {
    await service.sql(`DELETE FROM quote WHERE ticker = 'TWI'`);
    const header = 'ticker,date,open,high,low,close,volume,volume';
    await serve(() => ({ body: `${header}\nTWI,2024-01-31,10,10,10,10,100,7\n` }));
    const source = aSource(`${vendor.url}/all`, { rows: { format: 'csv' } });
    await service.put('/svc/source/twice', source).expect(201);
    expect(await run('twice')).toMatchObject({ created: 1, rejected: 0 });
    expect(await service.sql(`SELECT volume FROM quote WHERE ticker = 'TWI'`)).toEqual([{ volume: '100' }]);
  });

  it('reads rows that end with a delimiter, and blank cells as empty ones, as an import does', async () => {
    await service.sql('TRUNCATE corporate_action');
    await serve(() => ({ body: 'Code,Day,Amount,Split\nBLA,2024-01-31,1500, ,\n' }));
    const source = aSource(`${vendor.url}/all`, {
      data_set: 'corporate_action',
      rows: { format: 'csv' },
      fields: {
        ticker: { from: 'Code' },
        ex_date: { from: 'Day' },
        type: { value: 'cash_dividend' },
        share_ratio: { from: 'Split', split: true },
        cash_dividend: { from: 'Amount' },
      },
    });
    await service.put('/svc/source/blanks', source).expect(201);
    expect(await run('blanks')).toMatchObject({ state: 'done', created: 1, rejected: 0 });
  });

  it.each<[string, string, object, string, object[]]>([
    [
      'a split that is alone',
      'corporate_action',
      { ex_date: { from: 'Day' }, type: { value: 'split' }, share_ratio: { from: 'Split', split: true } },
      'Code;Day;Split\nSPL;2024-01-31;17/8\n',
      [{ ticker: 'SPL', share_ratio: 1.125 }],
    ],
    [
      'a split beside amounts with thousands separators',
      'corporate_action',
      {
        ex_date: { from: 'Day' },
        type: { from: 'Type' },
        share_ratio: { from: 'Split', split: true },
        cash_dividend: { from: 'Amount' },
      },
      'Code;Day;Type;Split;Amount\nDIV;2024-01-31;cash_dividend;;1.500,5\nSPL;2024-01-31;split;17/8;\n',
      [
        { ticker: 'DIV', cash_dividend: 1_500.5 },
        { ticker: 'SPL', share_ratio: 1.125 },
      ],
    ],
    [
      'a fixed value beside amounts with thousands separators',
      'daily_statistic',
      { date: { from: 'Day' }, reference: { value: '1.125' }, matched_value: { from: 'Amount' } },
      'Code;Day;Amount\nFIX;2024-01-31;1.500,5\n',
      [{ ticker: 'FIX', reference: 1.125, matched_value: 1_500.5 }],
    ],
  ])('reads %s as it is written', async (_, data_set, others, body, stored) => {
    await serve(() => ({ body }));
    const fields = { ticker: { from: 'Code' }, ...others };
    const source = aSource(`${vendor.url}/all`, { data_set, rows: { format: 'csv' }, fields });
    await service.sql(`TRUNCATE ${data_set}`);
    await service.put('/svc/source/plain', source);
    expect(await run('plain')).toMatchObject({ created: stored.length, rejected: 0, quarantined: 0 });
    expect(await service.sql(`SELECT * FROM ${data_set} ORDER BY ticker`)).toMatchObject(stored);
  });

  it('without fields uses the columns of every row, whatever the previous ones had', async () => {
    const action = (day: number, more: object) => ({
      symbol: 'LAT',
      ex_date: `2024-01-${day}`,
      type: 'cash_dividend',
      ...more,
    });
    const rows = [
      action(29, { cash_dividend: 500 }),
      action(30, { announced_date: '2024-01-15', cash_dividend: '600' }),
      action(31, { Cash_Dividend: 700 }),
    ];
    await serve(() => ({ body: { data: rows } }));
    const source = declaration({
      data_set: 'corporate_action',
      work: { each: 'once' },
      request: { url: vendor.url },
    });
    await service.put('/svc/source/later', { ...source, fields: undefined }).expect(201);
    expect(await run('later')).toMatchObject({ state: 'done', created: 3, rejected: 0 });
    const stored = await service.sql(
      `SELECT cash_dividend::int, announced_date::text FROM corporate_action WHERE ticker = 'LAT' ORDER BY ex_date`,
    );
    expect(stored).toEqual([
      { cash_dividend: 500, announced_date: null },
      { cash_dividend: 600, announced_date: '2024-01-15' },
      { cash_dividend: 700, announced_date: null },
    ]);
  });

  it('without fields ends a unit whose rows have no column for a required one, and names it', async () => {
    await serve(() => ({
      body: {
        data: [
          { symbol: 'LAT', last: 5 },
          { symbol: 'LAT', vol: 6 },
        ],
      },
    }));
    const source = declaration({ work: { each: 'once' }, request: { url: vendor.url } });
    await service.put('/svc/source/wanting', { ...source, fields: undefined }).expect(201);
    const { unitRecords } = await run('wanting');
    expect(unitRecords[0]).toMatchObject({
      state: 'failed',
      failure: 'missing_columns',
      detail: expect.stringMatching(/no column for date.*: symbol, last, vol$/),
    });
  });

  it('goes on although the clock of the database was set back after a process died and a unit failed', async () => {
    await serve(() => ({ body: { data: [bar('BACK', '2024-01-31')] } }));
    const source = declaration({ work: { each: 'once' }, request: { url: vendor.url } });
    await service.put('/svc/source/set-back', source).expect(201);
    const [{ id } = { id: '' }] = await service.sql<{ id: string }>(
      `WITH run AS (
         INSERT INTO source_run (id, source, declaration, state, from_date, to_date, requested_by, lease_owner, lease_until)
         SELECT gen_random_uuid(), s.name, s.declaration, 'running', '2024-01-31', '2024-01-31', 'test', gen_random_uuid(),
           clock_timestamp() + interval '100 days'
         FROM source s WHERE s.name = 'set-back' RETURNING id)
       INSERT INTO source_unit (run_id, number, "values", state, attempts, next_attempt_at)
       SELECT id, 0, '{"from":"2024-01-31","to":"2024-01-31"}', 'waiting', 1, clock_timestamp() + interval '100 days'
       FROM run RETURNING run_id AS id`,
    );
    const ended = await until('the run ends', async () => {
      const { body } = await service.get(`/svc/source/set-back/run/${id}`).expect(200);
      return body.ended_at === null ? undefined : body;
    });
    expect(ended).toMatchObject({ state: 'done', created: 1 });
  });

  it('reports a rejected row and the reason, and stores the others', async () => {
    await serve(() => ({
      body: { data: [bar('REJ', '2024-01-30'), { ...bar('REJ', '2024-01-31'), l: 99 }] },
    }));
    await service.put(
      '/svc/source/rejects',
      declaration({ work: { each: 'once' }, request: { url: vendor.url } }),
    );
    const result = await run('rejects');
    expect(result).toMatchObject({ state: 'done', created: 1, rejected: 1 });
    expect(result.unitRecords[0].rejects).toEqual([
      {
        line: 3,
        reason: expect.stringContaining('low'),
        header: 'low,date,high,open,close,ticker,volume',
        row: expect.stringMatching(/^99,2024-01-31,.*,REJ,/),
      },
    ]);
  });

  it('reports rows that an earlier version rejected, which stored no header', async () => {
    await service.put(
      '/svc/source/earlier',
      declaration({ work: { each: 'once' }, request: { url: vendor.url } }),
    );
    const rejects = [2, 3].map((line) => ({ line, reason: 'low', row: `REJ,${line}` }));
    const [{ id } = { id: '' }] = await service.sql<{ id: string }>(
      `WITH run AS (
         INSERT INTO source_run (id, source, declaration, state, from_date, to_date, requested_by)
         VALUES (gen_random_uuid(), 'earlier', '{}', 'done', '2024-01-31', '2024-01-31', 'test') RETURNING id)
       INSERT INTO source_unit (run_id, number, "values", state, rejected, rejects)
       SELECT id, 0, '{}', 'done', 2, $1::jsonb FROM run RETURNING run_id AS id`,
      [JSON.stringify(rejects)],
    );
    const { body } = await service.get(`/svc/source/earlier/run/${id}/unit`).expect(200);
    expect(body.data[0].rejects).toEqual(rejects.map((reject) => ({ ...reject, header: null })));
  });

  it('reports what cannot be stored as it is, NUL and a character that the report cuts in two, and ends', async () => {
    const long = '😀'.repeat(600); // of two code units each: one of the two rows is cut within a character
    let data = ['NUL\0', long, `x${long}`].map((symbol) => ({ ...bar('REJ', '2024-01-30'), symbol }));
    await serve(() => ({ body: { data } }));
    const source = declaration({ work: { each: 'once' }, request: { url: vendor.url } });
    await service.put('/svc/source/unstorable', source).expect(201);
    const rejecting = await run('unstorable');
    expect(rejecting).toMatchObject({ state: 'done', created: 0, rejected: 3 });
    const [nul, ...cut] = rejecting.unitRecords[0].rejects.map(({ row }: { row: string }) => row);
    expect(nul).toContain('NUL\uFFFD');
    expect(cut.map((row: string) => [...row].at(-1)).sort()).toEqual(['\uFFFD', '😀'].sort());

    data = [{ ...bar('REJ', '2024-01-30'), 'NUL\0': 1 }].map(({ symbol, ...others }) => others) as never;
    await service.put('/svc/source/unstorable', { ...source, fields: undefined }).expect(200);
    expect((await run('unstorable')).unitRecords[0]).toMatchObject({
      state: 'failed',
      failure: 'missing_columns',
      detail: expect.stringContaining('NUL\uFFFD'),
    });
  });

  it('reads integers of 64 bits digit for digit: values, identifiers and cursors', async () => {
    const pages: Record<string, string> = {
      '': '[{"symbol": "BIG", "day": "2024-01-30", "p": 1, "v": 9007199254740993}], "next": 1745234567890123457',
      '1745234567890123457':
        '[{"symbol": "BIG", "day": "2024-01-31", "p": 1.12345678901234567, "v": 9223372036854775807}], "note": "\\"1745234567890123459"',
    };
    await serve(({ query }) => ({ body: `{"data": ${pages[String(query.at)]}}` }));
    const price = { from: 'p' };
    await service.put(
      '/svc/source/exact',
      declaration({
        work: { each: 'once' },
        request: { url: `${vendor.url}/?at={cursor}` },
        paging: { type: 'cursor', cursor_at: '/next' },
        fields: {
          ...{ ticker: { from: 'symbol' }, date: { from: 'day' }, volume: { from: 'v' } },
          ...{ open: price, high: price, low: price, close: price },
        },
      }),
    );
    expect(await run('exact')).toMatchObject({ state: 'done', created: 2, requests: 2 });
    expect(
      await service.sql(`SELECT volume::text, close FROM quote WHERE ticker = 'BIG' ORDER BY date`),
    ).toEqual([
      { volume: '9007199254740993', close: 1 },
      { volume: '9223372036854775807', close: 1.1234567890123457 },
    ]);
  });

  it('rejects a date that could be two days', async () => {
    const dated = (date: string, volume: number) => ({
      ...{ ...bar('AMB', '2024-01-31'), tradingDate: date, v: volume },
    });
    await serve(() => ({ body: { data: [dated('20240129', 1), dated('2024111', 2)] } }));
    const fields = { ...VENDOR_FIELDS, date: { from: 'tradingDate', date: 'YYYYMMDD' } };
    await service.put(
      '/svc/source/ambiguous',
      declaration({ work: { each: 'once' }, request: { url: vendor.url }, fields }),
    );
    expect(await run('ambiguous')).toMatchObject({ state: 'done', created: 1, rejected: 1 });
    expect(await closes('AMB')).toEqual([['2024-01-29', 20_500]]);
  });

  it('works through the open days of its range', async () => {
    await serve(({ query }) => ({ body: { data: [bar('DAY', String(query.d))] } }));
    await service.sql(`INSERT INTO settlement (country, date, timezone, name, status, maker)
      SELECT 'VN', d::date, 'Asia/Ho_Chi_Minh', 'day', CASE WHEN d = '2024-01-30' THEN 'closed' ELSE 'open' END, 'test'
      FROM generate_series('2024-01-29'::date, '2024-01-31', '1 day') d ON CONFLICT (country, date) DO UPDATE
      SET status = excluded.status`);
    const request = { url: `${vendor.url}/?d={date}&start={from:YYYY-MM-DDT00:00:00+07:00}` };
    await service.put('/svc/source/days', declaration({ request, work: { each: 'date' } })).expect(201);
    expect(await run('days')).toMatchObject({ state: 'done', units: 2, created: 2 });
    expect(vendor.requests.map(({ query: { d, start } }) => [d, start])).toEqual([
      ['2024-01-29', '2024-01-29T00:00:00+07:00'],
      ['2024-01-31', '2024-01-31T00:00:00+07:00'],
    ]);
  });

  it('retries after a 503, a cut-off answer and a 429, and then continues', async () => {
    const faults: VendorAnswer[] = [
      { status: 503 },
      { body: { data: [bar('AGA', '2024-01-31')] }, cutOff: true },
      { body: '{"data": [{"symbol"' },
      { status: 429, headers: { 'retry-after': '1' } },
    ];
    await serve(() => faults.shift() ?? { body: { data: [bar('AGA', '2024-01-31')] } });
    await service.put(
      '/svc/source/again',
      declaration({ work: { each: 'once' }, request: { url: vendor.url } }),
    );
    const result = await run('again');
    expect(result).toMatchObject({ state: 'done', created: 1, requests: 5 });
    expect(result.unitRecords[0]).toMatchObject({ attempts: 5, failure: null });
  });

  it('fetches the securities of the master that were not delisted before its first day', async () => {
    await plant(service, 'security', [
      aSecurity({ ticker: 'LIS' }),
      { ...aSecurity({ ticker: 'DEL' }), delisting_date: '2024-01-28' },
      { ...aSecurity({ ticker: 'NOW' }), delisting_date: '2024-01-30' },
    ]);
    await serve(({ path }) => ({ body: { data: [bar(path.slice(-3), '2024-01-29')] } }));
    await service.put('/svc/source/master', declaration({ work: { each: 'ticker' } })).expect(201);
    expect(await run('master')).toMatchObject({ state: 'done', units: 2 });
    expect(vendor.requests.map(({ path }) => path).toSorted()).toEqual(['/bars/LIS', '/bars/NOW']);
  });

  it.each<[string, VendorAnswer, string]>([
    ['a web page with 200', { body: '<!doctype html><form>' }, 'not_data'],
    ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }, 'redirect'],
    ['401', { status: 401 }, 'unauthorized'],
    ['404', { status: 404 }, 'rejected'],
    ['another shape', { body: { rows: [] } }, 'no_rows'],
    ['more than is allowed', { body: { data: 'x'.repeat(1_100_000) } }, 'too_large'],
  ])('ends a unit for good after %s, stores nothing and names it', async (_, vendorAnswer, failure) => {
    await serve(({ path }) =>
      path.endsWith('BAD') ? vendorAnswer : { body: { data: [bar('GUD', '2024-01-31')] } },
    );
    const work = { each: 'ticker', tickers: ['BAD', 'GUD'] };
    await service.put(
      '/svc/source/wrong',
      declaration({ work, limits: { per_minute: 60_000, megabytes: 1 } }),
    );
    const result = await run('wrong');
    expect(result).toMatchObject({ state: 'failed', units_done: 1, units_failed: 1 });
    expect(result.unitRecords[0]).toMatchObject({
      state: 'failed',
      failure,
      attempts: 1,
      read: 0,
      created: 0,
    });
    expect(result.unitRecords[1]).toMatchObject({ state: 'done' });
  });

  it('can be cancelled while the vendor is silent; another source continues', async () => {
    await serve(({ path }) => (path === '/silent' ? undefined : { body: { data: [] } }));
    const once = { work: { each: 'once' } };
    await service.put(
      '/svc/source/silent',
      declaration({ ...once, request: { url: `${vendor.url}/silent` } }),
    );
    await service.put('/svc/source/quick', declaration({ ...once, request: { url: `${vendor.url}/quick` } }));
    const { body } = await service.post('/svc/source/silent/run', range).expect(202);
    await until('the vendor receives a request', () => vendor.requests.length > 0);
    expect(await run('quick')).toMatchObject({ state: 'done' });
    const path = `/svc/source/silent/run/${body.id}`;
    expect((await service.delete(path).expect(200)).body).toMatchObject({ state: 'cancelled' });
    expectProblem(await service.delete(path), 409, 'wrong_state');
  });

  it.each([
    ['the first rows of a security', 'ZOA', []],
    ['new values of stored rows', 'ZOB', [['2024-01-31', 20_500]]],
  ])('stores nothing more once it is cancelled: %s', async (_, ticker, stored) => {
    let close = 20.5;
    await serve(({ path }) => ({
      body: { data: path.endsWith(ticker) ? [bar(ticker, '2024-01-31', close)] : [] },
    }));
    await service.put('/svc/source/late', declaration({ work: { each: 'ticker', tickers: [ticker] } }));
    if (stored.length > 0) await run('late');
    close = 21;
    await onServer(async (other) => {
      await other.query('BEGIN; LOCK TABLE quote IN EXCLUSIVE MODE');
      const { body } = await service.post('/svc/source/late/run', range).expect(202);
      await until('its rows wait', async () => {
        const { rows } = await other.query(
          `SELECT FROM pg_locks WHERE relation = 'quote'::regclass AND NOT granted
             AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
        );
        return rows.length > 0;
      });
      const { body: cancelled } = await service.delete(`/svc/source/late/run/${body.id}`).expect(200);
      expect(cancelled.state).toBe('cancelled');
      await other.query('COMMIT');
    }, service.address);
    // Imports of a process come one after the other: the cancelled one is over when the next one is.
    await service.put('/svc/source/next', declaration({ work: { each: 'ticker', tickers: ['NXT'] } }));
    expect(await run('next')).toMatchObject({ state: 'done' });
    expect(await closes(ticker)).toEqual(stored);
  });
});
