import { type ComponentChildren, h, type JSX } from 'preact';
import { text } from '../text/language.js';
import type { TableColumn } from './data-table.js';
import { PagedTable } from './paged-table.js';
import type { Reading } from './read.js';
import { route, visit } from './route.js';
import { ReadingView } from './states.js';

/** A list, the newest first, as a table with buttons for other pages; the address has the cursor of this one. */
export function PagedList<Row extends { id: string | number }>({
  of,
  empty,
  lead = null,
  label,
  columns,
  rowProps,
  cursorName = 'cursor',
}: {
  of: Reading<{ data: Row[]; meta: { next: string | null } }>;
  /** title of the empty state, and content below it */
  empty: string;
  lead?: ComponentChildren;
  label: string;
  columns: readonly TableColumn<Row>[];
  /** attributes and listeners of a row */
  rowProps?: (row: Row, index: number) => JSX.IntrinsicElements['tr'];
  /** parameter of the address */
  cursorName?: string;
}) {
  const cursor = route.value.query.get(cursorName);
  const labels = text.value.common.pagesByAge;
  const onTurn = (to: string | null) => visit({ [cursorName]: to });
  return (
    <ReadingView of={of} empty={empty} lead={lead}>
      {({ data, meta: { next } }) => (
        <PagedTable
          label={label}
          columns={columns}
          rows={data}
          keyOf={({ id }) => id}
          {...(rowProps && { rowProps })}
          pager={{ next, cursor, labels, onTurn }}
        />
      )}
    </ReadingView>
  );
}
