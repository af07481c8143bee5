import { ApiExtraModels } from '@nestjs/swagger';
import { OptionalField, Shown, ShownOrNull } from '../../http/fields/fields.js';
import { recordsShown } from '../../http/fields/nested.js';
import {
  booleanKind,
  choiceKind,
  dateKind,
  dateShown,
  instantShown,
  integerShown,
  objectShown,
  objectsShown,
  textShown,
  textsShown,
  tickerKind,
  uuidKind,
} from '../../kinds/kinds.js';
import { arrayOf } from '../../kinds/structured-kinds.js';
import { FAILURES } from './feed/failure.js';
import { SourceWrite } from './source.declaration.js';

const bigShown = { schema: { type: 'integer', format: 'int64' } } as const;

/** A source and when it runs. */
@ApiExtraModels(SourceWrite)
export class SourceRecord {
  @Shown(textShown, 'Name of the source.', 'vendor-eod') name: string;
  @Shown(objectShown, 'The declaration as submitted: a SourceWrite.', {
    data_set: 'quote',
    request: { url: 'https://api.vendor.example/eod/{ticker}?from={from}&to={to}' },
    rows: { format: 'json' },
    work: { each: 'ticker' },
    active: true,
  })
  declaration: object;
  @Shown(textShown, 'Maker of the last declaration.', 'admin@example.com') maker: string;
  @Shown(instantShown, 'When it was first declared, UTC.', '2024-01-31T08:15:02.123456Z') created_at: string;
  @Shown(instantShown, 'When it was last declared, UTC.', '2024-01-31T08:15:02.123456Z') changed_at: string;
  @ShownOrNull(
    instantShown,
    'When its schedule starts the next run, UTC; null without a schedule and while inactive.',
    '2024-01-31T08:30:00.000000Z',
  )
  next_run_at: string | null;
  @ShownOrNull(
    dateShown,
    'Day of its newest stored record; null before the first one, and if the data set has no days.',
    '2024-01-31',
  )
  newest_date: string | null;
  @ShownOrNull(
    instantShown,
    'Since when that day has been more than `stale_days` open days ago, UTC; null while it is not.',
    null,
  )
  stale_since: string | null;
  @ShownOrNull(objectShown, 'The last run that ended: `id, state, to_date, ended_at`; null if none has.', {
    id: '0190f0a2-5f3b-7c11-9d53-1f9c5c1d2a10',
    state: 'done',
    to_date: '2024-01-31',
    ended_at: '2024-01-31T08:31:12.000000Z',
  })
  last_run: object | null;
}

/** A declaration for a vendor's answers. */
export class PresetRecord {
  @Shown(textShown, 'Name of the preset.', 'eodhd-eod') name: string;
  @Shown(textShown, 'What it fetches.', 'EODHD: daily bars by security') title: string;
  @Shown(
    textShown,
    'Vendor documentation of the response.',
    'https://eodhd.com/financial-apis/api-for-historical-data-and-volumes/',
  )
  documentation: string;
  @Shown(
    objectShown,
    'Fields of the response that are read, each with the field of the data set that it maps to.',
    { date: 'date', close: 'close' },
  )
  read: object;
  @Shown(textsShown, 'Fields of the response that are lost.', ['adjusted_close']) lost: readonly string[];
  @Shown(textShown, 'What else to know.', 'Set SOURCE_SECRET_EODHD_TOKEN to the API token.')
  note: string;
  @Shown(objectShown, 'The declaration: a SourceWrite.', {
    data_set: 'quote',
    rows: { format: 'json' },
    work: { each: 'ticker' },
  })
  declaration: object;
}

/** A source that was deleted. */
export class DeletedSource {
  @Shown(textShown, 'Name of the source.', 'vendor-eod') name: string;
  @Shown(textShown, '`deleted`.', 'deleted') status: string;
  @Shown(instantShown, 'Time of the event, UTC.', '2024-01-31T08:15:02.123456Z') timestamp: string;
}

/** A run to begin. */
export class RunWrite {
  @OptionalField(
    dateKind,
    'First day; by default the one after those fetched without a gap, less the overlap, for each security separately.',
    '2020-01-01',
  )
  from_date?: string;
  @OptionalField(dateKind, 'Last day; today by default.', '2024-01-31') to_date?: string;
  @OptionalField(arrayOf(tickerKind, 5_000, 1), 'Securities of this run, if the source works by ticker.', [
    'VNM',
  ])
  tickers?: string[];
}

