import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A period that was restated on the form of another kind of company has its newest figures; before, those of both forms
 * competed. A share count of 0 gives no multiples. What was known of companies, and kept valuations, are computed again.
 */
export class FiguresOfTheNewestForm1795774993457 implements MigrationInterface {
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
