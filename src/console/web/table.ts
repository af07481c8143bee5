import { type Child, h } from './ui.js';

/** One column of a {@link table}. */
export interface Column<Row> {
  /** text of the heading, or an element such as a checkbox for all rows */
  heading: Child;
  /** what stands in the cell */
  cell(row: Row, index: number): Child;
  /** numbers stand right, in figures of one width */
  numeric?: boolean;
  /** the cell that names its row, read out with every other cell of it */
  rowHeading?: boolean;
  /** left out below 640 px */
  wideOnly?: boolean;
}

/** A table that scrolls inside its frame, never the page. `label` names it for screen readers. */
export function table<Row>(
  label: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): HTMLElement {
  return h(
    'div',
    { class: 'table-frame', role: 'region', 'aria-label': label, tabindex: 0 },
    h(
      'table',
      { class: 'table' },
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          ...columns.map((column) => h('th', { scope: 'col', class: classOf(column) }, column.heading)),
        ),
      ),
      h('tbody', {}, ...rows.map((row, index) => tableRow(columns, row, index))),
    ),
  );
}

/** One row of a {@link table}, to append or replace rows one by one. */
export function tableRow<Row>(columns: readonly Column<Row>[], row: Row, index: number): HTMLTableRowElement {
  return h(
    'tr',
    {},
    ...columns.map((column) =>
      column.rowHeading === true
        ? h('th', { scope: 'row', class: classOf(column) }, column.cell(row, index))
        : h('td', { class: classOf(column) }, column.cell(row, index)),
    ),
  );
}

function classOf({ numeric, wideOnly }: { numeric?: boolean; wideOnly?: boolean }): string | null {
  const names = [numeric === true && 'numeric', wideOnly === true && 'wide-only'].filter(Boolean);
  return names.length === 0 ? null : names.join(' ');
}
