import { Injectable } from '@nestjs/common';
import { Versions } from '../../database/caches/versions.js';
import { Changes } from '../../database/changes.js';
import { Database } from '../../database/database.js';
import { countUpTo, EXACT_ROWS, estimatedRows } from '../../database/lists/row-estimate.js';
import { instant } from '../../database/sql.js';
import { isOpenMarket } from '../../market/calendar.sql.js';
import type { DataSet } from './data-set.js';
import { dayOf } from './day-of.js';

/** What is stored of a data set. */
export interface Extent {
  row_count: number;
  estimated: boolean;
  first_date: string | null;
  last_date: string | null;
  last_import_at: string | null;
  last_change_at: string | null;
  gap_days: number | null;
}

/** What depends on the rows of a table alone, not on its history. */
type Stored = Pick<Extent, 'row_count' | 'estimated' | 'first_date' | 'last_date'>;

/** SQL of the extent of data sets: index look-ups, and one bounded count of each table that has changed, however large it is. */
@Injectable()
export class OverviewRepository {
  /** results for tables that have not changed since */
  private readonly cached = new Map<string, Stored>();
  /** of tables */
  private readonly versions = new Versions();

  constructor(
    private readonly database: Database,
    private readonly changes: Changes,
  ) {
    changes.subscribe((table) => this.forget(table));
  }

  async extent(dataSet: DataSet): Promise<Extent> {
    const { name } = dataSet;
    const extent = await this.storedExtent(dataSet);
    const row = await this.database.readOne<Omit<Extent, keyof Stored>>({
      text: `
        SELECT
          (SELECT ${instant('max(i.occurred_at)')} FROM (
             SELECT max(e.occurred_at) AS occurred_at FROM audit_event e
             WHERE e.resource = '${name}' AND e.action = 'imported'
             UNION ALL (SELECT e.occurred_at FROM audit_event e
             WHERE e.resource = '${name}' AND e.action = 'import_finished' ORDER BY e.id DESC LIMIT 1)) i
          ) AS last_import_at,
          (SELECT ${instant('e.occurred_at')} FROM audit_event e
           WHERE e.resource = '${name}' ORDER BY e.id DESC LIMIT 1) AS last_change_at,
          ${name === 'quote' ? gapDays(this.database.isCluster) : 'NULL::int'} AS gap_days
        FROM (SELECT $1::date AS first, $2::date AS last) bounds`,
      values: [extent.first_date, extent.last_date],
    });
    if (row === undefined) throw new Error(`The extent of ${name} has no row`);
    return Object.assign(row, extent);
  }

  private async storedExtent(dataSet: DataSet): Promise<Stored> {
    const { table } = dataSet;
    const cached = this.changes.isListening ? this.cached.get(table) : undefined;
    if (cached?.estimated === false) return cached;
    const before = this.versions.of(table);
    const estimate = await estimatedRows(this.database, { from: table, values: [] });
    const { row_count, first_date, last_date } = cached ?? (await this.count(dataSet, estimate));
    const isEstimate = row_count > EXACT_ROWS;
    const extent = {
      // An estimate gets better without a change.
      row_count: isEstimate ? Math.max(estimate, EXACT_ROWS + 1) : row_count,
      estimated: isEstimate,
      first_date,
      last_date,
    };
    if (before === this.versions.of(table) && this.changes.isListening) this.cached.set(table, extent);
    return extent;
  }

  /** Counts a table if its estimate is not conclusive, and looks up the bounds of its data set. */
  private async count(dataSet: DataSet, estimate: number): Promise<Omit<Stored, 'estimated'>> {
    const { table } = dataSet;
    const row = await this.database.readOne<Omit<Stored, 'estimated'>>({
      text: `
        SELECT ${estimate > CERTAINLY_MORE ? EXACT_ROWS + 1 : `(${countUpTo(table, EXACT_ROWS + 1)})`} AS row_count,
          bounds.first::text AS first_date, bounds.last::text AS last_date
        FROM (${boundsOf(dataSet, this.database.isCluster)}) bounds`,
      values: [],
    });
    if (row === undefined) throw new Error(`The rows of ${table} have no bounds`);
    return row;
  }

  private forget(table: string | undefined): void {
    if (table === undefined) {
      this.versions.changeAll();
      this.cached.clear();
    } else {
      this.versions.change(table);
      this.cached.delete(table);
    }
  }
}

/** If the planner expects more rows than this, they are not counted at all. */
const CERTAINLY_MORE = 1.2 * EXACT_ROWS;

/**
 * Open days within the bounds without a quote; one scalar look-up per day, because a join would read every quote. The
 * nodes of a cluster, which cannot look days up for the coordinator, say which days they have.
 */
const gapDays = (isCluster: boolean) => `(
  SELECT count(*)::int FROM settlement s
  WHERE ${isOpenMarket('s')} AND s.date > bounds.first AND s.date < bounds.last
    AND ${
      isCluster
        ? 'NOT EXISTS (SELECT FROM (SELECT DISTINCT q.date FROM quote q) traded WHERE traded.date = s.date)'
        : '(SELECT true FROM quote q WHERE q.date = s.date LIMIT 1) IS NULL'
    })`;

/**
 * SELECT of the first and last date of a data set, from an index alone: that of the date, or, if the date
 * follows another column of the key, one look-up for each value of that column. The nodes of a cluster, which cannot
 * look up one value after another, read all the rows that are spread over them.
 */
export function boundsOf(dataSet: DataSet, isCluster: boolean): string {
  const { table, dateColumn: date, placement } = dataSet;
  const [leading] = dataSet.key;
  if (date === undefined) return 'SELECT NULL::date AS first, NULL::date AS last';
  const day = (bound: string) => dayOf(dataSet, bound);
  const isSpread = isCluster && placement?.kind === 'distributed';
  if (isSpread || dataSet.dateLeads || leading === date || !dataSet.key.includes(date)) {
    return `SELECT ${day(`min(r.${date})`)} AS first, ${day(`max(r.${date})`)} AS last FROM ${table} r`;
  }
  return `
    WITH RECURSIVE leader AS (
      SELECT min(r.${leading}) AS value FROM ${table} r
      UNION ALL
      SELECT (SELECT min(r.${leading}) FROM ${table} r WHERE r.${leading} > l.value) FROM leader l
      WHERE l.value IS NOT NULL)
    SELECT ${day('min(own.first)')} AS first, ${day('max(own.last)')} AS last
    FROM leader l CROSS JOIN LATERAL (
      SELECT (SELECT min(r.${date}) FROM ${table} r WHERE r.${leading} = l.value) AS first,
        (SELECT max(r.${date}) FROM ${table} r WHERE r.${leading} = l.value) AS last) own`;
}
