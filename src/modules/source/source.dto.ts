import { ApiExtraModels } from '@nestjs/swagger';
import { OptionalField, Shown, ShownOrNull } from '../../http/fields/fields.js';
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
  @Shown(objectShown, 'The declaration as it was written: a SourceWrite.', {
    data_set: 'quote',
    request: { url: 'https://api.vendor.example/eod/{ticker}?from={from}&to={to}' },
    rows: { format: 'json' },
    work: { each: 'ticker' },
    active: true,
  })
  declaration: object;
  @Shown(textShown, 'Who declared it last.', 'admin@example.com') maker: string;
  @Shown(instantShown, 'When it was declared first, UTC.', '2024-01-31T08:15:02.123456Z') created_at: string;
  @Shown(instantShown, 'When it was declared last, UTC.', '2024-01-31T08:15:02.123456Z') changed_at: string;
  @ShownOrNull(
    instantShown,
    'When its schedule begins the next run, UTC; null without a schedule and while inactive.',
    '2024-01-31T08:30:00.000000Z',
  )
  next_run_at: string | null;
  @ShownOrNull(
    dateShown,
    'Day of its newest record that was stored; null before, and where the data set has no days.',
    '2024-01-31',
  )
  newest_date: string | null;
  @ShownOrNull(
    instantShown,
    'Since when that is more open days ago than `stale_days`, UTC; null while it is not.',
    null,
  )
  stale_since: string | null;
  @ShownOrNull(objectShown, 'The last run that ended: `id, state, to_date, ended_at`; null before.', {
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
    'Where the vendor describes the answer.',
    'https://eodhd.com/financial-apis/api-for-historical-data-and-volumes/',
  )
  documentation: string;
  @Shown(
    objectShown,
    'Fields of the answer that are read, with the field of the data set that each becomes.',
    { date: 'date', close: 'close' },
  )
  read: object;
  @Shown(textsShown, 'Fields of the answer that are lost.', ['adjusted_close']) lost: readonly string[];
  @Shown(textShown, 'What is to be known besides.', 'Set SOURCE_SECRET_EODHD_TOKEN to the API token.')
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
  @Shown(instantShown, 'When, UTC.', '2024-01-31T08:15:02.123456Z') timestamp: string;
}

/** A run to begin. */
export class RunWrite {
  @OptionalField(
    dateKind,
    'First day; the one after the last complete run by default, less the overlap.',
    '2020-01-01',
  )
  from_date?: string;
  @OptionalField(dateKind, 'Last day; today by default.', '2024-01-31') to_date?: string;
  @OptionalField(arrayOf(tickerKind, 5_000, 1), 'Securities of this run, where the source works by ticker.', [
    'VNM',
  ])
  tickers?: string[];
}

