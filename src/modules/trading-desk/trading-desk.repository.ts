import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Conditions } from '../../database/lists/conditions.js';
import type { List } from '../../database/lists/list.js';
import { type Listing, listByMoment } from '../../database/lists/listing.js';
import type { DayRange, TickerRange } from '../../database/lists/ranges.js';
import { instant, midnight } from '../../database/sql.js';
import { dateKind, instantKind, tickerKind } from '../../kinds/kinds.js';
import { actionTypeKind } from '../corporate-action/action-terms.js';
import { publisherIdKind } from '../dataset/publication-columns.js';

/** Actions by their ex-dates. */
interface ActionRange extends TickerRange {
  type?: string;
}

/** Suggestions by day of publication in the market's zone. */
interface SuggestionRange extends TickerRange {
  side?: string;
}

/** Insight by day of publication in the market's zone; `ticker`: about any of these. */
interface InsightRange extends TickerRange {
  type?: string;
  /** words of the title and the text */
  q?: string;
}

/** The requested order book. */
interface BookMoment {
  ticker: string;
  /** the newest book at or before this moment; the newest of all when not given */
  timestamp: string | undefined;
  /** levels of each side */
  levels: number;
}

/** SQL of corporate actions, suggestions, insight and order books. */
@Injectable()
export class TradingDeskRepository {
  constructor(private readonly database: Database) {}

  /** Corporate actions and events, the latest ex-date first: (ex_date descending, ticker, type). */
  actions(query: ActionRange): List {
    const conditions = new Conditions()
      .when(query.ticker, 'r.ticker = ANY (?::text[])')
      .when(query.type, 'r.type = ?::text')
      .when(query.from_date, 'r.ex_date >= ?::date')
      .when(query.to_date, 'r.ex_date < ?::date + 1');
    return listByMoment(this.database, {
      columns: `r.ticker, r.ex_date, r.type, r.announced_date, r.record_date, r.payment_date, r.cash_dividend,
        r.share_ratio, r.rights_ratio, r.rights_price, r.note`,
      from: 'corporate_action r',
      conditions,
      key: [
        { sql: 'r.ex_date', name: 'ex_date', kind: dateKind },
        { sql: 'r.ticker', name: 'ticker', kind: tickerKind },
        { sql: 'r.type', name: 'type', kind: actionTypeKind },
      ],
      query,
    });
  }

  /** Suggestions, newest first: (published_at descending, id). */
  suggestions(query: SuggestionRange): List {
    const conditions = publishedWithin(query)
      .when(query.ticker, 'r.ticker = ANY (?::text[])')
      .when(query.side, 'r.side = ?::text');
    return listByMoment(this.database, {
      columns: `r.suggestion_id AS id, r.ticker, r.side, r.target_price, r.stop_price, r.horizon, r.rationale,
        r.author, ${instant('r.published_at')} AS published_at`,
      from: 'trading_suggestion r',
      conditions,
      key: published('r.suggestion_id'),
      query,
    });
  }

  /** Market insight, newest first: (published_at descending, id). */
  insight(query: InsightRange): List {
    const conditions = publishedWithin(query)
      .when(query.ticker, 'r.tickers && ?::text[]')
      .when(query.type, 'r.type = ?::text')
      .when(query.q, 'search_words(r.title, r.body) @@ search_query(?::text)');
    return listByMoment(this.database, {
      columns: `r.insight_id AS id, r.type, r.title, r.body, r.author, to_json(r.tickers) AS tickers,
        ${instant('r.published_at')} AS published_at`,
      from: 'market_insight r',
      conditions,
      key: published('r.insight_id'),
      query,
    });
  }

  /** JSON text of the newest order book at or before a moment, or undefined. */
  async depth({ ticker, timestamp, levels }: BookMoment): Promise<string | undefined> {
    const side = (column: string) => `(
      SELECT coalesce(json_agg(json_build_object(
        'level', l.level, 'price', l.entry -> 'price', 'volume', l.entry -> 'volume') ORDER BY l.level), '[]')
      FROM jsonb_array_elements(r.${column}) WITH ORDINALITY l(entry, level) WHERE l.level <= $2::int)`;
    const row = await this.database.readByKey<{ json: string }>({
      text: `
        SELECT row_to_json(book)::text AS json FROM (
          SELECT r.ticker, ${instant('r.timestamp')} AS timestamp, ${side('bids')} AS bids, ${side('asks')} AS asks
          FROM market_depth r
          WHERE r.ticker = $1::text AND r.timestamp <= coalesce($3::timestamptz, 'infinity')
          ORDER BY r.timestamp DESC LIMIT 1) book`,
      values: [ticker, levels, timestamp ?? null],
    });
    return row?.json;
  }
}

function publishedWithin({ from_date, to_date }: DayRange): Conditions {
  return new Conditions()
    .when(from_date, `r.published_at >= ${midnight('?::date')}`)
    .when(to_date, `r.published_at < ${midnight('?::date + 1')}`);
}

const published = (id: string): Listing['key'] => [
  { sql: 'r.published_at', name: 'published_at', kind: instantKind },
  { sql: id, name: 'id', kind: publisherIdKind },
];
