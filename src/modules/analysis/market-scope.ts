import { isStock, membersOf } from '../market/market-day.sql.js';
import { isPublished, type Published } from '../quote/published.sql.js';

/** Which stocks and fund certificates a question is about; all when nothing is given, both bounds when both are. */
export interface MarketScope {
  /** exchange of the master */
  exchange?: string | undefined;
  /** index whose members count */
  code?: string | undefined;
}

/** SQL that limits bars, the alias `q` beside the master `s`, to a scope on a day. */
export interface ScopeSql {
  /** conditions, without AND in front */
  where: string;
  /** `bound` followed by the values of the scope */
  values: unknown[];
}

/** Limits bars to a scope. `day`: SQL of the day whose members count; `bound`: values in use already. */
export function scopeSql(
  { exchange, code }: MarketScope,
  { day, bound, published }: { day: string; bound: readonly unknown[]; published: Published },
): ScopeSql {
  const values = [...bound];
  const parts = [isPublished('q', published), isStock('q', 's')];
  if (exchange !== undefined) parts.push(`s.exchange = $${values.push(exchange)}::text`);
  if (code !== undefined) {
    const members = membersOf({ code: `$${values.push(code)}::text`, day });
    parts.push(`q.ticker IN (SELECT m.ticker FROM (${members}) m)`);
  }
  return { where: parts.join(' AND '), values };
}
