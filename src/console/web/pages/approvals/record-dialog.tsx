import { type Signal, signal, useSignal } from '@preact/signals';
import { type ComponentChild, Fragment, h } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { text } from '../../text/language.js';
import { showView } from '../../view/dialog.js';
import { IconButton } from '../../view/icon-button.js';
import { useSession } from '../../view/session.js';
import { useShortcuts } from '../../view/shortcuts.js';

/** Name of the shortcuts. */
const KEYS = 'record';
/** The keys that show another record. */
const KEY_OF = { next: 'j', previous: 'k' } as const;

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
 * A dialog that shows a record of a list. Buttons and keys go on to the next and the previous one, and keys press its
 * buttons (`aria-keyshortcuts`); the marked row of the list follows. Returns what opens it.
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
  /** names of the keys, and of the buttons that do the same */
  keys: Readonly<Record<'next' | 'previous', string>>;
}): (row: Row) => void {
  const words = text.value.approvals;
  const session = useSession();
  const shownRecord = useSignal<Shown | null>(null);
  const isHeld = useRef(signal(false));
  const show = (row: Row) => {
    shownRecord.value = { id: row.id, ...viewOf(row) };
    mark(rows.indexOf(row));
  };
  const neighbourAt = (step: Step): Row | undefined => {
    // If its row has gone, the marked one is the next.
    const isNext = step > 0 && rows[current]?.id !== shownRecord.peek()?.id;
    return rows[isNext ? current : current + step];
  };
  const move = (step: Step) => {
    const row = isHeld.current.peek() ? undefined : neighbourAt(step);
    if (row !== undefined) show(row);
  };
  const latest = useRef({ rows, focus, move });
  latest.current = { rows, focus, move };
  const ends = useSignal<Ends>({ isFirst: true, isLast: true });
  useLayoutEffect(() => {
    ends.value = { isFirst: neighbourAt(-1) === undefined, isLast: neighbourAt(1) === undefined };
  });
  useShortcuts(
    words.details.keys,
    [
      { keys: KEY_OF.next, label: keys.next, repeats: true, run: () => move(1) },
      { keys: KEY_OF.previous, label: keys.previous, repeats: true, run: () => move(-1) },
      { keys: 'a', label: words.actions.approve, run: () => press('a') },
      { keys: 'r', label: words.actions.reject, run: () => press('r') },
    ],
    KEYS,
  );
  // The browser focuses, and so marks, the row that it was opened from.
  const end = () => {
    const index = latest.current.rows.findIndex(({ id }) => id === shownRecord.value?.id);
    if (index >= 0) latest.current.focus(index);
  };
  return (row) => {
    show(row);
    // Of this dialog: one that was closed while its decision was being sent does not release another.
    const held = signal(false);
    isHeld.current = held;
    const hold = (isNowHeld: boolean) => {
      held.value = isNowHeld;
    };
    const view = (close: () => void) => <Content of={shownRecord} dialog={{ close, hold }} />;
    const tools = (
      <Turns labels={keys} ends={ends} isHeld={held} move={(step) => latest.current.move(step)} />
    );
    const options = { large: true, keys: KEYS, tools, first: '.dialog-close', onClose: end };
    showView(<Title of={shownRecord} />, session, view, options);
  };
}

/** To the next record or to the previous one. */
type Step = 1 | -1;

/** Whether the record shown is the first or the last one of the list. */
interface Ends {
  isFirst: boolean;
  isLast: boolean;
}

/** Buttons that show the previous and the next record. */
function Turns({
  labels,
  ends,
  isHeld,
  move,
}: {
  labels: Readonly<Record<'next' | 'previous', string>>;
  ends: Signal<Ends>;
  isHeld: Signal<boolean>;
  move(step: Step): void;
}) {
  const { isFirst, isLast } = ends.value;
  const previous = useRef<HTMLButtonElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  // A button that has led to the end is disabled, which would leave the focus nowhere.
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (isFirst && activeElement === previous.current) next.current?.focus();
    if (isLast && activeElement === next.current) previous.current?.focus();
  }, [isFirst, isLast]);
  return (
    <Fragment>
      <IconButton
        name="previous"
        label={labels.previous}
        hotkey={KEY_OF.previous}
        disabled={isFirst || isHeld.value}
        button={previous}
        onClick={() => move(-1)}
      />
      <IconButton
        name="next"
        label={labels.next}
        hotkey={KEY_OF.next}
        disabled={isLast || isHeld.value}
        button={next}
        onClick={() => move(1)}
      />
    </Fragment>
  );
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
