import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Bits of `quote.flags`, in the order of the flags. */
const FLAGS = ['outside_limits', 'off_tick', 'price_jump', 'change_without_volume', 'non_trading_day'];

/** Events that writers may have drawn and not committed while this migration ran. */
const IN_FLIGHT = 10_000;

/**
 * Flags are stored with their quote, gaps beside them, and both are kept by who follows the audit log (ADR 47).
 *
 * - `quote.flags`: a bit a flag. One partial index a flag holds the few quotes that have it, in the order of the
 *   approval queue; a quote without flags is in none of them.
 * - `quote_written`: the queue by maker, of quotes that no import brought (bit 32 of `flags` says that one did, as an
 *   index of these too would cost an import a third of its speed). `quote_rejected`: the few that were rejected.
 * - `quote_ticker`: how many quotes of a ticker wait for approval, and between which days.
 * - `quote_check`: what is still to be checked, one range of days a ticker. `quote_check_progress`: one row at most, the
 *   place in the audit log up to which everything was checked or stands in `quote_check`.
 * - `quote_gap`: open days of the market without a quote between two quotes of a ticker, by the later of the two.
 * - `audit_event_by_action`: events of an action that has few. Most are creations, which are in the log's own order
 *   wherever one looks.
 *
 * Whatever is stored already is put down to be checked.
 */
export class QuoteChecks1795411058000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE quote ADD flags smallint NOT NULL DEFAULT 0`);
    for (const [place, flag] of FLAGS.entries()) {
      await runner.query(`
        CREATE INDEX quote_flag_${flag} ON quote (approval, date DESC, ticker) WHERE flags & ${1 << place} <> 0`);
    }
    await runner.query(`
      CREATE INDEX quote_written ON quote (approval, maker, date DESC, ticker) WHERE flags & 32 = 0`);
    await runner.query(`CREATE INDEX quote_rejected ON quote (date DESC, ticker) WHERE approval = 2`);
    await runner.query(`
      CREATE TABLE quote_ticker (
        ticker text COLLATE "C" NOT NULL PRIMARY KEY,
        pending integer NOT NULL,
        first_pending date,
        last_pending date
      )`);
    await runner.query(`
      CREATE TABLE quote_check (
        ticker text COLLATE "C" NOT NULL PRIMARY KEY,
        first date NOT NULL,
        last date NOT NULL
      )`);
    await runner.query(`
      CREATE TABLE quote_check_progress (
        only_one boolean NOT NULL PRIMARY KEY DEFAULT true CHECK (only_one),
        position bigint NOT NULL,
        publication text NOT NULL
      )`);
    await runner.query(`
      CREATE TABLE quote_gap (
        ticker text COLLATE "C" NOT NULL,
        until date NOT NULL,
        first date NOT NULL,
        last date NOT NULL,
        days integer NOT NULL,
        PRIMARY KEY (ticker, until)
      )`);
    await runner.query(`
      INSERT INTO quote_check_progress (position, publication)
      SELECT greatest(max(id) - ${IN_FLIGHT}, 0), 'all' FROM audit_event HAVING max(id) IS NOT NULL`);
    await runner.query(`
      INSERT INTO quote_check (ticker, first, last) SELECT DISTINCT ticker, '0001-01-01'::date, '9999-12-31'::date FROM quote`);
    await runner.query(
      `CREATE INDEX audit_event_by_action ON audit_event (action, id) WHERE action <> 'created'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX audit_event_by_action`);
    await runner.query(`DROP TABLE quote_gap, quote_check_progress, quote_check, quote_ticker`);
    await runner.query(
      `DROP INDEX quote_rejected, quote_written, ${FLAGS.map((flag) => `quote_flag_${flag}`).join(', ')}`,
    );
    await runner.query(`ALTER TABLE quote DROP COLUMN flags`);
  }
}
