import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Flags of stored records that somebody has looked at and let be. The key is how a flagged record finds its dismissal; it
 * holds for one version of the record.
 */
export class FlagDismissals1795441580862 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE flag_dismissal (
        resource text NOT NULL,
        record_id uuid NOT NULL,
        version text NOT NULL,
        flags text[] NOT NULL,
        dismissed_by text NOT NULL,
        dismissed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        reason text NOT NULL,
        PRIMARY KEY (resource, record_id)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE flag_dismissal');
  }
}
