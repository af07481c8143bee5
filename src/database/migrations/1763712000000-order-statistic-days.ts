import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lists of trade flows read the newest days of every security, as of foreign trades and flows. */
export class OrderStatisticDays1763712000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX order_statistic_by_date ON order_statistic (date DESC, ticker)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX order_statistic_by_date`);
  }
}
