import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Conditions } from '../../database/lists/conditions.js';
import { decodeCursor } from '../../database/lists/cursor.js';
import type { List } from '../../database/lists/list.js';
import { listByMoment } from '../../database/lists/listing.js';
import { orderByDay } from '../../database/lists/order.js';
import type { DayRange } from '../../database/lists/ranges.js';
import { type ListStatement, SqlList } from '../../database/lists/sql-list.js';
import type { Statement } from '../../database/statement.js';
import { dateKind } from '../../kinds/kinds.js';
import { industryOf, membersOf } from '../../market/market-day.sql.js';
import { indicesAndMembers } from '../../market/member-periods.sql.js';
import { latestDays } from '../../market/today.js';
import {
  flowDays,
  storedMeasures,
  summedMeasures,
  tickerFlowDays,
  tickerFlowOn,
  tickerFlows,
} from './trade-flow.sql.js';
import { type FlowScope, flowCodeKind } from './trade-kinds.js';

/** Flows of some codes of a scope or of all. */
interface FlowRange extends DayRange {
  code?: string[];
}

/** SQL of trade flows, newest first unless asked otherwise. */
@Injectable()
export class TradeFlowRepository {
  constructor(private readonly database: Database) {}

  /** Flows of one security: its days are sorted first, so that a page reads only its own rows. */
  ofTicker(query: FlowRange, code: string): List {
    const ticker = '$1::text';
    // A range is looked up in the primary key, where the days of a security are adjacent; in an index by day each is on
    // its own page.
    const isOfItsKey = (date: string) => `${date} BETWEEN d.date AND d.date`;
    const conditions = new Conditions([code])
      .when(query.from_date, 'd.date >= ?::date')
      .when(query.to_date, 'd.date <= ?::date');
    return listByMoment(this.database, {
      columns: `'ticker' AS scope, ${ticker} AS code, d.date, flow.*, NULL::bigint AS member_count`,
      from: `(${tickerFlowDays(ticker)} ORDER BY date ${query.order === 'asc' ? '' : 'DESC'}) d
        CROSS JOIN LATERAL (${tickerFlowOn(ticker, isOfItsKey)}) flow`,
      conditions,
      key: [
        { sql: 'd.date', name: 'date', kind: dateKind },
        { sql: ticker, name: 'code', kind: flowCodeKind },
      ],
      query,
      tickers: [code],
      unit: 'VND',
    });
  }

  /** Flows of several securities, or of all. */
  ofTickers(query: FlowRange): List {
    return new SqlList(
      this.database,
      byDay(query, 'ticker', (codes) => ({
        ctes: [],
        tickers: query.code,
        rows: `SELECT flow.*, NULL::bigint AS member_count
        FROM (${tickerFlows((ticker, day) => `${day} = d.date${among(ticker, codes)}`)}) flow`,
      })),
    );
  }

  /** Flows of sectors or indices: the stored ones, else the sums over the members of each day. */
  ofGroups(query: FlowRange, scope: Exclude<FlowScope, 'ticker'>): List {
    return new SqlList(
      this.database,
      byDay(query, scope, (codes) => {
        const { ctes, members } = scope === 'sector' ? sectors(codes) : indices(codes);
        const rows = `
        SELECT t.code, ${storedMeasures('t')}, NULL::bigint AS member_count
        FROM trade_flow t WHERE t.scope = '${scope}' AND t.date = d.date${among('t.code', codes)}
        UNION ALL
        SELECT member.code, ${summedMeasures('flow')}, count(*)
        FROM (${members}) member
        CROSS JOIN LATERAL (${tickerFlowOn('member.ticker', (date) => `${date} = d.date`)}) flow
        WHERE NOT EXISTS (
          SELECT FROM trade_flow t WHERE t.scope = '${scope}' AND t.code = member.code AND t.date = d.date)
        GROUP BY member.code`;
        const tickers = scope === 'sector' ? sectorsAndMembers : indicesAndMembers;
        return { ctes, rows, tickers: query.code && tickers(query.code) };
      }),
    );
  }
}

const among = (code: string, codes: string | undefined) =>
  codes === undefined ? '' : ` AND ${code} = ANY (${codes})`;

/** SQL of the rows of one day, `d.date`: `code`, the measures, `member_count`; and the CTEs that it reads. */
interface DayRows {
  ctes: readonly string[];
  rows: string;
  /** those whose flows are read */
  tickers: Statement['tickers'];
}

