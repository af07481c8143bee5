import { QueryField, Shown, ShownOrNull } from '../../http/fields/fields.js';
import { DateRangeQuery } from '../../http/fields/queries.js';
import { DATA_SET_NAMES } from '../../kinds/data-set-names.js';
import {
  bigintKind,
  choiceKind,
  instantShown,
  objectShown,
  textOf,
  textShown,
  uuidKind,
} from '../../kinds/kinds.js';

/** One write as the audit log keeps it. */
export class AuditRecord {
  @Shown(bigintKind, { description: 'Number of the event; later ones are greater.', example: 4711 })
  id: number;
  @Shown(instantShown, { description: 'When, UTC.', example: '2024-01-31T08:15:02.123456Z' })
  occurred_at: string;
  @Shown(textShown, { description: 'Data set that was written.', example: 'quote' })
  resource: string;
  @Shown(textShown, {
    description:
      'created, updated, deleted, approved, rejected, revoked; imported, import_updated or loaded for a whole batch, import_finished.',
    example: 'updated',
  })
  action: string;
  @ShownOrNull(uuidKind, {
    description: 'Identifier of the record; null for a batch.',
    example: '0b7e4c1e-9a49-4c43-9d53-1f9c5c1d2a10',
  })
  record_id: string | null;
  @ShownOrNull(objectShown, {
    description: 'Natural key of the record.',
    example: { ticker: 'VNM', date: '2024-01-31' },
  })
  record_key: object | null;
  @Shown(textShown, {
    description: 'Who: a principal, or the kind and id of a token.',
    example: 'maker@example.com',
  })
  actor: string;
  @ShownOrNull(textShown, {
    description: 'Identifier of the request.',
    example: '5f2f0f2e-8f0e-4a52-8f57-2f1f0c1f7e11',
  })
  request_id: string | null;
  @ShownOrNull(textShown, {
    description: 'Source whose run wrote this; null when no run did.',
    example: 'vendor-eod',
  })
  source: string | null;
  @ShownOrNull(uuidKind, {
    description: 'The run, see `/svc/source/{name}/run/{id}`.',
    example: '0190f0a2-5f3b-7c11-9d53-1f9c5c1d2a10',
  })
  run_id: string | null;
  @ShownOrNull(objectShown, { description: 'Values before.', example: { close: 67000 } })
  before: object | null;
  @ShownOrNull(objectShown, { description: 'Values after.', example: { close: 67100 } })
  after: object | null;
}

/** Parameters of GET /svc/audit. */
export class AuditQuery extends DateRangeQuery {
  @QueryField(choiceKind([...DATA_SET_NAMES, 'dataset', 'quarantine', 'source', 'token', 'webhook']), {
    description: 'Data set, or `token` or `webhook`.',
    example: 'quote',
  })
  resource?: string;
  @QueryField(uuidKind, {
    description: 'Identifier of a record.',
    example: '0b7e4c1e-9a49-4c43-9d53-1f9c5c1d2a10',
  })
  record_id?: string;
  @QueryField(textOf({ max: 50 }), { description: 'Action.', example: 'updated' })
  action?: string;
  @QueryField(textOf({ max: 254 }), { description: 'Who.', example: 'maker@example.com' })
  actor?: string;
}
