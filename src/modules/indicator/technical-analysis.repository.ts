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

/** Columns as one value each: dates between commas, numbers as float64 of 8 bytes, most significant first. */
interface Packed {
  dates: string | null;
  open: Buffer | null;
  high: Buffer | null;
  low: Buffer | null;
  close: Buffer | null;
  volume: Buffer | null;
}

/** SQL of the bars that indicators are computed from. */
@Injectable()
export class TechnicalAnalysisRepository {
  constructor(
    @InjectRepository(Quote) private readonly quotes: Repository<Quote>,
    private readonly database: Database,
  ) {}

  /**
   * Every bar of a ticker from its first to the last date, one row for all of them. The table admits neither
   * missing nor infinite prices, so nothing has to be left out.
   */
  async history(wanted: { ticker: string; to: string | undefined; approvedOnly: boolean }): Promise<History> {
    const packed = await this.database.queryOne<Packed>({
      text: `
        SELECT string_agg(date::text, ',') AS dates,
          string_agg(float8send(open), '') AS open,
          string_agg(float8send(high), '') AS high,
          string_agg(float8send(low), '') AS low,
          string_agg(float8send(close), '') AS close,
          string_agg(float8send(volume::double precision), '') AS volume
        FROM (
          SELECT date, open, high, low, close, volume FROM ${this.quotes.metadata.tablePath}
          WHERE ticker = $1::text AND date < coalesce($2::date + 1, 'infinity')
            AND (approval = 1 OR NOT $3::boolean)
          ORDER BY date) bar`,
      values: [wanted.ticker, wanted.to ?? null, wanted.approvedOnly],
    });
    const dates = packed?.dates ? packed.dates.split(',') : [];
    return {
      dates,
      series: {
        length: dates.length,
        open: unpacked(packed?.open),
        high: unpacked(packed?.high),
        low: unpacked(packed?.low),
        close: unpacked(packed?.close),
        volume: unpacked(packed?.volume),
      },
    };
  }
}

function unpacked(bytes: Buffer | null | undefined): Float64Array {
  if (!bytes) return new Float64Array(0);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const values = new Float64Array(bytes.byteLength / 8);
  for (let i = 0; i < values.length; i++) values[i] = view.getFloat64(8 * i);
  return values;
}
