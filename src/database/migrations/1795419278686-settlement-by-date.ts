import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A page of the calendars of all countries, newest day first, is read in its order instead of sorted out of all days. */
export class SettlementByDate1795419278686 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX settlement_by_date ON settlement (date DESC, country)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX settlement_by_date');
  }
}
