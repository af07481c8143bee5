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
  @Shown(textShown, { description: 'Name of the source.', example: 'vendor-eod' })
  name: string;
  @Shown(objectShown, {
    description: 'The declaration as it was written: a SourceWrite.',
    example: {
      data_set: 'quote',
      request: { url: 'https://api.vendor.example/eod/{ticker}?from={from}&to={to}' },
      rows: { format: 'json' },
      work: { each: 'ticker' },
      active: true,
    },
  })
  declaration: object;
  @Shown(textShown, { description: 'Who declared it last.', example: 'admin@example.com' })
  maker: string;
  @Shown(instantShown, {
    description: 'When it was declared first, UTC.',
    example: '2024-01-31T08:15:02.123456Z',
  })
  created_at: string;
  @Shown(instantShown, {
    description: 'When it was declared last, UTC.',
    example: '2024-01-31T08:15:02.123456Z',
  })
  changed_at: string;
  @ShownOrNull(instantShown, {
    description: 'When its schedule begins the next run, UTC; null without a schedule and while inactive.',
    example: '2024-01-31T08:30:00.000000Z',
  })
  next_run_at: string | null;
  @ShownOrNull(dateShown, {
    description: 'Day of its newest record that was stored; null before, and where the data set has no days.',
    example: '2024-01-31',
  })
  newest_date: string | null;
  @ShownOrNull(instantShown, {
    description: 'Since when that is more open days ago than `stale_days`, UTC; null while it is not.',
    example: null,
  })
  stale_since: string | null;
  @ShownOrNull(objectShown, {
    description: 'The last run that ended: `id, state, to_date, ended_at`; null before.',
    example: {
      id: '0190f0a2-5f3b-7c11-9d53-1f9c5c1d2a10',
      state: 'done',
      to_date: '2024-01-31',
      ended_at: '2024-01-31T08:31:12.000000Z',
    },
  })
  last_run: object | null;
}

/** A declaration for a vendor's answers. */
export class PresetRecord {
  @Shown(textShown, { description: 'Name of the preset.', example: 'eodhd-eod' })
  name: string;
  @Shown(textShown, { description: 'What it fetches.', example: 'EODHD: daily bars by security' })
  title: string;
  @Shown(textShown, {
    description: 'Where the vendor describes the answer.',
    example: 'https://eodhd.com/financial-apis/api-for-historical-data-and-volumes/',
  })
  documentation: string;
  @Shown(objectShown, {
    description: 'Fields of the answer that are read, with the field of the data set that each becomes.',
    example: { date: 'date', close: 'close' },
  })
  read: object;
  @Shown(textsShown, { description: 'Fields of the answer that are lost.', example: ['adjusted_close'] })
  lost: readonly string[];
  @Shown(textShown, {
    description: 'What is to be known besides.',
    example: 'Set SOURCE_SECRET_EODHD_TOKEN to the API token.',
  })
  note: string;
  @Shown(objectShown, {
    description: 'The declaration: a SourceWrite.',
    example: { data_set: 'quote', rows: { format: 'json' }, work: { each: 'ticker' } },
  })
  declaration: object;
}

/** A source that was deleted. */
export class DeletedSource {
  @Shown(textShown, { description: 'Name of the source.', example: 'vendor-eod' })
  name: string;
  @Shown(textShown, { description: '`deleted`.', example: 'deleted' })
  status: string;
  @Shown(instantShown, { description: 'When, UTC.', example: '2024-01-31T08:15:02.123456Z' })
  timestamp: string;
}

/** A run to begin. */
export class RunWrite {
  @OptionalField(dateKind, {
    description: 'First day; the one after the last complete run by default, less the overlap.',
    example: '2020-01-01',
  })
  from_date?: string;
  @OptionalField(dateKind, { description: 'Last day; today by default.', example: '2024-01-31' })
  to_date?: string;
  @OptionalField(arrayOf(tickerKind, 5_000, 1), {
    description: 'Securities of this run, where the source works by ticker.',
    example: ['VNM'],
  })
  tickers?: string[];
}

