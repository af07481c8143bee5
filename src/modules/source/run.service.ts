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
import { PayloadRepository } from './payload.repository.js';
import { type NewUnit, RunRepository } from './run.repository.js';
import { RunListRepository } from './run-list.repository.js';
import { nextRun } from './schedule.js';
import type { SourceWrite } from './source.declaration.js';
import { SourceRepository } from './source.repository.js';

/** A run as requested; by default the days from the last complete run up to today. */
interface RequestedRun {
  from_date?: string;
  to_date?: string;
  tickers?: string[];
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

  /** Begins a run; throws {@link RecordNotFound}, and {@link InvalidInput} for an invalid range. */
  async start(
    source: string,
    requested: RequestedRun,
    requestedBy: string,
  ): Promise<{ id: string; json: string }> {
    const declaration = await this.declarationOf(source);
    const { today } = await this.sources.calendar();
    const to = requested.to_date ?? today;
    const from = requested.from_date ?? (await this.beginOf(source, declaration, to));
    if (from > to) {
      throw new InvalidInput([
        { pointer: '/from_date', code: 'out_of_range', detail: 'from_date is after to_date' },
      ]);
    }
    const id = await this.add(source, declaration, { from, to, requestedBy, tickers: requested.tickers });
    return { id, json: await this.find(source, id) };
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
    const missing = units.filter(({ kept }) => !kept).length;
    if (missing > 0) throw new PayloadExpired(id, missing, units.length);
    const replay = recordId();
    await this.runs.add({
      id: replay,
      source,
      declaration,
      from: from_date,
      to: to_date,
      requestedBy,
      units: units.map(({ number, values }) => ({ number, values })),
      replayOf: id,
    });
    return { id: replay, json: await this.find(source, replay) };
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
    const { today, openDays } = await this.sources.calendar();
    for (const source of due) {
      const declaration = source.declaration as SourceWrite;
      // Its next run includes these days too.
      if (await this.runs.isBusy(source.name)) continue;
      const next = nextRun(declaration.schedule ?? {}, new Date(), openDays) ?? null;
      if (!(await this.sources.advance(source, next))) continue;
      const from = await this.beginOf(source.name, declaration, today);
      await this.add(source.name, declaration, { from, to: today, requestedBy: 'schedule' });
    }
  }

  private async declarationOf(source: string): Promise<SourceWrite> {
    return requireExisting(await this.sources.declaration(source), 'source', source) as SourceWrite;
  }

  /** First day of a scheduled run: the day after the last complete run, less the overlap. */
  private async beginOf(source: string, { work }: SourceWrite, today: string): Promise<string> {
    const reached = await this.runs.reached(source);
    if (reached === undefined) return work.since ?? today;
    const overlap = work.overlap_days ?? 0;
    const first = new Date(Date.parse(`${reached}T00:00:00Z`) + (1 - overlap) * 86_400_000)
      .toISOString()
      .slice(0, 10);
    return first < today ? first : today;
  }

  private async add(
    source: string,
    declaration: SourceWrite,
    range: { from: string; to: string; requestedBy: string; tickers?: string[] | undefined },
  ): Promise<string> {
    const { from, to, requestedBy, tickers } = range;
    const id = recordId();
    const values = await this.unitsOf(declaration, from, to, tickers);
    const units = values.map((each, number): NewUnit => ({ number, values: each }));
    if (units.length > MOST_UNITS) {
      const detail = `${units.length} units of work: at most ${MOST_UNITS} a run`;
      throw new InvalidInput([{ pointer: '/from_date', code: 'out_of_range', detail }]);
    }
    await this.runs.add({ id, source, declaration, from, to, requestedBy, units });
    return id;
  }

  private async unitsOf(
    { work }: SourceWrite,
    from: string,
    to: string,
    tickers?: string[],
  ): Promise<object[]> {
    if (work.each === 'date') {
      return (await this.sources.openDays(from, to)).map((date) => ({ date, from: date, to: date }));
    }
    if (work.each === 'once') return [{ from, to }];
    const securities = tickers ?? work.tickers ?? (await this.sources.tickers(from));
    return securities.map((ticker) => ({ ticker, from, to }));
  }
}
