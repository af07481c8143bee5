import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Control columns that every record table carries. */
const CONTROL_COLUMNS = `id uuid NOT NULL DEFAULT gen_random_uuid(),
        revision integer NOT NULL DEFAULT 1,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        maker text NOT NULL`;

/** Filings, figures of financial statements in all their versions, and the forms that name their lines. */
export class Fundamental1763720000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE filing (
        filing_id text COLLATE "C" NOT NULL,
        ticker text COLLATE "C" NOT NULL,
        filing_date date NOT NULL,
        accepted_date timestamptz,
        period_end_date date,
        report_type text,
        sec_unique_id text,
        filing_url text,
        report_url text,
        instance_url text,
        ${CONTROL_COLUMNS},
        CONSTRAINT filing_pkey PRIMARY KEY (filing_id),
        CONSTRAINT filing_ticker CHECK (ticker ~ '^[A-Z0-9]{3,100}$')
      )`);
    await runner.query(`CREATE INDEX filing_id ON filing (id)`);
    await runner.query(`CREATE INDEX filing_by_date ON filing (filing_date DESC, filing_id)`);
    await runner.query(`CREATE INDEX filing_by_ticker ON filing (ticker, filing_date DESC, filing_id)`);

    await runner.query(`
      CREATE TABLE statement_item (
        ticker text COLLATE "C" NOT NULL,
        statement text COLLATE "C" NOT NULL,
        period text COLLATE "C" NOT NULL,
        fiscal_year integer NOT NULL,
        fiscal_quarter integer NOT NULL,
        consolidation text COLLATE "C" NOT NULL,
        audit text COLLATE "C" NOT NULL,
        item_code text COLLATE "C" NOT NULL,
        published_at timestamptz NOT NULL,
        period_end_date date NOT NULL,
        value double precision NOT NULL,
        unit text NOT NULL DEFAULT 'VND',
        company_type text NOT NULL DEFAULT 'ordinary',
        filing_id text,
        item_name text,
        ${CONTROL_COLUMNS},
        CONSTRAINT statement_item_pkey PRIMARY KEY (ticker, statement, period, fiscal_year, fiscal_quarter,
          consolidation, audit, item_code, published_at),
        CONSTRAINT statement_item_ticker CHECK (ticker ~ '^[A-Z0-9]{3,100}$'),
        CONSTRAINT statement_item_statement CHECK (statement IN ('balance_sheet', 'income_statement', 'cash_flow_direct', 'cash_flow_indirect')),
        CONSTRAINT statement_item_period CHECK (period IN ('quarter', 'year', 'cumulative') AND (period = 'year') = (fiscal_quarter = 0) AND fiscal_quarter BETWEEN 0 AND 4),
        CONSTRAINT statement_item_consolidation CHECK (consolidation IN ('single', 'consolidated', 'parent')),
        CONSTRAINT statement_item_audit CHECK (audit IN ('audited', 'reviewed', 'unreviewed')),
        CONSTRAINT statement_item_company_type CHECK (company_type IN ('ordinary', 'bank', 'insurance', 'securities')),
        CONSTRAINT statement_item_value CHECK (value > '-Infinity' AND value < 'Infinity')
      )`);
    await runner.query(`CREATE INDEX statement_item_id ON statement_item (id)`);
    // Per-share figures of a day read a dozen lines of some forty periods out of a company's whole history.
    await runner.query(
      `CREATE INDEX statement_item_by_code ON statement_item (ticker, item_code, period_end_date DESC)`,
    );

    // Valuation of the whole market asks when companies published one of the lines that it is made of.
    await runner.query(`
      CREATE INDEX statement_item_counted ON statement_item (ticker, published_at)
      WHERE item_code = ANY ('{10,BK10,IN10,SC10,60,BK60,IN60,SC60,61,BK61,IN61,SC61,400,BK400,IN400,SC400,429,BK429,IN429,SC429,02,23,50,110,320,338,339}'::text[])`);

    await runner.query(`
      CREATE TABLE statement_template (
        company_type text COLLATE "C" NOT NULL,
        statement text COLLATE "C" NOT NULL,
        item_code text COLLATE "C" NOT NULL,
        valid_from date NOT NULL,
        parent_code text,
        name text NOT NULL,
        name_en text,
        item_order integer NOT NULL,
        ${CONTROL_COLUMNS},
        CONSTRAINT statement_template_pkey PRIMARY KEY (company_type, statement, item_code, valid_from),
        CONSTRAINT statement_template_order CHECK (item_order >= 0)
      )`);
    await runner.query(`CREATE INDEX statement_template_id ON statement_template (id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['statement_template', 'statement_item', 'filing']) {
      await runner.query(`DROP TABLE ${table}`);
    }
    await runner.query(`DELETE FROM shipped_data WHERE name LIKE 'statement_template %'`);
  }
}
