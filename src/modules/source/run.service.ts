import { Injectable } from '@nestjs/common';
import type { List, PageRequest } from '../../database/lists/list.js';
import { recordId } from '../../database/records/record-id.js';
import {
  InvalidInput,
  PayloadExpired,
  RecordNotFound,
  requireExisting,
  WrongState,
} from '../../errors/domain-errors.js';
import { DueDays } from './coverage.js';
import { CoverageRepository } from './coverage.repository.js';
import { PayloadRepository } from './payload.repository.js';
import { type NewRun, type NewUnit, RunRepository } from './run.repository.js';
import { RunListRepository } from './run-list.repository.js';
import { nextRun } from './schedule.js';
import type { SourceWrite } from './source.declaration.js';
import { type DueSource, SourceRepository } from './source.repository.js';

/** A run as requested; by default the days up to today that were not fetched yet. */
interface RequestedRun {
  from_date?: string;
  to_date?: string;
  tickers?: string[];
}

/** Days of a run: from the first one that is due unless `from` says another. */
interface RunRange {
  from?: string | undefined;
  to: string;
  requestedBy: string;
  tickers?: readonly string[] | undefined;
}

/** Fields of a run, as shown. */
interface EndedRun {
  ended_at: string | null;
  from_date: string;
  to_date: string;
}

/** Most units in a run. */
const MOST_UNITS = 20_000;

/** Runs of sources: their units, and when they begin. */
@Injectable()
export class RunService {
  constructor(
    private readonly sources: SourceRepository,
    private readonly runs: RunRepository,
    private readonly coverage: CoverageRepository,
    private readonly lists: RunListRepository,
    private readonly payloads: PayloadRepository,
  ) {}

  /** Runs of a source, newest first; throws {@link RecordNotFound}. */
  async list(source: string, query: PageRequest): Promise<List> {
    await this.declarationOf(source);
    return this.lists.list(source, query);
  }

  /** JSON text of a run; throws {@link RecordNotFound}. */
  async find(source: string, id: string): Promise<string> {
    return requireExisting(await this.lists.find(source, id), 'source run', id);
  }

  /** Units of a run; throws {@link RecordNotFound}. */
  async units(source: string, id: string, query: PageRequest): Promise<List> {
    await this.find(source, id);
    return this.lists.units(id, query);
  }

  /** Begins a run; throws {@link RecordNotFound}, and {@link InvalidInput} for an invalid range or needless securities. */
  async start(
    source: string,
    requested: RequestedRun,
    requestedBy: string,
  ): Promise<{ id: string; json: string }> {
    const declaration = await this.declarationOf(source);
    const { each } = declaration.work;
    if (requested.tickers !== undefined && each !== 'ticker') {
      const detail = `the source works by each: ${each}, so that its runs cannot be limited to securities`;
      throw new InvalidInput([{ pointer: '/tickers', code: 'not_together', detail }]);
    }
    const { today } = await this.sources.calendar();
    const { from_date: from, to_date: to = today, tickers } = requested;
    const run = await this.plan(source, declaration, { from, to, requestedBy, tickers });
    if (run === undefined) {
      throw new InvalidInput([
        { pointer: '/from_date', code: 'out_of_range', detail: 'from_date is after to_date' },
      ]);
    }
    return this.begin(run);
  }

  /**
   * Begins a run that reads what another run received, using the source's current declaration. Throws
   * {@link RecordNotFound}, {@link WrongState} for a run that has not ended or received nothing, and
   * {@link PayloadExpired} if part of it is no longer stored.
   */
  async replay(source: string, id: string, requestedBy: string): Promise<{ id: string; json: string }> {
    const declaration = await this.declarationOf(source);
    const { ended_at, from_date, to_date } = JSON.parse(await this.find(source, id)) as EndedRun;
    if (ended_at === null) throw new WrongState('The run has not ended yet');
    const units = (await this.payloads.units(id)).filter(({ received }) => received);
    if (units.length === 0) throw new WrongState('The run received nothing');
    const missing = units.filter(({ is_stored }) => !is_stored).length;
    if (missing > 0) throw new PayloadExpired(id, missing, units.length);
    return this.begin({
      id: recordId(),
      source,
      declaration,
      from: from_date,
      to: to_date,
      requestedBy,
      units: units.map(({ number, values }) => ({ number, values })),
      replayOf: id,
    });
  }

  /** Cancels a run; throws {@link RecordNotFound}, and {@link WrongState} for a run that has ended. */
  async cancel(source: string, id: string): Promise<string> {
    await this.find(source, id);
    if (!(await this.runs.cancel(source, id))) throw new WrongState('The run has ended already');
    return this.find(source, id);
  }

