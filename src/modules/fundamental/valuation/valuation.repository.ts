import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import { Conditions } from '../../../database/lists/conditions.js';
import type { List, PageRequest } from '../../../database/lists/list.js';
import { orderByDay } from '../../../database/lists/order.js';
import { type ListStatement, SqlList } from '../../../database/lists/sql-list.js';
import { tickerKind } from '../../../kinds/kinds.js';
import { yearOfDividends } from '../../../market/dividend.sql.js';
import { membersOf } from '../../../market/market-day.sql.js';
import { isPublished, type Published } from '../../../market/published.sql.js';
import { valued } from './valuation.sql.js';

/** Days on which a symbol is valued. */
export interface ValuationRange extends PageRequest {
  symbol: string;
  /** YYYY-MM-DD, both inclusive */
  from: string;
  to: string;
  /** with medians of industry and market, which value every stock on every day */
  withMedians: boolean;
}

const MEDIANS = ['industry_pe', 'industry_pb', 'market_pe', 'market_pb', 'market_ps'];
const median = (figure: string) => `percentile_cont(0.5) WITHIN GROUP (ORDER BY ${figure})`;

/** SQL of daily valuations. */
@Injectable()
export class ValuationRepository {
  constructor(private readonly database: Database) {}

  /** Day of the last published bar of a symbol up to a day, YYYY-MM-DD; undefined when there is none. */
  async lastDay(
    { symbol, upTo }: { symbol: string; upTo: string },
    published: Published,
  ): Promise<string | undefined> {
    const row = await this.database.readOne<{ day: string | null }>({
      text: `
        SELECT max(q.date)::text AS day FROM quote q
        WHERE q.ticker = $1::text AND q.date <= $2::date AND ${isPublished('q', published)}`,
      values: [symbol, upTo],
    });
    return row?.day ?? undefined;
  }

  /** Valuations of a security, newest first unless asked otherwise. */
  ofSecurity(range: ValuationRange, published: Published): List {
    const { withMedians } = range;
    const own = valued({ ticker: '$1::text', from: '($2::date - 1827)', to: '$3::date', published });
    const rows = `
      own AS MATERIALIZED (${own}),
      ${withMedians ? `stock AS MATERIALIZED (${valued({ ...PAGE, published })}),` : ''}
      day AS (
        SELECT q.ticker AS symbol, q.date, q.close, own.pe, own.pb, own.ps, own.ev_ebitda, own.eps, own.bvps,
          paid.cash / nullif(q.close, 0) AS dividend_yield_ratio,
          ${medianColumns(withMedians)}, rank.share AS pe_percentile_5y
        FROM quote q
        LEFT JOIN own ON own.date = q.date
        ${withMedians ? securityMedians : ''}
        CROSS JOIN LATERAL (${yearOfDividends({ ticker: 'q.ticker', day: 'q.date' })}) paid
        LEFT JOIN LATERAL (
          SELECT count(*) FILTER (WHERE o.pe <= own.pe)::double precision / nullif(count(*), 0) AS share
          FROM own o WHERE own.pe IS NOT NULL AND o.pe IS NOT NULL
            AND o.date <= q.date AND o.date > q.date - interval '5 years') rank ON true
        WHERE q.ticker = $1::text AND q.date >= $2::date AND q.date <= $3::date AND ${isPublished('q', published)}
      )`;
    const { from: from_date, to: to_date } = range;
    return new SqlList(this.database, {
      ...listed(rows, range, published),
      resolved: { from_date, to_date },
    });
  }

