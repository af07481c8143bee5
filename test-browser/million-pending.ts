import type { TestApp } from '../test/app.js';
import { quotesOf } from '../test/builders/quotes.js';
import { until } from '../test/embedded/harness.js';
import { PATIENCE } from '../test/faults/rounds.js';

const TICKERS = 500;
const DAYS = 2_000;
/** Quotes per request, fewer than its body may hold. */
const BATCH = 200;

/**
 * Puts a million quotes into the queue: 500 tickers of 2,000 days each. The service writes, checks and counts one
 * ticker; the others are copies of the rows that this left.
 */
export async function millionPending({ sql, post, get }: TestApp): Promise<void> {
  const ticker = (number: string) => `'Q' || lpad((${number})::text, 3, '0')`;
  const quotes = quotesOf('Q000', DAYS);
  for (let first = 0; first < DAYS; first += BATCH)
    await post('/svc/quote/bulk/import', quotes.slice(first, first + BATCH)).expect(207);
  const pendingCount = async () => (await get('/svc/quote/approval/counts')).body.pending.count;
  await until('one ticker is counted', async () => (await pendingCount()) >= DAYS, PATIENCE);
  const [{ columns } = { columns: '' }] = await sql<{ columns: string }>(
    `SELECT string_agg(quote_ident(column_name), ', ') AS columns FROM information_schema.columns
     WHERE table_name = 'quote' AND is_generated = 'NEVER' AND column_name NOT IN ('id', 'ticker')`,
  );
  // Created after the rows: maintaining them for each of a million takes twice as long as the rows themselves.
  const indexes = await sql<{ name: string; definition: string }>(
    `SELECT quote_ident(indexname) AS name, indexdef AS definition FROM pg_indexes
     WHERE tablename = 'quote' AND indexname <> 'quote_pkey'`,
  );
  await sql(`DROP INDEX ${indexes.map(({ name }) => name).join(', ')}`);
  const copies = `CROSS JOIN generate_series(1, ${TICKERS - 1}) n`;
  await sql(`INSERT INTO quote (ticker, ${columns}) SELECT ${ticker('n')}, ${columns} FROM quote ${copies}`);
  await sql(`INSERT INTO quote_gap (ticker, until, first, last, days)
    SELECT ${ticker('n')}, until, first, last, days FROM quote_gap ${copies}`);
  await sql(`INSERT INTO quote_ticker (ticker, pending, first_pending, last_pending)
    SELECT ${ticker('n')}, pending, first_pending, last_pending FROM quote_ticker ${copies}`);
  await sql(indexes.map(({ definition }) => definition).join(';\n'));
  // Otherwise the server cleans up after a million changes while pages are measured.
  await sql('VACUUM (ANALYZE) quote');
}
