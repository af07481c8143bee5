import { CsvReader, csvCell, fitsColumns, type RowSink } from '../../files/csv.js';
import { type LineSink, Lines, LONGEST } from '../../files/lines.js';
import { UNDECODABLE } from '../../files/text.js';
import { ADVICE } from './advice.js';
import type { Origin } from './batch.js';
import { formsOf, type Unclear } from './column-sample.js';
import { type ColumnMatch, matchColumns } from './columns.js';
import {
  type ColumnForms,
  cellReader,
  lineReader,
  type Outcome,
  type ReadingRules,
} from './record-reader.js';
import { type SourceFile, UnreadableSource } from './sources.js';

/** A header of a CSV file, as written to the rejects file. */
export interface Header extends Origin {
  columns: number;
  /** it has every required column */
  isComplete: boolean;
}

/** Receives what is read from a file's rows. */
export interface IntakeTarget {
  store(record: Record<string, unknown>, origin: Origin): void;
  reject(reason: string, origin: Origin): void;
  /** a value of an integer field was rounded to the nearest integer */
  onRounded(): void;
  /** columns that match no field */
  onUnknown(columns: readonly string[]): void;
  /** a header of a CSV file; a rejects file that is read again may have several */
  onHeader(header: Header): void;
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

/** Values that the name of a file gives, by field. */
export type ConstantsOf = (file: string) => ReadonlyMap<string, string>;

/** The reader for a file. */
export function intakeOf(
  file: SourceFile,
  rules: ReadingRules,
  constantsOf: ConstantsOf,
  target: IntakeTarget,
): Intake {
  if (file.format === 'csv') {
    const hasCommas = (): boolean => reader.delimiter === ',';
    const intake = new CsvIntake({ file: file.name, rules, constantsOf, target, hasCommas });
    const reader = new CsvReader(intake);
    const end = () => {
      reader.end();
      intake.end();
    };
    return { push: (text) => reader.push(text), end };
  }
  return new Lines(new JsonIntake(file.name, rules, constantsOf(file.name), target));
}

/** A row of a CSV file, with its own text and the line on which it begins. */
interface Row {
  fields: readonly string[];
  text: string;
  line: number;
}

/** Size of the sample that determines how the columns of a file are written, in rows and in characters. */
const SAMPLE = { rows: 1000, length: 1024 * 1024 };

/** Columns before those of a row in a rejects file. */
export const REJECT_COLUMNS = ['file', 'line', 'reason'];
/** The only column of a row of a file without columns. */
export const ONE_COLUMN = 'row';

/** Reads a CSV file. In a rejects file that is read again, rows of another file may have a header of their own. */
class CsvIntake implements RowSink {
  private section: CsvSection | undefined;

  constructor(private readonly reading: CsvReading) {}

  row(fields: string[], text: string, line: number): void {
    const { section } = this;
    if (section !== undefined && !section.isEndedBy(fields)) {
      section.row(fields, text, line);
      return;
    }
    this.end();
    this.section = new CsvSection(this.reading, { fields, text, line }, section === undefined);
  }

  end(): void {
    this.section?.end();
  }

  broken(reason: string, text: string, line: number): void {
    const { file, target } = this.reading;
    if (this.section === undefined) throw new UnreadableSource(`${file} has no header line: ${reason}`);
    // In the rejects file such text must not open a quote.
    target.reject(reason, { file, line, text: csvCell(text) });
  }
}

/** What is needed to read a CSV file. */
interface CsvReading {
  file: string;
  rules: ReadingRules;
  constantsOf: ConstantsOf;
  target: IntakeTarget;
  hasCommas: () => boolean;
}

/** The rows under a header. */
class CsvSection {
  private readonly header: readonly string[];
  private readonly match: ColumnMatch;
  /** column with the name of the file that a row was rejected from; -1 if these are no rejected rows */
  private readonly origin: number;
  /** rows kept until it is known how the columns are written */
  private sample: Row[] = [];
  private sampleLength = 0;
  private read: ((cells: readonly string[]) => Outcome) | undefined;

