import type { MigrationInterface, QueryRunner } from 'typeorm';

const OF_200 =
  '10,BK10,IN10,SC10,60,BK60,IN60,SC60,61,BK61,IN61,SC61,400,BK400,IN400,SC400,429,BK429,IN429,SC429,02,23,50,110,320,338,339';
const OF_BOTH = `${OF_200},24,321,340`;

const indicesOf = (codes: string) => [
  `CREATE INDEX statement_item_counted ON statement_item (ticker, published_at)
   INCLUDE (item_code, statement, period, fiscal_year, fiscal_quarter, consolidation, audit, period_end_date, value, company_type, unit)
   WHERE item_code = ANY ('{${codes}}'::text[])`,
  `CREATE INDEX statement_item_publication ON statement_item (published_at, ticker) WHERE item_code = ANY ('{${codes}}'::text[])`,
];

/** The figures that shares are valued by, under the codes of Circular 99/2025 too. */
export class FiguresByCircular991795436900001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX statement_item_publication, statement_item_counted');
    for (const index of indicesOf(OF_BOTH)) await runner.query(index);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX statement_item_publication, statement_item_counted');
    for (const index of indicesOf(OF_200)) await runner.query(index);
  }
}
