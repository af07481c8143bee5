import { Injectable } from '@nestjs/common';
import { Changes } from '../../../database/changes.js';
import { Database } from '../../../database/database.js';
import { yearOfDividends } from '../../../market/dividend.sql.js';
import { membersOf } from '../../../market/market-day.sql.js';
import { isCounted } from '../../../market/per-share.sql.js';
import { Publication } from '../../../market/publication.js';
import { isPublished } from '../../../market/published.sql.js';
import { FiguresByDay } from './figures-by-day.js';
import { capOf, multiple, ratioOf, sumOf, valued } from './valuation.sql.js';

/** Multiples of all members of an index together on a day: sums over those whose figure is known. */
export interface TotalRow {
  /** YYYY-MM-DD */
  date: string;
  pe: number | null;
  pb: number | null;
  ps: number | null;
  ev_ebitda: number | null;
  /** earnings, and equity, over capitalisation */
  earnings_yield: number | null;
  book_yield: number | null;
  /** cash paid in the 12 months to the day over capitalisation */
  dividend_yield_ratio: number | null;
}

/** Multiples of indices by day. */
@Injectable()
export class IndexTotals {
  private readonly figures: FiguresByDay<TotalRow>;

  constructor(
    private readonly database: Database,
    private readonly publication: Publication,
    changes: Changes,
  ) {
    this.figures = new FiguresByDay(changes, ['index_constituent', 'market_index', 'corporate_action']);
  }

  /** The multiples of an index on some days, YYYY-MM-DD. */
  of(code: string, days: readonly string[]): Promise<readonly TotalRow[]> {
    const { standard } = this.publication;
    return this.figures.of(days, `${standard} ${code}`, (from, to) => this.read(code, from, to));
  }

  private read(code: string, from: string, to: string): Promise<TotalRow[]> {
    const published = this.publication.standard;
    return this.database.read<TotalRow>({
      text: `
        WITH member AS MATERIALIZED (
          SELECT q.date AS day, each.ticker FROM quote q
          CROSS JOIN LATERAL (${membersOf({ code: 'q.ticker', day: 'q.date' })}) each
          WHERE q.ticker = $3::text AND q.date >= $1::date AND q.date <= $2::date AND ${isPublished('q', published)}
        ), reporting AS MATERIALIZED (${REPORTING}
        ), stock AS MATERIALIZED (${valued({ among: 'SELECT ticker FROM reporting', from: '$1::date', to: '$2::date', published })})
        SELECT v.day::text AS date, ${multiple('net_profit')} AS pe, ${multiple('equity')} AS pb, ${multiple('revenue')} AS ps,
          ${ratioOf(`sum(${ENTERPRISE}) FILTER (WHERE v.ebitda IS NOT NULL)`, `sum(v.ebitda) FILTER (WHERE ${ENTERPRISE} IS NOT NULL)`)} AS ev_ebitda,
          ${yieldOf('net_profit')} AS earnings_yield, ${yieldOf('equity')} AS book_yield,
          sum(v.paid) / nullif(sum(v.cap), 0) AS dividend_yield_ratio
        FROM (
          SELECT member.day, k.*, k.close * k.shares AS cap,
            k.shares * coalesce((${yearOfDividends({ ticker: 'k.ticker', day: 'k.date' })}), 0) AS paid
          FROM member JOIN stock k ON k.ticker = member.ticker AND k.date = member.day) v
        GROUP BY v.day`,
      values: [from, to, code],
    });
  }
}

/** SELECT of the members that have ever reported. */
const REPORTING = `
  SELECT m.ticker FROM (SELECT DISTINCT ticker FROM member) m
  WHERE EXISTS (SELECT FROM statement_item i WHERE i.ticker = m.ticker AND ${isCounted('i')})`;

const yieldOf = (figure: string) => `${sumOf(figure)} / nullif(${capOf(figure)}, 0)`;
const ENTERPRISE = 'v.cap + v.debt + v.minority - v.cash';
