import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import type pg from 'pg';
import type { Database } from '../../database/database.js';
import { decodeUtf8 } from '../../files/text.js';
import type { DuplicatePolicy } from '../bulk/duplicate-policy.js';
import { columnsOf } from '../dataset/data-set.js';
import { storedRecords } from '../record/stored-records.js';
import { Batch, type Origin } from './batch.js';
import { type IntakeTarget, intakeOf, type UnfitFile } from './file-intake.js';
import type { FileOutcomes } from './file-outcomes.js';
import type { Gate } from './gate.js';
import { type ImportSummary, newSummary } from './import-summary.js';
import { Lanes } from './lanes.js';
import { MergeRepository } from './merge.repository.js';
import type { Position } from './progress.js';
import { takePublished } from './published-intake.js';
import type { ReadingRules } from './record-reader.js';
import { RejectsFile } from './rejects-file.js';
import { addRows } from './row-counts.js';
import { type Format, filesIn, type Input, peek, type SourceFile } from './sources.js';

/** An import as requested. */
export interface ImportRequest extends ReadingRules {
  inputs: readonly Input[];
  policy: DuplicatePolicy;
  /** the rows are keys, and the data set has no other fields: their records are deleted */
  deletes: boolean;
  /** the rows become proposals, because their data set is governed */
  proposes: boolean;
  format?: Format | undefined;
  /** the ticker is the file's name up to the first dot, in upper case */
  tickerFromFilename: boolean;
  /** path of the rejects file */
  rejects: string;
  /** rows per transaction */
  batchSize: number;
  /** who imports, for the audit log */
  actor: string;
  /** judges rows before they are stored; none by default */
  gate?: Gate | undefined;
  /** columns that the rows bring: stored records keep the others; all if not given */
  fields?: readonly string[] | undefined;
  /** identifier of the import if it already has one: `request_id` of its audit events */
  id?: string;
  /** collects the outcome of each file's rows; no file may then be unfit */
  outcomes?: FileOutcomes;
  /** one connection for all batches in turn, instead of two */
  isNarrow?: boolean;
  /** `batchSize` rows are one batch, however long they are: all are stored, or none */
  isWhole?: boolean | undefined;
}

/** Ends the reading: finished batches stay, the batch being read is dropped. */
class Interrupted extends Error {}

/** Time that batches in progress have to end once the import is stopped, ms: they may wait for a lock of somebody else. */
const PATIENCE = 10_000;

/** Leading bytes by which a published form is recognised. */
const HEAD = 4096;

const NO_CONSTANTS: ReadonlyMap<string, string> = new Map();

/** Approximate limit of gate remarks in a summary. */
const MAXIMUM_WARNINGS = 20;

/** Accepts a full batch; resolves when there is room for another. */
type Take = (batch: Batch) => Promise<void>;

/** One import from its files to the table; an instance is for one run. */
export class Import {
  /** up to date at any moment */
  readonly summary: ImportSummary;
  private readonly startedAt = performance.now();
  private readonly rejects: RejectsFile;
  private readonly unusedColumns = new Set<string>();
  private readonly stopping = new AbortController();
  /** cuts the connections off */
  private readonly cutting = new AbortController();
  private readonly repository: MergeRepository;
  private readonly columns: readonly string[];
  private batch: Batch;
  private fullBatches: Batch[] = [];
  /** batches to be reused */
  private readonly spare: Batch[] = [];
  /** files in the order in which they were read */
  private readonly order = new Map<string, number>();
  private bytes = 0;
  private total = 0;
  private hasMatch = false;
  private unfitFile: UnfitFile | undefined;
  private isSingle = false;

  constructor(
    private readonly request: ImportRequest,
    private readonly database: Database,
  ) {
    const { dataSet, policy, actor, deletes, proposes } = request;
    const id = request.id ?? randomUUID();
    this.rejects = new RejectsFile(request.rejects);
    const provenance = { actor, importId: id };
    const mode = { removes: deletes, proposes, fields: request.fields };
    this.repository = new MergeRepository(database, dataSet, policy, provenance, mode, request.gate);
    this.columns = columnsOf(dataSet).map((column) => column.name);
    this.batch = this.newBatch();
    this.summary = newSummary(id, dataSet.name, { policy, deletes });
    const { assumed } = dataSet;
    if (assumed !== undefined) this.summary.assumed = { field: assumed.field, from: assumed.from, rows: 0 };
  }

