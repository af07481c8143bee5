import type { MigrationInterface, QueryRunner } from 'typeorm';
import { checkQuotesAnew } from './recomputations.js';

/** Levels of indices and prices of derivatives have no ticks of stocks: their quotes are queued for a check. */
export class TicksOfRuledKinds1795795500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await checkQuotesAnew(
      runner,
      "SELECT ticker FROM security WHERE security_type IN ('index', 'derivative')",
    );
  }

  /** Another version checks by its own rules whatever is written. */
  async down(): Promise<void> {}
}
