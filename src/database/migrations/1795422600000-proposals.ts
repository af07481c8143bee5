import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Writes to governed data sets that wait for approval, and those that were decided (ADR 49).
 *
 * - `record_key`, `before`, `base_version`: the record that a proposal was made against, as it was then; the last two are
 *   null where there was none. `record`: what it will be; null where it is to be deleted.
 * - `record_id`: identifier of the record, given already where it is still to be created.
 * - `proposal_pending`: one waiting proposal a record at most; a later one takes its place.
 * - `proposal_queue`, `proposal_of_resource`, `proposal_of_maker`: the queue, newest first, as it is filtered.
 * - `proposal_of_import`: what came with one import, in the order of its rows.
 */
export class Proposals1795422600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE proposal (
        id uuid NOT NULL PRIMARY KEY,
        resource text NOT NULL,
        record_key jsonb NOT NULL,
        record_id uuid NOT NULL,
        action text NOT NULL CONSTRAINT proposal_action
          CHECK (action IN ('create', 'replace', 'delete', 'move', 'restore')),
        record jsonb,
        before jsonb,
        base_version text,
        status text NOT NULL DEFAULT 'pending' CONSTRAINT proposal_status
          CHECK (status IN ('pending', 'approved', 'rejected', 'withdrawn', 'superseded')),
        maker text NOT NULL,
        made_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        request_id text,
        import_id text,
        decided_by text,
        decided_at timestamptz,
        reason text,
        CONSTRAINT proposal_record CHECK ((action = 'delete') = (record IS NULL)),
        CONSTRAINT proposal_base CHECK ((before IS NULL) = (base_version IS NULL)),
        CONSTRAINT proposal_decided CHECK (
          (status = 'pending') = (decided_by IS NULL) AND (status = 'pending') = (decided_at IS NULL))
      )`);
    await runner.query(
      `CREATE UNIQUE INDEX proposal_pending ON proposal (resource, record_key) WHERE status = 'pending'`,
    );
    await runner.query(`CREATE INDEX proposal_queue ON proposal (status, id)`);
    await runner.query(`CREATE INDEX proposal_of_resource ON proposal (resource, status, id)`);
    await runner.query(`CREATE INDEX proposal_of_maker ON proposal (maker, status, id)`);
    await runner.query(
      `CREATE INDEX proposal_of_import ON proposal (import_id, status, id) WHERE import_id IS NOT NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE proposal`);
  }
}
