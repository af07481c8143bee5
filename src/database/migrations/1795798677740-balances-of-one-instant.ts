import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Of the balances of a year and its last quarter that were published at one instant, the audited ones count; before, the
 * choice was left to the plan. Sums of indices are in the order of the tickers. What was known of companies, and kept
 * valuations, are computed again.
 */
export class BalancesOfOneInstant1795798677740 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await computeAnew(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await computeAnew(runner);
  }
}

async function computeAnew(runner: QueryRunner): Promise<void> {
  await runner.query(`
    INSERT INTO company_check (ticker, first) SELECT DISTINCT ticker, '0001-01-01'::date FROM statement_item
    ON CONFLICT (ticker) DO UPDATE SET first = excluded.first`);
  await runner.query('DELETE FROM valued_day');
}
