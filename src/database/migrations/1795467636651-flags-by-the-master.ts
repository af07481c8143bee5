import type { MigrationInterface, QueryRunner } from 'typeorm';
import { checkQuotesAnew } from './recomputations.js';

/** Bits of `quote.flags` by flag. */
const FLAGS = { volume_above_shares: 64, outside_listing: 128, before_market: 256 };
const ALL = Object.values(FLAGS).reduce((sum, bit) => sum | bit, 0);

/**
 * Flags of quotes that depend on the master are stored as the others are, each with an index, so that no list of flagged
 * quotes scans the market. Every quote is put down to be checked, which goes on in the background.
 */
export class FlagsByTheMaster1795467636651 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [flag, bit] of Object.entries(FLAGS)) {
      await runner.query(`
        CREATE INDEX quote_flag_${flag} ON quote (approval, date DESC, ticker) WHERE flags & ${bit} <> 0`);
    }
    await checkQuotesAnew(runner, 'SELECT ticker FROM quote');
  }

  async down(runner: QueryRunner): Promise<void> {
    const isFlagged = Object.values(FLAGS).map((bit) => `flags & ${bit} <> 0`);
    await runner.query(`UPDATE quote SET flags = flags & ~${ALL} WHERE ${isFlagged.join(' OR ')}`);
    const indexes = Object.keys(FLAGS).map((flag) => `quote_flag_${flag}`);
    await runner.query(`DROP INDEX ${indexes.join(', ')}`);
  }
}
