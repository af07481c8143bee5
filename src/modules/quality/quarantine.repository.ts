import { Injectable } from '@nestjs/common';
import { eventNotice } from '../../database/changes.js';
import { Database } from '../../database/database.js';
import { Conditions } from '../../database/lists/conditions.js';
import type { List, PageRequest } from '../../database/lists/list.js';
import { listByKey } from '../../database/lists/listing.js';
import { versionSql } from '../../database/records/stored-item.js';
import { haveSame, instant } from '../../database/sql.js';
import type { Transaction } from '../../database/statement.js';
import { instantKind, uuidKind } from '../../kinds/kinds.js';
import type { DataSet } from '../dataset/data-set.js';
import type { QuarantineState } from './quarantine.entity.js';

const columns = (
  version: string,
) => `q.id, '"' || ${version} || '"' AS etag, q.resource, q.source, q.run_id, q.record_key AS key, q.record, q.findings, q.state,
  ${instant('q.created_at')} AS created_at, ${instant('q.decided_at')} AS decided_at, q.decided_by, q.reason`;

/** Stands in a tag of a row with its evidence between the version of the row and that of the stored record, if there is one. */
export const BESIDE = '+';

/** Bars shown with a row, on either side of it. */
const AROUND = 10;
const BAR = 'b.date, b.open, b.high, b.low, b.close, b.volume';
/** The row `q` of a data set, whose key as a record of its table is `k`, with its evidence. */
function evidenceOf({ name, key, dateColumn = '' }: DataSet): string {
  const storedColumn = (column: string) =>
    `(SELECT ${column} FROM ${name} r WHERE ${haveSame('r', 'k', key)})`;
  const day = `k.${dateColumn}::date`;
  const near = (side: '<' | '>') => `
    (SELECT ${BAR} FROM quote b WHERE b.ticker = k.ticker AND b.date ${side} ${day}
     ORDER BY b.date${side === '<' ? ' DESC' : ''} LIMIT ${AROUND})`;
  const around = key.includes('ticker') && key.includes(dateColumn);
  return `
  ${columns(`${versionSql('q')} || '${BESIDE}' || coalesce(${storedColumn(versionSql('r'))}, '')`)},
  ${storedColumn(`to_jsonb(r) - ARRAY['id', 'revision', 'created_at', 'changed_at', 'flags', 'approval', 'approval_by',
     'approval_at', 'approval_reason']`)} AS stored,
  coalesce((SELECT jsonb_agg(jsonb_build_object('source', o.source, 'record', o.record) ORDER BY o.source)
    FROM quarantine o WHERE o.resource = q.resource AND o.source <> q.source AND o.record_key = q.record_key
      AND o.state = 'waiting'), '[]') AS others,
  ${around ? `coalesce((SELECT jsonb_agg(near ORDER BY near.date) FROM (${near('<')} UNION ALL ${near('>')}) near), '[]')` : `'[]'::jsonb`} AS around`;
}

/** Rows of the quarantine to list. */
interface QuarantineFilter extends PageRequest {
  state: QuarantineState;
  resource?: string | undefined;
  source?: string | undefined;
  ticker?: string | undefined;
  rule?: string | undefined;
}

/** A row to decide on. */
export interface HeldRow {
  state: QuarantineState;
  /** of its values, as in If-Match */
  version: string;
  resource: string;
  /** JSON text */
  record: string;
  key: Record<string, unknown>;
  /** fields that its source declares: a stored record keeps the others; null if it declares none */
  fields: string[] | null;
}

/** A decision on a row. */
export interface QuarantineChange {
  id: string;
  state: QuarantineState;
  reason: string;
  actor: string;
  requestId: string;
}

/** SQL of the quarantine. */
@Injectable()
export class QuarantineRepository {
  constructor(private readonly database: Database) {}

  /** Rows of a state, newest first unless asked otherwise. */
  list({ state, resource, source, ticker, rule, ...query }: QuarantineFilter): List {
    return listByKey(this.database, {
      columns: columns(versionSql('q')),
      from: 'quarantine q',
      conditions: new Conditions()
        .add('q.state = ?::text', state)
        .when(resource, 'q.resource = ?::text')
        .when(source, 'q.source = ?::text')
        .when(ticker, `q.record_key ->> 'ticker' = ?::text`)
        .when(rule, `q.findings @> jsonb_build_array(jsonb_build_object('rule', ?::text))`),
      key: [
        { sql: 'q.created_at', name: 'created_at', kind: instantKind },
        { sql: 'q.id', name: 'id', kind: uuidKind },
      ],
      query,
      descends: true,
    });
  }

  /** The data set of a row. */
  async resourceOf(id: string): Promise<string | undefined> {
    const row = await this.database.readByKey<{ resource: string }>({
      text: 'SELECT resource FROM quarantine WHERE id = $1::uuid',
      values: [id],
    });
    return row?.resource;
  }

  /** JSON text of a row with its evidence. */
  async find(id: string, dataSet: DataSet): Promise<string | undefined> {
    const row = await this.database.readByKey<{ json: string }>({
      text: `SELECT row_to_json(line)::text AS json FROM (
               SELECT ${evidenceOf(dataSet)}
               FROM quarantine q, jsonb_populate_record(NULL::${dataSet.table}, q.record_key) k
               WHERE q.id = $1::uuid) line`,
      values: [id],
    });
    return row?.json;
  }

  /** Locks a row for its decision. */
  async lock(transaction: Transaction, id: string): Promise<HeldRow | undefined> {
    const [row] = await transaction.query<HeldRow>({
      text: `SELECT q.state, ${versionSql('q')} AS version, q.resource, q.record::text AS record, q.record_key AS key,
               (SELECT array(SELECT jsonb_object_keys(run.declaration -> 'fields')) FROM source_run run
                WHERE run.id = q.run_id AND run.declaration ? 'fields') AS fields
             FROM quarantine q WHERE q.id = $1::uuid FOR UPDATE`,
      values: [id],
    });
    return row;
  }

  /** Stores the decision on a row, with its audit event. */
  async decide(
    transaction: Transaction,
    { id, state, reason, actor, requestId }: QuarantineChange,
  ): Promise<void> {
    await transaction.query({
      text: `
        WITH decided AS (
          UPDATE quarantine SET state = $2::text, revision = revision + 1, reason = $3::text, decided_by = $4::text, decided_at = clock_timestamp()
          WHERE id = $1::uuid RETURNING *
        )
        INSERT INTO audit_event (resource, action, record_id, record_key, actor, request_id, before, after)
        SELECT 'quarantine', state, id, record_key, $4::text, $5::text, record,
          jsonb_build_object('resource', resource, 'source', source, 'run_id', run_id, 'findings', findings, 'reason', reason)
        FROM decided RETURNING ${eventNotice('quarantine', `'*'`)}`,
      values: [id, state, reason, actor, requestId],
    });
  }
}
