import { h } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { text } from '../../text/language.js';
import type { TableColumn } from '../../view/data-table.js';

/** The selected rows by their identifiers, whether these are all that can be selected, and functions to change them. */
export interface Selection {
  selected: ReadonlySet<string>;
  isAll: boolean;
  /** one, or all from the one before it to this one */
  select(id: string, isSelected: boolean, isRange?: boolean): void;
  selectAll(isSelected: boolean): void;
}

/** The selection among rows that can be selected, in the order shown. */
export function useSelection(rows: readonly { id: string }[]): Selection {
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set());
  const lastId = useRef('');
  const all = rows.map(({ id }) => id);
  // Decided records are no longer among the rows.
  const selection = new Set(all.filter((id) => chosenIds.has(id)));
  const selectEach = (ids: readonly string[], isSelected: boolean) => {
    const next = new Set(selection);
    for (const id of ids) isSelected ? next.add(id) : next.delete(id);
    setChosenIds(next);
  };
  return {
    selected: selection,
    isAll: all.length > 0 && selection.size === all.length,
    select: (id, isSelected, isRange = false) => {
      const [at, last] = [all.indexOf(id), all.indexOf(lastId.current)];
      lastId.current = id;
      const isOne = !isRange || last < 0;
      selectEach(isOne ? [id] : all.slice(Math.min(at, last), Math.max(at, last) + 1), isSelected);
    },
    selectAll: (isSelected) => selectEach(all, isSelected),
  };
}

/** The checkboxes that select records: of a page and of each row; a row that cannot be selected says why it cannot. */
export function selectColumn<Of extends { id: string }>({
  selectable,
  selection: { selected, isAll, select, selectAll },
  nameOf,
}: {
  selectable: readonly Of[];
  selection: Selection;
  nameOf(row: Of): string;
}): TableColumn<Of> {
  const words = text.value.approvals;
  return {
    heading: (
      <input
        type="checkbox"
        aria-label={words.selectAll}
        checked={isAll}
        disabled={selectable.length === 0}
        indeterminate={selected.size > 0 && !isAll}
        onChange={({ currentTarget: { checked } }) => selectAll(checked)}
      />
    ),
    cell: (row) => (
      <input
        type="checkbox"
        aria-label={words.select(nameOf(row))}
        {...(!selectable.includes(row) && { disabled: true, title: words.own })}
        checked={selected.has(row.id)}
        onClick={({ currentTarget: { checked }, shiftKey }) => select(row.id, checked, shiftKey)}
      />
    ),
  };
}
