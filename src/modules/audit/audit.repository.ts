import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Conditions } from '../../database/lists/conditions.js';
import { decodeCursor } from '../../database/lists/cursor.js';
import type { List } from '../../database/lists/list.js';
import { type ListStatement, SqlList } from '../../database/lists/sql-list.js';
import { instant } from '../../database/sql.js';
import type { PageQuery } from '../../http/fields/queries.js';
import { bigintKind } from '../../kinds/kinds.js';
import type { AuditQuery } from './audit.dto.js';

const COLUMNS = `e.id, ${instant('e.occurred_at')} AS occurred_at, e.resource, e.action, e.record_id, e.record_key,
  e.actor, e.request_id, e.before, e.after`;

/** SQL of the audit log. Events are appended by the statements whose writes they record. */
@Injectable()
export class AuditRepository {
  constructor(private readonly database: Database) {}

  /** Events, newest first; days are UTC days. */
  list(query: AuditQuery): List {
    const conditions = new Conditions()
      .when(query.resource, 'e.resource = ?::text')
      .when(query.record_id, 'e.record_id = ?::uuid')
      .when(query.action, 'e.action = ?::text')
      .when(query.actor, 'e.actor = ?::text')
      .when(query.from_date, "e.occurred_at >= ?::date::timestamp AT TIME ZONE 'UTC'")
      .when(query.to_date, "e.occurred_at < (?::date + 1)::timestamp AT TIME ZONE 'UTC'");
    return new SqlList(this.database, listed(query, 'audit_event e', conditions));
  }

  /**
   * History of one quote: its own events, and the import that created it, which is recorded once for a whole
   * batch and found by the moment that both share.
   */
  quoteHistory(query: PageQuery, quoteId: string): List {
    const conditions = new Conditions().add(
      `(e.record_id = ?::uuid OR (e.resource = 'quote' AND e.action = 'imported'
        AND e.occurred_at = (SELECT q.created_at FROM quote q WHERE q.id = ?::uuid)))`,
      quoteId,
      quoteId,
    );
    return new SqlList(this.database, listed(query, 'audit_event e', conditions));
  }
}

function listed(query: PageQuery, from: string, conditions: Conditions): ListStatement {
  const { where, values } = conditions.snapshot();
  const after = decodeCursor(query.cursor, [bigintKind]);
  if (after !== undefined) conditions.add(`e.id ${query.order === 'asc' ? '>' : '<'} ?::bigint`, after[0]);
  return {
    select: `SELECT ${COLUMNS} FROM ${from}${conditions.where} ORDER BY e.id ${query.order === 'asc' ? '' : 'DESC'}`,
    values: conditions.values,
    count: { text: `SELECT count(*) AS total FROM ${from}${where}`, values },
    key: ['id'],
    query,
    unit: null,
  };
}
