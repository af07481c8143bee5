import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { Database } from '../../database/database.js';
import { Quote } from '../quote/quote.entity.js';
import type { Input, Series } from './series.js';

/** Columns that are stored: what an indicator may be computed from now. */
export const STORED_INPUTS: ReadonlySet<Input> = new Set(['open', 'high', 'low', 'close', 'volume']);

/** The daily bars of one ticker with their dates, oldest first. */
export interface History {
  /** YYYY-MM-DD */
  dates: readonly string[];
  series: Series;
}

/** Bytes of one bar: its day, then five numbers of 8. */
const BAR_BYTES = 44;
/** Where PostgreSQL counts days from, ms since 1970. */
const FIRST_DAY = Date.UTC(2000, 0, 1);
const DAY = 86_400_000;

/** SQL of the bars that indicators are computed from. */
@Injectable()
export class TechnicalAnalysisRepository {
  constructor(
    @InjectRepository(Quote) private readonly quotes: Repository<Quote>,
    private readonly database: Database,
  ) {}

  /**
   * Every bar of a ticker from its first to the last date. They come as one value in PostgreSQL's binary forms,
   * most significant byte first: a third of the time of rows. The table admits neither missing nor infinite
   * prices, so nothing has to be left out.
   */
  async history(wanted: { ticker: string; to: string | undefined; approvedOnly: boolean }): Promise<History> {
    const row = await this.database.queryOne<{ bars: Buffer | null }>({
      text: `
        SELECT string_agg(date_send(date) || float8send(open) || float8send(high) || float8send(low)
          || float8send(close) || float8send(volume::double precision), '') AS bars
        FROM (
          SELECT date, open, high, low, close, volume FROM ${this.quotes.metadata.tablePath}
          WHERE ticker = $1::text AND date < coalesce($2::date + 1, 'infinity')
            AND (approval = 1 OR NOT $3::boolean)
          ORDER BY date) bar`,
      values: [wanted.ticker, wanted.to ?? null, wanted.approvedOnly],
    });
    return unpacked(row?.bars ?? Buffer.alloc(0));
  }
}

function unpacked(bars: Buffer): History {
  const length = bars.byteLength / BAR_BYTES;
  const column = (offset: number) => {
    const values = new Float64Array(length);
    for (let bar = 0; bar < length; bar++) values[bar] = bars.readDoubleBE(bar * BAR_BYTES + offset);
    return values;
  };
  const dates = Array.from({ length }, (_, bar) =>
    new Date(FIRST_DAY + DAY * bars.readInt32BE(bar * BAR_BYTES)).toISOString().slice(0, 10),
  );
  const [open, high, low, close, volume] = [column(4), column(12), column(20), column(28), column(36)];
  return { dates, series: { length, open, high, low, close, volume } };
}
