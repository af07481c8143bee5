import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * How far the records of a source go, and since when that is too long ago: an alarm is told once, and so is its end.
 */
export class Staleness1795436851549 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE source ADD newest_date date, ADD stale_since timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE source DROP newest_date, DROP stale_since');
  }
}
