import { Inject, Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { DataSetName } from '../../kinds/data-set-names.js';
import { columnsOf, DATA_SETS, type DataSets } from '../dataset/data-set.js';
import type { Version } from './versions.js';

/** A state of a record, by an event of the audit log. */
interface VersionQuery {
  resource: DataSetName;
  id: string;
  /** number of the event */
  event: number | bigint;
  /** undefined: after the event, before a deletion */
  version: Version | undefined;
}

/** SQL of the versions of records that the audit log keeps. */
@Injectable()
export class RecordHistoryRepository {
  constructor(
    private readonly database: Database,
    @Inject(DATA_SETS) private readonly dataSets: DataSets,
  ) {}

  /** The fields of a version as JSON text, null when the event has none such; undefined: no such event of the record. */
  version({ resource, id, event, version }: VersionQuery): Promise<{ record: string | null } | undefined> {
    const fields = columnsOf(this.dataSets[resource]).map(({ name }) => name);
    return this.database.queryOne<{ record: string | null }>({
      text: `
        SELECT (SELECT jsonb_object_agg(field.key, field.value) FROM jsonb_each(kept.version) field
                WHERE field.key = ANY ($5::text[]))::text AS record
        FROM (
          SELECT CASE $4::text WHEN 'before' THEN e.before WHEN 'after' THEN e.after ELSE coalesce(e.after, e.before) END AS version
          FROM audit_event e
          WHERE e.id = $3::bigint AND e.resource = $1::text AND e.record_id = $2::uuid
            AND e.action IN ('created', 'updated', 'deleted')
        ) kept`,
      values: [resource, id, event, version ?? null, fields],
    });
  }
}
