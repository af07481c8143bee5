import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A bar after a price of 0 has no reference and does not count in the breadth of its day; kept days are counted again. */
export class BreadthWithoutZeroPrices1795776485730 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM market_breadth');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM market_breadth');
  }
}
