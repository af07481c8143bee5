import { Injectable } from '@nestjs/common';
import { Changes } from '../../../database/changes.js';
import { Database } from '../../../database/database.js';
import { midnight } from '../../../database/sql.js';
import { TickerCache } from '../../../database/ticker-cache.js';
import { fundamentalsOn, isCounted } from '../../../market/per-share.sql.js';
import { PUBLICATION_DAY } from './valuation.sql.js';

/** What a company earned in twelve months, as it was known from a day on until the next of its steps. */
export interface EarningsStep {
  ticker: string;
  /** YYYY-MM-DD */
  from_day: string;
  /** YYYY-MM-DD, no more included; null: until now */
  to_day: string | null;
  /** of the parent's owners, VND */
  net_profit: number;
  /** end of these twelve months, YYYY-MM-DD */
  flow_end: string;
}

/** Most bytes of all companies: some thousand with six years each. */
const MAXIMUM_BYTES = 16 * 1024 * 1024;
const STEP_BYTES = 160;
/** Companies that are read by one statement: about a millisecond for each of their days of publication. */
const PART = 50;

/**
 * What companies earned, by day of publication. Read once a company, until one of its statements changes: prices that
 * stream in leave it as it is.
 */
@Injectable()
export class CompanyEarnings {
  private readonly steps: TickerCache<readonly EarningsStep[]>;

  constructor(
    private readonly database: Database,
    changes: Changes,
  ) {
    this.steps = new TickerCache(changes, {
      tables: ['statement_item'],
      shared: ['statement_template'],
      maximumBytes: MAXIMUM_BYTES,
      bytesOf: (steps) => 100 + steps.length * STEP_BYTES,
    });
  }

  /** The steps of some companies from a day on, YYYY-MM-DD; those that are not known yet are read part by part. */
  async of(tickers: readonly string[], since: string): Promise<readonly EarningsStep[]> {
    const steps = await this.steps.loadAll(tickers, since, PART, async (part) => {
      const found = await this.read(part, since);
      return (ticker) => found.filter((step) => step.ticker === ticker);
    });
    return steps.flat();
  }

  private read(tickers: readonly string[], since: string): Promise<EarningsStep[]> {
    return this.database.read<EarningsStep>({
      text: `
        SELECT step.ticker, step.from_day, step.to_day, step.net_profit, step.flow_end FROM (
          SELECT p.ticker, p.day::text AS from_day, (lead(p.day) OVER (PARTITION BY p.ticker ORDER BY p.day))::text AS to_day,
            f.net_profit, f.flow_end::text AS flow_end
          FROM (
            SELECT t.ticker, $2::date AS day FROM unnest($1::text[]) t (ticker)
            UNION
            SELECT i.ticker, ${PUBLICATION_DAY} FROM statement_item i
            WHERE i.ticker = ANY ($1::text[]) AND ${isCounted('i')} AND i.published_at >= ${midnight('$2::date + 1')}) p
          CROSS JOIN LATERAL (${fundamentalsOn({ ticker: 'p.ticker', day: 'p.day' })}) f) step
        WHERE step.net_profit IS NOT NULL ORDER BY step.ticker, step.from_day`,
      values: [tickers, since],
    });
  }
}
