import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Control columns that every record table carries. */
const CONTROL_COLUMNS = `id uuid NOT NULL DEFAULT gen_random_uuid(),
        revision integer NOT NULL DEFAULT 1,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        maker text NOT NULL`;

const TO_2015 = 'T+3: Decision 28/QD-VSD of 13 March 2015 and the rules before it';
const FROM_2016 =
  'T+2: Decision 211/QD-VSD of 18 December 2015; 109/QD-VSD of 2022 changed the hour, not the day';

/**
 * Forecasts of figures of companies, and after how many sessions trades of a market settle. The key of an estimate is the
 * order in which the newest of a fiscal year are looked up.
 */
export class EstimatesAndSettlementCycles1795420414013 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE settlement_cycle (
        country text COLLATE "C" NOT NULL,
        valid_from date NOT NULL,
        sessions integer NOT NULL,
        source text,
        ${CONTROL_COLUMNS},
        CONSTRAINT settlement_cycle_pkey PRIMARY KEY (country, valid_from),
        CONSTRAINT settlement_cycle_country CHECK (country ~ '^[A-Z]{2}$'),
        CONSTRAINT settlement_cycle_sessions CHECK (sessions BETWEEN 1 AND 10),
        CONSTRAINT settlement_cycle_valid_from CHECK (isfinite(valid_from))
      )`);
    await runner.query(`CREATE INDEX settlement_cycle_id ON settlement_cycle (id)`);
    await runner.query(`
      INSERT INTO settlement_cycle (country, valid_from, sessions, source, maker) VALUES
        ('VN', '2000-07-28', 3, '${TO_2015}', 'shipped'), ('VN', '2016-01-01', 2, '${FROM_2016}', 'shipped')`);

    await runner.query(`
      CREATE TABLE estimate (
        ticker text COLLATE "C" NOT NULL,
        fiscal_year integer NOT NULL,
        item text COLLATE "C" NOT NULL,
        source text COLLATE "C" NOT NULL,
        published_at timestamptz NOT NULL,
        value double precision NOT NULL,
        unit text NOT NULL DEFAULT 'VND',
        ${CONTROL_COLUMNS},
        CONSTRAINT estimate_pkey PRIMARY KEY (ticker, fiscal_year, item, source, published_at),
        CONSTRAINT estimate_ticker CHECK (length(ticker) BETWEEN 3 AND 100 AND ticker !~ '[^A-Z0-9]'),
        CONSTRAINT estimate_year CHECK (fiscal_year BETWEEN 1900 AND 9999),
        CONSTRAINT estimate_item CHECK (item IN ('eps', 'net_profit', 'revenue', 'ebitda', 'bvps', 'dividend')),
        CONSTRAINT estimate_source CHECK (source <> ''),
        CONSTRAINT estimate_value CHECK (value > '-Infinity' AND value < 'Infinity'),
        CONSTRAINT estimate_published_at CHECK (isfinite(published_at))
      )`);
    await runner.query(`CREATE INDEX estimate_id ON estimate (id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['estimate', 'settlement_cycle']) await runner.query(`DROP TABLE ${table}`);
  }
}
