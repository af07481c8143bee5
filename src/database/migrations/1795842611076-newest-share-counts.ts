import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A share count of the master with a `shares_from` after the newest daily statistic applies from that day, so kept
 * medians and multiples of indices are computed again.
 */
export class NewestShareCounts1795842611076 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM valued_day');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM valued_day');
  }
}