  /** Progress of the import. */
  position(): Position {
    return { rows: this.summary.read, bytes: this.bytes, total: this.total };
  }

  /**
   * Ends the reading; batches in progress are finished, or rolled back if they take longer than {@link PATIENCE}.
   * {@link run} then resolves with `complete: false`.
   */
  stop(): void {
    this.stopping.abort();
    setTimeout(() => this.cutting.abort(), PATIENCE).unref();
  }

  /**
   * Reads, checks and stores everything. Throws {@link UnfitFile}, `UnreadableSource` and the database's errors; what
   * was committed before stays and is in the summary. `turn`: rows are sent immediately, and merged once it resolves.
   */
  async run(turn: Promise<void> = Promise.resolve()): Promise<void> {
    const { signal } = this.cutting;
    const work = this.database.withConnection((first) => {
      if (this.request.isNarrow) return this.runOn([first], turn);
      return this.database.withConnection((second) => this.runOn([first, second], turn), signal);
    }, signal);
    await work.catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  }

  private async runOn(clients: [pg.PoolClient, ...pg.PoolClient[]], turn: Promise<void>): Promise<void> {
    const store = (client: pg.PoolClient, batch: Batch, next: Promise<unknown>) =>
      this.store(client, batch, next);
    const lanes = new Lanes(clients, store, turn);
    const read = this.readAll(
      (batch) => lanes.take(batch),
      () => lanes.idle(),
    );
    await this.repository.finishAfter(read, clients[0], this.summary);
    for (const client of clients) await this.repository.leave(client);
  }

  /** Reads and checks everything and stores nothing. */
  async dryRun(): Promise<void> {
    this.summary.dry_run = true;
    const take = async (batch: Batch) => {
      this.summary.valid += batch.count;
      await this.finish(batch);
    };
    await this.readAll(take, async () => undefined);
  }

  private async readAll(take: Take, idle: () => Promise<void>): Promise<void> {
    try {
      await this.readFiles(take);
      if (this.batch.read > 0) await take(this.batch);
      await idle();
      if (!this.hasMatch && this.unfitFile) throw this.unfitFile;
      await this.rejects.close();
      this.summary.complete = true;
    } catch (error) {
      await idle();
      if (!(error instanceof Interrupted || this.stopping.signal.aborted)) throw error;
    } finally {
      this.stopping.abort(); // closes the input being read
      await this.rejects.close().finally(() => this.conclude());
    }
  }

  private async readFiles(take: Take): Promise<void> {
    const { inputs } = this.request;
    this.total = inputs.reduce((sum, input) => sum + input.size, 0);
    const reading = {
      format: this.request.format,
      signal: this.stopping.signal,
      onRead: (bytes: number) => {
        this.bytes += bytes;
      },
    };
    for (const input of inputs) {
      for await (const file of filesIn(input, reading)) {
        this.isSingle = inputs.length === 1 && file.name === input.path;
        await this.readFile(file, take);
      }
    }
  }

  private async readFile(file: SourceFile, take: Take): Promise<void> {
    this.summary.files++;
    this.order.set(file.name, this.order.size);
    const { head, rest } = await peek(file.bytes, HEAD);
    const start = head.toString('utf8').replace(/^\uFEFF/, '');
    const form = this.request.dataSet.publishedForms?.find((each) => each.recognises(start));
    if (form !== undefined) {
      const records = form.records(rest, storedRecords(this.database, this.request.dataSet));
      await takePublished(file.name, records, this.request.dataSet, this.target, () => this.handOver(take));
      return;
    }
    const intake = intakeOf(file, this.request, (name) => this.constantsOf(name), this.target);
    for await (const text of decodeUtf8(rest)) {
      intake.push(text);
      await this.handOver(take);
    }
    intake.end();
    await this.handOver(take);
  }