/** A run and its progress. */
export class RunRecord {
  @Shown(
    uuidKind,
    'Identifier of the run; `request_id` in the history of what it wrote.',
    '0190f0a2-5f3b-7c11-9d53-1f9c5c1d2a10',
  )
  id: string;
  @Shown(textShown, 'Name of the source.', 'vendor-eod') source: string;
  @Shown(
    choiceKind(['queued', 'running', 'done', 'failed', 'cancelled']),
    'failed: it ended, and units of it failed.',
    'done',
  )
  state: string;
  @Shown(dateShown, 'First day.', '2024-01-31') from_date: string;
  @Shown(dateShown, 'Last day.', '2024-01-31') to_date: string;
  @Shown(textShown, 'Who began it: a principal, or `schedule`.', 'schedule') requested_by: string;
  @Shown(instantShown, 'When it was begun, UTC.', '2024-01-31T08:30:00.000000Z') created_at: string;
  @ShownOrNull(instantShown, 'When work on it began, UTC.', '2024-01-31T08:30:01.000000Z')
  started_at: string | null;
  @ShownOrNull(instantShown, 'When it ended, UTC.', '2024-01-31T08:31:12.000000Z') ended_at: string | null;
  @ShownOrNull(
    uuidKind,
    'The run whose payloads it reads instead of asking the source; null for every other run.',
    null,
  )
  replay_of: string | null;
  @Shown(integerShown, 'Units of work.', 400) units: number;
  @Shown(integerShown, 'Units that are done.', 400) units_done: number;
  @Shown(integerShown, 'Units that failed for good.', 0) units_failed: number;
  @Shown(bigShown, 'Requests made, repeated ones included.', 402) requests: number;
  @Shown(bigShown, 'Bytes received, decompressed.', 181220) bytes: number;
  @Shown(bigShown, 'Rows received.', 400) read: number;
  @Shown(bigShown, 'Records created.', 398) created: number;
  @Shown(bigShown, 'Records updated.', 1) updated: number;
  @Shown(bigShown, 'Rows that were stored already.', 0) unchanged: number;
  @Shown(bigShown, 'Rows left out because their key exists (`ignore`).', 0) ignored: number;
  @Shown(
    bigShown,
    'Rows of a governed data set that wait for approval, see `/svc/approval?import_id=` and the id of the run.',
    0,
  )
  proposed: number;
  @Shown(bigShown, 'Rows that break a rule; the units say which.', 1) rejected: number;
  @Shown(bigShown, 'Rows that the quality gate held back, see `/svc/quarantine`.', 0) quarantined: number;
  @Shown(bigShown, 'Rows that it let through with a remark; the units say which.', 0) warned: number;
}

/** A unit of work of a run. */
export class RunUnitRecord {
  @Shown(integerShown, 'Place in the run, from 0.', 0) number: number;
  @Shown(objectShown, 'Values of its variables.', { ticker: 'VNM', from: '2024-01-31', to: '2024-01-31' })
  values: object;
  @Shown(choiceKind(['waiting', 'done', 'failed']), 'State.', 'done') state: string;
  @Shown(integerShown, 'Attempts so far.', 1) attempts: number;
  @ShownOrNull(instantShown, 'Not tried again before, UTC.', '2024-01-31T08:30:05.000000Z')
  next_attempt_at: string | null;
  @ShownOrNull(instantShown, 'When it ended, UTC.', '2024-01-31T08:30:02.000000Z') ended_at: string | null;
  @Shown(integerShown, 'Requests made, repeated ones included.', 1) requests: number;
  @Shown(bigShown, 'Bytes received, decompressed.', 453) bytes: number;
  @Shown(bigShown, 'Rows received.', 1) read: number;
  @Shown(bigShown, 'Records created.', 1) created: number;
  @Shown(bigShown, 'Records updated.', 0) updated: number;
  @Shown(bigShown, 'Rows that were stored already.', 0) unchanged: number;
  @Shown(bigShown, 'Rows left out because their key exists.', 0) ignored: number;
  @Shown(bigShown, 'Rows of a governed data set that wait for approval.', 0) proposed: number;
  @Shown(bigShown, 'Rows that break a rule.', 0) rejected: number;
  @Shown(bigShown, 'Rows that the quality gate held back.', 0) quarantined: number;
  @Shown(bigShown, 'Rows that it let through with a remark.', 0) warned: number;
  @ShownOrNull(
    textShown,
    'SHA-256 of what the last attempt received, decompressed, in hexadecimal.',
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  )
  sha256: string | null;
  @ShownOrNull(choiceKind(FAILURES), 'Class of the last failure; null after success.', 'server_error')
  failure: string | null;
  @ShownOrNull(textShown, 'The same in words.', 'the source answered 502') detail: string | null;
  @Shown(objectsShown, 'The first 20 rejected rows: `line, reason, row`.', [
    { line: 3, reason: '/low: low 5 is above high 4', row: '{"date":"2024-01-31"}' },
  ])
  rejects: object[];
  @Shown(objectsShown, 'Some remarks of the quality gate: `ticker, date, rule, value, expected`.', [
    { ticker: 'VNM', date: '2024-01-31', rule: 'stale', value: 67000, expected: 3415800 },
  ])
  warnings: object[];
  @Shown(booleanKind, 'What it received is kept, and can be replayed.', true) payload_kept: boolean;
}
