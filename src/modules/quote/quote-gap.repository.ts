import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Conditions } from '../../database/lists/conditions.js';
import { decodeCursor } from '../../database/lists/cursor.js';
import type { List } from '../../database/lists/list.js';
import type { TickerRange } from '../../database/lists/ranges.js';
import { SqlList } from '../../database/lists/sql-list.js';
import { dateKind, tickerKind } from '../../kinds/kinds.js';
import { isPublished, type Published } from '../../market/published.sql.js';
import { tradedTickers } from '../../market/traded.sql.js';
import { listed } from './quote-listing.js';

/** SQL of the days on which a quote is missing. */
@Injectable()
export class QuoteGapRepository {
  constructor(private readonly database: Database) {}

  /** Open days of the Vietnamese calendar strictly between the first and the last published quote of a ticker. */
  gaps(query: TickerRange, published: Published): List {
    const values = query.ticker === undefined ? [] : [query.ticker];
    const names = query.ticker === undefined ? tradedTickers() : 'SELECT unnest($1::text[])';
    const bound = (alias: string, direction: string) => `
      CROSS JOIN LATERAL (
        SELECT b.date FROM quote b WHERE b.ticker = name.ticker AND ${isPublished('b', published)}
        ORDER BY b.date ${direction} LIMIT 1) ${alias}`;
    const spans = `WITH name (ticker) AS (${names}), span AS MATERIALIZED (
      SELECT name.ticker, first.date AS first, last.date AS last
      FROM name ${bound('first', '')} ${bound('last', 'DESC')})`;
    const ascending = query.order === 'asc';
    // Day by day in the order of the answer: days behind the page are then looked at for no ticker. OFFSET 0 keeps the
    // days from being joined at once, which would read all quotes.
    const days = `(
      SELECT missing.ticker, d.date
      FROM (SELECT date FROM settlement WHERE country = 'VN' AND status = 'open'
            ORDER BY date ${ascending ? 'ASC' : 'DESC'}) d
      CROSS JOIN LATERAL (
        SELECT span.ticker FROM span
        WHERE span.first < d.date AND d.date < span.last AND NOT EXISTS (
          SELECT FROM quote q WHERE q.ticker = span.ticker AND q.date = d.date AND ${isPublished('q', published)})
        OFFSET 0) missing) gap`;
    const conditions = new Conditions(values)
      .when(query.from_date, 'date >= ?::date')
      .when(query.to_date, 'date <= ?::date');
    const snapshot = conditions.snapshot();
    // The cursor compares day and ticker at once, which bounds no days in this order.
    const [after] = decodeCursor(query.cursor, [dateKind, tickerKind]) ?? [];
    if (ascending) conditions.when(after, 'date >= ?::date');
    return new SqlList(
      this.database,
      listed(query, {
        select: (all) => `${spans} SELECT ticker, date FROM ${days}${all.where}`,
        conditions,
        count: {
          text: `${spans} SELECT count(*) AS total FROM ${days}${snapshot.where}`,
          values: snapshot.values,
        },
        unit: null,
      }),
    );
  }
}
