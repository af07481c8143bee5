import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The last import of each data set is read by each scrape of the metrics: one step down an index a data set. */
export class FinishedImports1795418709141 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX audit_event_import_finished ON audit_event (resource, id) WHERE action = 'import_finished'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX audit_event_import_finished`);
  }
}
