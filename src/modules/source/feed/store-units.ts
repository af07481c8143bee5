import { stat } from 'node:fs/promises';
import { InvalidInput } from '../../../errors/domain-errors.js';
import { exponential } from '../../../errors/retries.js';
import { UnfitFile } from '../../import/file-intake.js';
import { FileOutcomes } from '../../import/file-outcomes.js';
import { Import } from '../../import/import.service.js';
import { NO_ROWS } from '../../import/row-counts.js';
import { UnreadableSource } from '../../import/sources.js';
import { AnswerRefused, QualityGate } from '../../quality/quality-gate.js';
import { mayRefuseAnswer, rulesOf, rulesWith, USUAL_PRIORITY } from '../../quality/quality-rules.js';
import type { UnitOutcome } from '../run.repository.js';
import { SourceFailure } from './failure.js';
import { plainFieldsOf, scalesOf } from './mapping.js';
import type { Received } from './pages.js';
import type { ReceivedUnit, RunWork } from './receive-unit.js';

/** Rows per transaction; an answer that a row of it may have refused is one transaction, whatever its size. */
export const BATCH = 40_000;
/** First and longest wait before another attempt, ms. */
const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 300_000;
const growing = exponential(FIRST_WAIT, LONGEST_WAIT, 0.5);
const USUAL_ATTEMPTS = 5;

const NOTHING = {
  ...NO_ROWS,
  rejected: 0,
  quarantined: 0,
  warned: 0,
} as const;
const SUCCESS = {
  state: 'done',
  failure: null,
  detail: null,
  rejects: null,
  warnings: null,
  wait: 0,
} as const;

/** Whether units have no keys in common, whatever the source answers: each has its own security. */
export function isApart({ run, dataSet, proposes }: RunWork): boolean {
  const { work, fields } = run.declaration;
  const isOwn = fields?.ticker?.value === '{ticker}' && dataSet.key.includes('ticker');
  return work.each === 'ticker' && isOwn && !proposes;
}

/** A unit with its outcome. */
export interface DoneUnit {
  number: number;
  outcome: UnitOutcome;
}

/**
 * Stores received units after `turn`, all in one transaction if they have few rows. If one of them is refused, each
 * gets its own. Repeating it changes nothing. Throws database errors.
 */
export async function storeUnits(
  work: RunWork,
  units: readonly ReceivedUnit[],
  turn: Promise<void>,
): Promise<DoneUnit[]> {
  await work.confirm();
  await work.payloads.keep(
    work.run.id,
    units.map(({ unit, recorder }) => ({ unit: unit.number, pages: recorder.recordedPages })),
  );
  const unitsWithRows = units.filter((each) => hasRows(work, each));
  const outcomes = new Map<ReceivedUnit, UnitOutcome>();
  for (const [each, outcome] of await storedOrRefused(work, unitsWithRows, turn)) outcomes.set(each, outcome);
  await turn;
  const results: DoneUnit[] = [];
  for (const each of units) {
    const outcome = outcomes.get(each) ?? (await outcomeWithoutRows(work, each));
    results.push({ number: each.unit.number, outcome });
  }
  return results;
}

function hasRows({ run }: RunWork, { failure, further, same, received }: ReceivedUnit): boolean {
  const isPublished = run.declaration.rows.format === 'published';
  return (
    failure === undefined && further === undefined && same === undefined && (received.rows > 0 || isPublished)
  );
}

async function outcomeWithoutRows(work: RunWork, each: ReceivedUnit): Promise<UnitOutcome> {
  const { failure, further, same, file, received } = each;
  if (failure !== undefined) return failureOutcome(work, each, failure);
  const counts = { ...countsOf(received), ...NOTHING, ...SUCCESS };
  if (further !== undefined) return { ...counts, further };
  if (same !== undefined) return { ...counts, read: 0, warnings: [same], file };
  const { date } = each.unit.values;
  if (date === undefined) return { ...counts, file };
  try {
    const warnings = await gateOf(work, [each]).judgeEmpty(work.database, date);
    return { ...counts, warnings: warnings.length === 0 ? null : warnings, file };
  } catch (error) {
    return failureOutcome(work, each, refusalOf(error));
  }
}

async function storedOrRefused(
  work: RunWork,
  units: readonly ReceivedUnit[],
  turn: Promise<void>,
): Promise<[ReceivedUnit, UnitOutcome][]> {
  const [first, ...others] = units;
  if (first === undefined) return [];
  try {
    return await store(work, units, turn);
  } catch (error) {
    const refusal = refusalOf(error);
    if (others.length === 0) return [[first, failureOutcome(work, first, refusal)]];
  }
  const outcomes: [ReceivedUnit, UnitOutcome][] = [];
  for (const each of units) outcomes.push(...(await storedOrRefused(work, [each], turn)));
  return outcomes;
}

