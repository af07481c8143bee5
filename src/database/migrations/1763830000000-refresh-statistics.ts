import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Only who owns a table may have its statistics taken, and the service's connections own none: after a load they
 * ask this function, which runs as the owner. What it names is looked up where the owner's own things are first.
 */
export class RefreshStatistics1763830000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION refresh_statistics() RETURNS void LANGUAGE plpgsql SECURITY DEFINER
      SET search_path = pg_catalog, public, pg_temp AS $$
      BEGIN ANALYZE; END $$`);
    await runner.query(`REVOKE EXECUTE ON FUNCTION refresh_statistics() FROM PUBLIC`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP FUNCTION refresh_statistics()`);
  }
}
