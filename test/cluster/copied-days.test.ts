import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { PostgresAddress } from '../../src/database/connection/connection.js';
import { cloneDatabase, onServer, startAppOn, type TestApp } from '../app.js';
import { describeOnCluster } from '../faults/cluster-harness.js';
import { whole } from '../whole.js';
import { moveToOneServer } from './one-server.js';

const LAST = '2024-12-31';
const READS = [
  `/market/gainers?date=${LAST}`,
  `/market/losers?date=${LAST}`,
  `/market/gainers?date=${LAST}&period=1w`,
  `/market/losers?date=${LAST}&period=1w`,
  `/market/gainers?date=${LAST}&period=1m`,
  `/market/gainers?date=${LAST}&period=ytd`,
  `/market/losers?date=${LAST}&period=ytd`,
  `/market/losers?date=${LAST}&exchange=HNX`,
  `/market/gainers?date=${LAST}&code=VNINDEX`,
  '/market/gainers',
  `/market/heatmap?date=${LAST}&level=4`,
  '/market/heatmap?date=2024-11-29&level=4&exchange=UPCOM',
  `/market/movement?from_date=2024-12-16&to_date=${LAST}&total=true`,
  `/market/movement?code=VNINDEX&from_date=2024-12-16`,
  `/trade/market/result?fields=extended&from_date=2024-12-16&total=true`,
  `/trade/market/result?fields=extended&to_date=2024-08-16&limit=3`,
  `/trade/flow?from_date=2024-12-16&to_date=2024-12-20&total=true`,
  `/trade/flow?scope=index&from_date=2024-12-30`,
  // The latest days suffice, or do not.
  `/market/movement?to_date=${LAST}&limit=5`,
  `/market/movement?to_date=${LAST}&limit=30`,
  `/trade/market/result?fields=extended&to_date=${LAST}&limit=3`,
  '/trade/market/result?fields=extended',
  `/trade/flow?to_date=${LAST}&limit=5`,
  '/trade/flow?limit=7&offset=300',
  `/trade/flow?scope=index&to_date=${LAST}&limit=40`,
  '/trade/flow?order=asc&limit=5',
  `/trading/signal?date=${LAST}`,
  `/trading/signal?date=2024-11-29&exchange=HNX`,
  '/quote?interval=1w&from_date=2024-11-06&to_date=2024-12-17&total=true',
  `/quote?interval=1m&from_date=2024-11-06&ticker=RESTING,ABSENT`,
];

/** Weekdays of a year of some securities, each of which lacks something that reads of a day look back to. */
const SECURITIES = `
  INSERT INTO security (ticker, name, security_type, exchange, listing_date, outstanding_shares, listed_shares, shares_from, maker)
  SELECT ticker, ticker, 'stock', exchange, date '2020-01-01', shares, shares, shares_from::date, 'test'
  FROM (VALUES ('USUAL', 'HOSE', 1000, '2020-01-01'), ('RESTING', 'UPCOM', NULL, NULL), ('ABSENT', 'HNX', NULL, NULL),
    ('UNPRICED', 'HNX', 1000, '2024-10-01'), ('PENDING', 'HOSE', NULL, NULL), ('SPARSE', 'UPCOM', 1000, NULL))
    listing (ticker, exchange, shares, shares_from)`;
const QUOTES = `
  INSERT INTO quote (ticker, date, open, high, low, close, volume, maker, approval, approval_by, approval_at)
  SELECT ticker, date, price, price, price, price, volume, 'test', approval,
    CASE approval WHEN 1 THEN 'x' END, CASE approval WHEN 1 THEN timestamptz '2025-01-01' END
  FROM (
    SELECT t.ticker, d.date, place,
      CASE WHEN t.ticker = 'UNPRICED' AND d.date BETWEEN '2024-12-06' AND '2024-12-30' THEN 0
        WHEN t.ticker = 'RESTING' AND d.date >= '2024-12-30' THEN CASE d.date WHEN '${LAST}' THEN 12500 ELSE 10000 END
        ELSE 10000 + 100 * ((d.place * (7 + t.number) + t.number) % 23) END AS price,
      CASE WHEN t.ticker = 'RESTING' AND d.date BETWEEN '2024-06-01' AND '2024-12-30' OR t.ticker = 'UNPRICED' THEN 0
        ELSE 100 * t.number END AS volume,
      CASE WHEN t.ticker = 'PENDING' AND d.date BETWEEN '2024-11-01' AND '2024-12-30' THEN 0 ELSE 1 END AS approval
    FROM unnest('{VNINDEX,USUAL,RESTING,ABSENT,UNPRICED,PENDING,SPARSE,UNLISTED}'::text[]) WITH ORDINALITY t (ticker, number)
    CROSS JOIN (
      SELECT d::date AS date, row_number() OVER (ORDER BY d) AS place
      FROM generate_series(timestamp '2024-01-01', '${LAST}', '1 day') d WHERE extract(isodow FROM d) < 6) d
    WHERE NOT (t.ticker = 'USUAL' AND d.date = '2024-12-30' OR t.ticker = 'ABSENT' AND d.date BETWEEN '2024-08-01' AND '2024-12-30' OR t.ticker = 'SPARSE' AND d.place % 40 <> 22 AND d.date <> '${LAST}')) bar`;
/** Counts of shares, averages and references end at different times, those of some securities long before the days. */
const STATISTICS = `
  INSERT INTO daily_statistic (ticker, date, average_price, reference, listed_shares, outstanding_shares, maker)
  SELECT ticker, date, close + 10, CASE WHEN ticker = 'USUAL' THEN close - 200 END,
    CASE WHEN date < '2024-03-01' OR ticker = 'RESTING' THEN 500 + extract(doy FROM date)::int END,
    CASE WHEN date < '2024-05-01' OR ticker = 'RESTING' AND date = '${LAST}' THEN 400 + extract(doy FROM date)::int END, 'test'
  FROM quote WHERE ticker <> 'VNINDEX'
  UNION ALL SELECT 'USUAL', date '2024-12-30', NULL, NULL, NULL, 900, 'test'`;
