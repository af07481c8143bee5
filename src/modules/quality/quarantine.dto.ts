import { BodyField, QueryField, Shown, ShownOrNull } from '../../http/fields/fields.js';
import { Ticker } from '../../http/fields/market-fields.js';
import { PageQuery } from '../../http/fields/queries.js';
import { DATA_SET_NAMES, type DataSetName } from '../../kinds/data-set-names.js';
import { isJsonObject } from '../../kinds/json-object.js';
import {
  choiceKind,
  Invalid,
  instantShown,
  type Kind,
  objectShown,
  objectsShown,
  textOf,
  textShown,
  uuidKind,
} from '../../kinds/kinds.js';
import { QUARANTINE_STATES, type QuarantineState } from './quarantine.entity.js';

/** A record of a data set, checked by the rules of that data set. */
const recordKind: Kind<object> = {
  fromText: () => new Invalid('invalid_type', 'a JSON object is expected'),
  fromJson: (value) =>
    isJsonObject(value) ? value : new Invalid('invalid_type', 'a JSON object is expected'),
  schema: { type: 'object', additionalProperties: true },
  sqlType: 'jsonb',
};

/** Parameters of the quarantine. */
export class QuarantineQuery extends PageQuery {
  @QueryField(choiceKind(QUARANTINE_STATES), 'State of the rows; waiting by default.', 'waiting')
  state?: QuarantineState;
  @QueryField(choiceKind(DATA_SET_NAMES), 'Data set of the rows.', 'quote') resource?: DataSetName;
  @QueryField(textOf({ max: 63 }), 'Source that supplied the rows.', 'vendor-eod') source?: string;
  @Ticker(QueryField) ticker?: string;
  @QueryField(
    textOf({ max: 63 }),
    'Only rows found by this rule: a rule for quotes, or a flag of another data set.',
    'unit_jump',
  )
  rule?: string;
}

/** Reason for the decision on a row. */
export class QuarantineDecision {
  @BodyField(
    textOf({ max: 1000 }),
    'Reason for the decision; kept with the row and in the audit log.',
    'Confirmed by the report of the exchange',
  )
  reason: string;
}

/** A quote, as an example. */
const BAR = {
  ticker: 'VNM',
  date: '2024-01-31',
  open: 66900,
  high: 67500,
  low: 66500,
  close: 67000,
  volume: 3415800,
};

/** A row as it should be. */
export class QuarantineCorrection extends QuarantineDecision {
  @BodyField(recordKind, 'The record to store, with the same key.', BAR) record: object;
}

/** A row that the quality gate held back. */
export class QuarantineRecord {
  @Shown(uuidKind, 'Identifier.', '0b7e4c1e-9a49-4c43-9d53-1f9c5c1d2a10') id: string;
  @Shown(textShown, 'ETag of these values, for If-Match: a decision on exactly these.', '"1f9c5c1d2a10-1"')
  etag: string;
  @Shown(textShown, 'Data set.', 'quote') resource: string;
  @Shown(textShown, 'Source that supplied it.', 'vendor-eod') source: string;
  @Shown(uuidKind, 'Run that last supplied it.', '0190f0a2-5f3b-7c11-9d53-1f9c5c1d2a10') run_id: string;
  @Shown(objectShown, 'Natural key.', { ticker: 'VNM', date: '2024-01-31' }) key: object;
  @Shown(objectShown, 'The record as it arrived.', {
    ...BAR,
    open: 66900000,
    high: 67500000,
    low: 66500000,
    close: 67000000,
  })
  record: object;
  @Shown(
    objectsShown,
    'What the rules found: `rule, action`, the `value` found and the `expected` one if there is one.',
    [{ rule: 'unit_jump', action: 'quarantine', value: 67000000, expected: 66800 }],
  )
  findings: object[];
  @Shown(
    choiceKind(QUARANTINE_STATES),
    'superseded: the same key arrived again and passed the rules.',
    'waiting',
  )
  state: string;
  @Shown(instantShown, 'When it first arrived, UTC.', '2024-01-31T08:30:02.000000Z') created_at: string;
  @ShownOrNull(instantShown, 'When it was decided, UTC.', null) decided_at: string | null;
  @ShownOrNull(textShown, 'Who made the decision.', null) decided_by: string | null;
  @ShownOrNull(textShown, 'Reason for the decision.', null) reason: string | null;
}

/** A row that was held back, with the evidence for a decision. */
export class QuarantineEvidence extends QuarantineRecord {
  @Shown(
    textShown,
    'ETag of these values and of the record stored under their key, for If-Match: a decision on exactly these.',
    '"1f9c5c1d2a10-1+9d531f9c5c1d-3"',
  )
  declare etag: string;
  @ShownOrNull(objectShown, 'The record stored under this key, with its `maker`; null if there is none.', {
    ...BAR,
    maker: 'source:exchange',
  })
  stored: object | null;
  @Shown(
    objectsShown,
    'Rows that other sources supplied for this key and that are waiting too: `source, record`.',
    [],
  )
  others: object[];
  @Shown(
    objectsShown,
    'Up to ten stored quotes of its security on either side of its day, oldest first; empty for rows without a security and a day.',
    [
      { date: '2024-01-30', open: 66500, high: 67000, low: 66400, close: 66800, volume: 2914000 },
      { date: '2024-02-01', open: 67000, high: 67400, low: 66700, close: 67200, volume: 3120000 },
    ],
  )
  around: object[];
}
