import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isDatabaseAway, sqlState } from '../../../database/connection/database-errors.js';
import type { Database } from '../../../database/database.js';
import type { Executor } from '../../../database/statement.js';
import type { DataSet } from '../../dataset/data-set.js';
import type { PayloadRepository } from '../payload.repository.js';
import type { ReadFileRepository } from '../read-file.repository.js';
import type { DueUnit } from '../run.repository.js';
import type { SourceWrite } from '../source.declaration.js';
import { failureOf, SourceFailure } from './failure.js';
import { isOfFiles } from './file-address.js';
import type { FoundFile, ReadFile, SharedStore } from './file-store.js';
import { newFiles, refuseChanged, settledFile } from './file-unit.js';
import {
  type Line,
  nothingReceived,
  type Reading,
  type Received,
  recordsOf,
  recordsOfPages,
} from './pages.js';
import { PayloadRecorder } from './payload-recorder.js';

/** A run, with what its units need. */
export interface RunWork {
  run: { id: string; source: string; declaration: SourceWrite; replayOf: string | null };
  dataSet: DataSet;
  /** whether its rows become proposals */
  proposes: boolean;
  line: Line;
  /** the folder of a source of files */
  store: SharedStore;
  payloads: PayloadRepository;
  files: ReadFileRepository;
  database: Database;
  /**
   * Throws if the run was cancelled or taken over by another process, which stores its rows instead. With a
   * transaction's executor, neither can happen until that transaction ends.
   */
  confirm(transaction?: Executor): Promise<void>;
}

/** A unit of work that was received or failed. */
export interface ReceivedUnit {
  unit: DueUnit;
  /** the records as a file, or the file as published */
  path: string;
  received: Received;
  recorder: PayloadRecorder;
  failure?: SourceFailure;
  /** values of further units, one per file of a folder */
  further?: readonly object[];
  /** the file that contained the records */
  file?: ReadFile;
  /** remark if the source has read the same content under another name, so that it is not stored again */
  same?: object;
}

/** A unit being received. */
interface Receipt extends ReceivedUnit {
  work: RunWork;
  /** files that the source has read, for the unit that finds the new ones */
  filesRead: readonly FoundFile[];
}

/** Receives a whole unit into a file in a separate folder, so that a truncated or non-data page stores nothing. */
export async function receiveUnit(work: RunWork, unit: DueUnit, folder: string): Promise<ReceivedUnit> {
  const path = join(folder, `${work.run.source}-${unit.number}.csv`);
  const recorder = new PayloadRecorder(folder, () => work.line.credentials.usedSecrets);
  // Not while it is received: trouble of the database is not the source's.
  const { source, declaration } = work.run;
  const filesRead = findsFiles(work, unit) ? await work.files.filesRead(source, declaration.data_set) : [];
  const receipt: Receipt = { work, unit, path, received: nothingReceived(), recorder, filesRead };
  const outcome = await outcomeOf(receipt);
  const same = outcome.file === undefined ? undefined : await sameContent(receipt, outcome.file);
  return {
    unit,
    path,
    recorder,
    received: receipt.received,
    ...outcome,
    ...(same === undefined ? {} : { same }),
  };
}

/** Whether a unit finds the files of a folder, each of which another unit reads. */
function findsFiles({ run }: RunWork, { values }: DueUnit): boolean {
  return run.replayOf === null && isOfFiles(run.declaration.request.url) && values.name === undefined;
}

async function outcomeOf(receipt: Receipt): Promise<Partial<ReceivedUnit>> {
  const { run, line } = receipt.work;
  try {
    if (run.replayOf !== null) return await receiveAgain(receipt, run.replayOf);
    if (isOfFiles(run.declaration.request.url)) return await receiveFile(receipt);
    const records = recordsOf(readingOf(receipt), line, receipt.recorder);
    await pipeline(records, createWriteStream(receipt.path));
    return {};
  } catch (error) {
    line.bounds.signal.throwIfAborted();
    // A replay reads from the database alone, whose trouble is not the source's.
    if (run.replayOf !== null && isDatabaseError(error)) throw error;
    return { failure: failureOf(error) };
  }
}

const readingOf = ({ work, unit, received }: Receipt): Reading => ({
  source: work.run.declaration,
  dataSet: work.dataSet,
  values: unit.values,
  received,
});

async function receiveAgain(receipt: Receipt, original: string): Promise<Partial<ReceivedUnit>> {
  const { work, unit, path, received } = receipt;
  const pages = work.payloads.pages(original, unit.number);
  await pipeline(recordsOfPages(readingOf(receipt), pages), createWriteStream(path));
  if (received.bytes > 0) return {};
  throw new SourceFailure('payload_expired', 'the payload is no longer stored', false);
}

/** The first unit of a run finds the files of its folder, and every other unit reads one of them. */
async function receiveFile(receipt: Receipt): Promise<Partial<ReceivedUnit>> {
  const { work, unit, path, received, recorder } = receipt;
  const { run, line, store } = work;
  const { declaration } = run;
  const { name, ...values } = unit.values;
  received.requests++;
  await line.turn();
  return store.use(async (folder) => {
    if (name === undefined) {
      const names = await newFiles(declaration, folder, receipt.filesRead);
      return { further: names.map((each) => ({ ...values, ...each })) };
    }
    const file = await settledFile(folder, name, declaration);
    if (file.size > line.bounds.bytes)
      throw new SourceFailure('too_large', `${name} is larger than ${line.bounds.bytes} bytes`, false);
    const pages = [recorder.through(folder.open(name))];
    await pipeline(recordsOfPages(readingOf(receipt), pages), createWriteStream(path));
    await refuseChanged(folder, file, received.bytes);
    return { file: { ...file, sha256: received.hash.copy().digest('hex') } };
  });
}

/**
 * A remark if the file that the source has read last had the same content under another name, so that it is not stored
 * again. Where the name provides a value, the same content means other records.
 */
async function sameContent({ work, unit }: Receipt, { name, sha256 }: ReadFile): Promise<object | undefined> {
  const { id, source, declaration } = work.run;
  if (Object.values(declaration.fields ?? {}).some(({ value }) => value?.includes('{file}')))
    return undefined;
  const place = { run: id, unit: unit.number, dataSet: declaration.data_set };
  const before = await work.files.nameOfLast(source, sha256, place);
  return before === undefined || before === name
    ? undefined
    : { rule: 'same_content', name, same_as: before };
}

const isDatabaseError = (error: unknown) => isDatabaseAway(error) || sqlState(error) !== undefined;
