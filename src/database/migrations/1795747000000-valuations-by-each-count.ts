import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Drops the kept valuations, which are computed again when they are read: a former version took both share counts from
 * one daily statistic, so that one with listed shares alone hid earlier outstanding shares.
 */
export class ValuationsByEachCount1795747000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM valued_day');
  }

  /** The values of the version before differ, too. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM valued_day');
  }
}
