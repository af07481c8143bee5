import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A close at the reference is at no limit, although the floor of a price of one tick is the price; stored days are counted again. */
export class BreadthOfMovesToLimits1795862750392 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM market_breadth');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM market_breadth');
  }
}
