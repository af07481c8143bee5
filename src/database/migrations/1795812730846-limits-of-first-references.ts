import type { MigrationInterface, QueryRunner } from 'typeorm';
import { checkQuotesAnew } from './recomputations.js';

/**
 * Limits computed from a stored reference are a tick away from it although there is no price before it: quotes of
 * securities with such a day are queued for a check, and kept days of the breadth are counted again.
 */
export class LimitsOfFirstReferences1795812730846 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await checkQuotesAnew(
      runner,
      `SELECT s.ticker FROM daily_statistic s
       JOIN (SELECT ticker, min(date) AS first FROM quote GROUP BY ticker) q ON q.ticker = s.ticker AND s.date <= q.first
       WHERE s.reference IS NOT NULL
       UNION SELECT ticker FROM quote WHERE close = 0`,
    );
    await runner.query('DELETE FROM market_breadth');
  }

  /** Another version checks by its own rules whatever is written. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM market_breadth');
  }
}