const FLOWS = `
  INSERT INTO order_statistic (ticker, date, buy_order_count, maker)
  SELECT ticker, date, volume, 'test' FROM quote WHERE ticker <> 'VNINDEX'`;
const ACTIONS = `
  INSERT INTO corporate_action (ticker, ex_date, type, cash_dividend, share_ratio, rights_ratio, rights_price, maker)
  VALUES ('ABSENT', '2024-09-02', 'stock_dividend', NULL, 0.25, NULL, NULL, 'test'),
    ('UNPRICED', '2024-12-06', 'cash_dividend', 1000, NULL, NULL, NULL, 'test'),
    ('UNPRICED', '2024-12-09', 'rights_issue', NULL, NULL, 0.5, 8000, 'test'),
    ('USUAL', '2024-12-17', 'cash_dividend', 500, NULL, NULL, NULL, 'test'),
    ('SPARSE', '2024-11-27', 'cash_dividend', 300, NULL, NULL, NULL, 'test')`;
/** So long that a base of 5 open days is three weeks old. */
const CLOSING = `
  INSERT INTO settlement (country, date, name, status, timezone, maker)
  SELECT 'VN', d::date, 'Closing', 'closed', 'Asia/Ho_Chi_Minh', 'test' FROM generate_series(timestamp '2024-12-09', '2024-12-20', '1 day') d
  ON CONFLICT (country, date) DO UPDATE SET status = 'closed'`;
const INDICES = `
  INSERT INTO index_constituent (code, ticker, from_date, free_float_ratio, cap_ratio, maker)
  SELECT 'VNINDEX', ticker, date '2024-01-01', 1, 1, 'test' FROM unnest('{USUAL,PENDING,ABSENT,RESTING}'::text[]) ticker`;
/** Notes how many rows are copied into temporary tables. */
const NOTED_COPIES = [
  'CREATE TABLE copied (name text, rows bigint)',
  'GRANT INSERT ON copied TO PUBLIC',
  `CREATE FUNCTION note_rows() RETURNS trigger LANGUAGE plpgsql
    AS $$BEGIN INSERT INTO public.copied SELECT TG_TABLE_NAME, count(*) FROM new_rows; RETURN NULL; END$$`,
  `CREATE FUNCTION note_copies() RETURNS event_trigger LANGUAGE plpgsql AS $$
    DECLARE command record;
    BEGIN FOR command IN SELECT * FROM pg_event_trigger_ddl_commands() WHERE schema_name = 'pg_temp' LOOP
      EXECUTE format('CREATE TRIGGER note_rows AFTER INSERT ON %s REFERENCING NEW TABLE AS new_rows
        FOR EACH STATEMENT EXECUTE FUNCTION public.note_rows()', command.object_identity);
    END LOOP; END$$`,
  `CREATE EVENT TRIGGER note_copies ON ddl_command_end WHEN TAG IN ('CREATE TABLE') EXECUTE FUNCTION note_copies()`,
];

describeOnCluster('reads of days that a cluster copies to its coordinator', () => {
  let onOne: string[];
  let app: TestApp;
  beforeAll(async () => {
    const [distributed, single] = [await filledDatabase(), await filledDatabase()];
    await moveToOneServer(single);
    // One service after the other: services in one process share the strategies that identify callers.
    const one = await start(single);
    onOne = [];
    for (const path of READS) onOne.push((await one.get(path).expect(200)).text);
    await one.close();
    app = await start(distributed);
    // Checks in the background are made on copies, too.
    for (const path of ['/svc/quote/approval/counts', '/valuation?limit=1']) await whole(() => app.get(path));
    for (const statement of NOTED_COPIES) await app.sql(statement);
  }, 300_000);
  afterAll(() => app.close());

  it.each(READS.map((path, index) => [path, index] as const))(
    '%s is answered as on one server',
    async (path, index) => {
      const { text } = await app.get(path).set('Cache-Control', 'no-cache').expect(200);
      expect(text).toBe(onOne[index]);
    },
  );

  it.each([
    ['/quote?interval=1w&from_date=2024-12-09&to_date=2024-12-20', { quote: 60 }],
    ['/trade/flow?from_date=2024-12-16&to_date=2024-12-20', { order_statistic: 25 }],
    [`/trade/flow?to_date=${LAST}&limit=5`, { order_statistic: 146 }],
    // Two weeks, and the rows that some securities had before.
    [`/market/gainers?date=${LAST}`, { quote: 83, daily_statistic: 73 }],
  ])('%s copies the rows of its days', async (path, copied) => {
    await app.sql('DELETE FROM copied');
    await app.get(path).set('Cache-Control', 'no-cache').expect(200);
    const rows = await app.sql<{ name: string; rows: number }>(
      'SELECT name, sum(rows)::int AS rows FROM copied GROUP BY name HAVING sum(rows) > 0',
    );
    const counts = Object.fromEntries(rows.map((row) => [row.name, row.rows]));
    expect(counts).toMatchObject(copied);
  });
});

async function filledDatabase(): Promise<PostgresAddress> {
  const address = await cloneDatabase();
  await onServer(async (client) => {
    for (const rows of [SECURITIES, QUOTES, STATISTICS, FLOWS, ACTIONS, INDICES, CLOSING])
      await client.query(rows);
  }, address);
  return address;
}

const start = (address: PostgresAddress) => startAppOn(address, { QUOTE_PUBLICATION: 'approved' });
