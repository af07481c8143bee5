import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A row of the quarantine has versions: a source may replace its values while it waits, and a decision names those that
 * were read. A process of an earlier version replaces values without counting.
 */
export class RevisionsOfQuarantinedRows1795700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE quarantine ADD revision integer NOT NULL DEFAULT 1');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE quarantine DROP COLUMN revision');
  }
}
