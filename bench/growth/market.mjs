/**
 * A growing market: the demo's, to which more days and more tickers are added, each with the data of one of the demo's.
 */
import { setTimeout as sleep } from 'node:timers/promises';

/** Open days before the last one on which every added ticker has a quote. */
const DAYS = 2500;
/** Newest quotes of an added ticker that are in the audit log. */
const AUDITED = 100;
/** One day in GAP lacks a quote, and one quote in FLAGGED has a flag. */
const GAP = 250;
const FLAGGED = 997;
/** Consecutive looks at the background computation that must find nothing new: it rests as long as it works. */
const STILL = 8;
/** Tables in which each added ticker gets the rows of one of the demo's, by the column that names it. */
const COPIED = {
  security: 'ticker',
  daily_statistic: 'ticker',
  foreign_trade: 'ticker',
  order_statistic: 'ticker',
  trade_flow: 'code',
  index_constituent: 'ticker',
  industry_membership: 'ticker',
  corporate_action: 'ticker',
  filing: 'ticker',
  statement_item: 'ticker',
  trading_suggestion: 'ticker',
  market_depth: 'ticker',
};
/** Columns that the database fills itself. */
const OWN = ['id', 'revision', 'created_at', 'changed_at'];
/** Identifiers that are unique on their own. */
const UNIQUE = ['filing_id', 'isin', 'suggestion_id'];

/**
 * Adds tickers, T00001 …, until the market has the requested number: quotes as daily appends leave them, and the data
 * derived from quotes as the service's own checks would leave it. Resolves to the number of quotes.
 */
export async function growMarket(client, tickers) {
  await client.query(`
    CREATE TEMP TABLE twin AS
      SELECT s.ticker AS original, 'T' || lpad(n::text, 5, '0') AS ticker, n
      FROM (SELECT ticker, row_number() OVER (ORDER BY ticker) - 1 AS place, count(*) OVER () AS total
            FROM security WHERE ticker NOT LIKE 'T0%') s
      JOIN generate_series((SELECT count(*)::int + 1 FROM security), ${tickers}) n ON n % s.total = s.place`);
  await client.query(`
    CREATE TEMP TABLE open_day AS
      SELECT date, row_number() OVER (ORDER BY date DESC) AS place FROM settlement
      WHERE country = 'VN' AND status = 'open' AND date <= (SELECT max(date) FROM quote)
      ORDER BY date DESC LIMIT ${DAYS}`);
  await client.query('ANALYZE twin, open_day');
  const indexes = await dropIndexes(client, [...Object.keys(COPIED), 'quote', 'audit_event']);
  for (const [table, column] of Object.entries(COPIED)) await copy(client, table, column);
  await client.query(`
    INSERT INTO quote (ticker, date, open, high, low, close, volume, maker, flags)
    SELECT t.ticker, d.date, p, p + 500, p - 500, p + 100 * (t.n % 5), 100 * (t.n * d.place % 99991), 'market@example.com',
      32 | CASE WHEN (t.n + d.place) % ${FLAGGED} = 0 THEN 1 << (t.n % 5)::int ELSE 0 END
    FROM open_day d, twin t, LATERAL (SELECT 10000 + 50 * ((t.n * 37 + d.place * 11) % 1999) AS p) price
    WHERE (t.n + d.place) % ${GAP} <> 0
    ORDER BY d.date, t.ticker`);
  await client.query(`
    INSERT INTO quote_gap (ticker, until, first, last, days)
    SELECT t.ticker, later.date, d.date, d.date, 1
    FROM twin t JOIN open_day d ON (t.n + d.place) % ${GAP} = 0
    JOIN open_day later ON later.place = d.place - 1 JOIN open_day earlier ON earlier.place = d.place + 1`);
  await client.query(`
    INSERT INTO quote_ticker (ticker, pending, first_pending, last_pending)
    SELECT ticker, count(*), min(date), max(date) FROM quote JOIN twin USING (ticker) GROUP BY ticker`);
  await client.query(`
    INSERT INTO news (news_id, title, summary, url, source, source_type, category, tickers, language, published_at, sentiment, sentiment_score, maker)
    SELECT news_id || '-' || t.n, title, summary, url, source, source_type, category, ARRAY[t.ticker], language,
      published_at, sentiment, sentiment_score, maker
    FROM news JOIN twin t ON t.original = ANY (tickers) WHERE news_id NOT LIKE '%-%'`);
  await audit(client);
  for (const index of indexes) await client.query(index);
  await client.query('DROP TABLE twin, open_day');
  await client.query('VACUUM (ANALYZE)');
  await client.query('CHECKPOINT');
  const { rows } = await client.query('SELECT count(*)::int AS quotes FROM quote');
  return rows[0].quotes;
}

