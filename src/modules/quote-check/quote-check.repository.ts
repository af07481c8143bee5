import { Injectable } from '@nestjs/common';
import { ofComputable } from '../../database/connection/database-errors.js';
import { Database } from '../../database/database.js';
import { readBeside } from '../../database/read-beside.js';
import type { Statement, Transaction } from '../../database/statement.js';
import { isOpenMarket } from '../../market/calendar.sql.js';
import {
  changesOf,
  EVER,
  type EventRange,
  findBatches,
  IS_OF_UNNAMED_ROWS,
  isOfBatch,
  NEVER_AGAIN,
} from '../../market/log-changes.sql.js';
import { isPublished, type Published } from '../../market/published.sql.js';
import { IMPORTED, QUOTE_FLAGS_NOW } from '../../market/quote-flags.sql.js';
import { tradedTickers } from '../../market/traded.sql.js';
import type { FollowerSteps } from '../event/log-follower.js';
import { CHECKED_RESOURCES, TOUCHED_BY_BATCHES, touchedDays } from './touched.sql.js';

/** Tickers that one step examines. */
const TICKERS = 1_000;
/**
 * Ticker days that one step checks, but at least those of one ticker. Thirty take a millisecond: a reader waits for a
 * step, and a writer may arrive while the background runs one.
 */
const DAYS = 3_000;

/** SQL that maintains the flags of quotes and the gaps between them: see `QuoteChecks`. */
@Injectable()
export class QuoteCheckRepository implements FollowerSteps {
  readonly progress = 'quote_check_progress';
  /** of flags, gaps and the breadth */
  readonly rules = 1;
  readonly queue = 'quote_check';

  constructor(private readonly database: Database) {}

  async restart(transaction: Transaction): Promise<void> {
    await transaction.query(everything(this.tickers));
    await transaction.query(FORGET_BREADTH);
  }

  /** Checks some of what was touched. Quotes are locked in key order, as by every bulk writer. */
  async work(transaction: Transaction, published: Published): Promise<void> {
    const spans = await transaction.query<SpanRow>(nextSpans(published));
    if (spans.length > 0) await this.check(transaction, spans, published);
  }

  /**
   * Stores what follows from the quotes of spans; only committed data are read, on another connection. All of them are
   * read before the first quote is locked: every connection may be in use by a writer that waits for one of these.
   */
  private async check(
    transaction: Transaction,
    spans: readonly SpanRow[],
    published: Published,
  ): Promise<void> {
    const values = valuesOf(spans);
    const [tickers] = values;
    const flags = await readBeside(transaction, () =>
      // A security with values that are too large to compute its limits from keeps its flags; its span counts as checked.
      ofComputable(spans, (part) => {
        const values = valuesOf(part);
        return this.database.query<FlagsRow>({ text: FLAGS, values, tickers: values[0] });
      }),
    );
    const holes = await readBeside(transaction, () =>
      this.database.query<HoleRow>({ text: gapsOf(published), values, tickers }),
    );
    if (flags.length > 0) {
      await transaction.query({
        text: keepFlags(this.database.isCluster),
        values: [flags.map((f) => f.ticker), flags.map((f) => f.date), flags.map((f) => f.flags)],
      });
    }
    const ends = [holes.map((h) => h.ticker), holes.map((h) => h.until)];
    await transaction.query({ text: DROP_GAPS, values: [...values, ...ends] });
    await transaction.query({
      text: KEEP_GAPS,
      values: [...ends, holes.map((h) => h.first), holes.map((h) => h.last), holes.map((h) => h.days)],
    });
    await transaction.query({ text: KEEP_TICKERS, values: [tickers] });
    await transaction.query({ text: DONE, values: [tickers] });
  }

  /** SELECT of all tickers that have quotes; a cluster has no recursion. */
  private get tickers(): string {
    return this.database.isCluster ? 'SELECT DISTINCT ticker FROM quote' : tradedTickers();
  }

  async take(transaction: Transaction, events: EventRange, published: Published): Promise<void> {
    const days = await transaction.query<TouchedRow>({
      text: `
        WITH event AS MATERIALIZED (${changesOf(CHECKED_RESOURCES)}
        ), traded AS MATERIALIZED (${this.tickers})
        SELECT ticker, min(first)::text AS first, max(last)::text AS last FROM (${touchedDays(published)}) span GROUP BY ticker`,
      values: [events.after, events.upTo],
    });
    days.push(...(await this.batches(transaction, events)));
    await transaction.query({
      text: `${ENQUEUE} FROM unnest($1::text[], $2::date[], $3::date[]) span (ticker, first, last) GROUP BY ticker ${WIDER}`,
      values: [days.map((t) => t.ticker), days.map((t) => t.first), days.map((t) => t.last)],
    });
    if (!this.database.isCluster) await this.forgetBreadth(transaction, events, days, published);
  }

