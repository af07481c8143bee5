import { Injectable } from '@nestjs/common';
import { ofComputable } from '../../../database/connection/database-errors.js';
import { Database } from '../../../database/database.js';
import { readBeside } from '../../../database/read-beside.js';
import { marketDate } from '../../../database/sql.js';
import type { Statement, Transaction } from '../../../database/statement.js';
import { type EventRange, findBatches, NEVER_AGAIN } from '../../../market/log-changes.sql.js';
import { fundamentalsOn, isCounted } from '../../../market/per-share.sql.js';
import { hasPrice } from '../../../market/price.sql.js';
import { isPublished, type Published } from '../../../market/published.sql.js';
import type { FollowerSteps } from '../../event/log-follower.js';
import {
  COMPANIES_BY_BATCHES,
  REPORTING_COMPANIES,
  VALUED_BY_BATCHES,
  valuedDays,
  YEAR,
} from './valuation-changes.sql.js';

/**
 * Companies that one step computes figures for, about half a millisecond for each of their days of publication: for a
 * reader, and in the background.
 */
const FOR_READER = 5;
const IN_BACKGROUND = 40;

/** A company whose figures are to be computed from a day on. */
interface CompanyRow {
  /** null: every company */
  ticker: string | null;
  /** YYYY-MM-DD */
  first: string;
}

/** A company in the queue. */
type QueuedRow = CompanyRow & { ticker: string };

/** Days whose stored figures are dropped, YYYY-MM-DD, both inclusive; null: none. */
interface SpanRow {
  /** whose quotes changed on those days; null: other records did */
  ticker: string | null;
  first: string | null;
  last: string | null;
}

/** SQL that stores what was known of companies, and drops the valuations of changed days: see `ValuedDays`. */
@Injectable()
export class CompanyFiguresRepository implements FollowerSteps {
  readonly progress = 'valuation_progress';
  readonly rules = 6;
  readonly queue = 'company_check';

  constructor(private readonly database: Database) {}

  async restart(transaction: Transaction): Promise<void> {
    await transaction.query({ text: 'DELETE FROM valued_day', values: [] });
    await this.enqueue(transaction, await this.everyCompany(transaction, FIRST_DAY));
  }

  /** Drops the days that events touched, and queues the companies. */
  async take(transaction: Transaction, events: EventRange, published: Published): Promise<void> {
    const range = [events.after, events.upTo];
    const spans = await transaction.query<SpanRow>({ text: valuedDays(published), values: range });
    const companies = await transaction.query<CompanyRow>({ text: REPORTING_COMPANIES, values: range });
    const resources = [...Object.keys(VALUED_BY_BATCHES), 'statement_item'];
    for (const { resource, first_ids, last_ids } of await findBatches(transaction, events, resources)) {
      const values = [first_ids, last_ids];
      const text = VALUED_BY_BATCHES[resource];
      if (text === undefined)
        companies.push(...(await transaction.query<CompanyRow>({ text: COMPANIES_BY_BATCHES, values })));
      else spans.push(...(await transaction.query<SpanRow>({ text, values })));
    }
    await transaction.query(forget(spans, published));
    const all = companies.find(({ ticker }) => ticker === null);
    if (all !== undefined) companies.push(...(await this.everyCompany(transaction, all.first)));
    await this.enqueue(
      transaction,
      companies.filter(({ ticker }) => ticker !== null),
    );
  }

  /** Every company with statements, from a day on. */
  private async everyCompany(transaction: Transaction, first: string): Promise<CompanyRow[]> {
    const reporting = await transaction.query<{ ticker: string }>({ text: EVERY_COMPANY, values: [] });
    return reporting.map(({ ticker }) => ({ ticker, first }));
  }

  private async enqueue(transaction: Transaction, companies: readonly CompanyRow[]): Promise<void> {
    await transaction.query({
      text: ENQUEUE,
      values: [companies.map((c) => c.ticker), companies.map((c) => c.first)],
    });
  }

