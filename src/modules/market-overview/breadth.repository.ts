import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { unlessAway } from '../../database/connection.js';
import { Database, type Statement } from '../../database/database.js';
import { isStock } from '../../market/market-day.sql.js';
import type { Published } from '../../market/published.sql.js';
import { countsOfDays, isStored } from './breadth.sql.js';

/** Who has not kept a day this long after it claimed it will not any more. */
const LONGEST_CLAIM = '1 minute';

/**
 * Breadth of days that is kept, of the market, of each exchange and of each index. Who asks for a day that is not kept
 * has it counted; the follower of the audit log forgets a day when something changes that it follows from.
 */
@Injectable()
export class BreadthRepository {
  constructor(private readonly database: Database) {}

  /** Counts and keeps those days, of a SELECT of `date`, that are not kept. Without a primary none is. */
  async keep({ text, values }: Statement, published: Published): Promise<void> {
    const rows = await this.database.read<{ date: string }>({
      text: `WITH page AS MATERIALIZED (${text}) SELECT date::text AS date FROM page WHERE NOT ${isStored('page.date')}`,
      values,
    });
    if (rows.length === 0) return;
    const days = rows.map(({ date }) => date);
    await this.count(days, published).catch(unlessAway);
  }

  /**
   * Claims the days before it counts them. An event that touches one of them takes the claim away with the day, and counts are
   * kept under a claim alone: what they follow from is as it was.
   */
  private async count(days: readonly string[], published: Published): Promise<void> {
    const claim = randomUUID();
    const claimed = await this.withFollower<{ date: string }>({ text: CLAIM, values: [days, claim] });
    if (claimed.length === 0) return;
    const counted = await this.database.query<{ date: string; counts: string }>({
      text: countsOfDays(isStock('q', 's'), published),
      values: [claimed.map(({ date }) => date)],
    });
    const values = [counted.map(({ date }) => date), counted.map(({ counts }) => counts), claim];
    await this.withFollower({ text: KEEP, values });
  }

  /** Runs a statement beside no follower: each would lock days in an order of its own. */
  private withFollower<Row extends object>(statement: Statement): Promise<Row[]> {
    return this.database.transaction(async (transaction) => {
      await transaction.query({ text: 'SELECT FROM quote_check_progress FOR UPDATE', values: [] });
      return transaction.query<Row>(statement);
    });
  }
}

const CLAIM = `
  INSERT INTO market_breadth AS b (date, claim) SELECT day, $2::uuid FROM unnest($1::date[]) asked (day)
  ON CONFLICT (date) DO UPDATE SET claim = excluded.claim, claimed_at = excluded.claimed_at, counts = NULL
  WHERE b.claimed_at < now() - interval '${LONGEST_CLAIM}' AND NOT ${isStored('b.date')}
  RETURNING b.date::text AS date`;

const KEEP = `
  UPDATE market_breadth b SET counts = counted.counts
  FROM unnest($1::date[], $2::jsonb[]) counted (date, counts)
  WHERE b.date = counted.date AND b.claim = $3::uuid`;