  /** Begins the runs that are due, each once, however many processes there are. */
  async beginDue(): Promise<void> {
    const due = await this.sources.due();
    if (due.length === 0) return;
    const { now, today, openDays } = await this.sources.calendar();
    for (const source of due) {
      const declaration = source.declaration as SourceWrite;
      // Its next run includes these days too.
      if (await this.runs.isBusy(source.name)) continue;
      const next = nextRun(declaration.schedule ?? {}, now, openDays) ?? null;
      await this.beginOnSchedule(source, today, next);
    }
  }

  /** Has sources that follow the close of open days begin their next run by the present calendar. */
  async followCalendar(): Promise<void> {
    const followers = await this.sources.followers();
    if (followers.length === 0) return;
    const { now, openDays } = await this.sources.calendar();
    for (const source of followers) {
      const { schedule = {} } = source.declaration as SourceWrite;
      const next = nextRun(schedule, now, openDays) ?? null;
      if (next?.getTime() !== source.next_run_at?.getTime()) await this.sources.reschedule(source, next);
    }
  }

  private async beginOnSchedule(source: DueSource, to: string, next: Date | null): Promise<void> {
    const { name, next_run_at: at } = source;
    const declaration = source.declaration as SourceWrite;
    let run: NewRun | undefined;
    try {
      run = await this.plan(name, declaration, { to, requestedBy: 'schedule' });
    } catch (error) {
      if (error instanceof InvalidInput) await this.sources.advance(source, next);
      throw error;
    }
    // In one statement: a process that dies here leaves the schedule as it was, and another one begins the run.
    if (run === undefined) await this.sources.advance(source, next);
    else await this.runs.add({ ...run, turn: { at, next } });
  }

  /** Stores a run; throws {@link RecordNotFound} if its source was deleted meanwhile. */
  private async begin(run: NewRun): Promise<{ id: string; json: string }> {
    const { id, source } = run;
    if (!(await this.runs.add(run))) throw new RecordNotFound('source', source);
    return { id, json: await this.find(source, id) };
  }

  private async declarationOf(source: string): Promise<SourceWrite> {
    return requireExisting(await this.sources.declaration(source), 'source', source) as SourceWrite;
  }

  /** A run, by default of the days that are due; undefined if it would begin after its end, as before `since`. */
  private async plan(source: string, declaration: SourceWrite, range: RunRange): Promise<NewRun | undefined> {
    const { from, values } = await this.unitsOf(source, declaration, range);
    const { to, requestedBy } = range;
    if (from > to) return undefined;
    const units = values.map((each, number): NewUnit => ({ number, values: each }));
    if (units.length > MOST_UNITS) {
      const detail = `${units.length} units of work: at most ${MOST_UNITS} a run`;
      throw new InvalidInput([{ pointer: '/from_date', code: 'out_of_range', detail }]);
    }
    return { id: recordId(), source, declaration, from, to, requestedBy, units };
  }

  /** Values of the units of a run, and its first day. */
  private async unitsOf(
    source: string,
    { data_set, work }: SourceWrite,
    { from, to, tickers }: RunRange,
  ): Promise<{ from: string; values: object[] }> {
    const coverage = from === undefined ? await this.coverage.of(source, data_set, work.since) : [];
    const due = new DueDays(coverage, work, to);
    if (work.each === 'date') {
      const first = from ?? due.firstOfAll;
      const days = due.among(await this.sources.openDays(first, to));
      const begin = from ?? days[0] ?? (first > to ? first : to);
      return { from: begin, values: days.map((date) => ({ date, from: date, to: date })) };
    }
    if (work.each === 'once') {
      const first = from ?? due.firstDay(null);
      return { from: first, values: [{ from: first, to }] };
    }
    const units = await this.securities(tickers ?? work.tickers, (ticker) => from ?? due.firstDay(ticker));
    const first = units.map((unit) => unit.from).toSorted()[0] ?? from ?? work.since ?? to;
    return { from: first, values: units.filter((unit) => unit.from <= to).map((unit) => ({ ...unit, to })) };
  }

  /** Securities with their first days: those given, else those of the master that were not delisted before. */
  private async securities(
    tickers: readonly string[] | undefined,
    firstDay: (ticker: string) => string,
  ): Promise<{ ticker: string; from: string }[]> {
    if (tickers !== undefined) return tickers.map((ticker) => ({ ticker, from: firstDay(ticker) }));
    return (await this.sources.securities())
      .map(({ ticker, delisting_date }) => ({ ticker, from: firstDay(ticker), delisting_date }))
      .filter(({ from, delisting_date }) => delisting_date === null || delisting_date >= from)
      .map(({ ticker, from }) => ({ ticker, from }));
  }
}
