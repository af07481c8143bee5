/** A database of its own for a benchmark: an embedded PostgreSQL in a temporary folder with random bars. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { dist, ensureBuilt } from '../../scripts/build.mjs';

/** Symbol of the n-th ticker: T0001 … */
export const tickerOf = (index) => `T${String(index + 1).padStart(4, '0')}`;

/** First day of the bars; days are consecutive, so that a window of n rows is n days. */
const FIRST_DAY = '2015-01-01';

/** The day `index` days after the first, YYYY-MM-DD. */
export const dayOf = (index) =>
  new Date(Date.parse(FIRST_DAY) + index * 86_400_000).toISOString().slice(0, 10);

/** Starts the database and fills it: `tickers` × `days` bars, in the physical order of daily appends. */
export async function openMarket({ tickers, days }) {
  ensureBuilt();
  const dataDir = mkdtempSync(join(tmpdir(), 'mds-bench-'));
  const { startEmbeddedPostgres } = await import(join(dist, 'src/database/embedded/embedded-postgres.js'));
  const { migrateSchema } = await import(join(dist, 'src/database/migrate.js'));
  const server = await startEmbeddedPostgres({ dataDir, role: 'service' });
  const { host, port, user, database } = server.connection;
  const url = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
  await migrateSchema({ url });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const began = performance.now();
  await client.query(
    `INSERT INTO quote (ticker, date, open, high, low, close, volume, maker)
     SELECT 'T' || lpad(t::text, 4, '0'), $1::date + d, p, p + 500, p - 500, p + 100 * (t % 5), 100 * (t * d % 99991), 'bench'
     FROM generate_series(0, $3::int - 1) d, generate_series(1, $2::int) t,
       LATERAL (SELECT 10000 + 50 * ((t * 37 + d * 11) % 1999) AS p) price`,
    [FIRST_DAY, tickers, days],
  );
  await client.query('VACUUM (ANALYZE) quote');
  await client.query('CHECKPOINT');
  const loadSeconds = (performance.now() - began) / 1000;
  return {
    url,
    loadSeconds,
    query: async (text, values) => (await client.query(text, values)).rows,
    close: async () => {
      await client.end();
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