  /** Has days recounted whose bars were touched, or build on touched bars: those up to the next bar with a trade. */
  private async forgetBreadth(
    transaction: Transaction,
    { after, upTo }: EventRange,
    days: readonly TouchedRow[],
    published: Published,
  ): Promise<void> {
    await transaction.query({
      text: forgetBreadthOf(published),
      values: [days.map((t) => t.ticker), days.map((t) => t.first), days.map((t) => t.last), after],
    });
    await transaction.query({ text: FORGET_OF_INDICES, values: [after, upTo] });
    await transaction.query({
      text: 'UPDATE quote_check_progress SET breadth_position = $1::bigint',
      values: [upTo],
    });
  }

  /** Returns the ticker days in the batches that imports created. */
  private async batches(transaction: Transaction, events: EventRange): Promise<TouchedRow[]> {
    const batches = await findBatches(transaction, events, Object.keys(TOUCHED_BY_BATCHES));
    const rows = await Promise.all(
      batches.map(({ resource, first_ids, last_ids }) =>
        transaction.query<TouchedRow>({
          text: TOUCHED_BY_BATCHES[resource] ?? '',
          values: [first_ids, last_ids],
        }),
      ),
    );
    return rows.flat();
  }
}

interface TouchedRow {
  ticker: string;
  first: string;
  last: string;
}

interface SpanRow {
  ticker: string;
  first: string;
  /** the first published quote with a trade after the days, else the last quote: those between build on the days, too */
  last: string;
}

interface FlagsRow {
  ticker: string;
  date: string;
  flags: number;
}

interface HoleRow {
  ticker: string;
  until: string;
  first: string;
  last: string;
  days: number;
}

const ENQUEUE = 'INSERT INTO quote_check AS c (ticker, first, last) SELECT ticker, min(first), max(last)';
const WIDER = `ON CONFLICT (ticker) DO UPDATE
  SET first = least(c.first, excluded.first), last = greatest(c.last, excluded.last)`;

/** A different publication has different gaps, other rules give other flags. */
const everything = (tickers: string): Statement => ({
  text: `
    ${ENQUEUE} FROM (
      SELECT traded.ticker, ${EVER} AS first, ${NEVER_AGAIN} AS last
      FROM (${tickers}) traded) every GROUP BY ticker ${WIDER}`,
  values: [],
});

/** A different publication has a different breadth, and other rules give another. */
const FORGET_BREADTH: Statement = { text: 'DELETE FROM market_breadth', values: [] };

/**
 * Drops the days that spans touch, or all days if the breadth was not followed up to $4, the log position before this
 * step: then a process of an earlier version, which drops none, has moved it.
 */
const forgetBreadthOf = (published: Published) => `
  WITH span AS MATERIALIZED (
    SELECT DISTINCT t.first, coalesce(traded.date, ${NEVER_AGAIN}) AS last
    FROM unnest($1::text[], $2::date[], $3::date[]) t (ticker, first, last)
    LEFT JOIN LATERAL (
      SELECT q.date FROM quote q
      WHERE q.ticker = t.ticker AND q.date > t.last AND q.volume > 0 AND ${isPublished('q', published)}
      ORDER BY q.date LIMIT 1) traded ON true
  )
  DELETE FROM market_breadth b
  WHERE NOT EXISTS (SELECT FROM quote_check_progress p WHERE p.breadth_position = $4::bigint)
    OR EXISTS (SELECT FROM span WHERE b.date >= span.first AND b.date <= span.last)`;

/** Drops the days on which the members of an index may have changed. */
const FORGET_OF_INDICES = `
  WITH event AS MATERIALIZED (${changesOf(['index_constituent', 'market_index'])}
  ), change AS (
    SELECT (key ->> 'from_date')::date AS first FROM event WHERE resource = 'index_constituent' AND key IS NOT NULL
    UNION ALL
    SELECT min(m.from_date) FROM event JOIN index_constituent m ON ${isOfBatch('m')}
    WHERE event.resource = 'index_constituent' AND event.action = 'imported'
    UNION ALL
    SELECT ${EVER} FROM event WHERE resource = 'market_index' OR ${IS_OF_UNNAMED_ROWS}
  )
  DELETE FROM market_breadth b WHERE b.date >= (SELECT min(first) FROM change)`;

/** Spans as parameters of a statement: tickers, first days, last days. */
const valuesOf = (spans: readonly SpanRow[]): [string[], string[], string[]] => [
  spans.map((s) => s.ticker),
  spans.map((s) => s.first),
  spans.map((s) => s.last),
];

/**
 * The next spans to check, short ones first, so that current writes do not wait for a history. A span counts only as
 * far as the ticker has quotes.
 */