  constructor(
    private readonly reading: CsvReading,
    { fields: header, text, line }: Row,
    private readonly isFirst: boolean,
  ) {
    this.header = header;
    const { file, rules, constantsOf, target } = reading;
    if (text.includes(UNDECODABLE) || text.includes('\0')) {
      throw new UnreadableSource(`${file} is not text in UTF-8`);
    }
    this.origin = originOf(header);
    const constants = [...constantsOf(file).keys()];
    const match = matchColumns(rules.dataSet, header, { map: rules.map, suppliedFields: new Set(constants) });
    this.match = match;
    const missing = this.hasTexts ? [] : match.missing;
    const isComplete = missing.length === 0;
    target.onHeader({
      file,
      line,
      text: this.rejectText(header, text),
      columns: header.length,
      isComplete,
    });
    if (!this.hasTexts) target.onUnknown(match.unknown);
    if (isComplete) return;
    const reason = `the file has no column for ${missing.join(', ')}`;
    this.refuse(new MissingColumns(file, rules, missing, header), reason);
  }

  /** Whether its rows were rejected from a file without columns: each has a line of JSON in the last one. */
  private get hasTexts(): boolean {
    return this.origin >= 0 && this.header.slice(this.origin + REJECT_COLUMNS.length).join() === ONE_COLUMN;
  }

  /** Whether a row is the header of the next rejected rows. */
  isEndedBy(fields: readonly string[]): boolean {
    return this.origin >= 0 && originOf(fields) >= 0;
  }

  row(fields: readonly string[], text: string, line: number): void {
    if (this.read === undefined) {
      this.sample.push({ fields, text, line });
      this.sampleLength += text.length;
      if (this.sample.length >= SAMPLE.rows || this.sampleLength >= SAMPLE.length) this.end();
      return;
    }
    const { file, target } = this.reading;
    const origin = { file, line, text: this.rejectText(fields, text) };
    const [count, columns] = [fields.length, this.header.length];
    if (!fitsColumns(fields, columns)) {
      target.reject(`has ${count} columns, the header ${columns}`, origin);
      return;
    }
    const outcome = text.includes(UNDECODABLE) ? UNDECODED : this.read(fields);
    if (typeof outcome === 'string') target.reject(outcome, origin);
    else target.store(outcome, origin);
  }

  /** Ends the sample: determines how the columns are written, then processes its rows. */
  end(): void {
    if (this.read !== undefined) return;
    const { file, rules, target } = this.reading;
    const rows = this.sample.splice(0);
    const whole = rows
      .filter(({ fields }) => fields.length >= this.header.length)
      .map(({ fields }) => fields);
    const { forms, unclear } = formsOf(rules, this.match, whole);
    if (unclear === undefined) {
      target.onMatched();
      this.read = this.reader(forms);
    } else {
      const reason = new AmbiguousColumns(file, rules, unclear);
      this.refuse(reason, reason.message);
    }
    for (const { fields, text, line } of rows) this.row(fields, text, line);
  }

  private reader(forms: ColumnForms): (cells: readonly string[]) => Outcome {
    const { file, rules, constantsOf, target } = this.reading;
    const { match, origin } = this;
    const readerWith = (constants: ReadonlyMap<string, string>) => {
      if (!this.hasTexts) return cellReader(rules, match, { constants, forms, onRounded: target.onRounded });
      const read = lineReader(rules, constants, target);
      return (cells: readonly string[]) => read(cells.at(-1) ?? '');
    };
    if (origin < 0 || constantsOf(file).size === 0) return readerWith(constantsOf(file));
    // What the name of its file gives a rejected row does not follow from the name of the rejects file.
    let last = { name: file, read: readerWith(constantsOf(file)) };
    return (cells) => {
      const name = (cells[origin] ?? '').trim();
      if (name !== last.name) last = { name, read: readerWith(constantsOf(name)) };
      return last.read(cells);
    };
  }

  /** Rejects all rows for one reason. */
  private refuse(reason: UnfitFile, text: string): void {
    if (this.isFirst) this.reading.target.onUnfit(reason);
    this.read = () => text;
  }

  /** A row as written to the rejects file, whose columns are separated by commas. */
  private rejectText(fields: readonly string[], text: string): string {
    return this.reading.hasCommas() ? text : fields.map(csvCell).join(',');
  }
}

/** Column of the file that rejected rows come from, the innermost one if they were rejected more than once; else -1. */
function originOf(header: readonly string[]): number {
  const { length } = REJECT_COLUMNS;
  let from = 0;
  while (REJECT_COLUMNS.every((name, at) => header[from + at] === name)) from += length;
  return from - length < 0 ? -1 : from - length;
}

class JsonIntake implements LineSink {
  private readonly read: (line: string) => Outcome;

  constructor(
    private readonly file: string,
    rules: ReadingRules,
    constants: ReadonlyMap<string, string>,
    private readonly target: IntakeTarget,
  ) {
    this.read = lineReader(rules, constants, target);
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
