import { text } from '../text/language.js';
import { type ComponentChildren, h } from '../vendor/preact.js';

/** One column of a {@link DataTable}. */
export interface TableColumn<Row> {
  heading: ComponentChildren;
  /** what stands in the cell */
  cell(row: Row, index: number): ComponentChildren;
  /** numbers stand right, in figures of one width */
  numeric?: boolean;
  /** left out below 640 px */
  wideOnly?: boolean;
  /** text that breaks into lines */
  wrap?: boolean;
}

/** A table that scrolls inside its frame, never the page. The first column names the row. */
export function DataTable<Row>({
  label,
  columns,
  rows,
  keyOf,
}: {
  label: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  keyOf(row: Row, index: number): string | number;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls takes the keyboard
    <section class="table-frame" aria-label={`${label}: ${text.value.common.table}`} tabIndex={0}>
      <table class="table">
        <thead>
          <tr>
            {columns.map((column, at) => (
              <th key={at} scope="col" class={classOf(column)}>
                {column.heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={keyOf(row, index)}>
              {columns.map((column, at) =>
                at === 0 ? (
                  <th key={at} scope="row" class={classOf(column)}>
                    {column.cell(row, index)}
                  </th>
                ) : (
                  <td key={at} class={classOf(column)}>
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

function classOf<Row>({ numeric, wideOnly, wrap }: TableColumn<Row>): string {
  return [numeric && 'numeric', wideOnly && 'wide-only', wrap && 'wrap'].filter(Boolean).join(' ');
}
