import { integer } from '../../format.js';
import { icon } from '../../icons.js';
import { table } from '../../table.js';
import { fill, h } from '../../ui.js';
import { readCsv } from './csv.js';
import type { Form } from './form.js';
import { type Format, faultOf } from './formats.js';

/** Most bad rows that are listed. */
const LISTED = 200;

/** A row with what is wrong with its cells. */
interface BadRow {
  line: number;
  faults: string;
}

/** How the columns of a file are read. */
export interface Reading {
  mapping: readonly (string | null)[];
  formats: readonly (Format | null)[];
}

/** What is wrong with the cells of a row, in words; empty where nothing is. */
export function faultsOf(
  form: Form,
  { mapping, formats }: Reading,
  cells: readonly string[],
): Map<number, string> {
  const faults = new Map<number, string>();
  for (const [index, name] of mapping.entries()) {
    const field = form.fields.find((each) => each.name === name);
    const fault = field === undefined ? null : faultOf(field, formats[index] ?? null, cells[index] ?? '');
    if (fault !== null) faults.set(index, fault);
  }
  return faults;
}

/** Reads a whole file and says which rows cannot be records; nothing is sent. */
export async function checkFile(
  root: HTMLElement,
  { file, form, reading, signal }: { file: File; form: Form; reading: Reading; signal: AbortSignal },
): Promise<void> {
  const bar = h('progress', { max: 1, value: 0, 'aria-label': 'Progress of the check' });
  fill(root, bar);
  const bad: BadRow[] = [];
  let [rows, count] = [0, 0];
  let isHeader = true;
  for await (const some of readCsv(file, (bytes) =>
    bar.setAttribute('value', String(bytes / Math.max(1, file.size))),
  )) {
    if (signal.aborted) return;
    for (const { line, cells } of isHeader ? some.slice(1) : some) {
      rows += 1;
      const faults = faultsOf(form, reading, cells);
      if (faults.size === 0) continue;
      count += 1;
      const words = [...faults].map(
        ([index, fault]) => `${reading.mapping[index]} “${cells[index] ?? ''}”: ${fault}`,
      );
      if (bad.length < LISTED) bad.push({ line, faults: words.join('; ') });
    }
    if (some.length > 0) isHeader = false;
  }
  const isGood = count === 0;
  fill(
    root,
    h(
      'p',
      { class: `notice notice-${isGood ? 'good' : 'warn'}`, role: 'status' },
      icon(isGood ? 'approvals' : 'alert'),
      h(
        'span',
        {},
        isGood
          ? `${integer(rows)} rows read, nothing was sent. Every cell has the form that its field takes; what is stored already, and rules across fields, are judged by the import.`
          : `${integer(count)} of ${integer(rows)} rows have cells that will be refused; nothing was sent.`,
      ),
    ),
    !isGood &&
      table(
        'Rows that will be refused',
        [
          { heading: 'Line', cell: ({ line }: BadRow) => line, numeric: true, rowHeading: true },
          { heading: 'Why', cell: ({ faults }: BadRow) => h('span', { class: 'reason' }, faults) },
        ],
        bad,
      ),
  );
}