  /** Stores what was known of some companies; reads committed data, on another connection. */
  async work(transaction: Transaction, published: Published, isReader: boolean): Promise<void> {
    const companies = await transaction.query<QueuedRow>({
      text: NEXT,
      values: [isReader ? FOR_READER : IN_BACKGROUND],
    });
    if (companies.length === 0) return;
    const tickers = companies.map(({ ticker }) => ticker);
    const since = companies.map(({ first }) => first);
    const figures = await readBeside(transaction, () =>
      // A company whose figures are too large to compute with has none.
      ofComputable(companies, (part) => {
        const partTickers = part.map(({ ticker }) => ticker);
        const values = [partTickers, part.map(({ first }) => first)];
        return this.database.query<object>({ text: FIGURES, values, tickers: partTickers });
      }),
    );
    await transaction.query({ text: DROP_FIGURES, values: [tickers, since] });
    await transaction.query({
      text: `INSERT INTO company_figure SELECT f.* FROM json_populate_recordset(NULL::company_figure, $1::json) f`,
      values: [JSON.stringify(figures)],
    });
    const first = since.toSorted()[0] ?? null;
    await transaction.query(forget([{ ticker: null, first, last: '9999-12-31' }], published));
    await transaction.query({
      text: 'DELETE FROM company_check c WHERE c.ticker = ANY ($1::text[])',
      values: [tickers],
    });
  }
}

/**
 * Drops the days in spans; after those of a ticker, those up to its next price, and the year after an offer of rights up
 * to then: the price before it decides whether they count.
 */
const forget = (spans: readonly SpanRow[], published: Published): Statement => ({
  text: `
    WITH span AS MATERIALIZED (
      SELECT DISTINCT s.first, CASE WHEN s.ticker IS NULL THEN s.last
        ELSE greatest(coalesce(next.date - 1, ${NEVER_AGAIN}), offer.last) END AS last
      FROM unnest($1::text[], $2::date[], $3::date[]) s (ticker, first, last)
      LEFT JOIN LATERAL (
        SELECT q.date FROM quote q
        WHERE q.ticker = s.ticker AND q.date > s.last AND ${hasPrice('q')} AND ${isPublished('q', published)}
        ORDER BY q.date LIMIT 1) next ON true
      LEFT JOIN LATERAL (
        SELECT max(a.ex_date) + ${YEAR} AS last FROM corporate_action a
        WHERE a.ticker = s.ticker AND a.ex_date > s.first AND a.ex_date <= next.date AND a.rights_ratio > 0) offer ON true
    )
    DELETE FROM valued_day v WHERE EXISTS (SELECT FROM span WHERE v.date >= span.first AND v.date <= span.last)`,
  values: [spans.map((s) => s.ticker), spans.map((s) => s.first), spans.map((s) => s.last)],
});

/** The first day of all. */
const FIRST_DAY = '0001-01-01';

const EVERY_COMPANY = 'SELECT DISTINCT i.ticker FROM statement_item i';

const ENQUEUE = `
  INSERT INTO company_check AS c (ticker, first)
  SELECT ticker, min(first) FROM unnest($1::text[], $2::date[]) company (ticker, first) GROUP BY ticker
  ON CONFLICT (ticker) DO UPDATE SET first = least(c.first, excluded.first)`;

/** Companies with one new day of publication come before those with a new history. */
const NEXT = `
  SELECT c.ticker, c.first::text AS first FROM company_check c ORDER BY c.first DESC, c.ticker LIMIT $1::int`;

/** Beyond this, VND, a figure is an error; sums over a market of figures within it can be computed. */
const LARGEST = '1e100';
const withinBounds = (...names: string[]) =>
  names.map((name) => `CASE WHEN abs(f.${name}) <= ${LARGEST} THEN f.${name} END AS ${name}`).join(', ');

/**
 * What was known of companies at the end of their days of publication, from a given day on for each; a figure out of
 * bounds is unknown.
 */
const FIGURES = `
  SELECT p.ticker, p.day::text AS day, f.flow_end::text AS flow_end, f.balance_end::text AS balance_end,
    ${withinBounds('net_profit', 'revenue', 'ebitda', 'equity', 'minority', 'debt', 'cash')}
  FROM (
    SELECT DISTINCT i.ticker, ${marketDate('i.published_at')} AS day
    FROM unnest($1::text[], $2::date[]) company (ticker, first)
    JOIN statement_item i ON i.ticker = company.ticker AND ${isCounted('i')}
      AND ${marketDate('i.published_at')} >= company.first) p
  CROSS JOIN LATERAL (${fundamentalsOn({ ticker: 'p.ticker', day: 'p.day' })}) f`;

const DROP_FIGURES = `
  DELETE FROM company_figure f USING unnest($1::text[], $2::date[]) company (ticker, first)
  WHERE f.ticker = company.ticker AND f.day >= company.first`;
