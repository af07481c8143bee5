import type { MigrationInterface, QueryRunner } from 'typeorm';
import { checkQuotesAnew } from './recomputations.js';

/**
 * An average price of 0, as exchanges publish it for a day without trades, is no price that a day on UPCOM starts from:
 * kept days of the breadth are counted again, and quotes of securities with such an average are put down to be checked.
 */
export class AveragesOfDaysWithoutTrades1795784129125 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await checkQuotesAnew(runner, 'SELECT ticker FROM daily_statistic WHERE average_price = 0');
    await runner.query('DELETE FROM market_breadth');
  }

  /** Another version checks by its own rules whatever is written. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM market_breadth');
  }
}
