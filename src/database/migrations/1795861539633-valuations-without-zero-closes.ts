import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A close of 0 is no price, so kept medians and multiples of indices are computed again without the bars that have it. */
export class ValuationsWithoutZeroCloses1795861539633 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM valued_day');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM valued_day');
  }
}