/** A list of flows day by day: the days are sorted first, so that a page reads only its own days. */
function byDay(
  query: FlowRange,
  scope: FlowScope,
  ofDay: (codes: string | undefined) => DayRows,
): ListStatement {
  const values: unknown[] = [];
  const bind = (value: string | string[] | undefined, type: string) =>
    value === undefined ? undefined : `$${values.push(value)}::${type}`;
  const { ctes, rows, tickers } = ofDay(bind(query.code, 'text[]'));
  const from = bind(query.from_date, 'date');
  const to = bind(query.to_date, 'date');
  const range = {
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { until: `${to} + 1` }),
  };
  const ctesText = `WITH RECURSIVE ${[flowDays(scope, range), ...ctes].join(', ')}`;
  const days = `SELECT date FROM day WHERE date IS NOT NULL ORDER BY date ${query.order === 'asc' ? '' : 'DESC'}`;
  const source = `FROM (${days}) d CROSS JOIN LATERAL (${rows}) r`;
  const isOfFew = scope === 'ticker' && query.code !== undefined;
  const [place] = (decodeCursor(query.cursor, [dateKind, flowCodeKind]) ?? []) as string[];
  const conditions = new Conditions(values);
  const order = orderByDay(query, conditions, { date: 'd.date', symbol: 'r.code', kind: flowCodeKind });
  return {
    select: `${ctesText}
      SELECT '${scope}' AS scope, r.code, d.date, ${storedMeasures('r')}, r.member_count
      ${source}${conditions.where} ORDER BY ${order}`,
    values: conditions.values,
    count: { text: `${ctesText} SELECT count(*) AS total ${source}`, values },
    key: ['date', 'code'],
    query,
    tickers,
    days: { from: query.from_date, to: query.to_date },
    latest: query.order === 'asc' || isOfFew ? undefined : latestDays(query.to_date, place),
    unit: 'VND',
  };
}

/** CTEs, and the SELECT of `code, ticker` of the members on the day `d.date`. */
interface Groups {
  ctes: readonly string[];
  members: string;
}

/** Members by their industry on the day, under every requested code that it begins with. */
function sectors(codes: string | undefined): Groups {
  const all = `
    SELECT DISTINCT left(code, 2) FROM (
      SELECT code FROM industry_membership UNION ALL SELECT industry_code FROM security) classification
    WHERE code ~ '^[0-9]{2}'`;
  return {
    ctes: [
      `code_list (code) AS MATERIALIZED (${codes === undefined ? all : `SELECT unnest(${codes})`})`,
      `candidate AS MATERIALIZED (
        SELECT listing.ticker, s.industry_code AS master
        FROM (${everIn('code_list')}) listing
        LEFT JOIN security s ON s.ticker = listing.ticker)`,
    ],
    members: `
      SELECT w.code, candidate.ticker
      FROM candidate
      CROSS JOIN LATERAL (${industryOf({ ticker: 'candidate.ticker', day: 'd.date', master: 'candidate.master' })}) industry
      JOIN code_list w ON left(industry.code, length(w.code)) = w.code`,
  };
}

/** SELECT of the tickers that were ever in an industry of `list`, SQL of a table of codes. */
function everIn(list: string): string {
  const begins = (code: string) =>
    `EXISTS (SELECT FROM ${list} w WHERE left(${code}, length(w.code)) = w.code)`;
  return `
    SELECT m.ticker FROM industry_membership m WHERE ${begins('m.code')}
    UNION SELECT n.ticker FROM security n WHERE ${begins('n.industry_code')}`;
}

/** Statement of sectors and those that were ever in them, as {@link indicesAndMembers}. */
const sectorsAndMembers = (codes: readonly string[]): Statement => ({
  text: `SELECT unnest($1::text[]) AS ticker UNION (${everIn('(SELECT unnest($1::text[]) AS code)')})`,
  values: [codes],
});

function indices(codes: string | undefined): Groups {
  return {
    ctes: [
      `code_list (code) AS MATERIALIZED (${codes === undefined ? 'SELECT code FROM market_index' : `SELECT unnest(${codes})`})`,
    ],
    members: `
      SELECT w.code, constituent.ticker
      FROM code_list w CROSS JOIN LATERAL (${membersOf({ code: 'w.code', day: 'd.date' })}) constituent`,
  };
}
