import type { QueryRunner } from 'typeorm';

/** Queues all quotes of some tickers, a SELECT of `ticker`, for a check, which goes on in the background. */
export async function checkQuotesAnew(runner: QueryRunner, tickers: string): Promise<void> {
  await runner.query(`
    INSERT INTO quote_check (ticker, first, last)
    SELECT DISTINCT ticker, '0001-01-01'::date, '9999-12-31'::date FROM (${tickers}) listing
    ON CONFLICT (ticker) DO UPDATE SET first = excluded.first, last = excluded.last`);
}

/** Has what was known of companies, and kept valuations, computed again. */
export async function computeValuationsAnew(runner: QueryRunner): Promise<void> {
  await runner.query(`
    INSERT INTO company_check (ticker, first) SELECT DISTINCT ticker, '0001-01-01'::date FROM statement_item
    ON CONFLICT (ticker) DO UPDATE SET first = excluded.first`);
  await runner.query('DELETE FROM valued_day');
}
