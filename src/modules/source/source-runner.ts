import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { CONFIG, type Config } from '../../config/config.js';
import { Changes } from '../../database/changes.js';
import { isDatabaseAway } from '../../database/connection/database-errors.js';
import { Database } from '../../database/database.js';
import { exponential } from '../../errors/retries.js';
import { LOGGER, type Logger } from '../../log/log.js';
import { DATA_SETS, type DataSets, findDataSet } from '../dataset/data-set.js';
import { Proposals } from '../proposal/proposals.js';
import { DayCompleteRepository } from './day-complete.repository.js';
import { Credentials } from './feed/credentials.js';
import { OF_ONE_FILE } from './feed/failure.js';
import { isOfFiles } from './feed/file-address.js';
import { SharedStore } from './feed/file-store.js';
import { openStore } from './feed/file-unit.js';
import { type Line, USUAL_MEGABYTES, USUAL_TIMEOUT } from './feed/pages.js';
import type { RunWork } from './feed/receive-unit.js';
import { RunTask } from './feed/run-task.js';
import { secretsOf } from './feed/secrets.js';
import type { DoneUnit } from './feed/store-units.js';
import { PayloadRepository } from './payload.repository.js';
import { ReadFileRepository } from './read-file.repository.js';
import { type ClaimedRun, LEASE, RunRepository } from './run.repository.js';
import { RunService } from './run.service.js';
import type { SourceWrite } from './source.declaration.js';
import { StalenessRepository } from './staleness.repository.js';

/** Interval at which schedules and runs are checked even without a notification, ms. */
const POLL = 1_000;
/** Runs that one process works on at a time, so that slow sources do not hold up the others. */
const MOST_RUNS = 8;
/** Interval at which sources are checked for staleness, besides the end of every run, ms. */
const STALENESS = 60_000;
/** Payloads are pruned after this many units, and at the end of every run. */
const UNITS_TO_PRUNE = 100;
/** Pause of a run after failures on our side, ms: its source is asked again for everything that was not stored. */
const pauseAfter = exponential(1_000, 60_000, 0.5);
const MINUTE = 60_000;
/** Tables whose changes may give sources something to do. */
const RELEVANT_TABLES: ReadonlySet<string> = new Set(['source', 'quarantine', 'settlement']);
const USUAL = { per_minute: 60, timeout: USUAL_TIMEOUT, megabytes: USUAL_MEGABYTES };

/** An import that has its place in the sequence. */
interface Importing {
  /** the run, if its imports have no keys in common */
  run?: string | undefined;
  /** awaited before it merges */
  turn: Promise<void>;
  whenEnded: Promise<void>;
}
const NO_IMPORT: Importing = { turn: Promise.resolve(), whenEnded: Promise.resolve() };

/**
 * Begins runs when they are due and works on them. Every process of the service does so; which of them works on a run
 * at any moment is decided by the run's lease in the database.
 */
@Injectable()
export class SourceRunner implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown {
  private readonly owner = randomUUID();
  private readonly stopping = new AbortController();
  private readonly working = new Set<Promise<void>>();
  /** failures in succession of runs, by their ids */
  private readonly failures = new Map<string, number>();
  /** the last two imports */
  private importing: [Importing, Importing] = [NO_IMPORT, NO_IMPORT];
  private units = 0;
  private nextLook = 0;
  /** a row of the quarantine may have been decided, the last one of its day perhaps, now or while no process ran */
  private isDecided = true;
  /** the calendar may have changed, now or while no process ran */
  private isCalendarNew = true;
  private timer: NodeJS.Timeout | undefined;
  private currentLook: Promise<void> | undefined;

