import type { MigrationInterface, QueryRunner } from 'typeorm';
import { checkQuotesAnew } from './recomputations.js';

/** Rights that do not cost less than the close change no reference: stored days and the flags of such stocks are computed again. */
export class RightsThatNobodyExercises1795864696471 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await checkQuotesAnew(runner, 'SELECT ticker FROM corporate_action WHERE rights_ratio IS NOT NULL');
    await runner.query('DELETE FROM market_breadth');
  }

  async down(runner: QueryRunner): Promise<void> {
    await checkQuotesAnew(runner, 'SELECT ticker FROM corporate_action WHERE rights_ratio IS NOT NULL');
    await runner.query('DELETE FROM market_breadth');
  }
}
