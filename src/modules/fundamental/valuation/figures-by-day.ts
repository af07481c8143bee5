import type { Changes } from '../../../database/changes.js';
import { TickerCache } from '../../../database/ticker-cache.js';

/** A figure of a day. */
interface OfDay {
  /** YYYY-MM-DD */
  date: string;
}

/** Tables that valuations of stocks are computed from. */
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
 * Figures of days for which every stock is valued, whoever's valuation shows them: so they are computed once for each day
 * that somebody asks for, until something that they follow from changes.
 */
export class FiguresByDay<Row extends OfDay> {
  private readonly days: TickerCache<readonly Row[]>;

  /** `more`: tables that they are computed from besides those of the stocks' valuations */
  constructor(changes: Changes, more: readonly string[] = []) {
    this.days = new TickerCache(changes, {
      tables: [],
      shared: [...SOURCES, ...more],
      maximumBytes: MAXIMUM_BYTES,
      bytesOf: (rows) => rows.length * ROW_BYTES,
    });
  }

  /**
   * The figures of some days that answer a question. Those that are not known yet are computed by parts, the newest
   * first, a statement each: a year of a large market takes longer than a statement may, and what was computed is kept
   * when the rest fails. `read` computes those of a range of days, both inclusive.
   */
  async of(
    days: readonly string[],
    question: string,
    read: (from: string, to: string) => Promise<readonly Row[]>,
  ): Promise<readonly Row[]> {
    const newestFirst = [...days].sort().reverse();
    const rows = await this.days.loadAll(newestFirst, question, PART, async (part) => {
      const [to = '', from = to] = [part[0], part.at(-1)];
      const found = await read(from, to);
      return (day) => found.filter(({ date }) => date === day);
    });
    return rows.flat();
  }
}
