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

/** Medians by day, YYYY-MM-DD. */
type ByDay = ReadonlyMap<string, readonly MedianRow[]>;

/** Tables that they are computed from. */
const SOURCES = [
  'quote',
  'statement_item',
  'statement_template',
  'security',
  'daily_statistic',
  'industry_membership',
];
/** Most bytes of all days: some years of a market of a hundred industry groups. */
const MAXIMUM_BYTES = 16 * 1024 * 1024;
const ROW_BYTES = 120;
/** Days that are computed by one statement, which has to end in its time: the companies' figures of about a quarter. */
const PART = 60;

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

  /**
   * The medians of some days. Those that are not known yet are computed by parts, the newest first, a statement each: a
   * year of a large market takes longer than a statement may, and what was computed is kept when the rest fails.
   */
  async of(days: readonly string[]): Promise<readonly MedianRow[]> {
    const { standard } = this.publication;
    const newestFirst = [...days].sort().reverse();
    const partOf = this.parts(newestFirst.filter((day) => this.days.get(day, standard) === undefined));
    const read = async (day: string) => (await (partOf.get(day)?.() ?? this.read(day, day))).get(day) ?? [];
    const rows = await Promise.all(newestFirst.map((day) => this.days.load(day, standard, () => read(day))));
    return rows.flat();
  }

  /** What reads the part that each of the days lies in, once, and after the parts that were asked for before. */
  private parts(newestFirst: readonly string[]): ReadonlyMap<string, () => Promise<ByDay>> {
    const partOf = new Map<string, () => Promise<ByDay>>();
    let last: Promise<unknown> = Promise.resolve();
    for (let begin = 0; begin < newestFirst.length; begin += PART) {
      const part = newestFirst.slice(begin, begin + PART);
      const [to = '', from = to] = [part[0], part.at(-1)];
      let rows: Promise<ByDay> | undefined;
      const read = () => {
        if (rows === undefined) {
          rows = last.then(() => this.read(from, to));
          last = rows;
        }
        return rows;
      };
      for (const day of part) partOf.set(day, read);
    }
    return partOf;
  }

  private async read(from: string, to: string): Promise<ByDay> {
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
