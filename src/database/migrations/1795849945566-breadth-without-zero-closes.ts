import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A bar with a close of 0 has no change and does not count in the breadth of its day; kept days are counted again. */
export class BreadthWithoutZeroCloses1795849945566 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM market_breadth');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM market_breadth');
  }
}
