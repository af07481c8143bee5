import { type Column, table } from '../../table.js';
import { fill, h } from '../../ui.js';
import { faultsOf, type Reading } from './check.js';
import { matchColumns, missingFields } from './columns.js';
import { type Row, readCsv } from './csv.js';
import type { Form } from './form.js';
import { type Format, formatsOf, guessFormats } from './formats.js';

/** Rows of the preview. */
const PREVIEW = 8;

/** The first rows of a file; the first of them is its header. */
export async function previewOf(file: Blob): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const some of readCsv(file)) {
    rows.push(...some.slice(0, PREVIEW + 1 - rows.length));
    if (rows.length > PREVIEW) break;
  }
  return rows;
}

/**
 * The first rows of a file under the fields that their columns are taken for and the formats that they are written in;
 * each can be changed. Cells that will be refused are marked. `onChange` hears how the columns are read and the
 * required fields that no column gives.
 */
export function mappingTable(
  form: Form,
  [header, ...rows]: readonly [Row, ...Row[]],
  onChange: (reading: Reading, missing: readonly string[]) => void,
): HTMLElement {
  const mapping = matchColumns(form, header.cells);
  const formats = guessed();
  const selects = header.cells.map((name, index) => fieldSelect(form, name, index));
  const formatSelects = header.cells.map((name, index) => formatSelect(name, index));
  const missing = h('p', { class: 'hint', role: 'status' });
  const preview = h('div', {});
  tell();
  return h('div', { class: 'stack' }, preview, missing);

  function fieldOf(index: number) {
    return form.fields.find(({ name }) => name === mapping[index]);
  }

  function guessed(): (Format | null)[] {
    return guessFormats(
      mapping.map((_name, index) => fieldOf(index)),
      rows.map(({ cells }) => cells),
    );
  }

  function columns(): readonly Column<Row>[] {
    return [
      { heading: 'Line', cell: ({ line }) => line, numeric: true },
      ...header.cells.map((name, index) => ({
        heading: h(
          'span',
          { class: 'two-lines' },
          h('span', {}, name || `Column ${index + 1}`),
          selects[index],
          formats[index] !== null && formatSelects[index],
        ),
        cell: ({ cells }: Row) => cellOf(cells, index),
      })),
    ];
  }

  function cellOf(cells: readonly string[], index: number) {
    const text = cells[index] ?? '';
    const fault = faultsOf(form, { mapping, formats }, cells).get(index);
    if (fault === undefined) return text;
    return h(
      'mark',
      { class: 'cell-bad', title: fault },
      text === '' ? '(empty)' : text,
      h('small', {}, ` ${fault}`),
    );
  }

  function fieldSelect({ fields }: Form, name: string, index: number): HTMLSelectElement {
    const select = h(
      'select',
      { class: 'input', 'aria-label': `Field of column ${name || index + 1}` },
      h('option', { value: '' }, '– leave out –'),
      ...fields.map((field) =>
        h(
          'option',
          { value: field.name, selected: field.name === mapping[index] },
          `${field.name}${field.required ? ' *' : ''}`,
        ),
      ),
    );
    select.addEventListener('change', () => {
      mapping[index] = select.value || null;
      // A field has one column: the column that had it before is left out.
      for (const [other, each] of selects.entries()) {
        if (other === index || select.value === '' || mapping[other] !== select.value) continue;
        mapping[other] = null;
        each.value = '';
        offerFormats(other);
      }
      offerFormats(index);
      tell();
    });
    return select;
  }

  function formatSelect(name: string, index: number): HTMLSelectElement {
    const select = h('select', { class: 'input', 'aria-label': `Format of column ${name || index + 1}` });
    select.addEventListener('change', () => {
      formats[index] = select.value as Format;
      tell();
    });
    fillFormats(select, index);
    return select;
  }

  /** The formats of another field: the one that the first rows are written in is taken. */
  function offerFormats(index: number): void {
    formats[index] = guessed()[index] ?? null;
    const select = formatSelects[index];
    if (select !== undefined) fillFormats(select, index);
  }

  function fillFormats(select: HTMLSelectElement, index: number): void {
    const offered = Object.entries(formatsOf(fieldOf(index)));
    fill(
      select,
      ...offered.map(([value, example]) =>
        h('option', { value, selected: value === formats[index] }, example ?? value),
      ),
    );
  }

  function tell(): void {
    const focused = document.activeElement;
    fill(preview, table('First rows of the file', columns(), rows));
    // The choice that was changed was moved into the new table: it keeps the keyboard.
    if (focused instanceof HTMLSelectElement && preview.contains(focused)) focused.focus();
    const lacking = missingFields(form, mapping);
    fill(
      missing,
      lacking.length === 0
        ? 'Fields with * are required; all of them have a column.'
        : h('strong', { class: 'lacking' }, `No column gives: ${lacking.join(', ')}.`),
    );
    onChange({ mapping, formats }, lacking);
  }
}
