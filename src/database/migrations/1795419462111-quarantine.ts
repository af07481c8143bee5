import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Rows of sources that the quality gate held back, and their decisions.
 *
 * - `quarantine_waiting`: one row waits for a key and source, whatever number of runs brings it.
 * - `quarantine_rejected`: the gate asks whether a row was rejected before with these values.
 * - `quarantine_by_age`: the queue, newest first.
 */
export class Quarantine1795419462111 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE quarantine (
        id uuid NOT NULL DEFAULT gen_random_uuid() PRIMARY KEY,
        resource text NOT NULL,
        source text NOT NULL,
        run_id uuid NOT NULL,
        record_key jsonb NOT NULL,
        record jsonb NOT NULL,
        findings jsonb NOT NULL,
        state text NOT NULL DEFAULT 'waiting',
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        decided_at timestamptz,
        decided_by text,
        reason text,
        CONSTRAINT quarantine_state CHECK (state IN ('waiting', 'released', 'corrected', 'rejected', 'superseded')),
        CONSTRAINT quarantine_decided CHECK ((state = 'waiting') = (decided_at IS NULL))
      )`);
    await runner.query(
      `CREATE UNIQUE INDEX quarantine_waiting ON quarantine (resource, source, record_key) WHERE state = 'waiting'`,
    );
    await runner.query(
      `CREATE INDEX quarantine_rejected ON quarantine (resource, source, record_key) WHERE state = 'rejected'`,
    );
    await runner.query('CREATE INDEX quarantine_by_age ON quarantine (state, created_at, id)');
    await runner.query(`
      ALTER TABLE source_unit ADD quarantined bigint NOT NULL DEFAULT 0, ADD warned bigint NOT NULL DEFAULT 0,
        ADD warnings jsonb`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE source_unit DROP quarantined, DROP warned, DROP warnings');
    await runner.query('DROP TABLE quarantine');
  }
}
