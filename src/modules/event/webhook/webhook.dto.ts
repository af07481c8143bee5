import {
  BodyField,
  FieldOf,
  OptionalField,
  QueryField,
  Shown,
  ShownOrNull,
} from '../../../http/fields/fields.js';
import { MAXIMUM_CODES, PageQuery } from '../../../http/fields/queries.js';
import {
  booleanKind,
  choiceKind,
  Invalid,
  instantShown,
  integerShown,
  textKind,
  textOf,
  textShown,
  textsShown,
  tickerKind,
  uuidKind,
} from '../../../kinds/kinds.js';
import { arrayOf } from '../../../kinds/structured-kinds.js';
import { EventRecord, eventTypeKind, resourceKind } from '../event.dto.js';
import { FAILURE_CLASSES } from './delivery.js';

const URL_DETAIL =
  'an http or https URL of at most 2000 characters without user name, password and fragment is expected';

/** URL of a receiver. Whether its host may be delivered to is decided later, by the addresses it resolves to. */
const receiverKind = textKind({ format: 'uri', maxLength: 2000 }, 'text', (text) => {
  const refusal = new Invalid('invalid_format', URL_DETAIL);
  if (text.length > 2000 || !/^https?:\/\/[\x21-\x7e]+$/i.test(text) || !URL.canParse(text)) return refusal;
  const { username, password, hash, href } = new URL(text);
  return username !== '' || password !== '' || hash !== '' ? refusal : href;
});

const FILTERS = {
  types: ['Event types to deliver; all by default.', ['quote.approved', 'import.finished']],
  resources: ['Data sets to deliver events of; all by default.', ['quote']],
  tickers: [
    'Tickers to deliver events of; all by default. Events of a whole import are delivered as well.',
    ['VNM'],
  ],
} as const;

/** A webhook as submitted. */
export class WebhookWrite {
  @BodyField(
    receiverKind,
    'URL that events are sent to by POST: http or https. Link-local and metadata addresses are refused, as are loopback and private ones unless the service is configured for them (`WEBHOOK_PRIVATE`); a host name is checked by the addresses it resolves to at each delivery.',
    'https://oms.example.com/market-events',
  )
  url: string;
  @OptionalField(textOf({ max: 500 }), 'Note for human readers.', 'Order management') description?: string;
  @OptionalField(arrayOf(eventTypeKind, MAXIMUM_CODES, 1), ...FILTERS.types) types?: string[];
  @OptionalField(arrayOf(resourceKind, MAXIMUM_CODES, 1), ...FILTERS.resources) resources?: string[];
  @OptionalField(arrayOf(tickerKind, MAXIMUM_CODES, 1), ...FILTERS.tickers) tickers?: string[];
  @OptionalField(
    booleanKind,
    'false: nothing is sent, and the position in the event sequence is kept; set to true again, delivery resumes from there. Default true.',
    true,
  )
  active?: boolean;
}

/** A webhook and how it is doing. */
export class WebhookRecord {
  @Shown(uuidKind, 'Identifier of the webhook.', '4d0f8b44-9c0b-4a55-8f0b-6c8e1f1d7c33') id: string;
  @Shown(textShown, 'URL that events are sent to by POST.', 'https://oms.example.com/market-events')
  url: string;
  @FieldOf(WebhookWrite) description: string | null;
  @ShownOrNull(textsShown, ...FILTERS.types) types: string[] | null;
  @ShownOrNull(textsShown, ...FILTERS.resources) resources: string[] | null;
  @ShownOrNull(textsShown, ...FILTERS.tickers) tickers: string[] | null;
  @Shown(booleanKind, 'Whether events are sent; false after the receiver answered 410.', true)
  active: boolean;
  @Shown(textShown, 'Who created or last changed it.', 'admin@example.com') maker: string;
  @Shown(instantShown, 'When it was created, UTC.', '2024-01-31T08:15:02.123456Z') created_at: string;
  @Shown(instantShown, 'When someone last changed it, UTC.', '2024-01-31T08:15:02.123456Z')
  changed_at: string;
  @Shown(
    integerShown,
    'Events still to be delivered, among the next 10,000 written; counted up to 1000 at most.',
    0,
  )
  pending: number;
  @Shown(integerShown, 'Failed attempts since the last success.', 0) failures: number;
  @ShownOrNull(instantShown, 'When a delivery was last accepted, UTC.', '2024-01-31T08:15:02.123456Z')
  last_success_at: string | null;
  @ShownOrNull(
    textShown,
    `Failure class of the last failed attempt: ${FAILURE_CLASSES.join(', ')}.`,
    'status_5xx',
  )
  last_error: string | null;
  @ShownOrNull(instantShown, 'When the last failed attempt was made, UTC.', '2024-01-31T08:14:02.123456Z')
  last_error_at: string | null;
  @ShownOrNull(instantShown, 'Earliest time of the next attempt, UTC; null if the last one succeeded.', null)
  next_attempt_at: string | null;
}

/** A new webhook with its secret. */
export class CreatedWebhook extends WebhookRecord {
  @Shown(
    textShown,
    'Shown only this once: the base64 after `whsec_` is the key of the HMAC-SHA256 that signs deliveries.',
    'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=',
  )
  secret: string;
}

const DELIVERY_STATES = ['delivered', 'failed'] as const;

/** Parameters of the deliveries of a webhook. */
export class DeliveryQuery extends PageQuery {
  @QueryField(
    choiceKind(DELIVERY_STATES),
    'Only deliveries whose last attempt ended in this state.',
    'failed',
  )
  state?: (typeof DELIVERY_STATES)[number];
}

/** Events that were sent to a webhook together, and the outcome. */
export class DeliveryRecord {
  @Shown(uuidKind, 'Identifier of the delivery.', '7d3c1f0a-52c4-4f0e-9c58-0f6a1b2c3d4e') id: string;
  @Shown(textShown, 'Identifier of its first event.', '4711') first_event: string;
  @Shown(textShown, 'Identifier of its last event.', '4715') last_event: string;
  @Shown(integerShown, 'Number of events in it, 1 to 100.', 5) events: number;
  @Shown(choiceKind(DELIVERY_STATES), 'Outcome of the last attempt.', 'failed') state: string;
  @Shown(integerShown, 'Number of attempts, including manual ones.', 3) attempts: number;
  @ShownOrNull(
    textShown,
    'Why the last attempt failed, as in `last_error` of the webhook; null if it did not.',
    'status_5xx',
  )
  error: string | null;
  @Shown(instantShown, 'First attempt, UTC.', '2024-01-31T08:14:02.123456Z') first_attempt_at: string;
  @Shown(instantShown, 'Last attempt, UTC.', '2024-01-31T08:15:02.123456Z') last_attempt_at: string;
}

/** Body of a delivery. */
export class EventDelivery {
  @Shown(uuidKind, 'Identifier of the webhook.', '4d0f8b44-9c0b-4a55-8f0b-6c8e1f1d7c33') webhook: string;
  @Shown(
    {
      schema: { type: 'array', minItems: 1, items: { $ref: '#/components/schemas/EventRecord' } as never },
    },
    'Events in order, at most 100.',
  )
  events: EventRecord[];
}