/** The failure for a refusal of a whole answer; throws every other error. */
function refusalOf(error: unknown): SourceFailure {
  if (error instanceof UnfitFile) return new SourceFailure('missing_columns', error.message, false);
  if (error instanceof AnswerRefused)
    return new SourceFailure('refused_by_quality', error.message, error.isPassing);
  // What the reader of a publisher's file says of one that it cannot read.
  if (error instanceof UnreadableSource) return new SourceFailure('malformed', error.message, false);
  if (error instanceof InvalidInput)
    return new SourceFailure('malformed', error.errors[0]?.detail ?? error.message, false);
  throw error;
}

const actorOf = ({ run }: RunWork) => run.declaration.principal ?? `source:${run.source}`;
const fieldsOf = ({ run }: RunWork) => run.declaration.fields && Object.keys(run.declaration.fields);

const rulesFor = ({ run, dataSet }: RunWork) => rulesWith(rulesOf(dataSet), run.declaration.quality);

/** The quality gate of units that are stored together. */
function gateOf(work: RunWork, units: readonly ReceivedUnit[]): QualityGate {
  const { run, dataSet } = work;
  const { priority = USUAL_PRIORITY } = run.declaration;
  const rules = rulesFor(work);
  const tickers = isApart(work) ? units.map(({ unit }) => (unit.values.ticker ?? '').trim()) : undefined;
  const days = new Map(
    units.flatMap(({ path, unit: { values } }) => (values.date === undefined ? [] : [[path, values.date]])),
  );
  const origin = {
    source: run.source,
    run: run.id,
    actor: actorOf(work),
    days,
    tickers,
    fields: fieldsOf(work),
  };
  return new QualityGate(rules, { ...origin, priority }, dataSet, work.confirm);
}

async function store(
  work: RunWork,
  units: readonly ReceivedUnit[],
  turn: Promise<void>,
): Promise<[ReceivedUnit, UnitOutcome][]> {
  const { run, line, database, dataSet, proposes } = work;
  const actor = actorOf(work);
  const fields = fieldsOf(work);
  const gate = gateOf(work, units);
  const outcomes = new FileOutcomes();
  const rows = units.reduce((sum, { received }) => sum + received.rows, 0);
  const isWhole = mayRefuseAnswer(rulesFor(work));
  const task = new Import(
    {
      id: run.id,
      dataSet,
      audience: 'source',
      inputs: await Promise.all(units.map(async ({ path }) => ({ path, size: (await stat(path)).size }))),
      map: new Map(),
      scales: scalesOf(run.declaration.fields),
      plain: plainFieldsOf(run.declaration.fields),
      round: new Set(),
      deletes: false,
      proposes,
      // JSON has one way to write a number; for a CSV file it is inferred from the columns.
      ...(run.declaration.rows.format === 'csv' ? {} : { thousands: 'none' }),
      policy: run.declaration.on_duplicate ?? 'update',
      format: 'csv',
      tickerFromFilename: false,
      rejects: `${units[0]?.path ?? ''}.rejects.csv`,
      batchSize: isWhole ? Math.max(rows, BATCH) : BATCH,
      actor,
      gate,
      fields,
      outcomes,
      isNarrow: isWhole || rows <= BATCH,
      isWhole,
    },
    database,
  );
  line.bounds.signal.throwIfAborted(); // it may have waited long for its place
  const stop = () => task.stop();
  line.bounds.signal.addEventListener('abort', stop);
  try {
    await task.run(turn);
  } finally {
    line.bounds.signal.removeEventListener('abort', stop);
  }
  line.bounds.signal.throwIfAborted();
  return units.map((each) => [each, outcomeOf(each, outcomes, gate.newest)]);
}

function outcomeOf(each: ReceivedUnit, outcomes: FileOutcomes, newest: string | null): UnitOutcome {
  const { quarantined, warned, warnings, rejected, rejects, deleted: _, ...counts } = outcomes.of(each.path);
  return {
    ...countsOf(each.received),
    ...SUCCESS,
    ...counts,
    // Rows in a publisher's own form are only counted by the import.
    read: Object.values(counts).reduce((sum, rows) => sum + rows, quarantined + rejected),
    rejected,
    quarantined,
    warned,
    rejects: rejected > 0 ? rejects : null,
    warnings,
    file: each.file,
    newest,
  };
}

function failureOutcome(
  { run }: RunWork,
  { unit, received }: ReceivedUnit,
  failure: SourceFailure,
): UnitOutcome {
  const { attempts = USUAL_ATTEMPTS } = run.declaration.limits ?? {};
  const isAgain = failure.isPassing && unit.attempts + 1 < attempts;
  return {
    ...countsOf(received),
    ...NOTHING,
    state: isAgain ? 'waiting' : 'failed',
    failure: failure.code,
    detail: failure.message,
    rejects: null,
    warnings: null,
    wait: Math.max(growing(unit.attempts + 1), failure.retryAfter),
  };
}

function countsOf({ requests, rows, bytes, hash }: Received) {
  return { requests, read: rows, bytes, sha256: bytes === 0 ? null : hash.copy().digest('hex') };
}
