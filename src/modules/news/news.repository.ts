import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Conditions } from '../../database/lists/conditions.js';
import { decodeCursor } from '../../database/lists/cursor.js';
import type { List } from '../../database/lists/list.js';
import { listByMoment } from '../../database/lists/listing.js';
import type { DayRange, TickerRange } from '../../database/lists/ranges.js';
import { SqlList } from '../../database/lists/sql-list.js';
import { instant, marketDate, midnight } from '../../database/sql.js';
import { dateKind, instantKind } from '../../kinds/kinds.js';
import { membersOf } from '../../market/market-day.sql.js';
import { everMembers } from '../../market/member-periods.sql.js';
import { publisherIdKind } from '../dataset/publication-columns.js';

/** News by day of publication in the market's zone, about any of some securities, or all. */
interface NewsRange extends TickerRange {
  category?: string;
  source_type?: string;
  language?: string;
  /** words of the title and the summary */
  q?: string;
}

/** News about the constituents of an index. */
interface IndexNewsRange extends NewsRange {
  /** index */
  code: string;
}

/** Days of sentiment about a security, about the constituents of an index, or about everything. */
interface SentimentRange extends DayRange {
  ticker?: string;
  /** index */
  code?: string;
}

/** SQL of the day on which `news` was published, in the market's zone. */
const DAY = marketDate('news.published_at');

/** SQL of the tone of `news`: the word given, else the sign of its score. */
const TONE = `coalesce(news.sentiment, CASE sign(news.sentiment_score)
    WHEN 1 THEN 'positive' WHEN 0 THEN 'neutral' WHEN -1 THEN 'negative' END)`;

/**
 * SQL condition that `news` is about a constituent of an index on its day of publication. Securities that never were
 * one are excluded first, by a list that is built once: looking up a day's members costs more.
 */
const aboutMember = (code: string) =>
  `news.tickers && (
    SELECT array_agg(ever.ticker) FROM (${everMembers(code)}) ever)
  AND EXISTS (SELECT FROM (${membersOf({ code, day: DAY })}) member WHERE member.ticker = ANY (news.tickers))`;

/** SQL of the news table. */
@Injectable()
export class NewsRepository {
  constructor(private readonly database: Database) {}

  /** News, newest first unless asked otherwise: (published_at descending, id). */
  news(query: NewsRange): List {
    return this.listOf(query, filtered(query, new Conditions()));
  }

  /** The same, about the constituents of an index on the day of publication. */
  ofIndex(query: IndexNewsRange): List {
    return this.listOf(query, filtered(query, new Conditions([query.code])).add(aboutMember('$1::text')));
  }

  /**
   * Sentiment day by day; only days with news, and nothing from later days is included. The days of a page are chosen
   * first: only their news and those of the month before them are counted.
   */
  sentiment(query: SentimentRange): List {
    const about = new Conditions(query.code === undefined ? [] : [query.code]).when(
      query.ticker === undefined ? undefined : [query.ticker],
      'news.tickers @> ?::text[]',
    );
    about.add(query.code === undefined ? 'true' : aboutMember('$1::text'));
    const aboutText = about.where;
    const dated = publishedWithin(query, about);
    const daysOf = query.ticker === undefined ? steppedDays : distinctDays;
    const all = dated.snapshot();
    const [after] = decodeCursor(query.cursor, [dateKind]) ?? [];
    const ascending = query.order === 'asc';
    dated.when(
      after,
      ascending
        ? `news.published_at >= ${midnight('?::date + 1')}`
        : `news.published_at < ${midnight('?::date')}`,
    );
    const direction = ascending ? 'ASC' : 'DESC';
    const pageOf = (limits: string) => `
      WITH page AS MATERIALIZED (${daysOf(dated.where, direction)} ${limits}),
      span AS MATERIALIZED (SELECT min(date) AS first, max(date) AS last FROM page)
      SELECT day.* FROM (${sentimentOf(aboutText)}) day
      WHERE day.date >= (SELECT first FROM span) ORDER BY day.date ${direction}`;
    return new SqlList(this.database, {
      select: pageOf(''),
      pageOf,
      values: dated.values,
      count: {
        text: `SELECT count(*) AS total FROM (${daysOf(all.where, direction)}) day`,
        values: all.values,
      },
      key: ['date'],
      query,
      unit: null,
    });
  }

