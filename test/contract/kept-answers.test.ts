import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { DATA_SETS } from '../../src/data-sets.js';
import { connectionSettings } from '../../src/database/connection/connection.js';
import { DataSetScopes } from '../../src/modules/dataset/data-set-scopes.js';
import { startApp, startAppOn, type TestApp } from '../app.js';
import { startDemoApp } from '../demo.js';
import { until } from '../embedded/harness.js';
import { hostTask } from '../host/client.js';
import { whole } from '../whole.js';

type StoredRecord = Record<string, unknown>;

/** Every read whose answers are kept, by operation. */
const READS: readonly (readonly [operation: string, path: string])[] = [
  ['getTechnicalAnalysis', '/trade/technical-analysis?ticker=ZDA&indicator=rsi,average_buy_order&limit=2'],
  ['listTradingSignals', '/trading/signal?ticker=ZDA,ZAI'],
  ['listRatios', '/fundamental/ratios?ticker=ZDA&limit=50'],
  ['getFinancialHealth', '/financial-health?ticker=ZDA'],
  ['listValuations', '/valuation?ticker=ZDA&limit=1'],
  ['listValuations', '/valuation?code=VNINDEX&limit=1'],
  ['getProfile', '/detail/ZDA'],
  ['listRelatedStocks', '/related-stocks?ticker=ZDA'],
  ['listIndexConstituents', '/index/constituents?code=VNINDEX'],
  ['listIndexContributors', '/index/contributor/20250630'],
  ['listMarketContributors', '/market/contributors'],
  ['listGainers', '/market/gainers'],
  ['listLosers', '/market/losers'],
  ['listMarketMovement', '/market/movement?limit=1'],
  ['getMarketHeatmap', '/market/heatmap?level=4'],
  ['searchSecurities', '/search?q=ZDA'],
  ['searchUdfSymbols', '/udf/search?query=ZDA'],
  ['listUdfSymbols', '/udf/symbol_info?group=HOSE'],
];

/** A change of a stored record of ZDA's or of the market's that some of these answers show. */
const CHANGES: readonly (readonly [
  table: string,
  of: string,
  change: (record: StoredRecord) => StoredRecord,
])[] = [
  [
    'quote',
    `ticker = 'ZDA' ORDER BY date DESC`,
    ({ low, volume }) => ({ close: low, volume: Number(volume) + 100 }),
  ],
  ['daily_statistic', `ticker = 'ZDA' ORDER BY date DESC`, () => ({ outstanding_shares: 1_234_567_800 })],
  ['security', `ticker = 'ZDA'`, () => ({ name: 'Công ty đổi tên', name_en: 'Renamed' })],
  [
    'corporate_action',
    `ticker = 'ZDA' AND cash_dividend > 0 ORDER BY ex_date DESC`,
    ({ cash_dividend }) => ({ cash_dividend: Number(cash_dividend) + 500 }),
  ],
  [
    'statement_item',
    `ticker = 'ZDA' AND statement = 'income_statement' AND period = 'quarter' AND consolidation = 'consolidated'
       AND item_code = '60' ORDER BY published_at DESC`,
    ({ value }) => ({ value: Number(value) * 2 }),
  ],
  [
    'index_constituent',
    `code = 'VNINDEX' AND ticker = 'ZDA' ORDER BY from_date DESC`,
    () => ({ free_float_ratio: 0.11 }),
  ],
  [
    'industry',
    `code = (SELECT left(code, 4) FROM industry_membership ORDER BY from_date DESC LIMIT 1)`,
    () => ({ name: 'Ngành đổi tên', name_en: 'Renamed' }),
  ],
];

// Without the lane nothing is kept.
const describeKept = process.env.FAST_LANE === 'off' ? describe.skip : describe;

