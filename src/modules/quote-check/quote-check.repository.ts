import { Injectable } from '@nestjs/common';
import { Database, type Statement, type Transaction } from '../../database/database.js';
import { isPublished, type Published } from '../../market/published.sql.js';
import { IMPORTED, QUOTE_FLAGS_NOW } from '../../market/quote-flags.sql.js';
import { tradedTickers } from '../../market/traded.sql.js';
import { CHECKED_RESOURCES, touched } from './touched.sql.js';

/** Events that one step takes from the audit log. */
const EVENTS = 2_000;
/** Actions of the audit log that change no record. */
const BESIDE = `'import_finished', 'import_approved', 'flags_dismissed', 'dismissal_revoked'`;
/** Tickers that one step looks at. */
const TICKERS = 1_000;
/** Longest waits for the process that is at it, and for a writer that holds what is to be checked: a step gives way to it. */
const PATIENCE = '5s';
const WRITERS_PATIENCE = '500ms';

/** How far the checks are. */
export interface Standing {
  /** newest id of the audit log */
  newest: number;
  /** id up to which every event was taken */
  position: number;
  /** something is still to be checked */
  waiting: boolean;
}

/** What one step is to do. */
export interface StepOrder {
  /** events up to this id */
  upTo: number;
  /** days of tickers to check, those of one ticker at least; thirty take a millisecond */
  days: number;
  published: Published;
  /** whether to wait for a process that is at it */
  wait: boolean;
}

/** What one step did. */
export interface Step {
  /** something is left to do */
  isMore: boolean;
}

/** SQL that keeps the flags of quotes and the gaps between them: see `QuoteChecks`. */
@Injectable()
export class QuoteCheckRepository {
  constructor(private readonly database: Database) {}

  /** How far the checks are, in three looks at indexes. */
  async standing(published: Published): Promise<Standing> {
    const row = await this.database.queryOne<{ newest: string; position: string; waiting: boolean }>({
      text: `SELECT coalesce((SELECT max(id) FROM audit_event), 0) AS newest, coalesce(p.position, 0) AS position,
               coalesce(p.publication <> $1::text, false) OR EXISTS (SELECT FROM quote_check) AS waiting
             FROM (VALUES (true)) one (row) LEFT JOIN quote_check_progress p ON p.only_one`,
      values: [published],
    });
    return {
      newest: Number(row?.newest ?? 0),
      position: Number(row?.position ?? 0),
      waiting: row?.waiting ?? false,
    };
  }

  /**
   * Takes the next events and checks what they touched, in one transaction. One process does so at a time. Quotes are
   * locked in the order of their keys, as by every writer of many. Undefined: another process is at it.
   */
  step({ upTo, days, published, wait }: StepOrder): Promise<Step | undefined> {
    return this.database.transaction(async (transaction) => {
      await transaction.query({ text: `SET LOCAL lock_timeout = '${PATIENCE}'`, values: [] });
      await transaction.query({
        text: `INSERT INTO quote_check_progress (position, publication) SELECT 0, $1::text
               WHERE NOT EXISTS (SELECT FROM quote_check_progress) ON CONFLICT DO NOTHING`,
        values: [published],
      });
      const [progress] = await transaction.query<{ position: string; publication: string }>({
        text: `SELECT position, publication FROM quote_check_progress FOR UPDATE${wait ? '' : ' SKIP LOCKED'}`,
        values: [],
      });
      if (progress === undefined) return undefined;
      await transaction.query({ text: `SET LOCAL lock_timeout = '${WRITERS_PATIENCE}'`, values: [] });
      if (progress.publication !== published) await transaction.query(everything(published));
      const position = Number(progress.position);
      const taken = position < upTo ? await this.take(transaction, position, upTo, published) : upTo;
      const spans = await transaction.query<SpanRow>(nextSpans(days));
      if (spans.length > 0) {
        const values = [spans.map((s) => s.ticker), spans.map((s) => s.first), spans.map((s) => s.last)];
        await transaction.query({ text: keepFlags(published), values });
        await transaction.query({ text: keepGaps(published), values });
        await transaction.query({ text: KEEP_TICKERS, values: values.slice(0, 1) });
      }
      const [rest] = await transaction.query<{ waiting: boolean }>({
        text: 'SELECT EXISTS (SELECT FROM quote_check) AS waiting',
        values: [],
      });
      return { isMore: taken < upTo || rest?.waiting === true };
    });
  }

  /** Puts down what the next events touched; the id of the last one taken. */
  private async take(
    transaction: Transaction,
    position: number,
    upTo: number,
    published: Published,
  ): Promise<number> {
    const [range] = await transaction.query<{ last: string }>({
      text: `UPDATE quote_check_progress p SET position = coalesce((
               SELECT e.id FROM audit_event e WHERE e.id > $1::bigint AND e.id <= $2::bigint
               ORDER BY e.id OFFSET ${EVENTS - 1} LIMIT 1), $2::bigint)
             RETURNING p.position AS last`,
      values: [position, upTo],
    });
    const last = Number(range?.last ?? upTo);
    await transaction.query({
      text: `
        WITH event AS MATERIALIZED (
          SELECT e.resource, e.action, e.record_key AS key, e.before, e.after FROM audit_event e
          WHERE e.id > $1::bigint AND e.id <= $2::bigint AND e.resource IN (${CHECKED_RESOURCES})
            AND e.action NOT IN (${BESIDE}) AND NOT starts_with(e.action, 'proposal_')
        )
        ${PUT_DOWN} FROM (${touched(published)}) touched GROUP BY ticker ${WIDER}`,
      values: [position, last],
    });
    return last;
  }
}

