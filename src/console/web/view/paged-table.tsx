import { h } from 'preact';
import { DataTable } from './data-table.js';
import { Pager } from './pager.js';

/** A page of a list as a table, with buttons for other pages below it. */
export function PagedTable<Row>({
  pager,
  ...table
}: Parameters<typeof DataTable<Row>>[0] & { pager: Parameters<typeof Pager>[0] }) {
  return (
    <div>
      <DataTable {...table} />
      <Pager {...pager} />
    </div>
  );
}
