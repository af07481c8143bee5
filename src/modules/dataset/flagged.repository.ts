import { Injectable } from '@nestjs/common';
import type { Actor } from '../../auth/caller.js';
import { Database } from '../../database/database.js';
import { Conditions } from '../../database/lists/conditions.js';
import type { List, PageRequest } from '../../database/lists/list.js';
import { orderByMoment } from '../../database/lists/order.js';
import { SqlList } from '../../database/lists/sql-list.js';
import { columnsFrom, instant, jsonFrom } from '../../database/sql.js';
import { uuidKind } from '../../kinds/kinds.js';
import { CHECKS_PENDING } from '../quote-check/checks-pending.js';
import type { DataSet } from './data-set.js';
import { flaggedRows, flagNamesOf } from './flagged-rows.js';

/** Flagged records of one data set. */
interface FlaggedRange extends PageRequest {
  dataSet: DataSet;
  /** one of its flags; all when not given */
  flag?: string;
  /** dismissed ones instead of the others */
  dismissed?: boolean;
  /** whether flags stored with the records are up to date */
  isCurrent: boolean;
}

/** The dismissal of the flags of a record. */
interface Dismissal {
  dataSet: DataSet;
  id: string;
  reason: string;
  actor: Actor;
}

/** A statement that decides on the flags of a record. */
interface Decision {
  dataSet: DataSet;
  /** action of the audit log */
  action: string;
  change: string;
  values: readonly unknown[];
}

/** Outcome of a decision on the flags of an existing record. */
interface DismissalOutcome {
  /** JSON text of the record with its flags; null: there was nothing to do */
  json: string | null;
}

/** SQL of the stored records that are valid but doubtful. */
@Injectable()
export class FlaggedRepository {
  constructor(private readonly database: Database) {}

  /** One row per record, with all of its requested flags; the last created record first. */
  list({ dataSet, flag, dismissed = false, isCurrent, ...query }: FlaggedRange): List {
    const rows = flaggedRows(dataSet, { only: flag, dismissed });
    const keyPairs = dataSet.key.map((column) => `'${column}', f.${column}`).join(', ');
    const conditions = new Conditions();
    const order = orderByMoment(query, conditions, { sql: 'f.id', kind: uuidKind });
    return new SqlList(this.database, {
      select: `
        SELECT f.id, '${dataSet.path}/' || f.id AS url, json_build_object(${keyPairs}) AS key,
          to_json(array_agg((${flagNamesOf(dataSet)})[f.place] ORDER BY f.place)) AS flags, f.maker,
          ${instant('f.changed_at')} AS timestamp, ${dismissed ? DISMISSAL : 'NULL AS dismissal'}
        FROM (${rows}) f${dismissed ? ` JOIN flag_dismissal d ON d.resource = '${dataSet.name}' AND d.record_id = f.id` : ''}${conditions.where}
        GROUP BY f.id, ${columnsFrom('f', dataSet.key)}, f.maker, f.changed_at${dismissed ? ', d.dismissed_by, d.dismissed_at, d.reason' : ''} ORDER BY ${order}`,
      values: conditions.values,
      count: { text: `SELECT count(DISTINCT f.id) AS total FROM (${rows}) f`, values: [] },
      key: ['id'],
      query,
      unit: null,
      remarks: isCurrent ? [] : [CHECKS_PENDING],
    });
  }

  /** Dismisses the present flags of a record for as long as it stays unchanged, with an audit event. */
  dismiss({ dataSet, id, reason, actor }: Dismissal): Promise<DismissalOutcome | undefined> {
    const doubt = `
      SELECT f.id, f.version, array_agg((${flagNamesOf(dataSet)})[f.place] ORDER BY f.place) AS flags
      FROM (${flaggedRows(dataSet)}) f WHERE f.id = $1::uuid GROUP BY f.id, f.version`;
    return this.decide({
      dataSet,
      action: 'flags_dismissed',
      change: `
        INSERT INTO flag_dismissal AS d (resource, record_id, version, flags, dismissed_by, reason)
        SELECT '${dataSet.name}', id, version, flags, $2::text, $4::text FROM (${doubt}) doubt
        ON CONFLICT (resource, record_id) DO UPDATE SET version = excluded.version,
          flags = CASE WHEN d.version = excluded.version THEN d.flags || ARRAY(
            SELECT unnest(excluded.flags) EXCEPT SELECT unnest(d.flags)) ELSE excluded.flags END,
          dismissed_by = excluded.dismissed_by, dismissed_at = clock_timestamp(), reason = excluded.reason
        RETURNING d.record_id, d.flags, ${DISMISSAL}`,
      values: [id, actor.name, actor.requestId, reason],
    });
  }

  /** Revokes the dismissal of the flags of a record, with an audit event. */
  revoke({ dataSet, id, reason, actor }: Dismissal): Promise<DismissalOutcome | undefined> {
    return this.decide({
      dataSet,
      action: 'dismissal_revoked',
      change: `
        DELETE FROM flag_dismissal d WHERE d.resource = '${dataSet.name}' AND d.record_id = $1::uuid
        RETURNING d.record_id, d.flags, NULL::json AS dismissal`,
      values: [id, actor.name, actor.requestId, reason],
    });
  }

  /** `change` RETURNs `record_id, flags, dismissal`; values: the record, the actor, the request, the reason. */
  private decide({ dataSet, action, change, values }: Decision): Promise<DismissalOutcome | undefined> {
    return this.database.queryOne<DismissalOutcome>({
      text: `
        WITH record AS (
          SELECT r.id, ${jsonFrom('r', dataSet.key)} AS key FROM ${dataSet.table} r WHERE r.id = $1::uuid
        ), change AS (${change}
        ), audit AS (
          INSERT INTO audit_event (resource, action, record_id, record_key, actor, request_id, after)
          SELECT '${dataSet.name}', '${action}', record.id, record.key, $2::text, $3::text,
            jsonb_build_object('flags', change.flags, 'reason', $4::text)
          FROM change JOIN record ON record.id = change.record_id
        )
        SELECT (
          SELECT json_build_object('id', c.record_id, 'url', '${dataSet.path}/' || c.record_id, 'key', record.key,
            'flags', c.flags, 'dismissal', c.dismissal)::text FROM change c) AS json
        FROM record`,
      values,
    });
  }
}

/** Who dismissed flags, when and why, from the alias `d` of `flag_dismissal`. */
const DISMISSAL = `
  json_build_object('by', d.dismissed_by, 'at', ${instant('d.dismissed_at')}, 'reason', d.reason) AS dismissal`;