/**
 * Drops the indexes that no constraint needs and returns their definitions: building them once takes a fraction of
 * adding each row.
 */
async function dropIndexes(client, tables) {
  const { rows } = await client.query(
    `SELECT i.indexname AS name, i.indexdef AS definition FROM pg_indexes i
     WHERE i.schemaname = 'public' AND i.tablename = ANY ($1)
       AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conname = i.indexname)`,
    [tables],
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  return rows.map(({ definition }) => definition);
}

async function copy(client, table, column) {
  const { rows } = await client.query(
    `SELECT column_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = $1 AND column_name <> ALL ($2) AND is_generated = 'NEVER'`,
    [table, OWN],
  );
  const values = rows.map(({ name }) => {
    if (name === column) return 't.ticker';
    return UNIQUE.includes(name) ? `r.${name} || '-' || t.n` : `r.${name}`;
  });
  await client.query(
    `INSERT INTO ${table} (${rows.map(({ name }) => name).join(', ')})
     SELECT ${values.join(', ')} FROM ${table} r JOIN twin t ON t.original = r.${column}`,
  );
}

/** Adds the events of the newest quotes, in one transaction with the position up to which the service can skip them. */
async function audit(client) {
  await client.query('BEGIN');
  await client.query(`
    INSERT INTO audit_event (resource, action, record_id, record_key, actor, after)
    SELECT 'quote', 'created', q.id, jsonb_build_object('ticker', q.ticker, 'date', q.date), q.maker,
      to_jsonb(q) - 'id'
    FROM quote q JOIN twin USING (ticker) JOIN open_day d ON d.date = q.date AND d.place <= ${AUDITED}
    ORDER BY q.date, q.ticker`);
  for (const progress of ['quote_check_progress', 'valuation_progress'])
    await client.query(`UPDATE ${progress} SET position = (SELECT max(id) FROM audit_event)`);
  await client.query('UPDATE quote_check_progress SET breadth_position = position');
  await client.query('DELETE FROM market_breadth');
  await client.query('DELETE FROM valued_day');
  await client.query(`
    INSERT INTO company_check (ticker, first)
    SELECT DISTINCT s.ticker, '0001-01-01'::date FROM statement_item s JOIN twin USING (ticker) ON CONFLICT DO NOTHING`);
  await client.query('COMMIT');
}

/** Resolves when the service has computed the inputs of valuations: several looks have found nothing added. */
export async function awaitValuations(client) {
  for (let [days, looks] = [0, 0]; days === 0 || looks < STILL; ) {
    await sleep(3_000);
    const { rows } = await client.query(`
      SELECT CASE WHEN EXISTS (SELECT FROM company_check) THEN 0 ELSE count(*)::int END AS days,
        EXISTS (SELECT FROM pg_stat_activity WHERE state = 'active' AND pid <> pg_backend_pid()
          AND backend_type = 'client backend') AS "isBusy"
      FROM valued_day WHERE is_kept`);
    looks = rows[0].days === days && !rows[0].isBusy ? looks + 1 : 0;
    days = rows[0].days;
  }
}
