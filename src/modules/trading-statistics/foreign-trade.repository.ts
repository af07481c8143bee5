import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Conditions } from '../../database/lists/conditions.js';
import type { List } from '../../database/lists/list.js';
import { listByMoment } from '../../database/lists/listing.js';
import type { TickerRange } from '../../database/lists/ranges.js';
import { dateKind, tickerKind } from '../../kinds/kinds.js';
import { isPublished, type Published } from '../../market/published.sql.js';
import { foreignNet, foreignTotal } from './foreign-total.sql.js';

const COLUMNS = `f.ticker, f.date, q.open, q.high, q.low, q.close, q.volume,
  f.foreign_buy_volume_matched, f.foreign_buy_value_matched,
  f.foreign_buy_volume_negotiated, f.foreign_buy_value_negotiated,
  f.foreign_sell_volume_matched, f.foreign_sell_value_matched,
  f.foreign_sell_volume_negotiated, f.foreign_sell_value_negotiated,
  ${foreignTotal('f', 'buy', 'volume')} AS foreign_buy_volume,
  ${foreignTotal('f', 'buy', 'value')} AS foreign_buy_value,
  ${foreignTotal('f', 'sell', 'volume')} AS foreign_sell_volume,
  ${foreignTotal('f', 'sell', 'value')} AS foreign_sell_value,
  ${foreignNet('f', 'volume')} AS foreign_net_volume, ${foreignNet('f', 'value')} AS foreign_net_value,
  f.foreign_total_room, f.foreign_owned_volume, f.foreign_remaining_room,
  f.foreign_current_room, f.foreign_ownership_ratio`;

/** SQL of foreign trading. */
@Injectable()
export class ForeignTradeRepository {
  constructor(private readonly database: Database) {}

  /** Days of foreign trading with their published bars, newest first unless asked otherwise. */
  trades(query: TickerRange, published: Published): List {
    const conditions = new Conditions();
    if (query.ticker?.length === 1) conditions.add('f.ticker = ?::text', query.ticker[0]);
    else conditions.when(query.ticker, 'f.ticker = ANY (?::text[])');
    conditions.when(query.from_date, 'f.date >= ?::date').when(query.to_date, 'f.date <= ?::date');
    return listByMoment(this.database, {
      columns: COLUMNS,
      from: 'foreign_trade f',
      joins: ` LEFT JOIN quote q ON q.ticker = f.ticker AND q.date = f.date AND ${isPublished('q', published)}`,
      conditions,
      key: [
        { sql: 'f.date', name: 'date', kind: dateKind },
        { sql: 'f.ticker', name: 'ticker', kind: tickerKind },
      ],
      query,
      quick: query.ticker?.length === 1,
      unit: 'VND',
    });
  }
}
