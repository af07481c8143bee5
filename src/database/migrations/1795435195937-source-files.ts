import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Files that sources have read, by their names as they were then. `source_file_content`: whether a content was read
 * under another name.
 */
export class SourceFiles1795435195937 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE source_file (
        source text NOT NULL,
        name text NOT NULL,
        size bigint NOT NULL,
        modified_at timestamptz NOT NULL,
        sha256 text NOT NULL,
        run_id uuid NOT NULL,
        read_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        PRIMARY KEY (source, name)
      )`);
    await runner.query('CREATE INDEX source_file_content ON source_file (source, sha256)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE source_file');
  }
}
