import { BodyField } from '../../http/fields/fields.js';
import { bigintKind, choiceKind } from '../../kinds/kinds.js';
import { VERSIONS, type Version } from './versions.js';

/** Body of POST /svc/record/{resource}/{id}/restore. */
export class RestoreBody {
  @BodyField(bigintKind, {
    description: 'Number of an event in the history of the record, one that created, updated or deleted it.',
    example: 4711,
  })
  event_id: number | bigint;

  @BodyField(choiceKind(VERSIONS), {
    description:
      'The values after the event, or those before it. When not given: after it, and before a deletion.',
    example: 'before',
    optional: true,
  })
  version?: Version;
}
