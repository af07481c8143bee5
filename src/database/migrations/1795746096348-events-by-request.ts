import type { MigrationInterface, QueryRunner } from 'typeorm';

/** `audit_event_by_request`: what one request wrote is read without a walk through the log; the order is that of its list. */
export class EventsByRequest1795746096348 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE INDEX audit_event_by_request ON audit_event (request_id, id) WHERE request_id IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX audit_event_by_request');
  }
}
