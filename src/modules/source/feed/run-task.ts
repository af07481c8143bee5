import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DueUnit } from '../run.repository.js';
import { isOfFiles } from './file-address.js';
import { type ReceivedUnit, type RunWork, receiveUnit } from './receive-unit.js';
import { makeRunFolder } from './run-folder.js';
import { BATCH, type DoneUnit, isApart, storeUnits } from './store-units.js';

/** Limits of units that are stored together, besides {@link BATCH} rows: units, bytes of records, ms to receive. */
const MOST_UNITS = 64;
const MOST_BYTES = 8 * 1_048_576;
const LONGEST = 1_000;
/** Groups being stored while another is received: one is sent while one is merged. */
const GROUPS = 2;

/** Operations that the work on a run needs. */
export interface Desk {
  /** returns the next unit due now, excluding `besides` */
  next(besides: readonly number[]): Promise<DueUnit | undefined>;
  /** writes units to the ledger; false: the run is no longer ours */
  record(done: readonly DoneUnit[]): Promise<boolean>;
  /** runs an import when its place comes; it merges after `turn`: after the previous one, unless both are `apart` */
  inTurn<Result>(isApart: boolean, work: (turn: Promise<void>) => Promise<Result>): Promise<Result>;
}

/** Units to be stored together. */
class Group {
  readonly units: ReceivedUnit[] = [];
  private readonly began = performance.now();
  private rows = 0;
  private bytes = 0;

  get isFull(): boolean {
    const isLate = performance.now() - this.began >= LONGEST;
    return isLate || this.rows >= BATCH || this.bytes >= MOST_BYTES || this.units.length >= MOST_UNITS;
  }

  /** Whether there is room for another unit. */
  fits({ received }: ReceivedUnit): boolean {
    return (
      this.units.length === 0 ||
      (this.rows + received.rows <= BATCH && this.bytes + received.bytes <= MOST_BYTES)
    );
  }

  add(unit: ReceivedUnit): void {
    this.units.push(unit);
    this.rows += unit.received.rows;
    this.bytes += unit.received.bytes;
  }
}

/** Works through the units of a run: while some are being stored, the next are received, in bounded memory. */
export class RunTask {
  private readonly activeUnits = new Set<number>();
  private readonly storing = new Set<Promise<void>>();
  private group = new Group();
  private folder = '';
  private isLost = false;
  private failure: { error: unknown } | undefined;

  constructor(
    private readonly work: RunWork,
    private readonly desk: Desk,
  ) {}

  /** Resolves when no unit is due any more, or the run is no longer ours; throws database errors. */
  async run(): Promise<void> {
    this.folder = await makeRunFolder();
    // A slow source must not hold up what it has already sent.
    const timer = setInterval(() => this.group.isFull && this.store(), LONGEST);
    try {
      while (!this.isLost && (await this.step())) this.work.line.bounds.signal.throwIfAborted();
    } finally {
      clearInterval(timer);
      await Promise.all(this.storing);
      await rm(this.folder, { recursive: true, force: true });
    }
    this.throwFailure();
  }

  /** Receives the next unit; false: no unit is left. */
  private async step(): Promise<boolean> {
    this.throwFailure();
    const unit = await this.desk.next([...this.activeUnits]);
    if (unit === undefined) {
      this.store();
      if (this.storing.size === 0) return false;
      // Units being stored may add further units to the run.
      await Promise.all(this.storing);
      return true;
    }
    this.activeUnits.add(unit.number);
    const folder = join(this.folder, String(unit.number));
    await mkdir(folder);
    const receivedUnit = await receiveUnit(this.work, unit, folder);
    if (!this.group.fits(receivedUnit)) this.store();
    this.group.add(receivedUnit);
    if (this.group.isFull || !this.isJoinable) this.store();
    // Where order counts, whether another unit may overtake a failed one depends on its failure.
    const most = receivedUnit.failure !== undefined && !this.isJoinable ? 1 : GROUPS;
    while (this.storing.size >= most) await Promise.race(this.storing);
    return true;
  }

  /** False for answers that may share keys and for rows that become proposals: they are stored one by one. */
  private get isJoinable(): boolean {
    const { run, proposes } = this.work;
    const { work, rows, request } = run.declaration;
    return work.each !== 'once' && rows.format !== 'published' && !isOfFiles(request.url) && !proposes;
  }

  /** Starts storing the group. */
  private store(): void {
    const { units } = this.group;
    this.group = new Group();
    if (units.length === 0) return;
    const storing = this.storeUnits(units)
      .catch((error: unknown) => {
        this.failure ??= { error };
      })
      .finally(() => this.storing.delete(storing));
    this.storing.add(storing);
  }

  private async storeUnits(units: readonly ReceivedUnit[]): Promise<void> {
    const outcomes = await this.desk.inTurn(isApart(this.work), (turn) => storeUnits(this.work, units, turn));
    if (!(await this.desk.record(outcomes))) this.isLost = true;
    for (const { unit } of units) {
      await rm(join(this.folder, String(unit.number)), { recursive: true, force: true });
      this.activeUnits.delete(unit.number);
    }
  }

  private throwFailure(): void {
    if (this.failure !== undefined) throw this.failure.error;
  }
}
