import type { Reject } from './batch.js';
import type { Header } from './file-intake.js';
import type { JudgedPart, JudgedRows } from './merged-rows.js';
import { addRows, NO_ROWS } from './row-counts.js';

/** Most rejected rows, and most remarks, kept per file. */
const MAXIMUM_KEPT = 20;

/** Outcome of the rows of a file. */
export interface FileOutcome extends JudgedRows {
  rejected: number;
  /** the first rejected rows, each with the header line above it, null in a file without columns */
  rejects: { line: number; reason: string; header: string | null; row: string }[];
}

/** Longest text kept of a rejected row or its header, characters. */
const LONGEST = 1_000;

/** Outcome of the rows of an import, by file. */
export class FileOutcomes {
  private readonly files = new Map<string, FileOutcome>();
  /** header line by file */
  private readonly headers = new Map<string, string>();

  of(file: string): FileOutcome {
    let outcome = this.files.get(file);
    if (outcome === undefined) {
      outcome = { ...NO_ROWS, quarantined: 0, warned: 0, warnings: [], rejected: 0, rejects: [] };
      this.files.set(file, outcome);
    }
    return outcome;
  }

  add(parts: readonly JudgedPart[]): void {
    for (const part of parts) {
      const outcome = this.of(part.file);
      addRows(outcome, part);
      outcome.quarantined += part.quarantined;
      outcome.warned += part.warned;
      outcome.warnings = [...outcome.warnings, ...part.warnings].slice(0, MAXIMUM_KEPT);
    }
  }

  addHeader({ file, text }: Header): void {
    this.headers.set(file, text.slice(0, LONGEST));
  }

  reject(rows: readonly Reject[]): void {
    for (const { file, line, reason, text } of rows) {
      const outcome = this.of(file);
      outcome.rejected++;
      if (outcome.rejects.length < MAXIMUM_KEPT)
        outcome.rejects.push({
          line,
          reason,
          header: this.headers.get(file) ?? null,
          row: text.slice(0, LONGEST),
        });
    }
  }
}
