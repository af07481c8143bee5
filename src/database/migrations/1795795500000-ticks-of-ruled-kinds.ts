import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Levels of indices and prices of derivatives have no ticks of stocks: their quotes are queued for a check. */
export class TicksOfRuledKinds1795795500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      INSERT INTO quote_check (ticker, first, last)
      SELECT s.ticker, '0001-01-01'::date, '9999-12-31'::date FROM security s
      WHERE s.security_type IN ('index', 'derivative')
      ON CONFLICT (ticker) DO UPDATE SET first = excluded.first, last = excluded.last`);
  }

  /** Another version checks by its own rules whatever is written. */
  async down(): Promise<void> {}
}
