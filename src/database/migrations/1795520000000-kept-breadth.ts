import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The breadth of the market is counted once a day of it (ADR 61).
 *
 * - `market_breadth`: a row a day that was asked for. `counts` are those of the whole market, under the empty name, and of each
 *   exchange; null while who holds the `claim` computes them.
 * - `quote_check_progress.breadth_position`: the place in the audit log up to which days were forgotten whose quotes changed.
 *   Where it is another than `position`, a process of an earlier version has moved that one: then no day counts.
 */
export class KeptBreadth1795520000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE market_breadth (
        date date NOT NULL PRIMARY KEY,
        claim uuid NOT NULL,
        claimed_at timestamptz NOT NULL DEFAULT now(),
        counts jsonb
      )`);
    await runner.query('ALTER TABLE quote_check_progress ADD breadth_position bigint');
    await runner.query('UPDATE quote_check_progress SET breadth_position = position');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE quote_check_progress DROP COLUMN breadth_position');
    await runner.query('DROP TABLE market_breadth');
  }
}
