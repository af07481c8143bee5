import { type Signal, useSignal } from '@preact/signals';
import { type ComponentChild, Fragment, h } from 'preact';
import { useRef } from 'preact/hooks';
import { text } from '../../text/language.js';
import { showView } from '../../view/dialog.js';
import { useSession } from '../../view/session.js';
import { useShortcuts } from '../../view/shortcuts.js';

/** Name of the shortcuts. */
const KEYS = 'record';

/** What the content of the dialog may do with it. */
export interface RecordDialog {
  close(): void;
  /** While a decision is being sent its record stays, for what comes of it is shown there. */
  hold(isHeld: boolean): void;
}

/** A record as the dialog shows it. */
export interface RecordView {
  title: string;
  content(dialog: RecordDialog): ComponentChild;
}

interface Shown extends RecordView {
  id: string;
}

/**
 * A dialog that shows a record of a list, in which the keys go on to the next and the previous one and press its buttons
 * (`aria-keyshortcuts`); the marked row of the list follows. Returns what opens it.
 */
export function useRecordDialog<Row extends { id: string }>({
  rows,
  current,
  mark,
  focus,
  viewOf,
  keys,
}: {
  rows: readonly Row[];
  /** index of the marked row */
  current: number;
  mark(index: number): void;
  focus(index: number): void;
  viewOf(row: Row): RecordView;
  /** names of the keys */
  keys: Readonly<Record<'next' | 'previous', string>>;
}): (row: Row) => void {
  const words = text.value.approvals;
  const session = useSession();
  const shown = useSignal<Shown | null>(null);
  const isHeld = useRef(false);
  const latest = useRef({ rows, focus });
  latest.current = { rows, focus };
  const show = (row: Row) => {
    shown.value = { id: row.id, ...viewOf(row) };
    mark(rows.indexOf(row));
  };
  const move = (step: 1 | -1) => {
    if (isHeld.current) return;
    // If its row has gone, the marked one is the next.
    const isNext = step > 0 && rows[current]?.id !== shown.value?.id;
    const row = rows[isNext ? current : current + step];
    if (row !== undefined) show(row);
  };
  useShortcuts(
    words.details.keys,
    [
      { keys: 'j', label: keys.next, repeats: true, run: () => move(1) },
      { keys: 'k', label: keys.previous, repeats: true, run: () => move(-1) },
      { keys: 'a', label: words.actions.approve, run: () => press('a') },
      { keys: 'r', label: words.actions.reject, run: () => press('r') },
    ],
    KEYS,
  );
  // The browser focuses, and so marks, the row that it was opened from.
  const end = () => {
    const index = latest.current.rows.findIndex(({ id }) => id === shown.value?.id);
    if (index >= 0) latest.current.focus(index);
  };
  return (row) => {
    show(row);
    isHeld.current = false;
    const hold = (held: boolean) => {
      isHeld.current = held;
    };
    const view = (close: () => void) => <Content of={shown} dialog={{ close, hold }} />;
    const options = { large: true, keys: KEYS };
    showView(<Title of={shown} />, session, view, options).addEventListener('close', end);
  };
}

/** Presses the button for a key, if it is offered. */
function press(key: string): void {
  document.querySelector<HTMLElement>(`dialog[open] [aria-keyshortcuts="${key}"]:enabled`)?.click();
}

/** Read out, as the focus stays where it is when another record is shown. */
function Title({ of }: { of: Signal<Shown | null> }) {
  return <span aria-live="polite">{of.value?.title}</span>;
}

/** Another record is another view: nothing of the previous one stays, such as its buttons while this one is read. */
function Content({ of: { value: shown }, dialog }: { of: Signal<Shown | null>; dialog: RecordDialog }) {
  return <Fragment key={shown?.id}>{shown?.content(dialog)}</Fragment>;
}
