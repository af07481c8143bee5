import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rows of a unit of a source's run that became proposals, as its data set is governed. */
export class ProposedRowsOfUnits1795436900000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE source_unit ADD proposed bigint NOT NULL DEFAULT 0`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE source_unit DROP COLUMN proposed`);
  }
}
