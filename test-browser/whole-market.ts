import type { TestApp } from '../test/app.js';

/** Tables with data about a security, and whether per day. */
const TABLES = {
  security: false,
  industry_membership: false,
  quote: true,
  daily_statistic: true,
  foreign_trade: true,
} as const;

/** Adds copies of the demo's securities, with its last quarter, until there are at least `count`. */
export async function wholeMarket({ sql }: TestApp, count: number): Promise<void> {
  const [{ own } = { own: 1 }] = await sql<{ own: number }>(
    'SELECT count(DISTINCT ticker)::int AS own FROM quote WHERE date = (SELECT max(date) FROM quote)',
  );
  for (const [table, isDaily] of Object.entries(TABLES)) {
    const [{ columns } = { columns: '' }] = await sql<{ columns: string }>(
      `SELECT string_agg(quote_ident(column_name), ', ') AS columns FROM information_schema.columns
       WHERE table_name = $1 AND is_generated = 'NEVER' AND column_name NOT IN ('id', 'ticker', 'isin')`,
      [table],
    );
    await sql(
      `INSERT INTO ${table} (ticker, ${columns})
       SELECT ticker || n, ${columns} FROM ${table} CROSS JOIN generate_series(1, $1) n
       WHERE ${isDaily ? 'date > (SELECT max(date) FROM quote) - 90' : 'true'}`,
      [Math.ceil(count / own)],
    );
  }
  // Rows written without the service have to be counted anew.
  await sql('DELETE FROM market_breadth');
  await sql('ANALYZE');
}
