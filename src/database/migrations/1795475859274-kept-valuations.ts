import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Events that writers may have drawn and not committed while this migration ran. */
const IN_FLIGHT = 10_000;

/**
 * What valuations of the whole market are made of is stored, and kept by who follows the audit log (ADR 89).
 *
 * - `company_figure`: what was known of a company at the end of each day on which it published, VND.
 * - `valued_day`: days whose figures are kept, or are being computed by whoever has the claim; `code` is an index, or empty for
 *   the medians of the market. A day without a row here has no figures, whatever the tables below hold.
 * - `market_median`: medians of the multiples of all stocks, and with an `industry` of those of a group.
 * - `index_multiple`: multiples of all members of an index together.
 * - `company_check`: companies whose figures from a day on are still to be computed. `valuation_progress`: the place in the
 *   audit log up to which everything was followed or stands in `company_check`.
 *
 * Whatever is stored already is put down to be computed.
 */
export class KeptValuations1795475859274 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE company_figure (
        ticker text COLLATE "C" NOT NULL,
        day date NOT NULL,
        flow_end date,
        net_profit double precision,
        revenue double precision,
        ebitda double precision,
        balance_end date,
        equity double precision,
        minority double precision,
        debt double precision,
        cash double precision,
        PRIMARY KEY (ticker, day)
      )`);
    await runner.query(`
      CREATE TABLE valued_day (
        code text COLLATE "C" NOT NULL,
        date date NOT NULL,
        claim uuid NOT NULL,
        is_kept boolean NOT NULL DEFAULT false,
        PRIMARY KEY (code, date)
      )`);
    await runner.query(`CREATE INDEX valued_day_date ON valued_day (date)`);
    await runner.query(`
      CREATE TABLE market_median (
        industry text COLLATE "C" NOT NULL,
        date date NOT NULL,
        pe double precision,
        pb double precision,
        ps double precision,
        PRIMARY KEY (industry, date)
      )`);
    await runner.query(`CREATE INDEX market_median_date ON market_median (date)`);
    await runner.query(`
      CREATE TABLE index_multiple (
        code text COLLATE "C" NOT NULL,
        date date NOT NULL,
        pe double precision,
        pb double precision,
        ps double precision,
        ev_ebitda double precision,
        earnings_yield double precision,
        book_yield double precision,
        dividend_yield_ratio double precision,
        PRIMARY KEY (code, date)
      )`);
    await runner.query(`
      CREATE TABLE company_check (ticker text COLLATE "C" NOT NULL PRIMARY KEY, first date NOT NULL)`);
    await runner.query(`
      CREATE TABLE valuation_progress (
        only_one boolean NOT NULL PRIMARY KEY DEFAULT true CHECK (only_one),
        position bigint NOT NULL,
        publication text NOT NULL
      )`);
    await runner.query(`
      INSERT INTO valuation_progress (position, publication)
      SELECT greatest(coalesce(max(id), 0) - ${IN_FLIGHT}, 0), 'all' FROM audit_event`);
    await runner.query(`
      INSERT INTO company_check (ticker, first) SELECT DISTINCT ticker, '0001-01-01'::date FROM statement_item`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE valuation_progress, company_check, index_multiple, market_median, valued_day, company_figure`);
  }
}
