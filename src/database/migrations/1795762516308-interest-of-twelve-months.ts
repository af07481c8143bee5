import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * EBITDA of four quarters has the interest of those that state it; before, one quarter without the line left out that
 * of the others. The dividend yield of an index has its members without statements. What was known of companies, and
 * kept valuations, are computed again.
 */
export class InterestOfTwelveMonths1795762516308 implements MigrationInterface {
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