  /** Waits while the database lags behind, so that memory stays bounded. */
  private async handOver(take: Take): Promise<void> {
    if (this.stopping.signal.aborted) throw new Interrupted();
    for (let batch = this.fullBatches.shift(); batch !== undefined; batch = this.fullBatches.shift())
      await take(batch);
  }

  private constantsOf(name: string): ReadonlyMap<string, string> {
    if (!this.request.tickerFromFilename) return NO_CONSTANTS;
    const [ticker = ''] = basename(name).split('.');
    return new Map([['ticker', ticker.toUpperCase()]]);
  }

  private readonly target: IntakeTarget = {
    store: (record, origin) => {
      const { defaults } = this.request.dataSet;
      this.assume(record);
      this.batch.add(
        this.columns.map((column) => record[column] ?? defaults[column]),
        origin,
      );
      this.countRow();
    },
    reject: (reason, origin: Origin) => {
      this.batch.reject({ ...origin, reason });
      this.countRow();
    },
    onRounded: () => {
      this.summary.rounded++;
    },
    onUnknown: (columns) => {
      for (const column of columns) this.unusedColumns.add(column.trim());
    },
    onHeader: (header) => {
      this.rejects.addHeader(header);
      this.request.outcomes?.addHeader(header);
    },
    onMatched: () => {
      this.hasMatch = true;
    },
    onUnfit: (reason) => {
      if (this.isSingle || this.request.outcomes !== undefined) throw reason;
      this.unfitFile ??= reason;
    },
  };

  /** Fills a field that the record leaves out with the value of another, and counts the record. */
  private assume(record: Record<string, unknown>): void {
    const { assumed } = this.request.dataSet;
    const { assumed: counter } = this.summary;
    if (assumed === undefined || counter === null) return;
    const { field, from, beside } = assumed;
    const isLeftOut = record[field] === undefined && beside.some((name) => record[name] !== undefined);
    if (!isLeftOut || record[from] === undefined) return;
    record[field] = record[from];
    counter.rows++;
  }

  private countRow(): void {
    this.summary.read++;
    if (!this.batch.isFull) return;
    this.fullBatches.push(this.batch);
    this.batch = this.spare.pop() ?? this.newBatch();
  }

  private newBatch(): Batch {
    const { batchSize, isWhole } = this.request;
    return isWhole ? new Batch(batchSize, Number.POSITIVE_INFINITY) : new Batch(batchSize);
  }

  private async store(client: pg.PoolClient, batch: Batch, turn: Promise<unknown>): Promise<void> {
    if (batch.count > 0) {
      const merged = await this.repository.store(client, batch, turn);
      addRows(this.summary, merged);
      this.request.outcomes?.add(merged.parts);
      this.summary.quarantined += merged.quarantined;
      this.summary.warned += merged.warned;
      if (this.summary.warnings.length < MAXIMUM_WARNINGS) this.summary.warnings.push(...merged.warnings);
      const { proposed_by: imports } = this.summary;
      imports.push(...merged.imports.filter((id) => !imports.includes(id)));
      batch.rejects.push(...merged.rejects);
      const orderOf = ({ file }: Origin) => this.order.get(file) ?? 0;
      batch.rejects.sort((a, b) => orderOf(a) - orderOf(b) || a.line - b.line);
      this.summary.batches++;
    } else await turn;
    await this.finish(batch);
  }

  private async finish(batch: Batch): Promise<void> {
    await this.rejects.write(batch.rejects);
    this.request.outcomes?.reject(batch.rejects);
    this.summary.rejected += batch.rejects.length;
    batch.clear();
    this.spare.push(batch);
  }

  private conclude(): void {
    const seconds = (performance.now() - this.startedAt) / 1000;
    Object.assign(this.summary, {
      rejects_file: this.rejects.isWritten ? this.rejects.path : null,
      unused_columns: [...this.unusedColumns],
      seconds: Math.round(seconds * 1000) / 1000,
      rows_per_second: Math.round(this.summary.read / Math.max(seconds, 0.001)),
      peak_memory_mb: Math.round(process.resourceUsage().maxRSS / 1024),
    });
  }
}
