import { text } from '../../text/language.js';
import { type Form, keyFieldsOf } from '../../view/data-set-form.js';
import { type BrokenRow, type Row, readCsv } from './csv.js';
import { type Fault, type Format, faultOf, isUnclear } from './formats.js';

/** Maximum bad rows listed, and rows whose keys are compared. */
const LISTED = 200;
const COMPARED = 2_000_000;

/** A row with the faults of its cells, in words. */
interface BadRow {
  line: number;
  faults: string;
}

/** The result of checking a file. */
export interface Checked {
  rows: number;
  /** rows with cells that will be refused */
  bad: number;
  listed: readonly BadRow[];
  /** rows whose key an earlier row has */
  repeats: number;
}

/** How the columns of a file are read. */
export interface Reading {
  mapping: readonly (string | null)[];
  /** null for a column that has no formats, or whose format is still to be chosen */
  formats: readonly (Format | null)[];
}

/** The faults of the cells of a row, by column; empty if there are none. */
export function faultsOf(
  form: Form,
  { mapping, formats }: Reading,
  cells: readonly string[],
): Map<number, Fault> {
  const faults = new Map<number, Fault>();
  for (const [index, name] of mapping.entries()) {
    const field = form.fields.find((each) => each.name === name);
    const format = formats[index] ?? null;
    if (field === undefined || isUnclear(field, format)) continue;
    const fault = faultOf(field, format, cells[index] ?? '');
    if (fault !== null) faults.set(index, fault);
  }
  return faults;
}

/** A fault in words. */
export function inWords({ kind, choices }: Fault): string {
  const words = text.value.importing.faults;
  return kind === 'choice' ? words.choice(choices.join(', ')) : words[kind];
}

/** Why a row cannot be read, in words. */
export const brokenInWords = (why: BrokenRow): string => text.value.importing.broken[why];

/** Reads a whole file and finds rows that cannot become records; sends nothing. `onBytes` receives the progress. */
export async function checkFile(
  { file, form, reading }: { file: File; form: Form; reading: Reading },
  signal: AbortSignal,
  onBytes: (read: number) => void,
): Promise<Checked> {
  const listedRows: BadRow[] = [];
  const keys = new Set<string>();
  let [rows, bad, repeats] = [0, 0, 0];
  let isHeader = true;
  for await (const some of readCsv(file, onBytes)) {
    signal.throwIfAborted();
    for (const row of isHeader ? some.slice(1) : some) {
      rows += 1;
      const key = row.broken === undefined ? keyOf(form, reading, row) : `line ${row.line}`;
      if (keys.has(key)) repeats += 1;
      else if (keys.size < COMPARED) keys.add(key);
      const faults = row.broken === undefined ? faultsOf(form, reading, row.cells) : new Map<number, Fault>();
      if (row.broken === undefined && faults.size === 0) continue;
      bad += 1;
      if (listedRows.length < LISTED)
        listedRows.push({ line: row.line, faults: sentence(reading, row, faults) });
    }
    if (some.length > 0) isHeader = false;
  }
  return { rows, bad, listed: listedRows, repeats };
}

function keyOf(form: Form, { mapping }: Reading, { line, cells }: Row): string {
  const values = keyFieldsOf(form).map(({ name }) => cells[mapping.indexOf(name)] ?? '');
  // Without a key, e.g. because the service generates it, no row repeats another.
  return values.every((value) => value === '') ? `line ${line}` : values.join('\u0000');
}

function sentence({ mapping }: Reading, { cells, broken }: Row, faults: ReadonlyMap<number, Fault>): string {
  if (broken !== undefined) return brokenInWords(broken);
  return [...faults]
    .map(([index, fault]) => `${mapping[index]} “${cells[index] ?? ''}”: ${inWords(fault)}`)
    .join('; ');
}
