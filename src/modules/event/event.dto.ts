import { QueryField, Shown, ShownOrNull } from '../../http/fields/fields.js';
import { MAXIMUM_CODES, PageQuery } from '../../http/fields/queries.js';
import { DATA_SET_NAMES } from '../../kinds/data-set-names.js';
import { EVENT_TYPES } from '../../kinds/event-types.js';
import {
  choiceKind,
  Invalid,
  instantShown,
  listOf,
  objectShown,
  textKind,
  textShown,
  tickerKind,
  uuidKind,
} from '../../kinds/kinds.js';

/** Identifier of an event, as it was sent. */
export const eventIdKind = textKind<number>({ pattern: '^\\d{1,15}$' }, 'bigint', (text) =>
  /^\d{1,15}$/.test(text)
    ? Number(text)
    : new Invalid('invalid_format', 'the id of an event, or 0 for the oldest one kept, is expected'),
);

export const eventTypeKind = choiceKind(EVENT_TYPES);
export const resourceKind = choiceKind(DATA_SET_NAMES);

/** A write: which record it changed, not its values. */
export class EventRecord {
  @Shown(
    textShown,
    'Identifier of the event, to resume a stream from. Later events have greater identifiers, with gaps.',
    '4711',
  )
  id: string;
  @Shown(
    textShown,
    '`<resource>.created`, `.updated`, `.deleted`, `.imported` (rows created by one batch of an import), for quotes also `.approved`, `.rejected`, `.revoked`; `import.finished`; `proposal.created`, `.approved`, `.rejected`, `.withdrawn`, `.superseded`; `source.run_failed`, when a run of a source ended with failed units, `source.stale`, `source.recovered`; and `dataset.day_complete`, once per revision of a day whose quotes are complete.',
    'quote.updated',
  )
  type: string;
  @Shown(textShown, 'Data set of the record; `source` or `dataset` for events of feeds.', 'quote')
  resource: string;
  @ShownOrNull(
    uuidKind,
    'Identifier of the record; null for events of a whole import.',
    '0b7e4c1e-9a49-4c43-9d53-1f9c5c1d2a10',
  )
  record_id: string | null;
  @ShownOrNull(objectShown, 'Natural key of the record; null for events of a whole import.', {
    ticker: 'VNM',
    date: '2024-01-31',
  })
  key: object | null;
  @ShownOrNull(
    textShown,
    'Address of the record, where a caller with the right to read them finds its current values.',
    '/svc/quote/0b7e4c1e-9a49-4c43-9d53-1f9c5c1d2a10',
  )
  url: string | null;
  @Shown(instantShown, 'When it was written, UTC.', '2024-01-31T08:15:02.123456Z') timestamp: string;
  @ShownOrNull(
    textShown,
    'Identifier of the request that wrote it, or of the import.',
    '5f2f0f2e-8f0e-4a52-8f57-2f1f0c1f7e11',
  )
  request_id: string | null;
  @ShownOrNull(
    objectShown,
    'For a batch: rows `created`. For proposals of an import: `created`, their number. For a finished import: `files, read, created, updated, unchanged, ignored, rejected`, and whether it is `complete`. For a complete day: `quotes` and `expected`. For a stale source: `newest_date` and `open_days`. Otherwise null.',
    null,
  )
  counts: object | null;
}

/** Parameters of GET /svc/events. */
export class EventQuery extends PageQuery {
  @QueryField(
    eventIdKind,
    'Only events after this one; 0: from the oldest one kept. The Last-Event-ID header has the same meaning: it takes precedence in a stream, as a reconnecting client sends it, and this parameter does in a list.',
    '0',
  )
  last_event_id?: number;
  @QueryField(
    listOf(eventTypeKind, MAXIMUM_CODES),
    `Event types, up to ${MAXIMUM_CODES} separated by commas. All by default.`,
    'quote.created,quote.updated',
  )
  type?: string[];
  @QueryField(
    listOf(resourceKind, MAXIMUM_CODES),
    `Data sets, up to ${MAXIMUM_CODES} separated by commas. All by default.`,
    'quote',
  )
  resource?: string[];
  @QueryField(
    listOf(tickerKind, MAXIMUM_CODES),
    `Tickers in the natural key, up to ${MAXIMUM_CODES} separated by commas; events of a whole import are included, as they concern any ticker. All by default.`,
    'VNM,FPT',
  )
  ticker?: string[];
}