describeKept('answers of reads that compute are kept until something changes', () => {
  let service: TestApp;
  let other: TestApp;
  beforeAll(async () => {
    service = await startDemoApp();
    other = await startAppOn(service.address);
  });
  afterAll(async () => {
    await other.close();
    await service.close();
  });

  const textOf = async (path: string, headers: Record<string, string> = {}) => {
    return (await whole(() => service.get(path).set(headers))).text;
  };
  const keptAnswer = (path: string) => textOf(path);
  const freshAnswer = (path: string) => textOf(path, { 'Cache-Control': 'no-cache' });
  const all = async (ask: (path: string) => Promise<string>) => {
    const answers: Record<string, string> = {};
    for (const [, path] of READS) answers[path] = await ask(path);
    return answers;
  };
  /**
   * Whether everything was requested before, by an earlier test too: the answers are then kept without a second
   * request.
   */
  let isAsked = false;
  const warm = async () => {
    if (!isAsked) await all(keptAnswer);
    isAsked = true;
    return all(keptAnswer);
  };

  /** Changes a stored record through an instance, as a client does. */
  async function write(
    through: TestApp,
    table: string,
    of: string,
    change: (record: StoredRecord) => StoredRecord,
  ) {
    const [row] = await service.sql<{ id: string }>(`SELECT id FROM ${table} WHERE ${of} LIMIT 1`);
    const path = `/svc/${table === 'quote' ? '' : 'record/'}${table}/${row?.id}`;
    const { body } = await through.get(path).expect(200);
    await through.put(path, { ...body, ...change(body) }).expect(200);
  }

  it('kept answers are served until a notification says that something was written outside the service', async () => {
    const before = await warm();
    // The other instance's process is notified, this one is not.
    await other.sql(
      `UPDATE quote SET close = low, volume = volume + 100 WHERE date = (SELECT max(date) FROM quote)`,
    );
    expect(await all(keptAnswer)).toEqual(before);
    const [{ notified } = { notified: false }] = await service.sql<{ notified: boolean }>(
      `SELECT pg_notify('mds_change', '*') IS NOT NULL AS notified`,
    );
    expect(notified).toBe(true);
    const [, probe] = READS[0] ?? ['', ''];
    await until('the notification has arrived', async () => (await keptAnswer(probe)) !== before[probe]);
    expect(await all(keptAnswer)).toEqual(await all(freshAnswer));
  });

  it.each(CHANGES)('a change of %s is seen by the next request', async (table, of, change) => {
    const before = await warm();
    await write(service, table, of, change);
    const after = await all(keptAnswer);
    expect(after).toEqual(await all(freshAnswer));
    expect(after).not.toEqual(before);
    await service.sql('DELETE FROM valued_day');
    await service.sql(`INSERT INTO company_check (ticker, first) VALUES ('ZDA', '0001-01-01')`);
    expect(await all(freshAnswer)).toEqual(after);
  });

  it('a change by another instance is seen within the time of a notification', async () => {
    const before = await warm();
    await write(other, 'quote', `ticker = 'ZDA' ORDER BY date DESC`, ({ high }) => ({ close: high }));
    const [, probe] = READS[0] ?? ['', ''];
    await until('the change has arrived', async () => (await keptAnswer(probe)) !== before[probe]);
    expect(await all(keptAnswer)).toEqual(await all(freshAnswer));
  });

  it('a change of another ticker leaves the answers of one ticker as they are, and correct', async () => {
    await warm();
    await write(service, 'quote', `ticker = 'ZAI' ORDER BY date DESC`, ({ high, volume }) => ({
      close: high,
      volume: Number(volume) + 100,
    }));
    expect(await all(keptAnswer)).toEqual(await all(freshAnswer));
  });

  it('a kept answer has the ETag and the headers of a new one, and is 304 for that ETag', async () => {
    const path = '/market/heatmap';
    const headersOf = ({
      headers: { date, 'x-request-id': id, ratelimit, ...others },
    }: {
      headers: StoredRecord;
    }) => others;
    const first = await service.get(path).set('Cache-Control', 'no-cache').expect(200);
    await service.get(path).expect(200);
    const again = await service.get(path).expect(200);
    expect(headersOf(again)).toEqual(headersOf(first));
    await service.get(path).set('If-None-Match', String(again.headers.etag)).expect(304);
  });

  it.each([
    ['no-cache', true],
    ['max-age=0', true],
    ['no-cache, max-age=0', true],
    ['No-Store,NO-CACHE', true],
    ['max-age=60', false],
    ['no-store', false],
    ['only-if-cached', false],
  ])('Cache-Control: %s asks for a new answer: %s', async (directives, isFresh) => {
    const path = '/market/heatmap?level=4';
    await keptAnswer(path);
    const before = await keptAnswer(path);
    // A change of which this process is not notified tells a new answer from a kept one.
    await other.sql(
      `UPDATE quote SET close = close + 1, high = high + 1 WHERE ticker = 'ZDA' AND date = (SELECT max(date) FROM quote)`,
    );
    expect((await textOf(path, { 'Cache-Control': directives })) !== before).toBe(isFresh);
  });

  it('an answer whose day ended while it was computed is not kept for the next day', async () => {
    const own = await startApp();
    const lock = new pg.Client(connectionSettings(own.address));
    /** The service's clock stands at a moment of the market's zone. */
    const setClock = (moment: string) => hostTask('shiftClock', Date.parse(`${moment}+07:00`) - Date.now());
    const dayOfHeatmap = async () => (await own.get('/market/heatmap').expect(200)).body.date;
    try {
      await setClock('2024-06-11T23:30:00');
      await own.sql(`INSERT INTO quote (ticker, date, open, high, low, close, volume, maker)
        SELECT 'AAA', day, 1, 1, 1, 1, 1, 'test' FROM unnest(ARRAY['2024-06-11', '2024-06-12']::date[]) day`);
      expect(await dayOfHeatmap()).toBe('2024-06-11');
      await lock.connect();
      await lock.query('BEGIN; LOCK TABLE security IN ACCESS EXCLUSIVE MODE');
      const late = dayOfHeatmap();
      const waiting = `SELECT FROM pg_locks WHERE relation = 'security'::regclass AND NOT granted`;
      await until('the answer is being computed', async () => (await own.sql(waiting)).length > 0);
      await setClock('2024-06-12T00:10:00');
      await lock.query('COMMIT');
      expect(await late).toBe('2024-06-11');
      expect(await dayOfHeatmap()).toBe('2024-06-12');
    } finally {
      await hostTask('shiftClock', 0);
      await lock.end();
      await own.close();
    }
  });

  it('a caller who may not read gets no answer that is kept for others', async () => {
    await service.get('/market/heatmap').expect(200);
    await service.get('/market/heatmap', 'mds_unknown').expect(401);
  });
});

describe('the tables that kept answers depend on', () => {
  const scopes = new DataSetScopes(DATA_SETS);
  const tablesOf = (operation: string) => {
    const statements = readFileSync(`docs/sql/${operation}.sql`, 'utf8');
    return [...statements.matchAll(/\b(?:FROM|JOIN) (\w+)/g)].map(([, table]) => table);
  };

  it('no read whose answers are kept reads a table whose changes it would not see', () => {
    const tablesRead = [...new Set(READS.flatMap(([operation]) => tablesOf(operation)))];
    expect(tablesRead).toContain('statement_item');
    expect(tablesRead.filter((table) => !scopes.isComputedFrom(table))).toEqual([]);
  });

  it('changes notified by ticker are those of tables whose key begins with it', async () => {
    const byTicker = (await hostTask('dataSets')).filter(({ table }) => scopes.isByTicker(table));
    expect(byTicker.length).toBeGreaterThan(5);
    expect(byTicker.map(({ key }) => key[0]).filter((column) => column !== 'ticker')).toEqual([]);
  });
});
