import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Database } from '../../../database/database.js';
import { exponential } from '../../../errors/retried.js';
import { csvRows } from '../../../files/csv.js';
import { type DataSet, type DataSets, findDataSet } from '../../dataset/data-set.js';
import { UnfitFile } from '../../import/file-intake.js';
import { Import } from '../../import/import.service.js';
import type { ImportSummary } from '../../import/import-summary.js';
import { NO_ROWS } from '../../import/row-counts.js';
import { AnswerRefused, QualityGate } from '../../quality/quality-gate.js';
import { rulesOf, rulesWith, USUAL_PRIORITY } from '../../quality/quality-rules.js';
import type { PayloadRepository } from '../payload.repository.js';
import type { ReadFileRepository } from '../read-file.repository.js';
import type { DueUnit, UnitOutcome } from '../run.repository.js';
import type { SourceWrite } from '../source.declaration.js';
import { failureOf, SourceFailure } from './failure.js';
import { isOfFiles } from './file-address.js';
import type { FoundFile } from './file-store.js';
import { newFiles, openStore, refuseChanged, settledFile } from './file-unit.js';
import { type Line, nothingReceived, type Received, recordsOf, recordsOfPages } from './pages.js';
import { PayloadRecorder } from './payload-recorder.js';

/** Rejected rows that the ledger keeps. */
const REJECTS_KEPT = 20;
/** Rows of a transaction. */
const BATCH = 20_000;
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

/** What a unit of work fills while it receives. */
interface Taken {
  received: Received;
  recorder: PayloadRecorder;
}

/** A unit of a run, with what it is done with. */
export interface UnitWork {
  run: { id: string; source: string; declaration: SourceWrite; replayOf: string | null };
  unit: DueUnit;
  line: Line;
  payloads: PayloadRepository;
  files: ReadFileRepository;
  database: Database;
  dataSets: DataSets;
  /** whether rows of a data set become proposals */
  proposes(dataSet: DataSet): boolean;
  /** runs the import when it has its turn, as imports of one process share few connections */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result>;
}

/**
 * Does a unit of work: everything is received into a file first, so that a page that is cut off or no data stores
 * nothing; then imported. Done twice, it changes nothing the second time. Errors of the database are thrown.
 */
