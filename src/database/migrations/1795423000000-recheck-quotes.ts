import type { MigrationInterface, QueryRunner } from 'typeorm';
import { checkQuotesAnew } from './recomputations.js';

/**
 * Quotes at weekends that the calendar does not have are flagged as well: every quote is put down to be checked once
 * more, which goes on in the background.
 */
export class RecheckQuotes1795423000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await checkQuotesAnew(runner, 'SELECT ticker FROM quote');
  }

  /** Another version checks by its own rules whatever is written. */
  async down(): Promise<void> {}
}
