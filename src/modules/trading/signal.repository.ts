import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { adjustments } from '../corporate-action/adjustment.sql.js';
import { isPublished, type Published } from '../quote/published.sql.js';
import type { AdjustedBars } from './signal.js';

/** Whose signals are wanted, as of which day. */
export interface SignalScope {
  tickers: readonly string[] | undefined;
  exchange: string | undefined;
  /** YYYY-MM-DD */
  asOf: string;
  published: Published;
}

/** Bars of a security up to a day. */
export interface History extends AdjustedBars {
  /** YYYY-MM-DD of the last one */
  lastDate: string;
}

interface Row {
  bars: Record<'date', string[] | null> & Record<'high' | 'low' | 'close' | 'volume', number[] | null>;
  /** effective day, price factor, share factor; the days ascending */
  factors: [string, number, number][];
}

/** Every ticker with quotes, by the index alone: one look-up a ticker. */
const TRADED = `
  SELECT ticker FROM (
    WITH RECURSIVE traded AS (
      SELECT min(q.ticker) AS ticker FROM quote q
      UNION ALL
      SELECT (SELECT min(q.ticker) FROM quote q WHERE q.ticker > traded.ticker) FROM traded
      WHERE traded.ticker IS NOT NULL)
    SELECT ticker FROM traded WHERE ticker IS NOT NULL) loose`;

/** SQL of the bars that signals are computed from. */
@Injectable()
export class SignalRepository {
  constructor(private readonly database: Database) {}

  /** The last day with a quote, or undefined. */
  async lastDay(published: Published): Promise<string | undefined> {
    const row = await this.database.queryOne<{ day: string | null }>({
      text: `SELECT max(q.date)::text AS day FROM quote q WHERE ${isPublished('q', published)}`,
      values: [],
    });
    return row?.day ?? undefined;
  }

  /**
   * Tickers with a bar by the day, ascending. Without tickers the stocks and funds that are listed then; a ticker
   * without a master record counts as a stock, unless it is an index.
   */
  async tickers({ tickers, exchange, asOf, published }: SignalScope): Promise<string[]> {
    const source =
      tickers !== undefined
        ? 'SELECT unnest($2::text[]) AS ticker'
        : exchange !== undefined
          ? 'SELECT ticker FROM security WHERE exchange = $3::text'
          : TRADED;
    const listed =
      tickers !== undefined
        ? 'true'
        : `coalesce(s.security_type, 'stock') IN ('stock', 'fund_certificate')
           AND coalesce(s.listing_date, $1::date) <= $1::date AND coalesce(s.delisting_date, $1::date) >= $1::date
           AND NOT EXISTS (SELECT FROM market_index i WHERE i.code = t.ticker)`;
    const rows = await this.database.query<{ ticker: string }>({
      text: `
        SELECT t.ticker FROM (${source}) t LEFT JOIN security s ON s.ticker = t.ticker
        WHERE ($2::text[] IS NULL OR t.ticker = ANY ($2::text[])) AND ($3::text IS NULL OR s.exchange = $3::text)
          AND ${listed}
          AND EXISTS (
            SELECT FROM quote q
            WHERE q.ticker = t.ticker AND q.date <= $1::date AND ${isPublished('q', published)})
        ORDER BY t.ticker COLLATE "C"`,
      values: [asOf, tickers ?? null, exchange ?? null],
    });
    return rows.map(({ ticker }) => ticker);
  }

  /**
   * All bars of a security until a day, adjusted as of that day: prices × product of P'/P, volumes × product of
   * (1 + α + β) over the actions that became effective after a bar and by the day.
   */
  async history(ticker: string, asOf: string, published: Published): Promise<History> {
    const column = (name: string) => `'${name}', json_agg(q.${name} ORDER BY q.date)`;
    const row = await this.database.queryOne<Row>({
      text: `
        WITH ${adjustments({ tickers: 'ARRAY[$1::text]', asOf: '$2::date', published })}
        SELECT (
          SELECT json_build_object(${['date', 'high', 'low', 'close', 'volume'].map(column).join(', ')})
          FROM quote q
          WHERE q.ticker = $1::text AND q.date <= $2::date AND ${isPublished('q', published)}) AS bars,
          (SELECT coalesce(json_agg(json_build_array(f.effective, f.price_factor, f.share_factor)
             ORDER BY f.effective), '[]') FROM adjustment f) AS factors`,
      values: [ticker, asOf],
    });
    return adjusted(row);
  }
}

function adjusted(row: Row | undefined): History {
  const { date, high, low, close, volume } = row?.bars ?? {};
  const factors = row?.factors ?? [];
  const dates = date ?? [];
  let next = 0;
  const due = dates.map((day) => {
    while (factors[next] !== undefined && (factors[next]?.[0] ?? '') <= day) next++;
    return factors[next];
  });
  const times = (values: readonly number[] | null | undefined, factor: 1 | 2) =>
    Float64Array.from(values ?? [], (value, bar) => value * (due[bar]?.[factor] ?? 1));
  return {
    lastDate: dates.at(-1) ?? '',
    high: times(high, 1),
    low: times(low, 1),
    close: times(close, 1),
    volume: times(volume, 2),
  };
}
