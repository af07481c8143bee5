import { getSchemaPath } from '@nestjs/swagger';
import { BodyField, OptionalField, Shown, ShownOrNull } from '../../http/fields/fields.js';
import { DATA_SET_NAMES, writeBody } from '../../kinds/data-set-names.js';
import { bigintKind, choiceKind, instantShown, type Schema, textShown, uuidKind } from '../../kinds/kinds.js';
import { VERSIONS, type Version } from './versions.js';

/** A record of any data set in a body. */
export const RECORD_WRITE: Schema = {
  title: 'RecordWrite',
  anyOf: DATA_SET_NAMES.map((name) => ({ $ref: getSchemaPath(writeBody(name)) })),
};

/** Body of POST /svc/record/{resource}/{id}/restore. */
export class RestoreBody {
  @BodyField(
    bigintKind,
    'Number of an event in the history of the record, one that created, updated or deleted it.',
    4711,
  )
  event_id: number | bigint;

  @OptionalField(
    choiceKind(VERSIONS),
    'The values after the event, or those before it. By default after it, or before it if it is a deletion.',
    'before',
  )
  version?: Version;
}

/** Where the present values of a record come from. */
export class ProvenanceRecord {
  @Shown(textShown, 'Data set.', 'quote') resource: string;
  @Shown(uuidKind, 'Identifier of the record.', '0b7e4c1e-9a49-4c43-9d53-1f9c5c1d2a10') id: string;
  @Shown(instantShown, 'When the current values were written, UTC.', '2024-01-31T08:30:02.000000Z')
  changed_at: string;
  @ShownOrNull(
    textShown,
    'Type of write: imported (in a batch), created, updated; null for shipped data.',
    'imported',
  )
  action: string | null;
  @ShownOrNull(
    textShown,
    'Identifier of the request, the import or the run that wrote them, as in the audit log.',
    '0190f0a2-5f3b-7c11-9d53-1f9c5c1d2a10',
  )
  request_id: string | null;
  @ShownOrNull(textShown, 'Source that delivered them; null if none did.', 'vendor-eod')
  source: string | null;
  @ShownOrNull(
    uuidKind,
    'Run of that source; see `/svc/source/{name}/run/{id}`.',
    '0190f0a2-5f3b-7c11-9d53-1f9c5c1d2a10',
  )
  run_id: string | null;
  @ShownOrNull(
    choiceKind(['released', 'corrected', 'approved']),
    'Decision made between the source and the record, by a checker in the quarantine or on a proposal; null if stored as delivered.',
    null,
  )
  decision: string | null;
}
