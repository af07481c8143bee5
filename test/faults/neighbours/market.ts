import type pg from 'pg';

/** Size of a market. */
export interface MarketSize {
  tickers: number;
  days: number;
}

/** Tables in which each added ticker gets the data of one of the demo market's. */
const COPIED = [
  'security',
  'daily_statistic',
  'foreign_trade',
  'order_statistic',
  'index_constituent',
  'industry_membership',
  'corporate_action',
  'filing',
  'statement_item',
];
/** Columns that the database fills itself. */
const OWN = ['id', 'revision', 'created_at', 'changed_at'];
/** Identifiers that are unique on their own. */
const UNIQUE = ['filing_id', 'isin'];

/**
 * Makes the demo market of a database larger: the requested number of tickers, all of them with quotes on `days` open
 * days before the last one. An added ticker, T0001 …, is otherwise like one of the demo's. Resolves to the number of
 * quotes.
 */
export async function enlargeMarket(database: pg.Client, { tickers, days }: MarketSize): Promise<number> {
  await database.query(`
    CREATE TEMP TABLE twin AS
      SELECT s.ticker AS original, 'T' || lpad(n::text, 4, '0') AS ticker, n
      FROM (SELECT ticker, row_number() OVER (ORDER BY ticker) - 1 AS place, count(*) OVER () AS total FROM security) s
      JOIN generate_series(1, ${tickers} - (SELECT count(*)::int FROM security)) n ON n % s.total = s.place`);
  for (const table of COPIED) await copy(database, table);
  await database.query(
    `INSERT INTO quote (ticker, date, open, high, low, close, volume, maker)
     SELECT t.ticker, d.date, p, p + 500, p - 500, p + 100 * (t.n % 5), 100 * (t.n * d.place % 99991), 'market@example.com'
     FROM (SELECT date, row_number() OVER (ORDER BY date DESC) AS place FROM settlement
           WHERE country = 'VN' AND status = 'open' AND date <= (SELECT max(date) FROM quote)
           ORDER BY date DESC LIMIT $1) d,
       twin t, LATERAL (SELECT 10000 + 50 * ((t.n * 37 + d.place * 11) % 1999) AS p) price
     ORDER BY d.date, t.ticker`,
    [days],
  );
  await database.query(
    `INSERT INTO news (news_id, title, summary, url, source, source_type, category, tickers, language, published_at, sentiment, sentiment_score, maker)
     SELECT news_id || '-' || t.n, title, summary, url, source, source_type, category, ARRAY[t.ticker], language,
       published_at, sentiment, sentiment_score, maker
     FROM news JOIN twin t ON t.original = ANY (tickers)`,
  );
  await database.query('VACUUM (ANALYZE)');
  const { rows } = await database.query<{ quotes: number }>('SELECT count(*)::int AS quotes FROM quote');
  return rows[0]?.quotes ?? 0;
}

async function copy(database: pg.Client, table: string): Promise<void> {
  const { rows } = await database.query<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = $1 AND column_name <> ALL ($2) AND is_generated = 'NEVER'`,
    [table, OWN],
  );
  const values = rows.map(({ name }) => {
    if (name === 'ticker') return 't.ticker';
    return UNIQUE.includes(name) ? `r.${name} || '-' || t.n` : `r.${name}`;
  });
  await database.query(
    `INSERT INTO ${table} (${rows.map(({ name }) => name).join(', ')})
     SELECT ${values.join(', ')} FROM ${table} r JOIN twin t ON t.original = r.ticker`,
  );
}
