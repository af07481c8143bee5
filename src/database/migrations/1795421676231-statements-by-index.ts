import type { MigrationInterface, QueryRunner } from 'typeorm';

const COUNTED = `item_code = ANY ('{10,BK10,IN10,SC10,60,BK60,IN60,SC60,61,BK61,IN61,SC61,400,BK400,IN400,SC400,429,BK429,IN429,SC429,02,23,50,110,320,338,339}'::text[])`;

/**
 * Figures that shares are valued by are read from the index alone: those of a company lie all over the table, and a valuation
 * beside the market's reads those of every company. Who published within some days is found by the moment.
 */
export class StatementsByIndex1795421676231 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX statement_item_counted');
    await runner.query(`
      CREATE INDEX statement_item_counted ON statement_item (ticker, published_at)
      INCLUDE (item_code, statement, period, fiscal_year, fiscal_quarter, consolidation, audit, period_end_date, value, company_type, unit)
      WHERE ${COUNTED}`);
    await runner.query(
      `CREATE INDEX statement_item_publication ON statement_item (published_at, ticker) WHERE ${COUNTED}`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX statement_item_publication, statement_item_counted');
    await runner.query(
      `CREATE INDEX statement_item_counted ON statement_item (ticker, published_at) WHERE ${COUNTED}`,
    );
  }
}