export async function doUnit(work: UnitWork): Promise<UnitOutcome> {
  const folder = await mkdtemp(join(tmpdir(), 'mds-source-'));
  const received = nothingReceived();
  const outcome = (counts: object, more: Partial<UnitOutcome> = {}): UnitOutcome => ({
    ...countsOf(received),
    ...NOTHING,
    ...SUCCESS,
    ...counts,
    ...more,
  });
  try {
    const path = join(folder, `${work.run.source}-${work.unit.number}.csv`);
    const recorder = new PayloadRecorder(folder, () => work.line.credentials.sent);
    const { failure, further, file } = await receive(work, path, { received, recorder });
    await work.payloads.keep(work.run.id, work.unit.number, recorder.recorded);
    if (failure !== undefined) return failed(work, failure, received);
    if (further !== undefined) return outcome({}, { further });
    const same = file === undefined ? undefined : await sameContent(work, file, received);
    if (same !== undefined) return outcome({ read: 0 }, { warnings: [same], file });
    if (received.rows === 0 && !isPublished(work)) return outcome({}, { file });
    const { counts, ...more } = await work.inTurn(() => stored(work, path));
    return outcome(counts, { ...more, file });
  } catch (error) {
    return failed(work, refusalOf(error), received);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A remark where the source has read the same content under another name, so that it is not stored again. */
async function sameContent(
  { run, files }: UnitWork,
  { name }: FoundFile,
  { hash }: Received,
): Promise<object | undefined> {
  const before = await files.nameOf(run.source, hash.copy().digest('hex'));
  return before === undefined || before === name
    ? undefined
    : { rule: 'same_content', name, same_as: before };
}

/** The failure that the refusal of a whole answer is; throws every other error. */
function refusalOf(error: unknown): SourceFailure {
  if (error instanceof UnfitFile) return new SourceFailure('missing_columns', error.message, false);
  if (error instanceof AnswerRefused)
    return new SourceFailure('refused_by_quality', error.message, error.isPassing);
  throw error;
}

const isPublished = ({ run }: UnitWork) => run.declaration.rows.format === 'published';

/** What was received: records, further units, or why there is nothing. */
interface Receipt {
  failure?: SourceFailure;
  /** values of units of the files of a folder */
  further?: readonly object[];
  /** the file that the records stood in */
  file?: FoundFile;
}

async function receive(work: UnitWork, path: string, taken: Taken): Promise<Receipt> {
  const { run, line } = work;
  try {
    if (run.replayOf !== null) return await receiveAgain(work, run.replayOf, path, taken);
    if (isOfFiles(run.declaration.request.url)) return await receiveFile(work, path, taken);
    await pipeline(recordsOf(run.declaration, work.unit.values, line, taken), createWriteStream(path));
    return {};
  } catch (error) {
    line.bounds.signal.throwIfAborted();
    return { failure: failureOf(error) };
  }
}

async function receiveAgain(
  { run, unit, payloads }: UnitWork,
  original: string,
  path: string,
  { received }: Taken,
): Promise<Receipt> {
  const pages = payloads.pages(original, unit.number);
  await pipeline(recordsOfPages(run.declaration, unit.values, pages, received), createWriteStream(path));
  if (received.bytes > 0) return {};
  throw new SourceFailure('payload_expired', 'the payload is no longer kept', false);
}

/** The first unit of a run finds the files of its folder, and every other one reads one of them. */
async function receiveFile(
  { run, unit, line, files }: UnitWork,
  path: string,
  { received, recorder }: Taken,
): Promise<Receipt> {
  const { declaration, source } = run;
  const { name, ...values } = unit.values;
  received.requests++;
  const store = await openStore(declaration, line);
  try {
    if (name === undefined) {
      const found = await newFiles(source, declaration, store, files);
      return { further: found.map((each) => ({ ...values, ...each })) };
    }
    const file = await settledFile(store, name, declaration);
    if (file.size > line.bounds.bytes)
      throw new SourceFailure('too_large', `${name} is larger than ${line.bounds.bytes} bytes`, false);
    const pages = [recorder.through(store.open(name))];
    await pipeline(recordsOfPages(declaration, unit.values, pages, received), createWriteStream(path));
    await refuseChanged(store, file, received.bytes);
    return { file };
  } finally {
    store.close();
  }
}

async function stored({ run, unit, line, database, dataSets, proposes }: UnitWork, path: string) {
  const dataSet = findDataSet(dataSets, run.declaration.data_set);
  if (dataSet === undefined) throw new Error(`There is no data set ${run.declaration.data_set}`);
  const rejects = `${path}.rejects.csv`;
  const actor = run.declaration.principal ?? `source:${run.source}`;
  const fields = Object.keys(run.declaration.fields ?? {});
  const { priority = USUAL_PRIORITY } = run.declaration;
  const origin = { source: run.source, run: run.id, actor, day: unit.values.date, fields, priority };
  const rules = rulesWith(rulesOf(dataSet), run.declaration.quality);
  const gate = new QualityGate(rules, origin, dataSet);
  const task = new Import(
    {
      id: run.id,
      dataSet,
      inputs: [{ path, size: (await stat(path)).size }],
      map: new Map(),
      round: new Set(),
      deletes: false,
      proposes: proposes(dataSet),
      // JSON has one way to write a number; how a CSV file does, its columns tell.
      ...(run.declaration.rows.format === 'csv' ? {} : { thousands: 'none' }),
      policy: run.declaration.on_duplicate ?? 'update',
      format: 'csv',
      tickerFromFilename: false,
      rejects,
      batchSize: BATCH,
      actor,
      gate,
    },
    database,
  );
  const stop = () => task.stop();
  line.bounds.signal.addEventListener('abort', stop);
  try {
    await task.run();
  } finally {
    line.bounds.signal.removeEventListener('abort', stop);
  }
  line.bounds.signal.throwIfAborted();
  return {
    counts: countsOfSummary(task.summary),
    rejects: task.summary.rejected > 0 ? await firstRows(rejects) : null,
    warnings: task.summary.warnings,
    newest: gate.newest,
  };
}

async function firstRows(path: string): Promise<object[]> {
  const rows: object[] = [];
  let isHeader = true;
  for await (const row of csvRows(createReadStream(path))) {
    if (!isHeader && 'cells' in row) {
      const [, line = '', reason = '', ...cells] = row.cells;
      rows.push({ line: Number(line), reason, row: cells.join(',').slice(0, 1_000) });
    }
    isHeader = false;
    if (rows.length === REJECTS_KEPT) break;
  }
  return rows;
}

function failed({ run, unit }: UnitWork, failure: SourceFailure, received: Received): UnitOutcome {
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

function countsOfSummary(summary: ImportSummary) {
  const { read, created, updated, unchanged, ignored, proposed, rejected, quarantined, warned } = summary;
  return { read, created, updated, unchanged, ignored, proposed, rejected, quarantined, warned };
}