/** A run and how far it is. */
export class RunRecord {
  @Shown(uuidKind, {
    description: 'Identifier of the run; `request_id` in the history of what it wrote.',
    example: '0190f0a2-5f3b-7c11-9d53-1f9c5c1d2a10',
  })
  id: string;
  @Shown(textShown, { description: 'Name of the source.', example: 'vendor-eod' })
  source: string;
  @Shown(choiceKind(['queued', 'running', 'done', 'failed', 'cancelled']), {
    description: 'failed: it ended, and units of it failed.',
    example: 'done',
  })
  state: string;
  @Shown(dateShown, { description: 'First day.', example: '2024-01-31' })
  from_date: string;
  @Shown(dateShown, { description: 'Last day.', example: '2024-01-31' })
  to_date: string;
  @Shown(textShown, { description: 'Who began it: a principal, or `schedule`.', example: 'schedule' })
  requested_by: string;
  @Shown(instantShown, { description: 'When it was begun, UTC.', example: '2024-01-31T08:30:00.000000Z' })
  created_at: string;
  @ShownOrNull(instantShown, {
    description: 'When work on it began, UTC.',
    example: '2024-01-31T08:30:01.000000Z',
  })
  started_at: string | null;
  @ShownOrNull(instantShown, { description: 'When it ended, UTC.', example: '2024-01-31T08:31:12.000000Z' })
  ended_at: string | null;
  @ShownOrNull(uuidKind, {
    description: 'The run whose payloads it reads instead of asking the source; null for every other run.',
    example: null,
  })
  replay_of: string | null;
  @Shown(integerShown, { description: 'Units of work.', example: 400 })
  units: number;
  @Shown(integerShown, { description: 'Units that are done.', example: 400 })
  units_done: number;
  @Shown(integerShown, { description: 'Units that failed for good.', example: 0 })
  units_failed: number;
  @Shown(bigShown, { description: 'Requests made, repeated ones included.', example: 402 })
  requests: number;
  @Shown(bigShown, { description: 'Bytes received, decompressed.', example: 181220 })
  bytes: number;
  @Shown(bigShown, { description: 'Rows received.', example: 400 })
  read: number;
  @Shown(bigShown, { description: 'Records created.', example: 398 })
  created: number;
  @Shown(bigShown, { description: 'Records updated.', example: 1 })
  updated: number;
  @Shown(bigShown, { description: 'Rows that were stored already.', example: 0 })
  unchanged: number;
  @Shown(bigShown, { description: 'Rows left out because their key exists (`ignore`).', example: 0 })
  ignored: number;
  @Shown(bigShown, {
    description:
      'Rows of a governed data set that wait for approval, see `/svc/approval?import_id=` and the id of the run.',
    example: 0,
  })
  proposed: number;
  @Shown(bigShown, { description: 'Rows that break a rule; the units say which.', example: 1 })
  rejected: number;
  @Shown(bigShown, {
    description: 'Rows that the quality gate held back, see `/svc/quarantine`.',
    example: 0,
  })
  quarantined: number;
  @Shown(bigShown, {
    description: 'Rows that it let through with a remark; the units say which.',
    example: 0,
  })
  warned: number;
}

/** A unit of work of a run. */
export class RunUnitRecord {
  @Shown(integerShown, { description: 'Place in the run, from 0.', example: 0 })
  number: number;
  @Shown(objectShown, {
    description: 'Values of its variables.',
    example: { ticker: 'VNM', from: '2024-01-31', to: '2024-01-31' },
  })
  values: object;
  @Shown(choiceKind(['waiting', 'done', 'failed']), { description: 'State.', example: 'done' })
  state: string;
  @Shown(integerShown, { description: 'Attempts so far.', example: 1 })
  attempts: number;
  @ShownOrNull(instantShown, {
    description: 'Not tried again before, UTC.',
    example: '2024-01-31T08:30:05.000000Z',
  })
  next_attempt_at: string | null;
  @ShownOrNull(instantShown, { description: 'When it ended, UTC.', example: '2024-01-31T08:30:02.000000Z' })
  ended_at: string | null;
  @Shown(integerShown, { description: 'Requests made, repeated ones included.', example: 1 })
  requests: number;
  @Shown(bigShown, { description: 'Bytes received, decompressed.', example: 453 })
  bytes: number;
  @Shown(bigShown, { description: 'Rows received.', example: 1 })
  read: number;
  @Shown(bigShown, { description: 'Records created.', example: 1 })
  created: number;
  @Shown(bigShown, { description: 'Records updated.', example: 0 })
  updated: number;
  @Shown(bigShown, { description: 'Rows that were stored already.', example: 0 })
  unchanged: number;
  @Shown(bigShown, { description: 'Rows left out because their key exists.', example: 0 })
  ignored: number;
  @Shown(bigShown, { description: 'Rows of a governed data set that wait for approval.', example: 0 })
  proposed: number;
  @Shown(bigShown, { description: 'Rows that break a rule.', example: 0 })
  rejected: number;
  @Shown(bigShown, { description: 'Rows that the quality gate held back.', example: 0 })
  quarantined: number;
  @Shown(bigShown, { description: 'Rows that it let through with a remark.', example: 0 })
  warned: number;
  @ShownOrNull(textShown, {
    description: 'SHA-256 of what the last attempt received, decompressed, in hexadecimal.',
    example: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  })
  sha256: string | null;
  @ShownOrNull(choiceKind(FAILURES), {
    description: 'Class of the last failure; null after success.',
    example: 'server_error',
  })
  failure: string | null;
  @ShownOrNull(textShown, { description: 'The same in words.', example: 'the source answered 502' })
  detail: string | null;
  @Shown(objectsShown, {
    description: 'The first 20 rejected rows: `line, reason, row`.',
    example: [{ line: 3, reason: '/low: low 5 is above high 4', row: '{"date":"2024-01-31"}' }],
  })
  rejects: object[];
  @Shown(objectsShown, {
    description: 'Some remarks of the quality gate: `ticker, date, rule, value, expected`.',
    example: [{ ticker: 'VNM', date: '2024-01-31', rule: 'stale', value: 67000, expected: 3415800 }],
  })
  warnings: object[];
  @Shown(booleanKind, { description: 'What it received is kept, and can be replayed.', example: true })
  payload_kept: boolean;
}
