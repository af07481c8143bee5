import { Injectable } from '@nestjs/common';
import { tickerKind } from '../../http/kinds.js';
import { Conditions, type ListSource, orderByDay } from '../../http/list.js';
import { marketDay, membersOf } from '../market/market-day.sql.js';
import { isPublished, type Published } from '../quote/published.sql.js';
import type { MarketResultQuery } from './market-result.dto.js';

const BAR = 'bar.ticker AS code, bar.date, bar.open, bar.high, bar.low, bar.close, bar.volume';

/** SQL of the results of the main indices. */
@Injectable()
export class MarketResultRepository {
  /** Published levels of the main indices, newest first unless asked otherwise. */
  results(query: MarketResultQuery, published: Published): ListSource {
    const conditions = new Conditions()
      .add('ticker IN (SELECT code FROM market_index WHERE main)')
      .add(isPublished('quote', published))
      .when(query.code, 'ticker = ANY (?::text[])')
      .when(query.from_date, 'date >= ?::date')
      .when(query.to_date, 'date <= ?::date');
    const { where, values } = conditions.snapshot();
    const order = orderByDay(query, conditions, { date: 'date', symbol: 'ticker', kind: tickerKind });
    // Levels are put in order before the members are counted, which then happens for the page only.
    const bars = `(SELECT * FROM quote${conditions.where} ORDER BY ${order}) bar`;
    const direction = query.order === 'asc' ? 'bar.date, bar.ticker' : 'bar.date DESC, bar.ticker';
    const basic = `SELECT ${BAR} FROM ${bars} ORDER BY ${direction}`;
    return {
      select: query.fields === 'extended' ? extended(bars, direction, published) : basic,
      values: conditions.values,
      count: { text: `SELECT count(*) AS total FROM quote${where}`, values },
      key: ['date', 'code'],
      query,
      unit: 'points',
    };
  }
}

/** Sums over no member, or over cells that are not known, are null. */
function extended(bars: string, direction: string, published: Published): string {
  return `
    SELECT ${BAR}, bar.close - previous.close AS change,
      100 * (bar.close - previous.close) / nullif(previous.close, 0) AS change_percent, breadth.*
    FROM ${bars}
    LEFT JOIN LATERAL (
      SELECT p.close FROM quote p
      WHERE p.ticker = bar.ticker AND p.date < bar.date AND ${isPublished('p', published)}
      ORDER BY p.date DESC LIMIT 1) previous ON true
    CROSS JOIN LATERAL (
      SELECT sum((q.close > day.reference)::int) AS advances, sum((q.close < day.reference)::int) AS declines,
        sum((q.close = day.reference)::int) AS unchanged,
        sum((day.limit_state = 'ceiling')::int) FILTER (WHERE day.ceiling IS NOT NULL) AS ceilings,
        sum((day.limit_state = 'floor')::int) FILTER (WHERE day.floor IS NOT NULL) AS floors,
        sum(q.volume) AS total_volume, sum(day.traded_value) AS total_value
      FROM (${membersOf({ code: 'bar.ticker', day: 'bar.date' })}) member
      JOIN quote q ON q.ticker = member.ticker AND q.date = bar.date AND ${isPublished('q', published)}
      ${marketDay(published)}) breadth
    ORDER BY ${direction}`;
}
