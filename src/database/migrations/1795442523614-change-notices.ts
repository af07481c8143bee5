import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * `tell_change`: tells listeners of a write, as part of the statement that adds its event to the log; `event` is that event. A
 * function, as a cluster takes no other one in its place than a function that it is told not to look into.
 */
export class ChangeNotices1795442523614 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION tell_change(payload text, event bigint) RETURNS void LANGUAGE sql AS
        $$ SELECT pg_notify('mds_change', payload) $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION tell_change(text, bigint)');
  }
}
