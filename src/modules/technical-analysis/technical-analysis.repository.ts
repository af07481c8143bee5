import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { isoDate, packedRows, unpack } from '../../database/packed.js';
import { type Adjustments, adjust, PACKED_ADJUSTMENTS, readAdjustments } from '../../market/adjust.js';
import { adjustments } from '../../market/adjustment.sql.js';
import { hasPrice } from '../../market/price.sql.js';
import { isPublished, type Published } from '../../market/published.sql.js';
import { COLUMNS, type Input, type Series } from './formulas/series.js';

/** The daily bars of one ticker with their dates, oldest first. */
export interface History {
  /** YYYY-MM-DD */
  dates: readonly string[];
  series: Series;
}

/** Bars of one ticker, and the columns to read with them. */
export interface HistoryRange {
  ticker: string;
  /** last date, inclusive; the last bar when not given */
  to: string | undefined;
  /** prices and volumes adjusted as of the last date, or as they were */
  adjusted: boolean;
  published: Published;
  /** from {@link columnsOf} */
  columns: readonly Input[];
}

const BARS = ['open', 'high', 'low', 'close', 'volume'] as const;
const FOREIGN = ['foreign_buy_volume', 'foreign_sell_volume'] as const;
const ORDERS = ['buy_order_count', 'buy_order_volume', 'sell_order_count', 'sell_order_volume'] as const;
/** Columns measured in VND, and in shares. */
const PRICES: readonly Input[] = ['open', 'high', 'low', 'close'];
const SHARES: readonly Input[] = ['volume', ...FOREIGN, 'buy_order_volume', 'sell_order_volume'];

const FOREIGN_JOIN = `
  LEFT JOIN foreign_trade f ON f.ticker = q.ticker AND f.date = q.date`;
const ORDER_JOIN = `
  LEFT JOIN order_statistic o ON o.ticker = q.ticker AND o.date = q.date
  LEFT JOIN trade_flow w ON w.scope = 'ticker' AND w.code = q.ticker AND w.date = q.date`;

/** SQL of the bars that indicators are computed from. */
@Injectable()
export class TechnicalAnalysisRepository {
  constructor(private readonly database: Database) {}

  /**
   * Every bar of a ticker from its first to the last date, with its adjustments, in one statement. The table
   * admits neither missing nor infinite prices, so nothing has to be left out. Foreign trading and orders are NaN on days
   * without them.
   */
  async history(range: HistoryRange): Promise<History> {
    const inputs = range.columns;
    const row = await this.database.readOne<{ bars: Buffer | null; factors: Buffer | null }>({
      text: statement(range),
      values: [range.ticker, range.to ?? null],
      tickers: [range.ticker],
    });
    const { days, columns } = unpack(row?.bars ?? null, inputs.length);
    const byInput = new Map(inputs.map((input, at) => [input, columns[at] as Float64Array]));
    adjustAll(byInput, days, readAdjustments(row?.factors ?? null));
    return { dates: Array.from(days, isoDate), series: seriesOf(days.length, byInput) };
  }
}

/** Bars, and the columns that inputs need: all of a table or none, so that few histories of a ticker differ. */
export function columnsOf(inputs: Iterable<Input>): readonly Input[] {
  const inputSet = new Set(inputs);
  return [...BARS, ...[FOREIGN, ORDERS].filter((table) => table.some((input) => inputSet.has(input))).flat()];
}

function statement({ adjusted, published, columns: inputs }: HistoryRange): string {
  const until = "coalesce($2::date, 'infinity')";
  const factors = adjustments({ tickers: 'ARRAY[$1::text]', asOf: until, published });
  return `
    ${adjusted ? `WITH ${factors}` : ''}
    SELECT ${adjusted ? `(SELECT ${PACKED_ADJUSTMENTS} FROM adjustment f)` : 'NULL::bytea'} AS factors,
      ${packedRows(
        'bar.date',
        inputs.map((input) => `bar.${input}`),
      )} AS bars
    FROM (
      SELECT q.date, ${inputs.map((input) => `${columnOf(input)} AS ${input}`).join(', ')}
      FROM quote q${inputs.includes('foreign_buy_volume') ? FOREIGN_JOIN : ''}${inputs.includes('buy_order_count') ? ORDER_JOIN : ''}
      WHERE q.ticker = $1::text AND q.date <= ${until} AND ${hasPrice('q')} AND ${isPublished('q', published)}
      ORDER BY q.date) bar`;
}

/** SQL of an input as double precision, NaN for missing. Added as float64: two bigints could overflow. */
function columnOf(input: Input): string {
  switch (input) {
    case 'volume':
      return 'q.volume::double precision';
    case 'foreign_buy_volume':
    case 'foreign_sell_volume': {
      const [matched, negotiated] = ['matched', 'negotiated'].map(
        (how) => `f.${input}_${how}::double precision`,
      );
      return `coalesce(${matched} + ${negotiated}, ${matched}, ${negotiated}, 'NaN')`;
    }
    case 'buy_order_count':
    case 'buy_order_volume':
    case 'sell_order_count':
    case 'sell_order_volume':
      return `coalesce(o.${input}::double precision, w.${input}::double precision, 'NaN')`;
    default:
      return `q.${input}`;
  }
}

function adjustAll(
  columns: ReadonlyMap<Input, Float64Array>,
  days: Int32Array,
  { effective, prices, shares }: Adjustments,
): void {
  for (const [input, values] of columns) {
    if (PRICES.includes(input)) adjust(values, days, { effective, factors: prices });
    else if (SHARES.includes(input)) adjust(values, days, { effective, factors: shares });
  }
}

function seriesOf(length: number, columns: ReadonlyMap<Input, Float64Array>): Series {
  const seriesByName = Object.fromEntries([...columns].map(([input, values]) => [COLUMNS[input], values]));
  return { length, ...seriesByName } as unknown as Series;
}
