import { Injectable } from '@nestjs/common';
import { Changes } from '../../../database/changes.js';
import { Database } from '../../../database/database.js';
import { TickerCache } from '../../../database/ticker-cache.js';
import { membersOf, sharesOf } from '../../../market/market-day.sql.js';
import { isCurrent } from '../../../market/per-share.sql.js';
import { Publication } from '../../../market/publication.js';
import { isPublished, type Published } from '../../../market/published.sql.js';
import { CompanyEarnings, type EarningsStep } from './company-earnings.js';
import { multiple } from './valuation.sql.js';

/** P/E of an index at the end of a month: the median of its last days, so that one of them with a wrong record moves nothing. */
export interface MonthEnd {
  /** its last day, YYYY-MM-DD */
  date: string;
  /** times; null over a loss, or where nothing is known */
  pe: number | null;
}

/** Tables that it is computed from, beside those of {@link CompanyEarnings}, of which a change makes new earnings. */
const SOURCES = [
  'quote',
  'security',
  'daily_statistic',
  'market_index',
  'index_constituent',
  'statement_item',
  'statement_template',
];
const MAXIMUM_BYTES = 1024 * 1024;
const END_BYTES = 100;
/** Days of a month whose median is its end. */
const DAYS = 3;

/** P/E of indices at the ends of months: what five years of an index are compared by, without valuing every day of them. */
@Injectable()
export class IndexHistory {
  private readonly ends: TickerCache<readonly MonthEnd[]>;

  constructor(
    private readonly database: Database,
    private readonly earnings: CompanyEarnings,
    private readonly publication: Publication,
    changes: Changes,
  ) {
    this.ends = new TickerCache(changes, {
      tables: [],
      shared: SOURCES,
      maximumBytes: MAXIMUM_BYTES,
      bytesOf: (ends) => 100 + ends.length * END_BYTES,
    });
  }

  /** The ends of the months from five years before the first of some days to the month before the last one. */
  async before(code: string, days: readonly string[]): Promise<readonly MonthEnd[]> {
    const [first, last] = [days.toSorted()[0], days.toSorted().at(-1)];
    if (first === undefined || last === undefined) return [];
    const since = `${Number(first.slice(0, 4)) - 5}-01-01`;
    const until = `${last.slice(0, 7)}-01`;
    return this.ends.load(code, `${since} ${until}`, () => this.read(code, since, until));
  }

  /** From one day to before another. */
  private async read(code: string, since: string, until: string): Promise<MonthEnd[]> {
    const range = [code, since, until];
    const ends = monthEnds(this.publication.standard);
    const members = membersOf({ code: '$1::text', day: 'q.date' });
    const tickers = await this.database.read<{ ticker: string }>({
      text: `SELECT DISTINCT member.ticker FROM (${ends}) q CROSS JOIN LATERAL (${members}) member`,
      values: range,
    });
    const steps = await this.earnings.of(
      tickers.map(({ ticker }) => ticker),
      since,
    );
    const column = (name: keyof EarningsStep) => steps.map((step) => step[name]);
    return this.database.read<MonthEnd>({
      text: `
        WITH step AS MATERIALIZED (
          SELECT * FROM unnest($4::text[], $5::date[], $6::date[], $7::double precision[], $8::date[])
            k (ticker, from_day, to_day, net_profit, flow_end))
        SELECT max(date)::text AS date, percentile_cont(0.5) WITHIN GROUP (ORDER BY pe) AS pe FROM (
          SELECT v.date, ${multiple('net_profit')} AS pe FROM (
          SELECT q.date, k.net_profit, bar.close * shares.outstanding AS cap
          FROM (${ends}) q
          CROSS JOIN LATERAL (${members}) member
          JOIN step k ON k.ticker = member.ticker AND k.from_day <= q.date AND (k.to_day IS NULL OR q.date < k.to_day)
            AND ${isCurrent('k.flow_end', 'q.date')}
          JOIN quote bar ON bar.ticker = member.ticker AND bar.date = q.date AND ${isPublished('bar', this.publication.standard)}
          LEFT JOIN security s ON s.ticker = member.ticker
          CROSS JOIN LATERAL (${sharesOf({ ticker: 'bar.ticker', day: 'bar.date', master: 's' })}) shares) v
        GROUP BY v.date) of_day GROUP BY date_trunc('month', date)`,
      values: [
        ...range,
        ...(['ticker', 'from_day', 'to_day', 'net_profit', 'flow_end'] as const).map(column),
      ],
    });
  }
}

/** SELECT of the last days of $1 in each of the months from $2 to before $3: `date`. */
const monthEnds = (published: Published) => `
  SELECT month.date FROM (
    SELECT own.date, row_number() OVER (PARTITION BY date_trunc('month', own.date) ORDER BY own.date DESC) AS place
    FROM quote own
    WHERE own.ticker = $1::text AND own.date >= $2::date AND own.date < $3::date AND ${isPublished('own', published)}) month
  WHERE month.place <= ${DAYS}`;
