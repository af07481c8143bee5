import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * `quarantine_stored`: from a record to the row of a source that a checker released or corrected, which names the source
 * and the run that brought it.
 */
export class Provenance1795433785925 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX quarantine_stored ON quarantine (resource, record_key) WHERE state IN ('released', 'corrected')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX quarantine_stored');
  }
}
