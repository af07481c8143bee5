import { type Column, table } from '../../table.js';
import { fill, h } from '../../ui.js';
import { type Form, matchColumns, missingFields } from './columns.js';
import { type Row, readCsv } from './csv.js';

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
 * The first rows of a file under the fields that their columns are taken for; each can be changed. `onChange`
 * hears the fields of the columns and the required fields that no column gives.
 */
export function mappingTable(
  form: Form,
  [header, ...rows]: readonly [Row, ...Row[]],
  onChange: (mapping: readonly (string | null)[], missing: readonly string[]) => void,
): HTMLElement {
  const mapping = matchColumns(form, header.cells);
  const selects = header.cells.map((name, index) => fieldSelect(form, name, index));
  const missing = h('p', { class: 'hint', role: 'status' });
  const columns: readonly Column<Row>[] = [
    { heading: 'Line', cell: ({ line }) => line, numeric: true },
    ...header.cells.map((name, index) => ({
      heading: h(
        'span',
        { class: 'two-lines' },
        h('span', {}, name || `Column ${index + 1}`),
        selects[index],
      ),
      cell: ({ cells }: Row) => cells[index] ?? '',
    })),
  ];
  tell();
  return h('div', { class: 'stack' }, table('First rows of the file', columns, rows), missing);

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
      }
      tell();
    });
    return select;
  }

  function tell(): void {
    const lacking = missingFields(form, mapping);
    fill(
      missing,
      lacking.length === 0
        ? 'Fields with * are required; all of them have a column.'
        : h('strong', { class: 'lacking' }, `No column gives: ${lacking.join(', ')}.`),
    );
    onChange(mapping, lacking);
  }
}
