import { BodyField, OptionalField, QueryField, Shown, ShownOrNull } from '../../http/fields/fields.js';
import { Ticker } from '../../http/fields/market-fields.js';
import { recordsShown } from '../../http/fields/nested.js';
import { DateRangeQuery } from '../../http/fields/queries.js';
import {
  booleanKind,
  choiceKind,
  dateKind,
  instantShown,
  integerShown,
  numberShown,
  objectShown,
  textOf,
  textShown,
  tickerKind,
  uuidKind,
} from '../../kinds/kinds.js';
import { QUOTE_FLAGS, type QuoteFlag } from '../../market/quote-flags.sql.js';
import { QuoteRecord } from '../quote/quote.dto.js';
import { APPROVAL_STATES, type ApprovalState } from './approval-states.js';

/** Which quote to decide on: its identifier, or its natural key, or both if they name the same record. */
export class ApprovalTarget {
  @OptionalField(uuidKind, 'Identifier of the quote.', '0b7e4c1e-9a49-4c43-9d53-1f9c5c1d2a10') id?: string;
  @OptionalField(tickerKind, 'Security symbol, together with date.', 'VNM') ticker?: string;
  @OptionalField(dateKind, 'Trade date, together with ticker.', '2024-01-31') date?: string;
  @OptionalField(
    textOf({ max: 200 }),
    'ETag of the version that was read, as in If-Match: 412 if the stored version differs.',
    '"1f9c5c1d2a10-1"',
  )
  etag?: string;
}

/** Body of a rejection or revocation. */
export class ReasonBody {
  @BodyField(textOf({ max: 1000 }), 'Reason, kept in the history.', 'Close differs from the exchange report')
  reason: string;
}

const stateKind = choiceKind(APPROVAL_STATES);

/** Parameters of the approval queue. */
export class ApprovalQuery extends DateRangeQuery {
  @QueryField(stateKind, 'State of the quotes; pending by default.', 'pending')
  status?: ApprovalState;
  @Ticker(QueryField) ticker?: string;
  @QueryField(textOf({ max: 254 }), 'Maker of the current values.', 'maker@example.com') maker?: string;
  @QueryField(choiceKind(QUOTE_FLAGS), 'Only quotes with this flag.', 'price_jump') flag?: QuoteFlag;
}

/** A quote in the approval queue. */
export class QueueRecord extends QuoteRecord {
  @Shown(uuidKind, 'Identifier.', '0b7e4c1e-9a49-4c43-9d53-1f9c5c1d2a10') id: string;
  @Shown(textShown, 'Address of the item.', '/svc/quote/0b7e4c1e-9a49-4c43-9d53-1f9c5c1d2a10') url: string;
  @Shown(textShown, 'ETag of these values, to decide on exactly these.', '"1f9c5c1d2a10-1"') etag: string;
  @Shown(stateKind, 'State.', 'pending') status: ApprovalState;
  @Shown(textShown, 'Maker of the current values.', 'maker@example.com') maker: string;
  @Shown(instantShown, 'Last change, UTC.', '2024-01-31T08:15:02.123456Z') timestamp: string;
  @Shown(integerShown, 'Age of the last change, seconds.', 3600) age_seconds: number;
  @Shown(
    { schema: { type: 'array', items: { type: 'string', enum: [...QUOTE_FLAGS] } } },
    'Flags raised by automatic checks: outside_limits (a price beyond ceiling or floor), off_tick, price_jump (close 20 % or more away from the previous close), change_without_volume, non_trading_day. Checks of limits and ticks require the ticker in the security master.',
    ['price_jump'],
  )
  flags: string[];
  @ShownOrNull(
    objectShown,
    'Difference from the last approved version, by field: {approved, now}; null if never approved.',
    { close: { approved: 66900, now: 67000 } },
  )
  diff: object | null;
  @ShownOrNull(textShown, 'Principal who made the decision.', null) decided_by: string | null;
  @ShownOrNull(instantShown, 'When it was decided, UTC.', null) decided_at: string | null;
  @ShownOrNull(textShown, 'Reason for the rejection.', null) reason: string | null;
}

/** A number of waiting quotes. */
export class QueueCount {
  @Shown(integerShown, 'Number of quotes; those with a flag are counted up to 10,000.', 214) count: number;
  @Shown(booleanKind, 'Whether there are more than `count`.', false) is_more: boolean;
}

/** A number of waiting quotes with a flag. */
export class FlagCount extends QueueCount {
  @Shown(choiceKind(QUOTE_FLAGS), 'Flag.', 'price_jump') flag: string;
}

/** How many quotes wait for approval. */
export class QueueCountsRecord {
  @Shown({ schema: { allOf: [{ $ref: '#/components/schemas/QueueCount' }] } }, 'Quotes that await approval.')
  pending: QueueCount;
  @Shown(recordsShown(FlagCount), 'Quotes that await approval with a flag, one entry per flag.')
  flags: FlagCount[];
  @Shown(
    booleanKind,
    'Whether some recently written or decided quotes are still to be checked: these are then the previous numbers. After a large import, for some minutes.',
    false,
  )
  checks_pending: boolean;
}

/** Outcome of one item of a bulk approval. */
export class BulkApprovalResult {
  @Shown(integerShown, 'Item number, from 1.', 1) _operation_id: number;
  @Shown(choiceKind(['APPROVED', 'ALREADY_APPROVED', 'FAILED']), 'Outcome of the item.', 'APPROVED')
  _operation_state: string;
  @Shown(numberShown, 'Measured processing time, milliseconds.', 0.3) _operation_total_ms: number;
  @Shown(
    integerShown,
    '200 approved, 204 already approved, 400 invalid, 403 own quote, 404 unknown, 412 changed since.',
    200,
  )
  status: number;
  @Shown(objectShown, '`url` of the quote, or on failure `params` with the reason.', {
    url: '/svc/quote/0b7e4c1e-9a49-4c43-9d53-1f9c5c1d2a10',
  })
  value: object;
}

/** Body of the 207 of a bulk approval. */
export class BulkApprovalAnswer {
  @Shown(uuidKind, 'Identifier of the operation.', '9d0f8b44-9c0b-4a55-8f0b-6c8e1f1d7c33') id: string;
  @Shown(textShown, 'ok when completed.', 'ok') status: string;
  @Shown(numberShown, 'Total processing time, milliseconds.', 3.1) total_time: number;
  @Shown(recordsShown(BulkApprovalResult), 'One entry per item, in the order of the request.')
  results: BulkApprovalResult[];
}
