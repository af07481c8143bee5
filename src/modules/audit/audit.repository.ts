import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Conditions } from '../../database/lists/conditions.js';
import type { List, PageRequest } from '../../database/lists/list.js';
import { listByMoment } from '../../database/lists/listing.js';
import type { DayRange } from '../../database/lists/ranges.js';
import { writingRun } from '../../database/records/run-of.sql.js';
import { instant } from '../../database/sql.js';
import type { DataSetName } from '../../kinds/data-set-names.js';
import { bigintKind } from '../../kinds/kinds.js';

/** Which events to list: by data set, record, action, actor, request and day; days are UTC days. */
interface AuditRange extends DayRange {
  resource?: string;
  record_id?: string;
  action?: string;
  actor?: string;
  request_id?: string;
}

/** Events about one record. */
interface RecordHistory extends PageRequest {
  resource: DataSetName;
  id: string;
}

const COLUMNS = `e.id, ${instant('e.occurred_at')} AS occurred_at, e.resource, e.action, e.record_id, e.record_key,
  e.actor, e.request_id, run.source, run.id AS run_id, e.before, e.after`;

/** SQL of the audit log. Events are appended by the statements whose writes they record. */
@Injectable()
export class AuditRepository {
  constructor(private readonly database: Database) {}

  /** Events, newest first unless requested otherwise. */
  list(query: AuditRange): List {
    const conditions = new Conditions()
      .when(query.resource, 'e.resource = ?::text')
      .when(query.record_id, 'e.record_id = ?::uuid')
      .when(query.action, 'e.action = ?::text')
      .when(query.actor, 'e.actor = ?::text')
      .when(query.request_id, 'e.request_id = ?::text')
      .when(query.from_date, "e.occurred_at >= ?::date::timestamp AT TIME ZONE 'UTC'")
      .when(query.to_date, "e.occurred_at < (?::date + 1)::timestamp AT TIME ZONE 'UTC'");
    // The condition of the index, which the planner cannot see in a bound value.
    if (query.action !== undefined && query.action !== 'created') conditions.add(`e.action <> 'created'`);
    // The newest events of all: a single plan, by the order, which takes longer to make than to run.
    return this.events(query, conditions, conditions.where === '');
  }

  /**
   * History of one record: its own events, and the import that created it, which is recorded once for a whole
   * batch and found by the moment that both share: of the stored record, or of the one that was deleted.
   */
  history({ resource, id, ...query }: RecordHistory): List {
    const conditions = new Conditions().add(
      `((e.record_id = ?::uuid AND e.resource = '${resource}') OR (e.resource = '${resource}' AND e.action = 'imported'
        AND e.occurred_at = ANY (ARRAY(
          SELECT r.created_at FROM ${resource} r WHERE r.id = ?::uuid
          UNION ALL
          SELECT (d.before ->> 'created_at')::timestamptz FROM audit_event d
          WHERE d.record_id = ?::uuid AND d.resource = '${resource}' AND d.action = 'deleted'))))`,
      id,
      id,
      id,
    );
    return this.events(query, conditions, true);
  }

  private events(query: PageRequest, conditions: Conditions, plansOnce: boolean): List {
    return listByMoment(this.database, {
      columns: COLUMNS,
      from: 'audit_event e',
      joins: writingRun('e'),
      conditions,
      key: [{ sql: 'e.id', name: 'id', kind: bigintKind }],
      query,
      isLong: true,
      plansOnce,
    });
  }
}
