import { h, type JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { integer } from '../../format.js';
import { mayApprove } from '../../rights.js';
import { text } from '../../text/language.js';
import type { TableColumn } from '../../view/data-table.js';
import type { Reading } from '../../view/read.js';
import { useSession } from '../../view/session.js';
import { useShortcuts } from '../../view/shortcuts.js';
import { type Send, useDecisions } from './deciding.js';
import { type Decision, progress } from './outcomes.js';

const KINDS = { reject: 'danger', approve: 'primary', revoke: undefined } as const;

/** A decision as a button. */
export interface DecisionAction {
  label: string;
  kind?: 'primary' | 'danger';
  run(): void;
}

/** A record that waits for a decision, or has been decided on. */
interface Row {
  id: string;
  maker: string | null;
}

/** A list of records to decide on. */
interface Decidable<Of extends Row> {
  rows: readonly Of[];
  reading: Pick<Reading<unknown>, 'isLoading' | 'retry'>;
  /** the decisions that the caller may make on these records, the usual one last */
  decisions: readonly Decision[];
  /** whether a record can be selected, if any can */
  isSelectable?: (row: Of) => boolean;
  /** asks what a decision takes, and returns what sends it; null if the reader cancels */
  question(what: Decision, targets: readonly Of[]): Promise<Send | null>;
  /** shows a record with what can be decided on it */
  open(row: Of, actions: DecisionAction[]): void;
  /** display name of a record */
  nameOf(row: Of): string;
  /** names of the keys */
  keys: Readonly<Record<'next' | 'previous' | 'select' | 'open' | 'approve' | 'reject', string>>;
  /** a decision has been sent, and the list after it has loaded */
  onDecided(): void;
}

/** The selection of a list and the row that the keyboard is on, and the decisions on both. */
export function useDecidable<Of extends Row>(list: Decidable<Of>) {
  const { rows, reading, decisions, isSelectable = () => true, question, nameOf } = list;
  const session = useSession();
  const { frame, current, mark, move, focus } = useRows(rows.length);
  const selectable = decisions.length > 0 ? rows.filter(isSelectable) : [];
  const { selected, select } = useSelection(selectable);
  const ticked = () => rows.filter(({ id }) => selected.has(id));
  const { isBusy, decideAfter } = useDecisions({
    isLoading: reading.isLoading,
    reload: reading.retry,
    onDone: () => {
      list.onDecided();
      focus();
    },
  });
  // Rows that stay while others are awaited, such as those of other filters, are not what the reader decides on.
  const decide = (what: Decision, targets: readonly Of[]) =>
    void decideAfter(async () => (reading.isLoading ? null : question(what, targets)));
  // Among others, the caller's own records are refused by the service, which says why.
  const isOthers = ({ maker }: Of) => mayApprove(session, maker);
  const decisionsOn = (targets: readonly Of[]) =>
    decisions.filter((what) => what !== 'approve' || targets.length === 0 || targets.some(isOthers));
  const actionsOn = (targets: readonly Of[]) =>
    decisionsOn(targets).map((what): DecisionAction => {
      const kind = KINDS[what];
      const label = text.value.approvals.actions[what];
      return { label, ...(kind !== undefined && { kind }), run: () => decide(what, targets) };
    });
  const open = (row: Of) => list.open(row, actionsOn([row]));
  const at = rows.slice(current, current + 1);
  useKeys(list.keys, {
    move,
    toggle: () => {
      const [row] = at;
      if (row !== undefined && selectable.includes(row)) select([row.id], !selected.has(row.id));
    },
    open: () => at[0] && open(at[0]),
    // The keyboard decides on the selected records, else on the current one.
    decide: (what) => {
      const targets = selected.size > 0 ? ticked() : at;
      if (targets.length > 0 && decisionsOn(targets).includes(what)) decide(what, targets);
    },
  });
  return {
    frame,
    isBusy,
    decideAfter,
    open,
    /** the checkboxes; no column if nothing can be decided */
    selectColumns: decisions.length > 0 ? [selectColumn({ selectable, selected, select, nameOf })] : [],
    rowProps: rowPropsOf<Of>({ selected, current, mark, open }),
    buttons: (
      <DecisionButtons
        actions={actionsOn(ticked())}
        count={selected.size}
        isBusy={isBusy || reading.isLoading}
      />
    ),
  };
}

/** The identifiers of the selected rows, and a function to change the selection. */
function useSelection(rows: readonly Row[]) {
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set());
  // Decided records are no longer among the rows.
  const selected = new Set(rows.map(({ id }) => id).filter((id) => chosenIds.has(id)));
  return {
    selected,
    select: (ids: readonly string[], isSelected: boolean) => {
      const next = new Set(selected);
      for (const id of ids) isSelected ? next.add(id) : next.delete(id);
      setChosenIds(next);
    },
  };
}

