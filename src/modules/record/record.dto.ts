import { BodyField, OptionalField, Shown, ShownOrNull } from '../../http/fields/fields.js';
import { bigintKind, choiceKind, instantShown, textShown, uuidKind } from '../../kinds/kinds.js';
import { VERSIONS, type Version } from './versions.js';

/** Body of POST /svc/record/{resource}/{id}/restore. */
export class RestoreBody {
  @BodyField(bigintKind, {
    description: 'Number of an event in the history of the record, one that created, updated or deleted it.',
    example: 4711,
  })
  event_id: number | bigint;

  @OptionalField(choiceKind(VERSIONS), {
    description:
      'The values after the event, or those before it. When not given: after it, and before a deletion.',
    example: 'before',
  })
  version?: Version;
}

/** Where the present values of a record come from. */
export class ProvenanceRecord {
  @Shown(textShown, { description: 'Data set.', example: 'quote' })
  resource: string;
  @Shown(uuidKind, {
    description: 'Identifier of the record.',
    example: '0b7e4c1e-9a49-4c43-9d53-1f9c5c1d2a10',
  })
  id: string;
  @Shown(instantShown, {
    description: 'When they were written, UTC.',
    example: '2024-01-31T08:30:02.000000Z',
  })
  changed_at: string;
  @ShownOrNull(textShown, {
    description: 'The write: imported (with a batch), created, updated; null for shipped data.',
    example: 'imported',
  })
  action: string | null;
  @ShownOrNull(textShown, {
    description: 'Identifier of the request, the import or the run that wrote them, as in the audit log.',
    example: '0190f0a2-5f3b-7c11-9d53-1f9c5c1d2a10',
  })
  request_id: string | null;
  @ShownOrNull(textShown, {
    description: 'Source that brought them; null when none did.',
    example: 'vendor-eod',
  })
  source: string | null;
  @ShownOrNull(uuidKind, {
    description: 'Its run, see `/svc/source/{name}/run/{id}`.',
    example: '0190f0a2-5f3b-7c11-9d53-1f9c5c1d2a10',
  })
  run_id: string | null;
  @ShownOrNull(choiceKind(['released', 'corrected', 'approved']), {
    description:
      'What somebody decided between the source and the record: a checker in the quarantine, or on a proposal; null when it was stored as it came.',
    example: null,
  })
  decision: string | null;
}
