/** A market of random bars in a dedicated database. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { dist } from '../../scripts/build.mjs';
import { openDatabase, PLAIN_TABLE } from './database.mjs';
import { startService } from './servers.mjs';
import { awaitIdle } from './settled.mjs';

/** Symbol of the n-th ticker: T0001 … */
export const tickerOf = (index) => `T${String(index + 1).padStart(4, '0')}`;

/** First day of the bars; days are consecutive, so a window of n rows is n days. */
const FIRST_DAY = '2015-01-01';

/** After this time every backend has read a changed setting, ms. */
const RELOAD = 300;

/** The day `index` days after the first, YYYY-MM-DD. */
export const dayOf = (index) =>
  new Date(Date.parse(FIRST_DAY) + index * 86_400_000).toISOString().slice(0, 10);

/** Size of the market that published figures refer to. */
export const WHOLE_MARKET = { tickers: 1700, days: 2500 };

/** Starts the database and fills it: `tickers` × `days` bars, in the physical order of daily appends. */
export async function openMarket({ tickers, days }) {
  const opened = await openDatabase();
  const { url, client } = opened;
  const logFile = join(opened.dataDir, 'postgresql.log');
  const { migrateSchema } = await import(join(dist, 'src/database/schema/migrate.js'));
  await migrateSchema({ url });
  // Shipped data is loaded before the bars: otherwise the service would check each of them during the measurements.
  const service = await startService({ DATABASE_URL: url });
  await awaitIdle(client);
  await service.stop();
  const began = performance.now();
  await client.query(
    `INSERT INTO quote (ticker, date, open, high, low, close, volume, maker)
     SELECT 'T' || lpad(t::text, 4, '0'), $1::date + d, p, p + 500, p - 500, p + 100 * (t % 5), 100 * (t * d % 99991), 'bench'
     FROM generate_series(0, $3::int - 1) d, generate_series(1, $2::int) t,
       LATERAL (SELECT 10000 + 50 * ((t * 37 + d * 11) % 1999) AS p) price
     ORDER BY d, t`,
    [FIRST_DAY, tickers, days],
  );
  // The table that the floor and the naive variant read: the bare fields, with the usual key, in the same physical
  // order.
  await client.query(
    `CREATE TABLE ${PLAIN_TABLE} AS SELECT ticker, date, open, high, low, close, volume FROM quote ORDER BY date, ticker`,
  );
  await client.query(`ALTER TABLE ${PLAIN_TABLE} ADD PRIMARY KEY (ticker, date)`);
  await client.query(`CREATE INDEX ON ${PLAIN_TABLE} (date)`);
  await client.query('VACUUM (ANALYZE)');
  await client.query('CHECKPOINT');
  const loadSeconds = (performance.now() - began) / 1000;
  return {
    url,
    loadSeconds,
    query: async (text, values) => (await client.query(text, values)).rows,
    /**
     * Durations from PostgreSQL's own log of all statements, of other clients too, that contain `part` and are sent
     * during `work`: milliseconds of parsing, binding and executing, summed for each execution, in order.
     */
    async statementTimes(part, work) {
      const log = (setting) =>
        client.query(`ALTER SYSTEM ${setting}`).then(() => client.query('SELECT pg_reload_conf()'));
      const from = statSync(logFile).size;
      await log('SET log_min_duration_statement = 0');
      await sleep(RELOAD);
      await work();
      await log('RESET log_min_duration_statement');
      await sleep(RELOAD);
      return { milliseconds: timesOf(readFileSync(logFile).subarray(from).toString(), part) };
    },
    close: opened.close,
  };
}

/** Lines of the log: `duration: 0.123 ms  bind mds_1: SELECT …`; a statement may span further lines. */
function timesOf(log, part) {
  const times = [];
  let sum = 0;
  for (const entry of log.split(/^(?=\d{4}-\d\d-\d\d )/m)) {
    const [, ms, step] = /duration: ([\d.]+) ms {2}(parse|bind|execute|statement)/.exec(entry) ?? [];
    if (ms === undefined || !entry.includes(part)) continue;
    sum += Number(ms);
    if (step !== 'execute' && step !== 'statement') continue;
    times.push(sum);
    sum = 0;
  }
  return times;
}
