import { Inject, Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { runOf, writingRun } from '../../database/records/run-of.sql.js';
import { instant } from '../../database/sql.js';
import type { DataSetName } from '../../kinds/data-set-names.js';
import { columnsOf, DATA_SETS, type DataSets } from '../dataset/data-set.js';
import type { Version } from './versions.js';

/** A state of a record, by an event of the audit log. */
interface VersionQuery {
  resource: DataSetName;
  id: string;
  /** number of the event */
  event: number | bigint;
  /** undefined: after the event, but before a deletion */
  version: Version | undefined;
}

/** SQL of the versions of records in the audit log. */
@Injectable()
export class RecordHistoryRepository {
  constructor(
    private readonly database: Database,
    @Inject(DATA_SETS) private readonly dataSets: DataSets,
  ) {}

  /** The fields of a version as JSON text, null if the event lacks it; undefined: the record has no such event. */
  version({ resource, id, event, version }: VersionQuery): Promise<{ record: string | null } | undefined> {
    const fields = columnsOf(this.dataSets[resource]).map(({ name }) => name);
    return this.database.queryOne<{ record: string | null }>({
      text: `
        SELECT (SELECT jsonb_object_agg(field.key, field.value) FROM jsonb_each(entry.version) field
                WHERE field.key = ANY ($5::text[]))::text AS record
        FROM (
          SELECT CASE $4::text WHEN 'before' THEN e.before WHEN 'after' THEN e.after ELSE coalesce(e.after, e.before) END AS version
          FROM audit_event e
          WHERE e.id = $3::bigint AND e.resource = $1::text AND e.record_id = $2::uuid
            AND e.action IN ('created', 'updated', 'deleted')
        ) entry`,
      values: [resource, id, event, version ?? null, fields],
    });
  }

  /**
   * JSON text of the origin of the present values of a record: the write that left them, and the run of a source that
   * brought them, directly, through the quarantine or as a proposal. Undefined: no such record.
   */
  async provenance(resource: DataSetName, id: string): Promise<string | undefined> {
    const row = await this.database.queryOne<{ json: string }>({
      text: `
        SELECT row_to_json(line)::text AS json FROM (
          SELECT '${resource}' AS resource, r.id, ${instant('r.changed_at')} AS changed_at, e.action, e.request_id,
            coalesce(run.source, release.source, proposing_run.source) AS source, coalesce(run.id, release.run_id, proposing_run.id) AS run_id,
            coalesce(release.state, CASE WHEN proposal.import_id IS NOT NULL THEN 'approved' END) AS decision
          FROM ${resource} r
          LEFT JOIN LATERAL (
            SELECT * FROM (
              (SELECT w.id, w.action, w.actor, w.request_id, w.record_key FROM audit_event w
               WHERE w.record_id = r.id AND w.resource = '${resource}' AND w.action IN ('created', 'updated')
               ORDER BY w.id DESC LIMIT 1)
              UNION ALL
              (SELECT w.id, w.action, w.actor, w.request_id, w.record_key FROM audit_event w
               WHERE w.resource = '${resource}' AND w.action = 'imported' AND w.occurred_at = r.created_at LIMIT 1)
            ) either ORDER BY either.id DESC LIMIT 1) e ON true
          ${writingRun('e')}
          LEFT JOIN LATERAL (
            SELECT p.import_id, p.request_id, p.maker FROM audit_event d JOIN proposal p ON p.id = (d.after ->> 'proposal')::uuid
            WHERE d.record_id = r.id AND d.resource = '${resource}' AND d.action = 'proposal_approved'
              AND d.request_id = e.request_id AND d.id > e.id
            LIMIT 1) proposal ON true
          -- Released to the record itself, after the write, or as the proposal, in whose request.
          LEFT JOIN LATERAL (
            SELECT q.source, q.run_id, q.state FROM quarantine q
            WHERE q.resource = '${resource}' AND q.record_key = e.record_key AND q.state IN ('released', 'corrected')
              AND EXISTS (SELECT FROM audit_event d WHERE d.record_id = q.id
                AND (d.request_id = e.request_id AND d.id > e.id
                  OR d.request_id = proposal.request_id AND d.actor = proposal.maker AND d.id < e.id))
            LIMIT 1) release ON true
          ${runOf('proposal.import_id', 'proposing_run')}
          WHERE r.id = $1::uuid
        ) line`,
      values: [id],
    });
    return row?.json;
  }
}