  /** Valuations of an index: sums over its members of the day, newest first unless asked otherwise. */
  ofIndex(range: ValuationRange, published: Published): List {
    const ratioOf = (amount: string, base: string) => `CASE WHEN ${base} > 0 THEN ${amount} / ${base} END`;
    const aggregate = (figure: string) =>
      ratioOf(
        `sum(v.cap) FILTER (WHERE v.${figure} IS NOT NULL)`,
        `sum(v.${figure}) FILTER (WHERE v.cap IS NOT NULL)`,
      );
    const enterprise = `v.cap + v.debt + v.minority - v.cash`;
    const rows = `
      stock AS MATERIALIZED (${valued({ ...PAGE, published })}),
      day AS (
        SELECT q.ticker AS symbol, q.date, q.close, whole.pe, whole.pb, whole.ps, whole.ev_ebitda,
          NULL::double precision AS eps, NULL::double precision AS bvps, whole.dividend_yield_ratio,
          ${medianColumns(true)}, NULL::double precision AS pe_percentile_5y
        FROM quote q
        ${marketMedians}
        CROSS JOIN LATERAL (SELECT NULL::double precision AS pe, NULL::double precision AS pb) peers
        LEFT JOIN LATERAL (
          SELECT ${aggregate('net_profit')} AS pe, ${aggregate('equity')} AS pb, ${aggregate('revenue')} AS ps,
            ${ratioOf(`sum(${enterprise}) FILTER (WHERE v.ebitda IS NOT NULL)`, `sum(v.ebitda) FILTER (WHERE ${enterprise} IS NOT NULL)`)} AS ev_ebitda,
            sum(v.paid) / nullif(sum(v.cap), 0) AS dividend_yield_ratio
          FROM (
            SELECT k.*, k.close * k.shares AS cap,
              k.shares * coalesce((${yearOfDividends({ ticker: 'k.ticker', day: 'q.date' })}), 0) AS paid
            FROM (${membersOf({ code: 'q.ticker', day: 'q.date' })}) member
            JOIN stock k ON k.ticker = member.ticker AND k.date = q.date) v) whole ON true
        WHERE q.ticker = $1::text AND q.date >= $2::date AND q.date <= $3::date AND ${isPublished('q', published)}
      )`;
    const { symbol: code, from: from_date, to: to_date } = range;
    return new SqlList(this.database, {
      ...listed(rows, range, published),
      resolved: { code, from_date, to_date },
    });
  }
}

/** The days on which all stocks have to be valued: those of the page, see {@link listed}. */
const PAGE = { from: '(SELECT first FROM page)', to: '(SELECT last FROM page)' };

/** Medians of all stocks of the day, the alias `market`. */
const marketMedians = `
  LEFT JOIN (
    SELECT k.date, ${median('k.pe')} AS pe, ${median('k.pb')} AS pb, ${median('k.ps')} AS ps
    FROM stock k GROUP BY k.date) market ON market.date = q.date`;

/** The same, and those of the industry group of the security `own`, the alias `peers`. */
const securityMedians = `${marketMedians}
  LEFT JOIN (
    SELECT k.date, left(k.industry, 4) AS industry, ${median('k.pe')} AS pe, ${median('k.pb')} AS pb
    FROM stock k WHERE k.industry IS NOT NULL GROUP BY k.date, left(k.industry, 4)) peers
    ON peers.date = q.date AND peers.industry = left(own.industry, 4)`;

function medianColumns(withMedians: boolean): string {
  const source = (name: string) => name.replace('industry_', 'peers.').replace('market_', 'market.');
  return MEDIANS.map(
    (name) => `${withMedians ? source(name) : 'NULL::double precision'} AS ${name}_median`,
  ).join(', ');
}

/** The list of the CTE `day`, the last of `rows`, which may read what days a page has from `page (first, last)`. */
function listed(rows: string, query: ValuationRange, published: Published): ListStatement {
  const range = [query.symbol, query.from, query.to];
  const bars = `quote q WHERE q.ticker = $1::text AND q.date >= $2::date AND q.date <= $3::date AND ${isPublished('q', published)}`;
  const conditions = new Conditions(range);
  const order = orderByDay(query, conditions, { date: 'date', symbol: 'symbol', kind: tickerKind });
  const paged = (limits: string) => `
    WITH page AS MATERIALIZED (
      SELECT min(date) AS first, max(date) AS last FROM (
        SELECT date FROM (SELECT q.date, q.ticker AS symbol FROM ${bars}) bar${conditions.where}
        ORDER BY ${order} ${limits}) cut),
    ${rows} SELECT * FROM day${conditions.where} ORDER BY ${order} ${limits}`;
  return {
    select: paged(''),
    paged,
    values: conditions.values,
    count: { text: `SELECT count(*) AS total FROM ${bars}`, values: range },
    key: ['date', 'symbol'],
    query,
    unit: 'VND',
  };
}
