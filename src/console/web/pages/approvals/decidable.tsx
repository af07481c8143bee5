import { h, type JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { integer } from '../../format.js';
import { mayApprove } from '../../rights.js';
import { text } from '../../text/language.js';
import type { Reading } from '../../view/read.js';
import { useSession } from '../../view/session.js';
import { useShortcuts } from '../../view/shortcuts.js';
import { toastRefusal } from '../../view/toast.js';
import { type Send, useDecisions } from './deciding.js';
import { type Decision, progress } from './outcomes.js';
import { type RecordView, useRecordDialog } from './record-dialog.js';
import { selectColumn, useSelection } from './selection.js';

const BUTTONS = {
  reject: { kind: 'danger', key: 'r' },
  approve: { kind: 'primary', key: 'a' },
  revoke: {},
} as const;

/** A decision as a button. */
export interface DecisionAction {
  label: string;
  /** what presses it in a dialog */
  key?: string;
  kind?: 'primary' | 'danger';
  /** number of records that it decides on */
  count: number;
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
  /** what the reader should know before approving some records, such as how many are doubtful; empty if nothing */
  remarkOn?: (targets: readonly Of[]) => string;
  /** asks what a decision takes, and returns what sends it; null if the reader cancels */
  question(what: Decision, targets: readonly Of[]): Promise<Send | null>;
  /** shows a record with what can be decided on it */
  viewOf(row: Of, actions: DecisionAction[]): RecordView;
  /** display name of a record */
  nameOf(row: Of): string;
  /** names of the keys */
  keys: Readonly<Record<'next' | 'previous' | 'select' | 'open' | 'approve' | 'reject', string>>;
  /** a decision has been sent, and the list after it has loaded */
  onDecided(): void;
}

/** The selection of a list and the row that the keyboard is on, and the decisions on both. */
export function useDecidable<Of extends Row>(list: Decidable<Of>) {
  const { rows, reading, decisions, isSelectable = () => true, remarkOn = () => '', question, nameOf } = list;
  const session = useSession();
  const { frame, current, mark, move, focus } = useRows(rows);
  const selectable = decisions.length > 0 ? rows.filter(isSelectable) : [];
  const selection = useSelection(selectable);
  const { selected, select, isAll, selectAll } = selection;
  const tickedRows = rows.filter(({ id }) => selected.has(id));
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
  /** The records among some that a decision may be made on: somebody else approves the caller's own. */
  const decidable = (what: Decision, among: readonly Of[]) =>
    what === 'approve' ? among.filter(({ maker }) => mayApprove(session, maker)) : among;
  const actionsOn = (among: readonly Of[]) =>
    decisions.map((what): DecisionAction => {
      const label = text.value.approvals.actions[what];
      const targets = decidable(what, among);
      return { ...BUTTONS[what], label, count: targets.length, run: () => decide(what, targets) };
    });
  const remarkOnApproval = () => {
    const targets = decidable('approve', tickedRows);
    const ownCount = tickedRows.length - targets.length;
    const own = ownCount > 0 ? text.value.approvals.ownAmong(ownCount) : '';
    return `${own} ${remarkOn(targets)}`.trim();
  };
  const at = rows.slice(current, current + 1);
  useKeys(list.keys, {
    move,
    toggle: () => {
      const [row] = at;
      if (row !== undefined && selectable.includes(row)) select(row.id, !selected.has(row.id));
    },
    toggleAll: () => selectAll(!isAll),
    open: () => at[0] && open(at[0]),
    // The keyboard decides on the selected records, else on the current one.
    decide: (what) => {
      if (!decisions.includes(what)) return;
      const among = selected.size > 0 ? tickedRows : at;
      const targets = decidable(what, among);
      if (targets.length > 0) decide(what, targets);
      else if (among.length > 0)
        toastRefusal(
          among.length === 1 ? text.value.approvals.own : text.value.approvals.ownAmong(among.length),
        );
    },
  });
  const actionsOf = (row: Of) => actionsOn([row]).filter(({ count }) => count > 0);
  const open = useRecordDialog({
    ...{ rows, current, mark, focus, keys: list.keys },
    viewOf: (row) => list.viewOf(row, actionsOf(row)),
  });
  return {
    frame,
    isBusy,
    decideAfter,
    open,
    /** the checkboxes; no column if nothing can be decided */
    selectColumns: decisions.length > 0 ? [selectColumn({ selectable, selection, nameOf })] : [],
    rowProps: rowPropsOf<Of>({ selected, current, mark, open }),
    buttons: (
      <DecisionButtons
        actions={actionsOn(tickedRows)}
        remark={decisions.includes('approve') ? remarkOnApproval() : ''}
        isBusy={isBusy || reading.isLoading}
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

/** The decisions on the selection, with a remark on it, or how far the one underway on several records is. */
function DecisionButtons({
  actions,
  remark,
  isBusy,
}: {
  actions: readonly DecisionAction[];
  /** empty if there is none */
  remark: string;
  isBusy: boolean;
}) {
  const { done, total } = progress.value ?? { done: 0, total: 0 };
  const status = total > 1 ? text.value.approvals.working(integer(done), integer(total)) : remark;
  return (
    <div class="toolbar">
      <span class={status === '' ? 'visually-hidden' : 'muted'} role="status">
        {status}
      </span>
      {actions.map(({ label, kind, count, run }) => (
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

/** Where the reader was in a list: the identifiers of its rows, and the index of the row. */
interface Place {
  ids: readonly string[];
  at: number;
}

/**
 * Index of the row where the reader was, or of the next one after it that is left, or else of the one after those before
 * it: rows above that have been decided on do not move the reader past others.
 */
function indexOf({ ids, at }: Place, rows: readonly Row[]): number {
  const isLeft = (index: number) => index >= 0;
  const indices = ids.map((id) => rows.findIndex((row) => row.id === id));
  const next = indices.slice(at).find(isLeft);
  const last = indices.slice(0, at).findLast(isLeft) ?? -1;
  return next ?? Math.max(0, Math.min(last + 1, rows.length - 1));
}

/** The row that the keyboard is on, and functions to move to others. */
function useRows(rows: readonly Row[]) {
  const frame = useRef<HTMLElement>(null);
  const [place, setPlace] = useState<Place>({ ids: [], at: 0 });
  const current = indexOf(place, rows);
  const rowAt = (index: number) =>
    frame.current?.querySelectorAll<HTMLTableRowElement>('tbody tr')[
      Math.max(0, Math.min(index, rows.length - 1))
    ];
  return {
    frame,
    current,
    mark: (at: number) => setPlace({ ids: rows.map(({ id }) => id), at }),
    move: (step: number) => rowAt(current + step)?.focus(),
    /** focuses the current row or another one, if the reader is not elsewhere; in sight, as the next key decides on it */
    focus: (index = current) => {
      if (isFree(frame.current)) rowAt(index)?.focus();
    },
  };
}

/** Whether the focus may go to a row: the reader is not elsewhere, typing a filter or reading a dialog. */
function isFree(frame: HTMLElement | null): boolean {
  const { activeElement } = document;
  // The page as a whole, which contains the rows, is focused after a turn.
  const isElsewhere = activeElement?.contains(frame) === false && frame?.contains(activeElement) === false;
  return !isElsewhere && document.querySelector('dialog[open]') === null;
}

interface KeyActions {
  move(step: number): void;
  toggle(): void;
  toggleAll(): void;
  open(): void;
  decide(what: Decision): void;
}

/** The keys of the list, which always act on what is currently shown. */
function useKeys(keys: Decidable<Row>['keys'], { move, toggle, toggleAll, open, decide }: KeyActions): void {
  const words = text.value.approvals;
  useShortcuts(words.title, [
    { keys: 'j', label: keys.next, repeats: true, run: () => move(1) },
    { keys: 'k', label: keys.previous, repeats: true, run: () => move(-1) },
    { keys: 'x', label: keys.select, run: toggle },
    { keys: 'X', label: words.selectAll, run: toggleAll },
    { keys: 'o', label: keys.open, run: open },
    { keys: 'a', label: keys.approve, run: () => decide('approve') },
    { keys: 'r', label: keys.reject, run: () => decide('reject') },
  ]);
}