/** The checkboxes that select records: of a page and of each row; a row that cannot be selected says why it cannot. */
function selectColumn<Of extends Row>({
  selectable,
  selected,
  select,
  nameOf,
}: {
  selectable: readonly Of[];
  selected: ReadonlySet<string>;
  select(ids: readonly string[], isSelected: boolean): void;
  nameOf(row: Of): string;
}): TableColumn<Of> {
  const words = text.value.approvals;
  const isAll = selectable.length > 0 && selected.size === selectable.length;
  return {
    heading: (
      <input
        type="checkbox"
        aria-label={words.selectAll}
        checked={isAll}
        disabled={selectable.length === 0}
        indeterminate={selected.size > 0 && !isAll}
        onChange={({ currentTarget: { checked } }) =>
          select(
            selectable.map(({ id }) => id),
            checked,
          )
        }
      />
    ),
    cell: (row) => (
      <input
        type="checkbox"
        aria-label={words.select(nameOf(row))}
        {...(!selectable.includes(row) && { disabled: true, title: words.own })}
        checked={selected.has(row.id)}
        onChange={({ currentTarget: { checked } }) => select([row.id], checked)}
      />
    ),
  };
}

interface RowState<Of> {
  selected: ReadonlySet<string>;
  /** index of the row that the keyboard is on */
  current: number;
  mark(index: number): void;
  open(row: Of): void;
}

/** Properties that let the keyboard reach and open a row. */
const rowPropsOf =
  <Of extends Row>({ selected, current, mark, open }: RowState<Of>) =>
  (row: Of, index: number): JSX.IntrinsicElements['tr'] => ({
    tabIndex: -1,
    'aria-selected': selected.has(row.id),
    ...(index === current && { 'aria-current': 'true' }),
    // Also of the controls in it: the keys decide on the row where the reader is.
    onFocusIn: () => mark(index),
    onKeyDown: (event) => {
      if (event.key !== 'Enter' || event.target !== event.currentTarget) return;
      event.preventDefault(); // else the same key presses the newly focused element
      open(row);
    },
  });

/** The decisions on the selection, and how far the one underway on several records is. */
function DecisionButtons({
  actions,
  count,
  isBusy,
}: {
  actions: readonly DecisionAction[];
  count: number;
  isBusy: boolean;
}) {
  const { done, total } = progress.value ?? { done: 0, total: 0 };
  return (
    <div class="toolbar">
      <span class={total > 1 ? 'muted' : 'visually-hidden'} role="status">
        {total > 1 && text.value.approvals.working(integer(done), integer(total))}
      </span>
      {actions.map(({ label, kind, run }) => (
        <button
          key={label}
          type="button"
          class={kind === undefined ? 'button' : `button button-${kind}`}
          disabled={count === 0 || isBusy}
          onClick={run}
        >
          {count > 0 ? `${label} ${count}` : label}
        </button>
      ))}
    </div>
  );
}

/** The row that the keyboard is on, and functions to move to others. */
function useRows(count: number) {
  const frame = useRef<HTMLElement>(null);
  const [at, mark] = useState(0);
  const current = Math.max(0, Math.min(at, count - 1));
  const rowAt = (index: number) =>
    frame.current?.querySelectorAll<HTMLTableRowElement>('tbody tr')[Math.max(0, Math.min(index, count - 1))];
  return {
    frame,
    current,
    mark,
    move: (step: number) => rowAt(current + step)?.focus(),
    /** focuses the row, if the reader is not elsewhere */
    focus: () => {
      if (isFree(frame.current)) rowAt(current)?.focus({ preventScroll: true });
    },
  };
}

/** Whether the focus may go to a row: the reader is not elsewhere, typing a filter or reading a dialog. */
function isFree(frame: HTMLElement | null): boolean {
  const { activeElement } = document;
  const isElsewhere = activeElement !== document.body && frame?.contains(activeElement) === false;
  return !isElsewhere && document.querySelector('dialog[open]') === null;
}

interface KeyActions {
  move(step: number): void;
  toggle(): void;
  open(): void;
  decide(what: Decision): void;
}

/** The keys of the list, which always act on what is currently shown. */
function useKeys(keys: Decidable<Row>['keys'], { move, toggle, open, decide }: KeyActions): void {
  useShortcuts(text.value.approvals.title, [
    { keys: 'j', label: keys.next, repeats: true, run: () => move(1) },
    { keys: 'k', label: keys.previous, repeats: true, run: () => move(-1) },
    { keys: 'x', label: keys.select, run: toggle },
    { keys: 'o', label: keys.open, run: open },
    { keys: 'a', label: keys.approve, run: () => decide('approve') },
    { keys: 'r', label: keys.reject, run: () => decide('reject') },
  ]);
}
