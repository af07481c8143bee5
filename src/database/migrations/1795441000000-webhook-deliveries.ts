import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The newest deliveries to each webhook: what was sent, how the last attempt ended, so that one can be sent again.
 *
 * - `events`: ids of the audit events that were sent; their text is made of the audit log again.
 * - `first_event`: the key beside the webhook. An attempt that is repeated has the same first event, whatever was written
 *   meanwhile. Lists read it backwards, and what is older than the newest thousand is found by it.
 */
export class WebhookDeliveries1795441000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE webhook_delivery (
        id uuid NOT NULL DEFAULT gen_random_uuid() PRIMARY KEY,
        webhook_id uuid NOT NULL,
        first_event bigint NOT NULL,
        events bigint[] NOT NULL,
        state text NOT NULL,
        attempts integer NOT NULL DEFAULT 1,
        error text,
        first_attempt_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        last_attempt_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT webhook_delivery_state CHECK (state IN ('delivered', 'failed'))
      )`);
    await runner.query(
      'CREATE UNIQUE INDEX webhook_delivery_by_event ON webhook_delivery (webhook_id, first_event)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE webhook_delivery');
  }
}