  private listOf(query: NewsRange, conditions: Conditions): List {
    return listByMoment(this.database, {
      columns: `news.news_id AS id, news.title, news.summary, news.url, news.image_url, news.source, news.source_type, news.category,
        to_json(news.tickers) AS tickers,
        news.language, ${instant('news.published_at')} AS published_at, news.sentiment, news.sentiment_score`,
      from: 'news',
      conditions,
      key: [
        { sql: 'news.published_at', name: 'published_at', kind: instantKind },
        { sql: 'news.news_id', name: 'id', kind: publisherIdKind },
      ],
      query,
    });
  }
}

/** SELECT of the days with news that match a WHERE clause, in an order: for the few pieces about one security. */
const distinctDays = (where: string, direction: 'ASC' | 'DESC') =>
  `SELECT DISTINCT ${DAY} AS date FROM news${where} ORDER BY date ${direction}`;

/**
 * The same, each day found by one step along the index on time. The rows are in the order of the steps, without an
 * ORDER BY: so a LIMIT ends the walk.
 */
function steppedDays(where: string, direction: 'ASC' | 'DESC'): string {
  const next = (beyond: string) => `
    SELECT ${DAY} AS date FROM news${where} AND ${beyond}
    ORDER BY news.published_at ${direction} LIMIT 1`;
  const beyond =
    direction === 'ASC'
      ? `news.published_at >= ${midnight('step.date + 1')}`
      : `news.published_at < ${midnight('step.date')}`;
  return `
    WITH RECURSIVE step AS (
      (${next('true')})
      UNION ALL
      SELECT following.date FROM step CROSS JOIN LATERAL (${next(beyond)}) following
    ) SELECT date FROM step`;
}

/**
 * SELECT of the sentiment of the days of `span`, and of those of the month before it, whose own month before is not
 * read. Scores are added in one order: a sum of float64 is then the same on every page.
 */
const sentimentOf = (where: string) => `
  SELECT d.date, d.news_count, d.positive_count, d.neutral_count, d.negative_count, d.mean_score,
    d.news_count / (sum(d.news_count) OVER month_before / 30::double precision) AS buzz_ratio
  FROM (
    SELECT ${DAY} AS date, count(*)::int AS news_count,
      (count(*) FILTER (WHERE ${TONE} = 'positive'))::int AS positive_count,
      (count(*) FILTER (WHERE ${TONE} = 'neutral'))::int AS neutral_count,
      (count(*) FILTER (WHERE ${TONE} = 'negative'))::int AS negative_count,
      avg(news.sentiment_score ORDER BY news.published_at, news.news_id) AS mean_score
    FROM news${where} AND news.published_at >= ${midnight('(SELECT first - 30 FROM span)')}
      AND news.published_at < ${midnight('(SELECT last + 1 FROM span)')}
    GROUP BY 1) d
  WINDOW month_before AS (ORDER BY d.date RANGE BETWEEN interval '30 days' PRECEDING AND interval '1 day' PRECEDING)`;

function filtered(query: NewsRange, conditions: Conditions): Conditions {
  return publishedWithin(query, conditions)
    .when(query.ticker, 'news.tickers && ?::text[]')
    .when(query.category, 'news.category = ?::text')
    .when(query.source_type, 'news.source_type = ?::text')
    .when(query.language, 'news.language = ?::text')
    .when(query.q, 'search_words(news.title, news.summary) @@ search_query(?::text)');
}

function publishedWithin({ from_date, to_date }: DayRange, conditions: Conditions): Conditions {
  return conditions
    .when(from_date, `news.published_at >= ${midnight('?::date')}`)
    .when(to_date, `news.published_at < ${midnight('?::date + 1')}`);
}
