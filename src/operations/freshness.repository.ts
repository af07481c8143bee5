import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { TODAY } from '../database/sql.js';
import { DATA_SET_NAMES } from '../kinds/data-set-names.js';
import { sessionsBetween } from '../market/calendar.sql.js';

/** The last import of a data set. */
export interface LastImport {
  data_set: string;
  /** its end, seconds since 1970 */
  ended: number;
  /** rows that it rejected */
  rejected: number;
}

/** SQL for the freshness of the stored market; no query grows with the number of quotes. */
@Injectable()
export class FreshnessRepository {
  constructor(private readonly database: Database) {}

  /** Open days after the newest quote up to today, today included; undefined without a quote. */
  async quoteAge(): Promise<number | undefined> {
    const row = await this.database.readOne<{ sessions: number }>({
      text: `
        SELECT age.sessions FROM (
          SELECT q.date FROM quote q WHERE q.date <= ${TODAY} ORDER BY q.date DESC LIMIT 1) newest
        CROSS JOIN LATERAL (${sessionsBetween('newest.date', `(${TODAY} + 1)`)}) age`,
      values: [],
    });
    return row?.sessions;
  }

  /** Quotes that wait for approval, from the numbers by ticker that the checks of quotes store. */
  async pendingQuotes(): Promise<number> {
    const row = await this.database.readOne<{ pending: string }>({
      text: 'SELECT coalesce(sum(t.pending), 0) AS pending FROM quote_ticker t WHERE t.pending > 0',
      values: [],
    });
    return Number(row?.pending ?? 0);
  }

  /** The last import of each data set that had one. */
  lastImports(): Promise<LastImport[]> {
    return this.database.read<LastImport>({
      text: `
        SELECT n.name AS data_set, extract(epoch FROM last.occurred_at)::double precision AS ended,
          coalesce((last.after ->> 'rejected')::double precision, 0) AS rejected
        FROM unnest($1::text[]) n(name) CROSS JOIN LATERAL (
          SELECT e.occurred_at, e.after FROM audit_event e
          WHERE e.resource = n.name AND e.action = 'import_finished' ORDER BY e.id DESC LIMIT 1) last`,
      values: [DATA_SET_NAMES],
    });
  }
}
