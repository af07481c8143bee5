import type { TestApp } from '../test/app.js';
import { aQuote } from '../test/builders/quotes.js';
import { until } from '../test/embedded/harness.js';
import { PATIENCE } from '../test/faults/rounds.js';

/** Puts a million quotes into the queue: 500 tickers of 2,000 days each, checked and counted as those of an import. */
export async function millionPending({ sql, post, get }: TestApp): Promise<void> {
  for (let first = 0; first < 500; first += 50) {
    await sql(
      `INSERT INTO quote (ticker, date, open, high, low, close, volume, maker)
       SELECT 'Q' || lpad(t::text, 3, '0'), date '2020-01-01' + d, 20000, 20000 + d % 7 * 100, 19900, 20000, 1000 + d,
         'maker@example.com'
       FROM generate_series($1::int, $1::int + 49) t CROSS JOIN generate_series(0, 1999) d`,
      [first],
    );
  }
  await sql(`INSERT INTO quote_check (ticker, first, last)
    SELECT DISTINCT ticker, '0001-01-01'::date, '9999-12-31'::date FROM quote`);
  await sql('ANALYZE quote');
  // A write through the service has it look at what is to be checked.
  await post('/svc/quote', aQuote()).expect(201);
  const isCounted = async () => (await get('/svc/quote/approval/counts')).body.pending.count >= 1_000_000;
  await until('a million are counted', isCounted, PATIENCE);
  // Else the server cleans up after a million changes while pages are measured.
  await sql('VACUUM (ANALYZE) quote');
}
