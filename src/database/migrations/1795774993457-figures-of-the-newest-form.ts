import type { MigrationInterface, QueryRunner } from 'typeorm';
import { computeValuationsAnew } from './recomputations.js';

/**
 * A period that was restated on the form of another kind of company has its newest figures; before, those of both forms
 * competed. A share count of 0 gives no multiples. What was known of companies, and kept valuations, are computed again.
 */
export class FiguresOfTheNewestForm1795774993457 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await computeValuationsAnew(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await computeValuationsAnew(runner);
  }
}