const nextSpans = (published: Published): Statement => ({
  text: `
    SELECT n.ticker, n.first::text AS first, n.until::text AS last FROM (
      SELECT ticker, first, until, sum(size) OVER (ORDER BY size, ticker) - size AS before
      FROM (
        SELECT n.ticker, n.first, span.until,
          greatest(coalesce(least(span.until, own.last) - greatest(n.first, own.first), 0), 0) + 2 AS size
        FROM quote_check n
        LEFT JOIN LATERAL (
          SELECT q.date FROM quote q
          WHERE q.ticker = n.ticker AND q.date > n.last AND q.volume > 0 AND ${isPublished('q', published)}
          ORDER BY q.date LIMIT 1) traded ON true
        CROSS JOIN LATERAL (
          SELECT min(q.date) AS first, max(q.date) AS last FROM quote q WHERE q.ticker = n.ticker) own
        CROSS JOIN LATERAL (SELECT coalesce(traded.date, greatest(n.last, own.last)) AS until) span
        WHERE (n.last - n.first, n.ticker) <= ALL (
          SELECT w.last - w.first, w.ticker FROM quote_check w
          ORDER BY w.last - w.first, w.ticker OFFSET ${TICKERS - 1} LIMIT 1)) sized) n
    WHERE n.before < $1::int`,
  values: [DAYS],
});

/** Removes spans that were checked. */
const DONE = 'DELETE FROM quote_check c WHERE c.ticker = ANY ($1::text[])';

const SPANS = 'unnest($1::text[], $2::date[], $3::date[]) span (ticker, first, last)';

/** The flags of the quotes in spans where they differ from the stored ones. */
const FLAGS = `
  SELECT r.ticker, r.date::text AS date, verdict.flags
  FROM ${SPANS} JOIN quote r ON r.ticker = span.ticker AND r.date >= span.first AND r.date <= span.last
  ${QUOTE_FLAGS_NOW}
  WHERE r.flags & ~${IMPORTED} <> verdict.flags`;

/** Writes flags of quotes; the nodes of a cluster do not lock each other's beforehand. */
const keepFlags = (isCluster: boolean) => `
  WITH verdict AS (
    SELECT * FROM unnest($1::text[], $2::date[], $3::smallint[]) verdict (ticker, date, flags)
  ), locked_quote AS (${
    isCluster
      ? 'SELECT * FROM verdict'
      : `
    SELECT q.ticker, q.date, verdict.flags FROM verdict JOIN quote q USING (ticker, date)
    ORDER BY q.ticker, q.date FOR UPDATE OF q`
  })
  UPDATE quote q SET flags = q.flags & ${IMPORTED} | l.flags FROM locked_quote l WHERE q.ticker = l.ticker AND q.date = l.date`;

/** The gaps that end in spans. */
const gapsOf = (published: Published) => `
  SELECT span.ticker, bar.date::text AS until, open.first::text AS first, open.last::text AS last, open.days
  FROM ${SPANS}
  CROSS JOIN LATERAL (
    SELECT q.date, lag(q.date) OVER (ORDER BY q.date) AS previous FROM quote q
    WHERE q.ticker = span.ticker AND q.date <= span.last AND ${isPublished('q', published)}
      AND q.date >= coalesce((
        SELECT p.date FROM quote p WHERE p.ticker = span.ticker AND p.date < span.first AND ${isPublished('p', published)}
        ORDER BY p.date DESC LIMIT 1), span.first)) bar
  CROSS JOIN LATERAL (
    SELECT min(d.date) AS first, max(d.date) AS last, count(*)::int AS days FROM settlement d
    WHERE ${isOpenMarket('d')} AND d.date > bar.previous AND d.date < bar.date) open
  WHERE bar.date >= span.first AND bar.date - bar.previous > 1 AND open.days > 0`;

/** Removes the gaps that end in spans and no longer exist. */
const DROP_GAPS = `
  DELETE FROM quote_gap g USING ${SPANS}
  WHERE g.ticker = span.ticker AND g.until >= span.first AND g.until <= span.last
    AND NOT EXISTS (
      SELECT 1 FROM unnest($4::text[], $5::date[]) hole (ticker, until) WHERE hole.ticker = g.ticker AND hole.until = g.until)`;

const KEEP_GAPS = `
  INSERT INTO quote_gap AS g (ticker, until, first, last, days)
  SELECT ticker, until, first, last, days
  FROM unnest($1::text[], $2::date[], $3::date[], $4::date[], $5::int[]) hole (ticker, until, first, last, days)
  ON CONFLICT (ticker, until) DO UPDATE SET first = excluded.first, last = excluded.last, days = excluded.days
  WHERE (g.first, g.last, g.days) IS DISTINCT FROM (excluded.first, excluded.last, excluded.days)`;

/** Writes how many quotes of tickers await approval, read from an index alone. */
const KEEP_TICKERS = `
  INSERT INTO quote_ticker AS t (ticker, pending, first_pending, last_pending)
  SELECT s.ticker, own.pending, own.first, own.last
  FROM quote_check s CROSS JOIN LATERAL (
    SELECT count(*)::int AS pending, min(q.date) AS first, max(q.date) AS last
    FROM quote q WHERE q.ticker = s.ticker AND q.approval = 0) own
  WHERE s.ticker = ANY ($1::text[])
  ON CONFLICT (ticker) DO UPDATE
  SET pending = excluded.pending, first_pending = excluded.first_pending, last_pending = excluded.last_pending
  WHERE (t.pending, t.first_pending, t.last_pending)
    IS DISTINCT FROM (excluded.pending, excluded.first_pending, excluded.last_pending)`;
