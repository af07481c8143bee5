import type { MigrationInterface, QueryRunner } from 'typeorm';
import { computeValuationsAnew } from './recomputations.js';

/**
 * Of the balances of a year and its last quarter that were published at one instant, the audited ones count; before, the
 * choice was left to the plan. Sums of indices are in the order of the tickers. What was known of companies, and kept
 * valuations, are computed again.
 */
export class BalancesOfOneInstant1795798677740 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await computeValuationsAnew(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await computeValuationsAnew(runner);
  }
}
