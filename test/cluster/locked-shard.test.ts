import { afterAll, beforeAll, it } from '@jest/globals';
import pg from 'pg';
import { startApp, type TestApp } from '../app.js';
import { aQuote } from '../builders/quotes.js';
import { until } from '../embedded/harness.js';
import { describeOnCluster, partsOf } from '../faults/cluster-harness.js';
import { urlOf } from '../faults/harness.js';

/** Connections that short reads share. */
const SHARED = 12;
const LOCKED = 'AAA';

/** The quotes of one security cannot be read, as while its shard moves: reads of other shards must not wait for them. */
describeOnCluster('while a shard is locked', () => {
  let app: TestApp;
  let lock: pg.Client;
  let other: string;
  let id: string;
  /** the shard of the locked ticker */
  let quotes: string;
  beforeAll(async () => {
    app = await startApp();
    const shardOf = async (ticker: string, table = 'quote') => {
      const [row] = await app.sql<{ shard: string; port: number }>(
        `SELECT shardid::text AS shard, nodeport::int AS port FROM citus_shards
         WHERE shardid = get_shard_id_for_distribution_column($2, $1::text)`,
        [ticker, table],
      );
      return row as { shard: string; port: number };
    };
    const { shard, port } = await shardOf(LOCKED);
    quotes = `quote_${shard}`;
    const { shard: statistics } = await shardOf(LOCKED, 'daily_statistic');
    const { shard: flows } = await shardOf(LOCKED, 'trade_flow');
    for (const ticker of ['BBB', 'CCC', 'DDD']) if ((await shardOf(ticker)).shard !== shard) other = ticker;
    await app.post('/svc/quote', aQuote({ ticker: LOCKED, date: '2024-01-02' })).expect(201);
    const answer = await app.post('/svc/quote', aQuote({ ticker: other, date: '2024-01-02' })).expect(201);
    id = answer.body.id;
    const flow = { scope: 'ticker', code: other, date: '2024-01-02', buy_order_volume: 1 };
    await app.post('/svc/record/trade_flow', flow).expect(201);
    lock = new pg.Client(partsOf(urlOf(app.address)).find((url) => new URL(url).port === String(port)));
    await lock.connect();
    await lock.query('SET citus.enable_manual_changes_to_shards = on');
    await lock.query(`BEGIN; LOCK TABLE daily_statistic_${statistics}, trade_flow_${flows}`);
    await lock.query(`SAVEPOINT others; LOCK TABLE ${quotes}`);
  });
  afterAll(async () => {
    await lock.end();
    await app.close();
  });

  it.each([
    'udf/symbols?symbol=',
    'udf/history?resolution=1D&from=1700000000&to=1712000000&symbol=',
    'adjustments?start=2024-01-01&end=2024-01-31&ticker=',
    'trading/signal?date=2024-01-02&ticker=',
    'svc/quote/approval?ticker=',
  ])('/%s of a ticker of another shard is answered', async (path) => {
    await app.get(`/${path}${other}`).expect(200);
  });

  it('records sought by their identifiers, on every shard, leave connections to reads by ticker', async () => {
    const waiting = Array.from({ length: SHARED + 2 }, () => app.get(`/svc/quote/${id}`).expect(200));
    const answers = Promise.all(waiting);
    await until('they wait', async () => {
      const { rowCount } = await lock.query(
        `SELECT FROM pg_locks WHERE relation = '${quotes}'::regclass AND NOT granted`,
      );
      return Number(rowCount) >= SHARED;
    });
    await app.get(`/quote?ticker=${other}`).set('Cache-Control', 'no-cache').expect(200);
    await lock.query('ROLLBACK TO others');
    await answers;
  });

  it.each(['search?q=', 'detail/', 'related-stocks?ticker=', 'trade/flow?code='])(
    '/%s of a ticker of another shard is answered while other rows than quotes are locked',
    async (path) => {
      await app.get(`/${path}${other}`).expect(200);
    },
  );
});
