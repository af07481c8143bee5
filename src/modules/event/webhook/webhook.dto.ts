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

/** Address of a receiver. Which hosts may be delivered to is decided later, by the addresses that they have. */
const receiverKind = textKind({ format: 'uri', maxLength: 2000 }, 'text', (text) => {
  const refused = new Invalid('invalid_format', URL_DETAIL);
  if (text.length > 2000 || !/^https?:\/\/[\x21-\x7e]+$/i.test(text) || !URL.canParse(text)) return refused;
  const { username, password, hash, href } = new URL(text);
  return username !== '' || password !== '' || hash !== '' ? refused : href;
});

const FILTERS = {
  types: {
    description: 'Types of events wanted; all when not given.',
    example: ['quote.approved', 'import.finished'],
  },
  resources: { description: 'Data sets wanted; all when not given.', example: ['quote'] },
  tickers: {
    description: 'Tickers wanted; all when not given. Events of a whole import come as well.',
    example: ['VNM'],
  },
} as const;

/** A webhook as it is written. */
export class WebhookWrite {
  @BodyField(receiverKind, {
    description:
      'Where events are sent by POST: http or https. Link-local and metadata addresses are refused, loopback and private ones unless the service is configured for them (`WEBHOOK_PRIVATE`); a name is judged by what it resolves to at each delivery.',
    example: 'https://oms.example.com/market-events',
  })
  url: string;
  @OptionalField(textOf({ max: 500 }), { description: 'Note for people.', example: 'Order management' })
  description?: string;
  @OptionalField(arrayOf(eventTypeKind, MAXIMUM_CODES, 1), { ...FILTERS.types })
  types?: string[];
  @OptionalField(arrayOf(resourceKind, MAXIMUM_CODES, 1), { ...FILTERS.resources })
  resources?: string[];
  @OptionalField(arrayOf(tickerKind, MAXIMUM_CODES, 1), { ...FILTERS.tickers })
  tickers?: string[];
  @OptionalField(booleanKind, {
    description:
      'false: nothing is sent, and the place in the events is kept; made true, it goes on from there. Default true.',
    example: true,
  })
  active?: boolean;
}

/** A webhook and how it is doing. */
export class WebhookRecord {
  @Shown(uuidKind, {
    description: 'Identifier of the webhook.',
    example: '4d0f8b44-9c0b-4a55-8f0b-6c8e1f1d7c33',
  })
  id: string;
  @Shown(textShown, {
    description: 'Where events are sent by POST.',
    example: 'https://oms.example.com/market-events',
  })
  url: string;
  @FieldOf(WebhookWrite) description: string | null;
  @ShownOrNull(textsShown, { ...FILTERS.types })
  types: string[] | null;
  @ShownOrNull(textsShown, { ...FILTERS.resources })
  resources: string[] | null;
  @ShownOrNull(textsShown, { ...FILTERS.tickers })
  tickers: string[] | null;
  @Shown(booleanKind, {
    description: 'Whether events are sent; false after the receiver answered 410.',
    example: true,
  })
  active: boolean;
  @Shown(textShown, { description: 'Who made or changed it last.', example: 'admin@example.com' })
  maker: string;
  @Shown(instantShown, { description: 'When it was made, UTC.', example: '2024-01-31T08:15:02.123456Z' })
  created_at: string;
  @Shown(instantShown, {
    description: 'When somebody changed it last, UTC.',
    example: '2024-01-31T08:15:02.123456Z',
  })
  changed_at: string;
  @Shown(integerShown, {
    description:
      'Events that are still to be delivered: of the next 10,000 that were written, counted to 1000 at most.',
    example: 0,
  })
  pending: number;
  @Shown(integerShown, { description: 'Attempts that failed since the last success.', example: 0 })
  failures: number;
  @ShownOrNull(instantShown, {
    description: 'Last delivery that was accepted, UTC.',
    example: '2024-01-31T08:15:02.123456Z',
  })
  last_success_at: string | null;
  @ShownOrNull(textShown, {
    description: `Why the last failed attempt failed, by its class: ${FAILURE_CLASSES.join(', ')}.`,
    example: 'status_5xx',
  })
  last_error: string | null;
  @ShownOrNull(instantShown, { description: 'When that was, UTC.', example: '2024-01-31T08:14:02.123456Z' })
  last_error_at: string | null;
  @ShownOrNull(instantShown, {
    description: 'Not before this the next attempt is made, UTC; null when the last one succeeded.',
    example: null,
  })
  next_attempt_at: string | null;
}

/** A new webhook with its secret. */
export class CreatedWebhook extends WebhookRecord {
  @Shown(textShown, {
    description:
      'Shown this once: the base64 after `whsec_` is the key of the HMAC-SHA256 by which deliveries are signed.',
    example: 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=',
  })
  secret: string;
}

const DELIVERY_STATES = ['delivered', 'failed'] as const;

/** Parameters of the deliveries of a webhook. */
export class DeliveryQuery extends PageQuery {
  @QueryField(choiceKind(DELIVERY_STATES), {
    description: 'Only deliveries whose last attempt ended so.',
    example: 'failed',
  })
  state?: (typeof DELIVERY_STATES)[number];
}

/** Events that were sent to a webhook together, and how that went. */
export class DeliveryRecord {
  @Shown(uuidKind, {
    description: 'Identifier of the delivery.',
    example: '7d3c1f0a-52c4-4f0e-9c58-0f6a1b2c3d4e',
  })
  id: string;
  @Shown(textShown, { description: 'Identifier of its first event.', example: '4711' })
  first_event: string;
  @Shown(textShown, { description: 'Identifier of its last event.', example: '4715' })
  last_event: string;
  @Shown(integerShown, { description: 'Events that it has, 1 to 100.', example: 5 })
  events: number;
  @Shown(choiceKind(DELIVERY_STATES), { description: 'How the last attempt ended.', example: 'failed' })
  state: string;
  @Shown(integerShown, { description: 'Attempts, repetitions by hand among them.', example: 3 })
  attempts: number;
  @ShownOrNull(textShown, {
    description: 'Why the last attempt failed, as `last_error` of the webhook has it; null when it did not.',
    example: 'status_5xx',
  })
  error: string | null;
  @Shown(instantShown, { description: 'First attempt, UTC.', example: '2024-01-31T08:14:02.123456Z' })
  first_attempt_at: string;
  @Shown(instantShown, { description: 'Last attempt, UTC.', example: '2024-01-31T08:15:02.123456Z' })
  last_attempt_at: string;
}

/** Body of a delivery. */
export class EventDelivery {
  @Shown(uuidKind, {
    description: 'Identifier of the webhook.',
    example: '4d0f8b44-9c0b-4a55-8f0b-6c8e1f1d7c33',
  })
  webhook: string;
  @Shown(
    {
      schema: { type: 'array', minItems: 1, items: { $ref: '#/components/schemas/EventRecord' } as never },
    },
    { description: 'Events in their order, at most 100.' },
  )
  events: EventRecord[];
}
