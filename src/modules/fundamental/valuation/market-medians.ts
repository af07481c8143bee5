import { Injectable } from '@nestjs/common';
import { Changes } from '../../../database/changes.js';
import { Database } from '../../../database/database.js';
import { TickerCache } from '../../../database/ticker-cache.js';
import { Publication } from '../../../market/publication.js';
import { valued } from './valuation.sql.js';

/** Medians of the multiples of all stocks of a day, and of those of an industry group (4 digits). */
export interface MedianRow {
  /** YYYY-MM-DD */
  date: string;
  /** null: of the market */
  industry: string | null;
  pe: number | null;
  pb: number | null;
  /** of the market alone */
  ps: number | null;
}

/** Tables that they are computed from. */
const SOURCES = ['quote', 'statement_item', 'security', 'daily_statistic', 'industry_membership'];
/** Most bytes of all days: some years of a market of a hundred industry groups. */
const MAXIMUM_BYTES = 16 * 1024 * 1024;
const ROW_BYTES = 120;

/**
 * Medians by day. Every stock is valued for them, whoever's valuation shows them: so they are computed once for each day
 * that somebody asks for, until something that they follow from changes.
 */
@Injectable()
export class MarketMedians {
  private readonly days: TickerCache<readonly MedianRow[]>;

  constructor(
    private readonly database: Database,
    private readonly publication: Publication,
    changes: Changes,
  ) {
    this.days = new TickerCache(changes, {
      tables: [],
      shared: SOURCES,
      maximumBytes: MAXIMUM_BYTES,
      bytesOf: (rows) => rows.length * ROW_BYTES,
    });
  }

  /** The medians of some days; those that are not known yet in one statement over the span that they lie in. */
  async of(days: readonly string[]): Promise<readonly MedianRow[]> {
    const { standard } = this.publication;
    const missing = days.filter((day) => this.days.get(day, standard) === undefined).sort();
    let span: Promise<ReadonlyMap<string, MedianRow[]>> | undefined;
    const read = async (day: string) => {
      span ??= this.read(missing[0] ?? day, missing.at(-1) ?? day);
      return (await span).get(day) ?? [];
    };
    const rows = await Promise.all(days.map((day) => this.days.load(day, standard, () => read(day))));
    return rows.flat();
  }

  private async read(from: string, to: string): Promise<ReadonlyMap<string, MedianRow[]>> {
    const rows = await this.database.read<MedianRow>({
      text: `
        WITH stock AS MATERIALIZED (${valued({ from: '$1::date', to: '$2::date', published: this.publication.standard })})
        SELECT date::text AS date, NULL AS industry, ${median('pe')} AS pe, ${median('pb')} AS pb, ${median('ps')} AS ps
        FROM stock GROUP BY date
        UNION ALL
        SELECT date::text, left(industry, 4), ${median('pe')}, ${median('pb')}, NULL
        FROM stock WHERE industry IS NOT NULL GROUP BY date, left(industry, 4)`,
      values: [from, to],
    });
    const byDay = new Map<string, MedianRow[]>();
    for (const row of rows) {
      const ofDay = byDay.get(row.date);
      if (ofDay === undefined) byDay.set(row.date, [row]);
      else ofDay.push(row);
    }
    return byDay;
  }
}

const median = (figure: string) => `percentile_cont(0.5) WITHIN GROUP (ORDER BY ${figure})`;
