import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What sources answered, kept for a while so that a run can be replayed without asking again.
 *
 * - `source_payload`: a page of a unit of work; `bytes` as received, `stored_bytes` as kept (gzip).
 * - `source_payload_part`: its content, cut, as no value should have to be in memory whole. It is compressed already.
 * - `source_payload_by_age`: the oldest ones beyond the bound of bytes, without reading rows.
 * - `source_run.replay_of`: the run whose payloads a run reads.
 */
export class Payloads1795434712309 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE source_payload (
        run_id uuid NOT NULL,
        unit integer NOT NULL,
        page integer NOT NULL,
        sha256 text NOT NULL,
        bytes bigint NOT NULL,
        stored_bytes bigint NOT NULL,
        received_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        PRIMARY KEY (run_id, unit, page)
      )`);
    await runner.query('CREATE INDEX source_payload_by_age ON source_payload (received_at, stored_bytes)');
    await runner.query(`
      CREATE TABLE source_payload_part (
        run_id uuid NOT NULL,
        unit integer NOT NULL,
        page integer NOT NULL,
        part integer NOT NULL,
        content bytea NOT NULL,
        PRIMARY KEY (run_id, unit, page, part)
      )`);
    // As a column's own clause PostgreSQL 16 is the first to know it.
    await runner.query('ALTER TABLE source_payload_part ALTER content SET STORAGE EXTERNAL');
    await runner.query('ALTER TABLE source_run ADD replay_of uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE source_run DROP replay_of');
    await runner.query('DROP TABLE source_payload_part');
    await runner.query('DROP TABLE source_payload');
  }
}
