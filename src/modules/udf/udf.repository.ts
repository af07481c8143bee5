import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { TODAY } from '../../database/sql.js';
import { adjustedVolume, adjustmentOf, adjustments } from '../../market/adjustment.sql.js';
import { ticksOf } from '../../market/limits.sql.js';
import { hasPrice, LONGER_BAR } from '../../market/price.sql.js';
import { isPublished, type Published } from '../../market/published.sql.js';
import { isFund } from '../../market/security-types.js';
import { tradedTickers, unlistedTickers } from '../../market/traded.sql.js';
import type { Resolution, SymbolType } from './udf-kinds.js';

/** Exchange of a symbol whose listing is unknown: the market's country. */
export const UNLISTED_EXCHANGE = 'VN';

/** A symbol of the feed. */
export interface SymbolRow {
  ticker: string;
  description: string;
  type: SymbolType;
  exchange: string;
  /** smallest tick of the exchange today, VND; null if none is stored */
  tick: number | null;
  /** `tick price tick …` if the exchange has several; else null */
  ticks: string | null;
}

/** A symbol as shown by a search. */
export type FoundSymbol = Pick<SymbolRow, 'ticker' | 'description' | 'type' | 'exchange'>;

/** A symbol of the master or an index, with each of the names that it is found by, in plain letters. */
export interface NamedSymbol extends FoundSymbol {
  names: readonly string[];
}

/** Bars to read. Days are counted from 1970-01-01. */
export interface BarQuery {
  ticker: string;
  resolution: Resolution;
  /** first day, inclusive; null for no limit */
  from: number | null;
  /** end, not inclusive */
  to: number;
  /** most bars, the last ones; null for all */
  countback: number | null;
  published: Published;
}

/** SQL of the datafeed. */
@Injectable()
export class UdfRepository {
  constructor(private readonly database: Database) {}

  /** Exchanges of the master and of the indices. */
  async exchanges(): Promise<string[]> {
    const rows = await this.database.read<{ exchange: string }>({
      text: `SELECT exchange FROM security
             UNION SELECT exchange FROM market_index WHERE exchange IS NOT NULL ORDER BY exchange`,
      values: [],
    });
    return rows.map((row) => row.exchange);
  }

  /** Finds a symbol of the master, an index, or a ticker that has only published quotes. */
  find({ ticker, published }: { ticker: string; published: Published }): Promise<SymbolRow | undefined> {
    return this.database.readByKey<SymbolRow>({
      text: `SELECT d.* FROM (${tickerDetails('SELECT $1::text COLLATE "C" AS ticker')}) d
             WHERE d.is_known OR EXISTS (
               SELECT FROM quote q WHERE q.ticker = d.ticker AND ${isPublished('q', published)})`,
      values: [ticker],
      tickers: [ticker],
    });
  }

  /** Returns the symbols of an exchange, or of all if it is empty, by ticker. */
  group({ exchange, published }: { exchange: string; published: Published }): Promise<SymbolRow[]> {
    return this.database.read<SymbolRow>({
      text: `SELECT d.* FROM (${tickerDetails(`${KNOWN_TICKERS} UNION ${publishedTickers("''", published)}`)}) d
             WHERE $1::text IN ('', d.exchange) ORDER BY d.ticker`,
      values: [exchange],
      tickers: unlistedTickers(''),
    });
  }

  /** Every symbol of the master and every index, by ticker. */
  allSymbols(): Promise<NamedSymbol[]> {
    return this.database.read<NamedSymbol>({
      text: `SELECT ${SHOWN}, array_remove(ARRAY[${FOLDED_NAMES}], NULL) AS names
             FROM (${KNOWN_TICKERS}) t ${MASTER} ORDER BY t.ticker`,
      values: [],
    });
  }

  /**
   * Returns bars as the JSON text of the protocol, oldest first, or null if there are none, then with the day of
   * the last bar before the range. Prices and volumes are adjusted to the last bar. A close of 0 is no price: a chart would
   * fall to it. A week or month is dated by its first day that has a bar, and counts whole wherever the range is cut.
   */
  async bars(query: BarQuery): Promise<{ json: string | null; before: number | null }> {
    const { ticker, resolution, from, to, countback, published } = query;
    const row = await this.database.readOne<{ json: string | null; before: number | null }>({
      text: barsText(resolution, published),
      values: [ticker, from, to, countback],
      tickers: [ticker],
    });
    return row ?? { json: null, before: null };
  }
}

/** Joins of the stored data of a ticker, the alias `t`. */
const MASTER = `
    LEFT JOIN security s ON s.ticker = t.ticker
    LEFT JOIN market_index i ON i.code = t.ticker`;
