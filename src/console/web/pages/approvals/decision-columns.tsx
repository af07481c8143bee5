import { h } from 'preact';
import { text } from '../../text/language.js';
import type { TableColumn } from '../../view/data-table.js';
import { keyWords } from '../../view/values.js';

/** The record to decide on, by its key; opens it. */
export function recordColumn<Row extends { key: Parameters<typeof keyWords>[0] }>(
  open: (row: Row) => void,
): TableColumn<Row> {
  const words = text.value.decisions;
  return {
    heading: words.record,
    isRowHeading: true,
    cell: (row) => (
      <button
        type="button"
        class="cell-link"
        aria-label={words.proposals.open(keyWords(row.key))}
        onClick={() => open(row)}
      >
        <strong>{keyWords(row.key)}</strong>
      </button>
    ),
  };
}

/** Who decided, and why. */
export function decidedColumn<
  Row extends { decided_by: string | null; reason: string | null },
>(): TableColumn<Row> {
  return {
    heading: text.value.decisions.decidedBy,
    cell: ({ decided_by: who, reason }) => [who, reason].filter((each) => each !== null).join(': '),
    wrap: true,
  };
}
