import { type ComponentChildren, h } from 'preact';
import { DataTable } from './data-table.js';

/** Fields with their values before and after a change, as text; those that differ stand out. */
export function ChangesTable({
  label,
  headings,
  changes,
}: {
  label: string;
  headings: { field: string; before: string; after: string };
  changes: readonly { field: string; before: ComponentChildren; after: ComponentChildren }[];
}) {
  return (
    <DataTable
      label={label}
      rows={changes}
      keyOf={({ field }) => field}
      columns={[
        { heading: headings.field, cell: ({ field }) => <code>{field}</code> },
        { heading: headings.before, cell: ({ before }) => before, wrap: true },
        {
          heading: headings.after,
          cell: ({ before, after }) => (before === after ? after : <strong class="changed">{after}</strong>),
          wrap: true,
        },
      ]}
    />
  );
}
