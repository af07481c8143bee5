import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { isNotComputable, unlessAway } from '../../database/connection/database-errors.js';
import { Database } from '../../database/database.js';
import type { Statement } from '../../database/statement.js';
import { isStock } from '../../market/market-day.sql.js';
import type { Published } from '../../market/published.sql.js';
import { countsOfDays, isStored } from './breadth.sql.js';

/** A process that has not stored a day this long after claiming it no longer will. */
const LONGEST_CLAIM = '1 minute';

/**
 * Stored breadth of days: of the market, of each exchange and of each index. A request for a day that is not stored has
 * it counted; the follower of the audit log drops a day when something that it follows from changes.
 */
@Injectable()
export class BreadthRepository {
  constructor(private readonly database: Database) {}

  /**
   * Counts and stores the days of a SELECT of `date` that are not stored. Without a primary none is, nor if a security
   * has values that are too large to count with: scopes without it are then counted for each request.
   */
  async keep({ text, values }: Statement, published: Published): Promise<void> {
    const rows = await this.database.read<{ date: string }>({
      text: `WITH page AS MATERIALIZED (${text}) SELECT date::text AS date FROM page WHERE NOT ${isStored('page.date')}`,
      values,
    });
    if (rows.length === 0) return;
    const days = rows.map(({ date }) => date);
    await this.count(days, published).catch((error: unknown) => {
      if (!isNotComputable(error)) unlessAway(error);
    });
  }

  /**
   * Claims the days before counting them. An event that touches one of them removes the claim with the day, and counts
   * are stored only under a claim: so the data that they follow from have not changed.
   */
  private async count(days: readonly string[], published: Published): Promise<void> {
    const claim = randomUUID();
    const claimedDays = await this.withFollower<{ date: string }>({ text: CLAIM, values: [days, claim] });
    if (claimedDays.length === 0) return;
    const dayCounts = await this.database.query<{ date: string; counts: string }>({
      text: countsOfDays(isStock('q', 's'), published),
      values: [claimedDays.map(({ date }) => date)],
    });
    const values = [dayCounts.map(({ date }) => date), dayCounts.map(({ counts }) => counts), claim];
    await this.withFollower({ text: KEEP, values });
  }

  /** Runs a statement while no follower is at work: each would lock days in its own order. */
  private withFollower<Row extends object>(statement: Statement): Promise<Row[]> {
    return this.database.transaction(async (transaction) => {
      await transaction.query({ text: 'SELECT FROM quote_check_progress FOR UPDATE', values: [] });
      return transaction.query<Row>(statement);
    });
  }
}

const CLAIM = `
  INSERT INTO market_breadth AS b (date, claim) SELECT day, $2::uuid FROM unnest($1::date[]) requested (day)
  ON CONFLICT (date) DO UPDATE SET claim = excluded.claim, claimed_at = excluded.claimed_at, counts = NULL
  WHERE b.claimed_at < now() - interval '${LONGEST_CLAIM}' AND NOT ${isStored('b.date')}
  RETURNING b.date::text AS date`;

const KEEP = `
  UPDATE market_breadth b SET counts = counted.counts
  FROM unnest($1::date[], $2::jsonb[]) counted (date, counts)
  WHERE b.date = counted.date AND b.claim = $3::uuid`;
