import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Each share count of a day is that of the newest statistic that has it; before, both came from the newest that had
 * either, so that listed shares alone hid earlier outstanding shares.
 *
 * - One index for each count: many statistics without it would be read on the way to the one that has it.
 * - Kept valuations are dropped, and computed again when they are read.
 */
export class ValuationsByEachCount1795747000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const count of ['listed', 'outstanding'])
      await runner.query(`
        CREATE INDEX daily_statistic_${count} ON daily_statistic (ticker, date) WHERE ${count}_shares IS NOT NULL`);
    await runner.query('DROP INDEX daily_statistic_shares');
    await runner.query('DELETE FROM valued_day');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX daily_statistic_shares ON daily_statistic (ticker, date)
      WHERE outstanding_shares IS NOT NULL OR listed_shares IS NOT NULL`);
    for (const count of ['listed', 'outstanding']) await runner.query(`DROP INDEX daily_statistic_${count}`);
    await runner.query('DELETE FROM valued_day');
  }
}
