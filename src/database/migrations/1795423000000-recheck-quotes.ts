import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Quotes at weekends that the calendar does not have are flagged as well: every quote is put down to be checked once
 * more, which goes on in the background.
 */
export class RecheckQuotes1795423000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      INSERT INTO quote_check (ticker, first, last)
      SELECT DISTINCT ticker, '0001-01-01'::date, '9999-12-31'::date FROM quote
      ON CONFLICT (ticker) DO UPDATE SET first = excluded.first, last = excluded.last`);
  }

  /** Another version checks by its own rules whatever is written. */
  async down(): Promise<void> {}
}
