import { Injectable } from '@nestjs/common';
import { Changes } from '../../../database/changes.js';
import { Database } from '../../../database/database.js';
import { Publication } from '../../../market/publication.js';
import { FiguresByDay } from './figures-by-day.js';
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

/** Medians by day. */
@Injectable()
export class MarketMedians {
  private readonly figures: FiguresByDay<MedianRow>;

  constructor(
    private readonly database: Database,
    private readonly publication: Publication,
    changes: Changes,
  ) {
    this.figures = new FiguresByDay(changes);
  }

  /** The medians of some days, YYYY-MM-DD. */
  of(days: readonly string[]): Promise<readonly MedianRow[]> {
    return this.figures.of(days, this.publication.standard, (from, to) => this.read(from, to));
  }

  private read(from: string, to: string): Promise<MedianRow[]> {
    return this.database.read<MedianRow>({
      text: `
        WITH stock AS MATERIALIZED (${valued({ from: '$1::date', to: '$2::date', published: this.publication.standard })})
        SELECT date::text AS date, NULL AS industry, ${median('pe')} AS pe, ${median('pb')} AS pb, ${median('ps')} AS ps
        FROM stock GROUP BY date
        UNION ALL
        SELECT date::text, left(industry, 4), ${median('pe')}, ${median('pb')}, NULL
        FROM stock WHERE industry IS NOT NULL GROUP BY date, left(industry, 4)`,
      values: [from, to],
    });
  }
}

const median = (figure: string) => `percentile_cont(0.5) WITHIN GROUP (ORDER BY ${figure})`;