const SHOWN = `t.ticker, coalesce(i.name, s.name, t.ticker) AS description,
      CASE WHEN i.code IS NOT NULL OR s.security_type = 'index' THEN 'index'
           WHEN ${isFund('s.security_type')} THEN 'fund'
           WHEN s.security_type = 'derivative' THEN 'futures' ELSE 'stock' END AS type,
      coalesce(s.exchange, i.exchange, '${UNLISTED_EXCHANGE}') AS exchange`;
const FOLDED_NAMES = ['i.name', 's.name', 'i.name_en', 's.name_en']
  .map((name) => `btrim(plain_text(${name}))`)
  .join(', ');

/** SELECT of what is known of tickers: the columns of {@link SymbolRow}, and `is_known`. */
function tickerDetails(tickers: string): string {
  return `
    SELECT ${SHOWN}, rule.tick, CASE WHEN rule.steps > 1 THEN rule.ticks END AS ticks,
      s.ticker IS NOT NULL OR i.code IS NOT NULL AS is_known
    FROM (${tickers}) t ${MASTER}
    LEFT JOIN (
      SELECT kind.exchange, kind.security_type, min(step.tick)::float8 AS tick, count(*) AS steps,
        string_agg(CASE WHEN step.at = 0 THEN step.tick::text ELSE step.at || ' ' || step.tick END, ' '
                   ORDER BY step.at) AS ticks
      FROM (SELECT DISTINCT exchange, security_type FROM security) kind
      CROSS JOIN LATERAL (${ticksOf({ exchange: 'kind.exchange', type: 'kind.security_type', day: TODAY })}) rule
      CROSS JOIN LATERAL unnest(rule.steps, rule.ticks) step (at, tick)
      GROUP BY kind.exchange, kind.security_type) rule
      ON rule.exchange = s.exchange AND rule.security_type = s.security_type`;
}

const KNOWN_TICKERS = 'SELECT ticker FROM security UNION SELECT code FROM market_index';

/** SELECT of the tickers that have published quotes and begin with `beginning`. */
const publishedTickers = (beginning: string, published: Published) => `
    SELECT traded.ticker FROM (${tradedTickers(beginning)}) traded
    WHERE EXISTS (SELECT FROM quote q WHERE q.ticker = traded.ticker AND ${isPublished('q', published)})`;

/** Statement of the bars; values: ticker, first day or null, end, number of bars or null. */
function barsText(resolution: Resolution, published: Published): string {
  const own = `q.ticker = $1::text AND ${isPublished('q', published)}`;
  const priced = `${own} AND ${hasPrice('q')}`;
  const day = (placeholder: string) => `date '1970-01-01' + ${placeholder}::int`;
  const range = (date: string) => `${date} < ${day('$3')} AND ($2::int IS NULL OR ${date} >= ${day('$2')})`;
  const last = (date: string) => `ORDER BY ${date} DESC LIMIT $4::bigint`;
  const adjustedBars = (bars: string) => `
    SELECT q.date, q.open * coalesce(adj.price_factor, 1) AS open, q.high * coalesce(adj.price_factor, 1) AS high,
      q.low * coalesce(adj.price_factor, 1) AS low, q.close * coalesce(adj.price_factor, 1) AS close,
      ${adjustedVolume('q')} AS volume
    FROM (${bars}) q ${adjustmentOf('q')}`;
  const period = resolution === '1W' ? 'week' : 'month';
  const bars =
    resolution === '1D'
      ? adjustedBars(`SELECT * FROM quote q WHERE ${priced} AND ${range('q.date')} ${last('q.date')}`)
      : `SELECT * FROM (
           SELECT min(date) AS date, ${LONGER_BAR}
           FROM (${adjustedBars(`SELECT * FROM quote q WHERE ${own}`)}) daily
           GROUP BY date_trunc('${period}', date)) whole
         WHERE ${hasPrice('whole')} AND ${range('date')} ${last('date')}`;
  const before = `SELECT max(q.date) FROM quote q WHERE ${priced} AND q.date < ${day('$2')}`;
  const beforeBar =
    resolution === '1D'
      ? before
      : `SELECT min(q.date) FROM quote q
         WHERE ${own} AND date_trunc('${period}', q.date) = date_trunc('${period}', (${before}))`;
  return `
    WITH ${adjustments({ tickers: 'ARRAY[$1::text]', published })}, bar AS (${bars}), answer AS (
      SELECT CASE WHEN count(*) > 0 THEN json_build_object('s', 'ok',
          't', json_agg((date - date '1970-01-01')::bigint * 86400 ORDER BY date),
          'o', json_agg(open ORDER BY date), 'h', json_agg(high ORDER BY date),
          'l', json_agg(low ORDER BY date), 'c', json_agg(close ORDER BY date),
          'v', json_agg(volume ORDER BY date))::text END AS json
      FROM bar)
    SELECT json, CASE WHEN json IS NULL THEN (${beforeBar}) - date '1970-01-01' END AS before FROM answer`;
}
