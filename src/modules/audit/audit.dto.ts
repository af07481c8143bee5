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

/** Every action of the audit log, by what it is about. */
export const AUDIT_ACTIONS = {
  'A record, source or webhook': ['created', 'updated', 'deleted'],
  'A whole batch': ['imported', 'import_updated', 'loaded', 'import_finished', 'import_approved'],
  'A quote': ['approved', 'rejected', 'revoked'],
  'A proposal': [
    'proposal_created',
    'proposal_approved',
    'proposal_rejected',
    'proposal_withdrawn',
    'proposal_superseded',
  ],
  'Flags of a record': ['flags_dismissed', 'dismissal_revoked'],
  'A quarantined row': ['released', 'corrected', 'rejected'],
  'A source': ['run_done', 'run_failed', 'stale', 'recovered'],
  'A day of quotes': ['day_complete'],
  'Deliveries of a webhook': ['replayed'],
  'A token or role': ['created', 'revoked', 'granted'],
} as const;
const ACTIONS_TEXT = Object.entries(AUDIT_ACTIONS)
  .map(([subject, actions]) => `${subject}: ${actions.join(', ')}`)
  .join('. ');

/** One write as recorded in the audit log. */
export class AuditRecord {
  @Shown(bigintKind, 'Number of the event; later events have greater numbers.', 4711) id: number;
  @Shown(instantShown, 'Time of the event, UTC.', '2024-01-31T08:15:02.123456Z') occurred_at: string;
  @Shown(textShown, 'Data set that was written.', 'quote') resource: string;
  @Shown(textShown, `Action, by what it is about. ${ACTIONS_TEXT}.`, 'updated') action: string;
  @ShownOrNull(
    uuidKind,
    'Identifier of the record; null for a batch.',
    '0b7e4c1e-9a49-4c43-9d53-1f9c5c1d2a10',
  )
  record_id: string | null;
  @ShownOrNull(objectShown, 'Natural key of the record.', { ticker: 'VNM', date: '2024-01-31' })
  record_key: object | null;
  @Shown(textShown, 'Actor: a principal, or the kind and id of a token.', 'maker@example.com') actor: string;
  @ShownOrNull(textShown, 'Identifier of the request.', '5f2f0f2e-8f0e-4a52-8f57-2f1f0c1f7e11')
  request_id: string | null;
  @ShownOrNull(textShown, 'Source whose run wrote this; null if no run did.', 'vendor-eod')
  source: string | null;
  @ShownOrNull(
    uuidKind,
    'Run of that source; see `/svc/source/{name}/run/{id}`.',
    '0190f0a2-5f3b-7c11-9d53-1f9c5c1d2a10',
  )
  run_id: string | null;
  @ShownOrNull(objectShown, 'Values before.', { close: 67000 }) before: object | null;
  @ShownOrNull(objectShown, 'Values after.', { close: 67100 }) after: object | null;
}

/** Parameters of GET /svc/audit. */
export class AuditQuery extends DateRangeQuery {
  @QueryField(
    choiceKind([...DATA_SET_NAMES, 'dataset', 'quarantine', 'source', 'token', 'webhook']),
    'Data set, or `dataset`, `quarantine`, `source`, `token` or `webhook`.',
    'quote',
  )
  resource?: string;
  @QueryField(uuidKind, 'Identifier of a record.', '0b7e4c1e-9a49-4c43-9d53-1f9c5c1d2a10') record_id?: string;
  @QueryField(textOf({ max: 50 }), 'Action.', 'updated') action?: string;
  @QueryField(textOf({ max: 254 }), 'Actor.', 'maker@example.com') actor?: string;
  @QueryField(
    textOf({ max: 128 }),
    'Identifier of a request, as in its `X-Request-Id`: everything it wrote.',
    '5f2f0f2e-8f0e-4a52-8f57-2f1f0c1f7e11',
  )
  request_id?: string;
}
