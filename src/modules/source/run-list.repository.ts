import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Conditions } from '../../database/lists/conditions.js';
import type { List, PageRequest } from '../../database/lists/list.js';
import { listByKey } from '../../database/lists/listing.js';
import { instant } from '../../database/sql.js';
import { instantKind, integerKind, uuidKind } from '../../kinds/kinds.js';

const COUNTS = [
  'requests',
  'bytes',
  'read',
  'created',
  'updated',
  'unchanged',
  'ignored',
  'proposed',
  'rejected',
  'quarantined',
  'warned',
];

/** Sums over the units of the run `r`. */
const PROGRESS = `
  LEFT JOIN LATERAL (
    SELECT count(*)::int AS units, count(*) FILTER (WHERE u.state = 'done')::int AS units_done,
      count(*) FILTER (WHERE u.state = 'failed')::int AS units_failed,
      ${COUNTS.map((name) => `coalesce(sum(u.${name}), 0)::bigint AS ${name}`).join(', ')}
    FROM source_unit u WHERE u.run_id = r.id) p ON true`;

const COLUMNS = `r.id, r.source, r.state, r.from_date, r.to_date, r.requested_by, ${instant('r.created_at')} AS created_at,
  ${instant('r.started_at')} AS started_at, ${instant('r.ended_at')} AS ended_at, r.replay_of, p.*`;

/** Rejected rows, of which those that an earlier version stored have no header. */
const REJECTS = `coalesce((SELECT jsonb_agg('{"header":null}'::jsonb || r.reject ORDER BY r.place)
    FROM jsonb_array_elements(u.rejects) WITH ORDINALITY r (reject, place)), '[]')`;

const UNIT_COLUMNS = `u.number, u."values", u.state, u.attempts, ${instant('u.next_attempt_at')} AS next_attempt_at,
  ${instant('u.ended_at')} AS ended_at, ${COUNTS.map((name) => `u.${name}`).join(', ')}, u.sha256, u.failure, u.detail,
  ${REJECTS} AS rejects, coalesce(u.warnings, '[]') AS warnings,
  to_json(EXISTS (SELECT FROM source_payload p WHERE p.run_id = u.run_id AND p.unit = u.number)) AS payload_kept`;

/** SQL for displaying runs and their units. */
@Injectable()
export class RunListRepository {
  constructor(private readonly database: Database) {}

  /** Runs of a source, newest first unless requested otherwise. */
  list(source: string, query: PageRequest): List {
    return listByKey(this.database, {
      columns: COLUMNS,
      from: 'source_run r',
      joins: PROGRESS,
      conditions: new Conditions().add('r.source = ?::text', source),
      key: [
        { sql: 'r.created_at', name: 'created_at', kind: instantKind },
        { sql: 'r.id', name: 'id', kind: uuidKind },
      ],
      query,
      descends: true,
    });
  }

  /** JSON text of a run of a source. */
  async find(source: string, id: string): Promise<string | undefined> {
    const [row] = await this.database.readByOnePlan<{ json: string }>({
      text: `SELECT row_to_json(line)::text AS json FROM (
               SELECT ${COLUMNS} FROM source_run r${PROGRESS} WHERE r.id = $2::uuid AND r.source = $1::text) line`,
      values: [source, id],
    });
    return row?.json;
  }

  /** Units of a run, in order. */
  units(id: string, query: PageRequest): List {
    return listByKey(this.database, {
      columns: UNIT_COLUMNS,
      from: 'source_unit u',
      conditions: new Conditions().add('u.run_id = ?::uuid', id),
      key: [{ sql: 'u.number', name: 'number', kind: integerKind({ min: 0 }) }],
      query,
    });
  }
}