  constructor(
    private readonly runs: RunRepository,
    private readonly service: RunService,
    private readonly days: DayCompleteRepository,
    private readonly payloads: PayloadRepository,
    private readonly files: ReadFileRepository,
    private readonly staleness: StalenessRepository,
    private readonly database: Database,
    private readonly changes: Changes,
    @Inject(DATA_SETS) private readonly dataSets: DataSets,
    private readonly proposals: Proposals,
    @Inject(LOGGER) private readonly log: Logger,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onApplicationBootstrap(): void {
    this.changes.subscribe((table) => {
      if (table === undefined || table === 'quarantine') this.isDecided = true;
      if (table === undefined || table === 'settlement') this.isCalendarNew = true;
      if (table === undefined || RELEVANT_TABLES.has(table)) this.look();
    });
    this.timer = setInterval(() => this.look(), POLL).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
    this.stopping.abort();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.currentLook;
    await Promise.all(this.working);
  }

  private look(): void {
    if (this.stopping.signal.aborted) return;
    this.currentLook ??= this.begin()
      .catch((error: unknown) => {
        if (!isDatabaseAway(error))
          this.log.error({ err: error }, 'sources could not be looked at; tried again');
      })
      .finally(() => {
        this.currentLook = undefined;
      });
  }

  private async begin(): Promise<void> {
    if (this.isCalendarNew) {
      this.isCalendarNew = false;
      await this.service.followCalendar().catch((error: unknown) => {
        this.isCalendarNew = true;
        throw error;
      });
    }
    await this.service.beginDue();
    if (performance.now() >= this.nextLook) {
      this.nextLook = performance.now() + STALENESS;
      await this.staleness.announce();
    }
    if (this.isDecided) {
      this.isDecided = false;
      await this.days.announceDecided().catch((error: unknown) => {
        this.isDecided = true;
        throw error;
      });
    }
    while (this.working.size < MOST_RUNS && !this.stopping.signal.aborted) {
      const run = await this.runs.claim(this.owner);
      if (run === undefined) return;
      const work = this.work(run).finally(() => this.working.delete(work));
      this.working.add(work);
    }
  }

  private async work(run: ClaimedRun): Promise<void> {
    const leaseLost = new AbortController();
    const signal = AbortSignal.any([leaseLost.signal, this.stopping.signal]);
    const renewal = setInterval(() => void this.renew(run, leaseLost), LEASE / 3);
    try {
      const confirm: RunWork['confirm'] = async (transaction) => {
        const { id } = run;
        const isOurs = await (transaction === undefined
          ? this.runs.isHeld(id, this.owner)
          : this.runs.hold(transaction, id, this.owner));
        if (!isOurs) leaseLost.abort();
        leaseLost.signal.throwIfAborted();
      };
      await this.doUnits(run, signal, confirm);
      await this.announceComplete(run);
      await this.tidyUp();
      await this.runs.release(run.id, this.owner);
      this.failures.delete(run.id);
    } catch (error) {
      if (!signal.aborted) await this.postpone(run, error);
      else if (leaseLost.signal.aborted) this.failures.delete(run.id);
      // Without a database the lease expires by itself.
      else await this.runs.release(run.id, this.owner).catch(() => undefined);
    } finally {
      clearInterval(renewal);
    }
  }

  /** Follows the end of a run's units; repeated anyway, so that its failure does not keep the run from ending. */
  private async tidyUp(): Promise<void> {
    try {
      await this.staleness.announce();
      await this.payloads.prune();
    } catch (error) {
      if (!isDatabaseAway(error)) this.log.error({ err: error }, 'sources could not be tidied up');
    }
  }

  /** Leaves a run that failed on our side alone for a time, which grows with every failure in succession. */
  private async postpone({ id, source }: ClaimedRun, error: unknown): Promise<void> {
    if (!isDatabaseAway(error)) this.log.error({ err: error, source }, 'run failed; tried again');
    const failures = (this.failures.get(id) ?? 0) + 1;
    this.failures.set(id, failures);
    // Without a database the lease expires by itself.
    await this.runs.renew(id, this.owner, pauseAfter(failures)).catch(() => undefined);
  }

  /** Checks a run's days for completeness after every run, because another source's run may have completed them. */
  private async announceComplete({ id, declaration, from_date, to_date }: ClaimedRun): Promise<void> {
    if ((declaration as SourceWrite).data_set === 'quote') await this.days.announce(from_date, to_date, id);
  }

  private async renew({ id }: ClaimedRun, leaseLost: AbortController): Promise<void> {
    const isOurs = await this.runs.renew(id, this.owner).catch(() => false);
    if (!isOurs) leaseLost.abort();
  }

  private async doUnits(run: ClaimedRun, signal: AbortSignal, confirm: RunWork['confirm']): Promise<void> {
    const declaration = run.declaration as SourceWrite;
    const dataSet = findDataSet(this.dataSets, declaration.data_set);
    if (dataSet === undefined) throw new Error(`There is no data set ${declaration.data_set}`);
    const line = this.lineOf(declaration, signal);
    const store = new SharedStore(() => openStore(declaration, line));
    const work: RunWork = {
      run: { id: run.id, source: run.source, declaration, replayOf: run.replay_of },
      dataSet,
      proposes: this.proposals.governs(dataSet),
      line,
      store,
      payloads: this.payloads,
      files: this.files,
      database: this.database,
      confirm,
    };
    // A later file may correct an earlier one, which must not be stored after it because the server failed once.
    const overtaken = isOfFiles(declaration.request.url) ? OF_ONE_FILE : undefined;
    const task = new RunTask(work, {
      next: (besides) => this.runs.nextUnit(run.id, besides, overtaken),
      record: (units) => this.record(run, units),
      inTurn: (isApart, store) => this.inTurn(isApart ? run.id : undefined, store),
    });
    await task.run().finally(() => store.close());
  }

  private async record(run: ClaimedRun, units: readonly DoneUnit[]): Promise<boolean> {
    if (!(await this.runs.record(run.id, this.owner, units))) return false;
    const before = this.units;
    this.units += units.length;
    if (Math.floor(before / UNITS_TO_PRUNE) < Math.floor(this.units / UNITS_TO_PRUNE))
      await this.payloads.prune();
    for (const { number, outcome } of units) {
      const { state, failure, detail } = outcome;
      if (state !== 'done')
        this.log.warn({ source: run.source, unit: number, failure, detail, state }, 'source');
    }
    return true;
  }

  private lineOf(declaration: SourceWrite, signal: AbortSignal): Line {
    const { per_minute, timeout, megabytes } = { ...USUAL, ...declaration.limits };
    let next = 0;
    return {
      credentials: new Credentials(declaration.auth, secretsOf(this.config.SOURCE_SECRETS)),
      bounds: {
        timeout: timeout * 1_000,
        bytes: megabytes * 1_048_576,
        isPrivateAllowed: this.config.SOURCE_PRIVATE === 'allowed',
        signal,
      },
      folder: this.config.SOURCE_FOLDER,
      turn: async () => {
        const now = performance.now();
        const at = Math.max(now, next);
        next = at + MINUTE / per_minute;
        if (at > now) await sleep(at - now, undefined, { signal });
      },
    };
  }

  /**
   * Imports merge one after the other, because they share few connections; the next one is read and sent meanwhile.
   * `run`: its imports have no keys in common, and two of them merge at a time.
   */
  private inTurn<Result>(
    run: string | undefined,
    work: (turn: Promise<void>) => Promise<Result>,
  ): Promise<Result> {
    const [earlier, before] = this.importing;
    const turn = run !== undefined && before.run === run ? before.turn : before.whenEnded;
    const result = earlier.whenEnded.then(() => work(turn));
    const whenEnded = result.then(
      () => undefined,
      () => undefined,
    );
    this.importing = [before, { run, turn, whenEnded }];
    return result;
  }
}
