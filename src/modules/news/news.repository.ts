import { Injectable } from '@nestjs/common';
import { instant, marketDate, midnight } from '../../database/sql.js';
import { dateKind, instantKind } from '../../http/kinds.js';
import { Conditions, type ListSource, orderByMoment } from '../../http/list.js';
import type { DateRangeQuery } from '../../http/queries.js';
import { membersOf } from '../market/market-day.sql.js';
import type { IndexNewsQuery, NewsQuery, SentimentQuery } from './news.dto.js';
import { publisherIdKind } from './news-kinds.js';

/** SQL of the day on which `news` was published, in the zone of the market. */
const DAY = marketDate('news.published_at');

/** SQL of the word that `news` counts as: the one given, else the sign of its score. */
const TONE = `coalesce(news.sentiment, CASE sign(news.sentiment_score)
    WHEN 1 THEN 'positive' WHEN 0 THEN 'neutral' WHEN -1 THEN 'negative' END)`;

/**
 * SQL condition that `news` is about a constituent of an index on its day of publication. Securities that never were
 * one fall out first, by a list that is made once: looking a day's members up costs more.
 */
const aboutMember = (code: string) =>
  `news.tickers && (
    SELECT array_agg(ever.ticker) FROM (
      SELECT c.ticker FROM index_constituent c WHERE c.code = ${code}
      UNION
      SELECT l.ticker FROM market_index i JOIN security l ON l.exchange = i.exchange
      WHERE i.code = ${code} AND i.all_share) ever)
  AND EXISTS (SELECT FROM (${membersOf({ code, day: DAY })}) member WHERE member.ticker = ANY (news.tickers))`;

/** SQL of the news table. */
@Injectable()
export class NewsRepository {
  /** News, newest first unless asked otherwise: (published_at descending, id). */
  news(query: NewsQuery): ListSource {
    return listed(query, filtered(query, new Conditions()));
  }

  /** The same, of the constituents of an index on the day of publication. */
  ofIndex(query: IndexNewsQuery, code: string): ListSource {
    return listed(query, filtered(query, new Conditions([code])).add(aboutMember('$1::text')));
  }

  /** Sentiment day by day; only days with news, and nothing of a later day enters. */
  sentiment(query: SentimentQuery): ListSource {
    const scope = new Conditions(query.code === undefined ? [] : [query.code])
      .when(query.ticker === undefined ? undefined : [query.ticker], 'news.tickers @> ?::text[]')
      .when(query.from_date, `news.published_at >= ${midnight('?::date - 30')}`)
      .when(query.to_date, `news.published_at < ${midnight('?::date + 1')}`);
    if (query.code !== undefined) scope.add(aboutMember('$1::text'));
    const days = `(
      SELECT d.date, d.news_count, d.positive_count, d.neutral_count, d.negative_count, d.mean_score,
        d.news_count / (sum(d.news_count) OVER month_before / 30::double precision) AS buzz_ratio
      FROM (
        SELECT ${DAY} AS date, count(*)::int AS news_count,
          (count(*) FILTER (WHERE ${TONE} = 'positive'))::int AS positive_count,
          (count(*) FILTER (WHERE ${TONE} = 'neutral'))::int AS neutral_count,
          (count(*) FILTER (WHERE ${TONE} = 'negative'))::int AS negative_count,
          avg(news.sentiment_score) AS mean_score
        FROM news${scope.where} GROUP BY 1) d
      WINDOW month_before AS (ORDER BY d.date RANGE BETWEEN interval '30 days' PRECEDING AND interval '1 day' PRECEDING)
    ) day`;
    const conditions = new Conditions(scope.values).when(query.from_date, 'day.date >= ?::date');
    const { where, values } = conditions.snapshot();
    const order = orderByMoment(query, conditions, { sql: 'day.date', kind: dateKind });
    return {
      select: `SELECT day.* FROM ${days}${conditions.where} ORDER BY ${order}`,
      values: conditions.values,
      count: { text: `SELECT count(*) AS total FROM ${days}${where}`, values },
      key: ['date'],
      query,
      unit: null,
    };
  }
}

function filtered(query: NewsQuery, conditions: Conditions): Conditions {
  return publishedWithin(query, conditions)
    .when(query.ticker, 'news.tickers && ?::text[]')
    .when(query.category, 'news.category = ?::text')
    .when(query.source_type, 'news.source_type = ?::text')
    .when(query.language, 'news.language = ?::text')
    .when(query.q, 'search_words(news.title, news.summary) @@ search_query(?::text)');
}

function publishedWithin({ from_date, to_date }: DateRangeQuery, conditions: Conditions): Conditions {
  return conditions
    .when(from_date, `news.published_at >= ${midnight('?::date')}`)
    .when(to_date, `news.published_at < ${midnight('?::date + 1')}`);
}

function listed(query: NewsQuery, conditions: Conditions): ListSource {
  const { where, values } = conditions.snapshot();
  const order = orderByMoment(query, conditions, { sql: 'news.published_at', kind: instantKind }, [
    { sql: 'news.news_id', kind: publisherIdKind },
  ]);
  return {
    select: `
      SELECT news.news_id AS id, news.title, news.summary, news.url, news.image_url, news.source, news.source_type, news.category,
        to_json(news.tickers) AS tickers,
        news.language, ${instant('news.published_at')} AS published_at, news.sentiment, news.sentiment_score
      FROM news${conditions.where} ORDER BY ${order}`,
    values: conditions.values,
    count: { text: `SELECT count(*) AS total FROM news${where}`, values },
    key: ['published_at', 'id'],
    query,
    unit: null,
  };
}
