import type { MigrationInterface, QueryRunner } from 'typeorm';
import { computeValuationsAnew } from './recomputations.js';

/**
 * EBITDA of four quarters has the interest of those that state it; before, one quarter without the line left out that
 * of the others. The dividend yield of an index has its members without statements. What was known of companies, and
 * kept valuations, are computed again.
 */
export class InterestOfTwelveMonths1795762516308 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await computeValuationsAnew(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await computeValuationsAnew(runner);
  }
}