interface SpanRow {
  ticker: string;
  first: string;
  last: string;
}

const PUT_DOWN = 'INSERT INTO quote_check AS c (ticker, first, last) SELECT ticker, min(first), max(last)';
const WIDER = `ON CONFLICT (ticker) DO UPDATE
  SET first = least(c.first, excluded.first), last = greatest(c.last, excluded.last)`;

/** Another publication has other gaps. */
const everything = (published: Published): Statement => ({
  text: `
    WITH changed AS (UPDATE quote_check_progress SET publication = $1::text RETURNING 1)
    ${PUT_DOWN} FROM (
      SELECT traded.ticker, '0001-01-01'::date AS first, '9999-12-31'::date AS last
      FROM (${tradedTickers()}) traded, changed) every GROUP BY ticker ${WIDER}`,
  values: [published],
});

/**
 * Takes the next spans out of the table, short ones first: what is written now does not wait for a history. A span is as
 * long as the ticker has quotes.
 */
const nextSpans = (days: number): Statement => ({
  text: `
    DELETE FROM quote_check c USING (
      SELECT ticker, sum(size) OVER (ORDER BY size, ticker) - size AS before
      FROM (
        SELECT n.ticker, greatest(coalesce(least(n.last, own.last) - greatest(n.first, own.first), 0), 0) + 2 AS size
        FROM (SELECT * FROM quote_check ORDER BY last - first, ticker LIMIT ${TICKERS}) n
        CROSS JOIN LATERAL (
          SELECT min(q.date) AS first, max(q.date) AS last FROM quote q WHERE q.ticker = n.ticker) own) sized) n
    WHERE c.ticker = n.ticker AND n.before < $1::int
    RETURNING c.ticker, c.first::text AS first, c.last::text AS last`,
  values: [days],
});

/** CTE `span (ticker, first, last)` of the days to be checked, the first published quote after them included. */
const spans = (published: Published) => `
  span AS MATERIALIZED (
    SELECT s.ticker, s.first, coalesce((
      SELECT q.date FROM quote q WHERE q.ticker = s.ticker AND q.date > s.last AND ${isPublished('q', published)}
      ORDER BY q.date LIMIT 1), s.last) AS last
    FROM unnest($1::text[], $2::date[], $3::date[]) s (ticker, first, last))`;

/** Writes the flags of the quotes of spans where they are others than stored. */
const keepFlags = (published: Published) => `
  WITH ${spans(published)}, found AS MATERIALIZED (
    SELECT r.ticker, r.date, found.flags
    FROM span JOIN quote r ON r.ticker = span.ticker AND r.date >= span.first AND r.date <= span.last
    ${QUOTE_FLAGS_NOW}
    WHERE r.flags & ~${IMPORTED} <> found.flags
  ), held AS (
    SELECT q.ticker, q.date, found.flags FROM found JOIN quote q USING (ticker, date)
    ORDER BY q.ticker, q.date FOR UPDATE OF q
  )
  UPDATE quote q SET flags = q.flags & ${IMPORTED} | held.flags FROM held WHERE q.ticker = held.ticker AND q.date = held.date`;

/** Writes the gaps that end in spans. */
const keepGaps = (published: Published) => `
  WITH ${spans(published)}, hole AS MATERIALIZED (
    SELECT span.ticker, bar.date AS until, open.first, open.last, open.days
    FROM span
    CROSS JOIN LATERAL (
      SELECT q.date, lag(q.date) OVER (ORDER BY q.date) AS previous FROM quote q
      WHERE q.ticker = span.ticker AND q.date <= span.last AND ${isPublished('q', published)}
        AND q.date >= coalesce((
          SELECT p.date FROM quote p WHERE p.ticker = span.ticker AND p.date < span.first AND ${isPublished('p', published)}
          ORDER BY p.date DESC LIMIT 1), span.first)) bar
    CROSS JOIN LATERAL (
      SELECT min(d.date) AS first, max(d.date) AS last, count(*)::int AS days FROM settlement d
      WHERE d.country = 'VN' AND d.status = 'open' AND d.date > bar.previous AND d.date < bar.date) open
    WHERE bar.date >= span.first AND bar.date - bar.previous > 1 AND open.days > 0
  ), gone AS (
    DELETE FROM quote_gap g USING span
    WHERE g.ticker = span.ticker AND g.until >= span.first AND g.until <= span.last
      AND NOT EXISTS (SELECT FROM hole WHERE hole.ticker = g.ticker AND hole.until = g.until)
  )
  INSERT INTO quote_gap AS g (ticker, until, first, last, days)
  SELECT ticker, until, first, last, days FROM hole
  ON CONFLICT (ticker, until) DO UPDATE SET first = excluded.first, last = excluded.last, days = excluded.days
  WHERE (g.first, g.last, g.days) IS DISTINCT FROM (excluded.first, excluded.last, excluded.days)`;

/** Writes how many quotes of tickers wait for approval; an index alone tells. */
const KEEP_TICKERS = `
  INSERT INTO quote_ticker AS t (ticker, pending, first_pending, last_pending)
  SELECT s.ticker, own.pending, own.first, own.last
  FROM unnest($1::text[]) s (ticker) CROSS JOIN LATERAL (
    SELECT count(*)::int AS pending, min(q.date) AS first, max(q.date) AS last
    FROM quote q WHERE q.ticker = s.ticker AND q.approval = 0) own
  ON CONFLICT (ticker) DO UPDATE
  SET pending = excluded.pending, first_pending = excluded.first_pending, last_pending = excluded.last_pending
  WHERE (t.pending, t.first_pending, t.last_pending)
    IS DISTINCT FROM (excluded.pending, excluded.first_pending, excluded.last_pending)`;
