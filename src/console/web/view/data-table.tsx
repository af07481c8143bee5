import { type ComponentChildren, h, type JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { text } from '../text/language.js';

/** One column of a {@link DataTable}. */
export interface TableColumn<Row> {
  heading: ComponentChildren;
  /** content of the cell */
  cell(row: Row, index: number): ComponentChildren;
  /** numbers, right-aligned, in figures of equal width */
  numeric?: boolean;
  /** left out below 640 px */
  wideOnly?: boolean;
  /** left out on screens below 1270 px */
  desktopOnly?: boolean;
  /** text that wraps */
  wrap?: boolean;
  /** its cell names the row; by default that of the first column */
  isRowHeading?: boolean;
}

/** Explicit, because some browsers do not regard rows laid out as boxes (approvals.css) as rows. */
const ROLES = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  columnHeading: { role: 'columnheader' },
  rowHeading: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const;

/**
 * A table that scrolls inside its frame, never the page; that of decisions does not scroll on a phone (approvals.css).
 * The focus of a row that goes, such as a decided one, stays in it.
 */
export function DataTable<Row>({
  label,
  columns,
  rows,
  keyOf,
  rowProps,
}: {
  label: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  keyOf(row: Row, index: number): string | number;
  /** attributes and listeners of a row */
  rowProps?: (row: Row, index: number) => JSX.IntrinsicElements['tr'];
}) {
  const heading = Math.max(
    0,
    columns.findIndex((column) => column.isRowHeading),
  );
  const frame = useRef<HTMLElement>(null);
  const lastFocus = useRef<EventTarget | null>(null);
  useLayoutEffect(() => {
    const isGone = lastFocus.current instanceof Node && !lastFocus.current.isConnected;
    if (isGone && document.activeElement === document.body) frame.current?.focus({ preventScroll: true });
  });
  return (
    <section
      ref={frame}
      class="table-frame"
      aria-label={`${label}: ${text.value.common.table}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling frame takes keyboard focus
      tabIndex={0}
      onFocusIn={({ target }) => {
        lastFocus.current = target;
      }}
    >
      <table {...ROLES.table} class="table">
        <thead {...ROLES.group}>
          <tr {...ROLES.row}>
            {columns.map((column, at) => (
              <th key={at} {...ROLES.columnHeading} scope="col" class={classOf(column)}>
                {column.heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...ROLES.group}>
          {rows.map((row, index) => (
            <tr key={keyOf(row, index)} {...ROLES.row} {...rowProps?.(row, index)}>
              {columns.map((column, at) =>
                at === heading ? (
                  <th key={at} {...ROLES.rowHeading} scope="row" class={classOf(column)}>
                    {column.cell(row, index)}
                  </th>
                ) : (
                  <td
                    key={at}
                    {...ROLES.cell}
                    class={classOf(column)}
                    {...(typeof column.heading === 'string' && { 'data-heading': column.heading })}
                  >
                    {column.cell(row, index)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function classOf<Row>({ numeric, wideOnly, desktopOnly, wrap }: TableColumn<Row>): string {
  const names = [
    numeric && 'numeric',
    wideOnly && 'wide-only',
    desktopOnly && 'desktop-only',
    wrap && 'wrap',
  ];
  return names.filter(Boolean).join(' ');
}
