import { CsvReader, csvCell, type RowSink } from '../../files/csv.js';
import { type LineSink, Lines, LONGEST } from '../../files/lines.js';
import { UNDECODABLE } from '../../files/text.js';
import { ADVICE } from './advice.js';
import type { Origin } from './batch.js';
import { formsOf, type Unclear } from './column-sample.js';
import { type ColumnMatch, matchColumns } from './columns.js';
import { cellReader, lineReader, type Outcome, type ReadingRules } from './record-reader.js';
import { type SourceFile, UnreadableSource } from './sources.js';

/** Receives what is read from a file's rows. */
export interface IntakeTarget {
  store(record: Record<string, unknown>, origin: Origin): void;
  reject(reason: string, origin: Origin): void;
  /** a value of an integer field was rounded to the nearest integer */
  onRounded(): void;
  /** columns that match no field */
  onUnknown(columns: readonly string[]): void;
  /** header of a CSV file, verbatim */
  onHeader(header: string): void;
  /** the file cannot be read as the data set; throws to end the import, else all its rows are rejected */
  onUnfit(reason: UnfitFile): void;
  /** the file has what it needs */
  onMatched(): void;
}

/** A file cannot be read as the data set in the way requested; the message says what to do. */
export class UnfitFile extends Error {}

/** A file has no column for a required field. */
class MissingColumns extends UnfitFile {
  constructor(
    file: string,
    { dataSet, audience }: ReadingRules,
    fields: readonly string[],
    header: readonly string[],
  ) {
    const advice = ADVICE[audience];
    super(
      `${advice.file(file)}: no column for ${fields.join(', ')} of ${dataSet.name}. Columns found: ${header.map((each) => each.trim()).join(', ')}. ${advice.column(fields[0] ?? '')}`,
    );
  }
}

/** Columns of a file can be read in two ways. */
class AmbiguousColumns extends UnfitFile {
  constructor(file: string, { audience }: ReadingRules, { fields, what }: Unclear) {
    const advice = ADVICE[audience];
    const way = what === 'dates' ? advice.dates(fields[0] ?? '') : advice.thousands;
    super(`${advice.file(file)}: ${fields.join(', ')} can be read in two ways. ${way}`);
  }
}

/** A reader of one file's text, which is pushed piece by piece. */
export interface Intake {
  push(text: string): void;
  end(): void;
}

const OVERLONG = `the line is longer than ${LONGEST} characters`;
const UNDECODED = 'holds bytes that are no UTF-8';

/** The reader for a file. `constants`: values that come from elsewhere, by field. */
export function intakeOf(
  file: SourceFile,
  rules: ReadingRules,
  constants: ReadonlyMap<string, string>,
  target: IntakeTarget,
): Intake {
  if (file.format === 'csv') {
    const hasCommas = (): boolean => reader.delimiter === ',';
    const intake = new CsvIntake(file.name, rules, constants, target, hasCommas);
    const reader = new CsvReader(intake);
    const end = () => {
      reader.end();
      intake.end();
    };
    return { push: (text) => reader.push(text), end };
  }
  return new Lines(new JsonIntake(file.name, rules, constants, target));
}

/** A row of the sample, kept until it is known how the columns are written. */
interface SampleRow {
  fields: string[];
  text: string;
  line: number;
}

/** Size of the sample that determines how the columns of a file are written, in rows and in characters. */
const SAMPLE = { rows: 1000, length: 1024 * 1024 };

class CsvIntake implements RowSink {
  private columns = 0;
  private match: ColumnMatch | undefined;
  private sample: SampleRow[] = [];
  private sampleLength = 0;
  private read: ((cells: readonly string[]) => Outcome) | undefined;

  constructor(
    private readonly file: string,
    private readonly rules: ReadingRules,
    private readonly constants: ReadonlyMap<string, string>,
    private readonly target: IntakeTarget,
    private readonly hasCommas: () => boolean,
  ) {}

  row(fields: string[], text: string, line: number): void {
    if (this.match === undefined) {
      this.header(fields, text);
      return;
    }
    if (this.read === undefined) {
      this.sample.push({ fields, text, line });
      this.sampleLength += text.length;
      if (this.sample.length >= SAMPLE.rows || this.sampleLength >= SAMPLE.length) this.end();
      return;
    }
    const count = fields.length;
    if (count !== this.columns && !(count > this.columns && isBlankFrom(fields, this.columns))) {
      this.reject(`has ${count} columns, the header ${this.columns}`, text, line);
      return;
    }
    const outcome = text.includes(UNDECODABLE) ? UNDECODED : this.read(fields);
    if (typeof outcome === 'string') this.reject(outcome, text, line);
    else this.target.store(outcome, { file: this.file, line, text: this.rejectText(text) });
  }

  /** Ends the sample: determines how the columns are written, then processes its rows. */
  end(): void {
    if (this.match === undefined || this.read !== undefined) return;
    const rows = this.sample.splice(0);
    const whole = rows.filter(({ fields }) => fields.length >= this.columns).map(({ fields }) => fields);
    const { forms, unclear } = formsOf(this.rules, this.match, whole);
    if (unclear === undefined) {
      this.target.onMatched();
      const { constants, target } = this;
      this.read = cellReader(this.rules, this.match, { constants, forms, onRounded: target.onRounded });
    } else {
      const reason = new AmbiguousColumns(this.file, this.rules, unclear);
      this.target.onUnfit(reason);
      this.read = () => reason.message;
    }
    for (const { fields, text, line } of rows) this.row(fields, text, line);
  }

  broken(reason: string, text: string, line: number): void {
    if (this.match === undefined) throw new UnreadableSource(`${this.file} has no header line: ${reason}`);
    // In the rejects file such text must not open a quote.
    this.target.reject(reason, { file: this.file, line, text: csvCell(text) });
  }

  private header(names: string[], text: string): void {
    if (text.includes(UNDECODABLE) || text.includes('\0')) {
      throw new UnreadableSource(`${this.file} is not text in UTF-8`);
    }
    this.columns = names.length;
    this.target.onHeader(this.hasCommas() ? text : 'row');
    const matching = { map: this.rules.map, suppliedFields: new Set(this.constants.keys()) };
    const match = matchColumns(this.rules.dataSet, names, matching);
    this.match = match;
    this.target.onUnknown(match.unknown);
    if (match.missing.length === 0) return;
    this.target.onUnfit(new MissingColumns(this.file, this.rules, match.missing, names));
    this.read = () => `the file has no column for ${match.missing.join(', ')}`;
  }

  private reject(reason: string, text: string, line: number): void {
    this.target.reject(reason, { file: this.file, line, text: this.rejectText(text) });
  }

  /** The row as written to the rejects file, whose columns are separated by commas. */
  private rejectText(text: string): string {
    return this.hasCommas() ? text : csvCell(text);
  }
}

class JsonIntake implements LineSink {
  private readonly read: (line: string) => Outcome;

  constructor(
    private readonly file: string,
    rules: ReadingRules,
    constants: ReadonlyMap<string, string>,
    private readonly target: IntakeTarget,
  ) {
    this.read = lineReader(rules, constants, {
      onUnknown: (keys) => target.onUnknown(keys),
      onRounded: target.onRounded,
    });
    target.onMatched();
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
