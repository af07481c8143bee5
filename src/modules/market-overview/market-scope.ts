import type { Statement } from '../../database/statement.js';
import { isStock, membersOf } from '../../market/market-day.sql.js';
import { marketDays } from '../../market/market-days.sql.js';
import { indicesAndMembers } from '../../market/member-periods.sql.js';
import { isPublished, type Published } from '../../market/published.sql.js';

/** Stocks and fund certificates that a request covers: all if no bound is given, within both if both are. */
export interface MarketScope {
  /** exchange of the master */
  exchange?: string | undefined;
  /** index whose members count */
  code?: string | undefined;
}

/** SQL that limits bars, the alias `q` joined with the master `s`, to a scope on a day. */
export interface ScopeSql {
  /** conditions, without a leading AND */
  where: string;
  /** the part of them that holds for a security on all days: needs only the ticker of `q` */
  securities: string;
  /** placeholder of the exchange, if there is one */
  exchange: string | undefined;
  /** placeholder of the index whose members count, if there is one */
  index: string | undefined;
  /** `bound` followed by the values of the scope */
  values: unknown[];
  /** those whose rows are read: all if not given */
  tickers: Statement['tickers'];
}

/** Limits bars to a scope. `day`: SQL of the day whose members count; `bound`: values already in use. */
export function scopeSql(
  { exchange, code }: MarketScope,
  { day, bound, published }: { day: string; bound: readonly unknown[]; published: Published },
): ScopeSql {
  const values = [...bound];
  const securities = [isStock('q', 's')];
  const place = exchange === undefined ? undefined : `$${values.push(exchange)}::text`;
  if (place !== undefined) securities.push(`s.exchange = ${place}`);
  const parts = [isPublished('q', published), ...securities];
  const index = code === undefined ? undefined : `$${values.push(code)}::text`;
  if (index !== undefined) {
    parts.push(`q.ticker IN (SELECT m.ticker FROM (${membersOf({ code: index, day })}) m)`);
  }
  return {
    where: parts.join(' AND '),
    securities: securities.join(' AND '),
    exchange: place,
    index,
    values,
    tickers: tickersOf({ exchange, code }),
  };
}

function tickersOf({ exchange, code }: MarketScope): Statement['tickers'] {
  if (code !== undefined) return indicesAndMembers([code]);
  if (exchange === undefined) return undefined;
  return { text: 'SELECT ticker FROM security WHERE exchange = $1::text', values: [exchange] };
}

/** CTEs up to {@link marketDays}' `market_day` of the bars of a scope on the day `$1`. */
export function marketOn({ securities, index }: ScopeSql, published: Published): string {
  const tickers =
    index === undefined
      ? `SELECT b.ticker FROM quote b WHERE b.date = $1::date AND ${isPublished('b', published)}`
      : `SELECT m.ticker FROM (${membersOf({ code: index, day: '$1::date' })}) m`;
  return `requested AS (SELECT $1::date AS date), ${marketDays({ tickers, where: securities, isOneDay: true, published })}`;
}
