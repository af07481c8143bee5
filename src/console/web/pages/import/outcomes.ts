import { csvCell } from './csv.js';
import type { Outcome, State } from './run.js';

/** Successful outcomes are kept while there are fewer than this many in all; failures always are. */
export const MOST_KEPT = 20_000;

/** A reason with the service's own words behind it. */
const onOneLine = (why: Outcome['why']): string =>
  [why?.words ?? '', ...(why?.original === undefined ? [] : [`(${why.original})`])].join(' ');

/** The outcomes of an import's rows. */
export class Outcomes {
  readonly counts: Record<State, number> = { created: 0, updated: 0, proposed: 0, ignored: 0, failed: 0 };
  readonly keptOutcomes: Outcome[] = [];
  readonly failures: Outcome[] = [];

  get total(): number {
    return Object.values(this.counts).reduce((sum, count) => sum + count, 0);
  }

  add(outcomes: readonly Outcome[]): void {
    for (const outcome of outcomes) {
      this.counts[outcome.state] += 1;
      if (outcome.state === 'failed') this.failures.push(outcome);
      if (this.keptOutcomes.length < MOST_KEPT || outcome.state === 'failed') this.keptOutcomes.push(outcome);
    }
  }

  /** A file of the unchanged failed rows, preceded by line and reason: once corrected, it can be imported again. */
  rejects(header: readonly string[]): Blob {
    const lines = [
      ['line', 'reason', ...header],
      ...this.failures.map(({ line, why, cells }) => [String(line), onOneLine(why), ...cells]),
    ];
    const csv = lines.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
    // The byte order mark makes spreadsheets read it as UTF-8.
    return new Blob(['\uFEFF', csv], { type: 'text/csv' });
  }
}