/** A run and its progress. */
export class RunRecord {
  @Shown(
    uuidKind,
    'Identifier of the run; `request_id` in the history of the records it wrote.',
    '0190f0a2-5f3b-7c11-9d53-1f9c5c1d2a10',
  )
  id: string;
  @Shown(textShown, 'Name of the source.', 'vendor-eod') source: string;
  @Shown(
    choiceKind(['queued', 'running', 'done', 'failed', 'cancelled']),
    'failed: the run ended, and some of its units failed.',
    'done',
  )
  state: string;
  @Shown(dateShown, 'First day.', '2024-01-31') from_date: string;
  @Shown(dateShown, 'Last day.', '2024-01-31') to_date: string;
  @Shown(textShown, 'Requested by: a principal, or `schedule`.', 'schedule') requested_by: string;
  @Shown(instantShown, 'When it was requested, UTC.', '2024-01-31T08:30:00.000000Z') created_at: string;
  @ShownOrNull(instantShown, 'When work on it started, UTC.', '2024-01-31T08:30:01.000000Z')
  started_at: string | null;
  @ShownOrNull(instantShown, 'When it ended, UTC.', '2024-01-31T08:31:12.000000Z') ended_at: string | null;
  @ShownOrNull(
    uuidKind,
    'Run whose payloads it reads instead of calling the source; null for every other run.',
    null,
  )
  replay_of: string | null;
  @Shown(integerShown, 'Units of work.', 400) units: number;
  @Shown(integerShown, 'Units that are done.', 400) units_done: number;
  @Shown(integerShown, 'Units that failed permanently.', 0) units_failed: number;
  @Shown(bigShown, 'Requests made, including repeated ones.', 402) requests: number;
  @Shown(bigShown, 'Bytes received, decompressed.', 181220) bytes: number;
  @Shown(bigShown, 'Rows received.', 400) read: number;
  @Shown(bigShown, 'Records created.', 398) created: number;
  @Shown(bigShown, 'Records updated.', 1) updated: number;
  @Shown(bigShown, 'Rows that were already stored.', 0) unchanged: number;
  @Shown(bigShown, 'Rows skipped because their key exists (`ignore`).', 0) ignored: number;
  @Shown(
    bigShown,
    'Rows of a governed data set that await approval; see `/svc/approval?import_id=` and the id of the run.',
    0,
  )
  proposed: number;
  @Shown(bigShown, 'Rows that break a rule; the units say which.', 1) rejected: number;
  @Shown(bigShown, 'Rows held back by the quality gate; see `/svc/quarantine`.', 0) quarantined: number;
  @Shown(bigShown, 'Rows passed by the quality gate with a remark; the units say which.', 0) warned: number;
}

/** A row that a unit of work rejected. */
export class RejectedRow {
  @Shown(integerShown, 'Line, from 1; the header, if there is one, is the first.', 3)
  line: number;
  @Shown(textShown, 'Why it was rejected.', '/low: low 5 is above high 4') reason: string;
  @ShownOrNull(
    textShown,
    'Names of the values of `row`, as CSV, at most 1,000 characters; null if the rows have no columns.',
    'ticker,date,high,low',
  )
  header: string | null;
  @Shown(textShown, 'The row as CSV, at most 1,000 characters.', 'VNM,2024-01-31,4,5') row: string;
}

/** A unit of work of a run. */
@ApiExtraModels(RejectedRow)
export class RunUnitRecord {
  @Shown(integerShown, 'Position in the run, from 0.', 0) number: number;
  @Shown(objectShown, 'Values of its variables.', { ticker: 'VNM', from: '2024-01-31', to: '2024-01-31' })
  values: object;
  @Shown(choiceKind(['waiting', 'done', 'failed']), 'State.', 'done') state: string;
  @Shown(integerShown, 'Attempts so far.', 1) attempts: number;
  @ShownOrNull(instantShown, 'Earliest time of the next attempt, UTC.', '2024-01-31T08:30:05.000000Z')
  next_attempt_at: string | null;
  @ShownOrNull(instantShown, 'When it ended, UTC.', '2024-01-31T08:30:02.000000Z') ended_at: string | null;
  @Shown(integerShown, 'Requests made, including repeated ones.', 1) requests: number;
  @Shown(bigShown, 'Bytes received, decompressed.', 453) bytes: number;
  @Shown(bigShown, 'Rows received.', 1) read: number;
  @Shown(bigShown, 'Records created.', 1) created: number;
  @Shown(bigShown, 'Records updated.', 0) updated: number;
  @Shown(bigShown, 'Rows that were already stored.', 0) unchanged: number;
  @Shown(bigShown, 'Rows skipped because their key exists.', 0) ignored: number;
  @Shown(bigShown, 'Rows of a governed data set that await approval.', 0) proposed: number;
  @Shown(bigShown, 'Rows that break a rule.', 0) rejected: number;
  @Shown(bigShown, 'Rows held back by the quality gate.', 0) quarantined: number;
  @Shown(bigShown, 'Rows passed by the quality gate with a remark.', 0) warned: number;
  @ShownOrNull(
    textShown,
    'SHA-256 of what the last attempt received, decompressed, in hexadecimal.',
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  )
  sha256: string | null;
  @ShownOrNull(choiceKind(FAILURES), 'Class of the last failure; null after success.', 'server_error')
  failure: string | null;
  @ShownOrNull(textShown, 'The last failure in words.', 'the source answered 502') detail: string | null;
  @Shown(recordsShown(RejectedRow), 'The first 20 rejected rows.')
  rejects: RejectedRow[];
  @Shown(objectsShown, 'Some remarks of the quality gate: `ticker, date, rule, value, expected`.', [
    { ticker: 'VNM', date: '2024-01-31', rule: 'stale', value: 67000, expected: 3415800 },
  ])
  warnings: object[];
  @Shown(booleanKind, 'Whether what it received is kept and can be replayed.', true) payload_kept: boolean;
}
