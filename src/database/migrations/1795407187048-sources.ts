import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Sources that data is fetched from, their runs, and the ledger of each run's units of work.
 *
 * - A run keeps the declaration that it follows, so that a change of the source meanwhile changes nothing half-way.
 * - `lease_owner`, `lease_until`: the process that works on a run; one at a time, so that the rate of requests of a
 *   source is bounded whatever the number of instances. A killed one loses it by time.
 * - `source_run_open` holds the few runs that are to be done, `source_run_of_source` the history of a source.
 */
export class Sources1795407187048 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE source (
        name text NOT NULL PRIMARY KEY,
        declaration jsonb NOT NULL,
        active boolean NOT NULL DEFAULT true,
        maker text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        next_run_at timestamptz,
        CONSTRAINT source_name CHECK (name ~ '^[a-z][a-z0-9-]{1,62}$')
      )`);
    await runner.query(`
      CREATE TABLE source_run (
        id uuid NOT NULL PRIMARY KEY,
        source text NOT NULL,
        declaration jsonb NOT NULL,
        state text NOT NULL DEFAULT 'queued',
        from_date date NOT NULL,
        to_date date NOT NULL,
        requested_by text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        started_at timestamptz,
        ended_at timestamptz,
        lease_owner uuid,
        lease_until timestamptz,
        CONSTRAINT source_run_state CHECK (state IN ('queued', 'running', 'done', 'failed', 'cancelled')),
        CONSTRAINT source_run_range CHECK (from_date <= to_date),
        CONSTRAINT source_run_lease CHECK ((lease_owner IS NULL) = (lease_until IS NULL))
      )`);
    await runner.query('CREATE INDEX source_run_of_source ON source_run (source, created_at)');
    await runner.query(
      "CREATE INDEX source_run_open ON source_run (created_at) WHERE state IN ('queued', 'running')",
    );
    await runner.query(`
      CREATE TABLE source_unit (
        run_id uuid NOT NULL,
        number integer NOT NULL,
        "values" jsonb NOT NULL,
        state text NOT NULL DEFAULT 'waiting',
        attempts integer NOT NULL DEFAULT 0,
        next_attempt_at timestamptz,
        ended_at timestamptz,
        requests integer NOT NULL DEFAULT 0,
        bytes bigint NOT NULL DEFAULT 0,
        sha256 text,
        read bigint NOT NULL DEFAULT 0,
        created bigint NOT NULL DEFAULT 0,
        updated bigint NOT NULL DEFAULT 0,
        unchanged bigint NOT NULL DEFAULT 0,
        ignored bigint NOT NULL DEFAULT 0,
        rejected bigint NOT NULL DEFAULT 0,
        failure text,
        detail text,
        rejects jsonb,
        PRIMARY KEY (run_id, number),
        CONSTRAINT source_unit_state CHECK (state IN ('waiting', 'done', 'failed'))
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE source_unit');
    await runner.query('DROP TABLE source_run');
    await runner.query('DROP TABLE source');
  }
}
