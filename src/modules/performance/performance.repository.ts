import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { packedRows, unpack } from '../../database/packed.js';
import { TODAY } from '../../database/sql.js';
import { adjust, PACKED_ADJUSTMENTS, readAdjustments } from '../../market/adjust.js';
import { adjustments } from '../../market/adjustment.sql.js';
import { isBaseTooOld } from '../../market/base-age.sql.js';
import { HOME } from '../../market/calendar.sql.js';
import { hasPrice } from '../../market/price.sql.js';
import { isPublished, type Published } from '../../market/published.sql.js';
import type { Prices } from './returns.js';

/** The closes to read. */
interface CloseRange {
  tickers: readonly string[];
  /** first day whose close must be known, besides three years before the last bar; only the latter if not given */
  from: string | undefined;
  /** last day */
  to: string;
  adjusted: boolean;
  published: Published;
}

/** SQL of closes and open days. */
@Injectable()
export class PerformanceRepository {
  constructor(private readonly database: Database) {}

  /**
   * Closes of each ticker up to the last day, adjusted as of that day; from the last one on or before both `from` and
   * three years before the earliest last bar, so that every period has its base. One statement for all; a ticker
   * without a bar by then is not in the map.
   */
  async closes({ tickers, from, to, adjusted, published }: CloseRange): Promise<Map<string, Prices>> {
    const until = '$3::date';
    const visible = `${hasPrice('q')} AND ${isPublished('q', published)}`;
    const rows = await this.database.read<{ ticker: string; bars: Buffer; factors: Buffer | null }>({
      text: `
        WITH ${adjusted ? `${adjustments({ tickers: '$1::text[]', asOf: until, published })},` : ''}
        last AS (
          SELECT t.ticker, bar.date FROM unnest($1::text[]) t(ticker)
          CROSS JOIN LATERAL (
            SELECT q.date FROM quote q
            WHERE q.ticker = t.ticker AND q.date <= ${until} AND ${visible} ORDER BY q.date DESC LIMIT 1) bar
        ), reach AS (
          SELECT least($2::date, (min(date) - interval '3 years')::date) AS since FROM last
        )
        SELECT last.ticker, history.bars,
          ${adjusted ? `(SELECT ${PACKED_ADJUSTMENTS} FROM adjustment f WHERE f.ticker = last.ticker)` : 'NULL::bytea'} AS factors
        FROM last CROSS JOIN reach
        LEFT JOIN LATERAL (
          SELECT q.date FROM quote q
          WHERE q.ticker = last.ticker AND q.date <= reach.since AND ${visible} ORDER BY q.date DESC LIMIT 1) base ON true
        CROSS JOIN LATERAL (
          SELECT ${packedRows('bar.date', ['bar.close'])} AS bars
          FROM (
            SELECT q.date, q.close FROM quote q
            WHERE q.ticker = last.ticker AND q.date >= coalesce(base.date, '-infinity') AND q.date <= last.date
              AND ${visible}
            ORDER BY q.date) bar) history`,
      values: [tickers, from ?? null, to],
      tickers,
    });
    return new Map(rows.map(({ ticker, bars, factors }) => [ticker, pricesOf(bars, factors)]));
  }

  /** Returns the bases that are too old, each with the day it is compared with; days since 2000-01-01. */
  async staleBases(bases: readonly [base: number, day: number][]): Promise<[base: number, day: number][]> {
    if (bases.length === 0) return [];
    const day = (count: string) => `(date '2000-01-01' + requested.${count})`;
    const rows = await this.database.read<{ base: number; day: number }>({
      text: `SELECT requested.base, requested.day FROM unnest($1::int[], $2::int[]) requested (base, day)
             WHERE ${isBaseTooOld(day('base'), day('day'))}`,
      values: [bases.map(([base]) => base), bases.map(([, compared]) => compared)],
    });
    return rows.map((row) => [row.base, row.day]);
  }

  /** Open days of the market in a range, without future days; null if its calendar does not cover the range. */
  async openDays({ from, to }: { from: string; to: string }): Promise<Int32Array | null> {
    const row = await this.database.readOne<{ covered: boolean | null; open: Buffer | null }>({
      text: `
        SELECT min(date) <= $1::date AND max(date) >= past.until AS covered,
          ${packedRows('date', [], 'date')} FILTER (WHERE status = 'open' AND date >= $1::date AND date <= past.until) AS open
        FROM settlement
        CROSS JOIN (SELECT least($2::date, ${TODAY}) AS until) past
        WHERE country = '${HOME}' GROUP BY past.until`,
      values: [from, to],
    });
    return row?.covered === true ? unpack(row.open, 0).days : null;
  }
}

function pricesOf(bars: Buffer, packedFactors: Buffer | null): Prices {
  const { days, columns } = unpack(bars, 1);
  const closes = columns[0] as Float64Array;
  const { effective, prices } = readAdjustments(packedFactors);
  adjust(closes, days, { effective, factors: prices });
  return { days, closes };
}
