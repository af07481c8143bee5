import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Receivers of events, with what was delivered to each. Events themselves need no table: they are the audit log.
 *
 * - `position`: id of the last audit event that was delivered or is none of the receiver's; what matches after it is
 *   still to be delivered.
 * - `lease_owner`, `lease_until`: the process that delivers now; one at a time, so that deliveries keep their order.
 * - `secret` signs: it must be known again, so it cannot be a digest.
 *
 * The order of events is that of `audit_event.id`, whose sequence therefore must not be cached by sessions: an id is
 * drawn while its record is locked, so the events of one record are numbered as they happened.
 */
export class Webhooks1763850000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE webhook (
        id uuid NOT NULL DEFAULT gen_random_uuid() PRIMARY KEY,
        url text NOT NULL,
        description text,
        types text[],
        resources text[],
        tickers text[],
        active boolean NOT NULL DEFAULT true,
        secret text NOT NULL,
        maker text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        position bigint NOT NULL,
        failures integer NOT NULL DEFAULT 0,
        last_success_at timestamptz,
        last_error text,
        last_error_at timestamptz,
        next_attempt_at timestamptz,
        lease_owner uuid,
        lease_until timestamptz,
        CONSTRAINT webhook_url CHECK (url ~ '^https?://'),
        CONSTRAINT webhook_lease CHECK ((lease_owner IS NULL) = (lease_until IS NULL))
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE webhook`);
  }
}
