import { CsvReader, csvCell, type RowSink } from '../../files/csv.js';
import { type LineSink, Lines, LONGEST } from '../../files/lines.js';
import { UNDECODABLE } from '../../files/text.js';
import type { DataSet } from '../dataset/data-set.js';
import type { Origin } from './batch.js';
import { matchColumns } from './columns.js';
import { cellReader, lineReader, type Outcome, type ReadingRules } from './record-reader.js';
import { type SourceFile, UnreadableSource } from './sources.js';

/** What a file's rows become. */
export interface IntakeTarget {
  store(record: Record<string, unknown>, origin: Origin): void;
  reject(reason: string, origin: Origin): void;
  /** a value of an integer field was taken for the nearest integer */
  rounded(): void;
  /** columns that no field takes */
  unknown(columns: readonly string[]): void;
  /** header of a CSV file, as it stands there */
  titled(header: string): void;
  /** the file lacks columns of required fields; throws to end the import, else every row of it is rejected */
  lacking(missing: MissingColumns): void;
  /** the file has what it needs */
  matched(): void;
}

/** A file has no column for a required field; the message says what to do. */
export class MissingColumns extends Error {
  constructor(
    file: string,
    dataSet: DataSet,
    readonly fields: readonly string[],
    header: readonly string[],
  ) {
    const field = fields[0] ?? '';
    super(
      `${file}: no column for ${fields.join(', ')} of ${dataSet.name}. Columns found: ${header.map((each) => each.trim()).join(', ')}. Say which it is with --map '${field}=<column>'`,
    );
  }
}

/** A reader of one file's text, pushed piece by piece. */
export interface Intake {
  push(text: string): void;
  end(): void;
}

const OVERLONG = `the line is longer than ${LONGEST} characters`;
const UNDECODED = 'holds bytes that are no UTF-8';

/** The reader that fits a file. `given`: values that come from elsewhere, by field. */
export function intakeOf(
  file: SourceFile,
  rules: ReadingRules,
  given: ReadonlyMap<string, string>,
  target: IntakeTarget,
): Intake {
  if (file.format === 'csv') {
    const hasCommas = () => reader.delimiter === ',';
    const reader: CsvReader = new CsvReader(new CsvIntake(file.name, rules, given, target, hasCommas));
    return reader;
  }
  return new Lines(new JsonIntake(file.name, rules, given, target));
}

class CsvIntake implements RowSink {
  private columns = 0;
  private read: ((cells: readonly string[]) => Outcome) | undefined;

  constructor(
    private readonly file: string,
    private readonly rules: ReadingRules,
    private readonly given: ReadonlyMap<string, string>,
    private readonly target: IntakeTarget,
    private readonly hasCommas: () => boolean,
  ) {}

  row(fields: string[], text: string, line: number): void {
    if (this.read === undefined) {
      this.header(fields, text);
      return;
    }
    const count = fields.length;
    if (count !== this.columns && !(count > this.columns && isBlankFrom(fields, this.columns))) {
      this.reject(`has ${count} columns, the header ${this.columns}`, text, line);
      return;
    }
    const outcome = text.includes(UNDECODABLE) ? UNDECODED : this.read(fields);
    if (typeof outcome === 'string') this.reject(outcome, text, line);
    else this.target.store(outcome, { file: this.file, line, text: this.kept(text) });
  }

  broken(reason: string, text: string, line: number): void {
    if (this.read === undefined) throw new UnreadableSource(`${this.file} has no header line: ${reason}`);
    // Within the rejects file such text must not open a quote.
    this.target.reject(reason, { file: this.file, line, text: csvCell(text) });
  }

  private header(names: string[], text: string): void {
    if (text.includes(UNDECODABLE) || text.includes('\0')) {
      throw new UnreadableSource(`${this.file} is not text in UTF-8`);
    }
    this.columns = names.length;
    this.target.titled(this.hasCommas() ? text : 'row');
    const matching = { map: this.rules.map, given: new Set(this.given.keys()) };
    const match = matchColumns(this.rules.dataSet, names, matching);
    this.target.unknown(match.unknown);
    if (match.missing.length === 0) {
      this.target.matched();
      this.read = cellReader(this.rules, match, this.given, this.target.rounded);
      return;
    }
    this.target.lacking(new MissingColumns(this.file, this.rules.dataSet, match.missing, names));
    this.read = () => `the file has no column for ${match.missing.join(', ')}`;
  }

  private reject(reason: string, text: string, line: number): void {
    this.target.reject(reason, { file: this.file, line, text: this.kept(text) });
  }

  /** The row as it goes into the rejects file, whose columns are separated by commas. */
  private kept(text: string): string {
    return this.hasCommas() ? text : csvCell(text);
  }
}

class JsonIntake implements LineSink {
  private readonly read: (line: string) => Outcome;

  constructor(
    private readonly file: string,
    rules: ReadingRules,
    given: ReadonlyMap<string, string>,
    private readonly target: IntakeTarget,
  ) {
    this.read = lineReader(rules, given, {
      onUnknown: (keys) => target.unknown(keys),
      onRounded: target.rounded,
    });
    target.matched();
  }

  line(text: string, line: number): void {
    if (text.trim() === '') return;
    const outcome = text.includes(UNDECODABLE) ? UNDECODED : this.read(text);
    const origin = { file: this.file, line, text: csvCell(text) };
    if (typeof outcome === 'string') this.target.reject(outcome, origin);
    else this.target.store(outcome, origin);
  }

  overlong(text: string, line: number): void {
    this.target.reject(OVERLONG, { file: this.file, line, text: csvCell(text) });
  }
}

function isBlankFrom(fields: readonly string[], from: number): boolean {
  return fields.slice(from).every((each) => each.trim() === '');
}
