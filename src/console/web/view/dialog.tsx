import { type ComponentChild, Fragment, h, render } from 'preact';
import type { Session } from '../session.js';
import { text } from '../text/language.js';
import { IconButton } from './icon-button.js';
import { nextId } from './id.js';
import { SessionContext } from './session.js';

/** How a dialog is shown. */
interface Opening {
  large?: boolean;
  /** selector of the element to focus first; by default the browser chooses */
  first?: string;
  /** buttons beside the one that closes it */
  tools?: ComponentChild;
  /** only its own buttons close it: its content must not be lost by mistake */
  insists?: boolean;
  /** name of the shortcuts that act in it; without one none do */
  keys?: string;
  /** name under which what is typed is there again, should anything but its own buttons close it */
  draftKey?: string;
  /** called once, when it has been closed, in whatever way */
  onClose?(): void;
}

/** Closes those open dialogs that not only their own buttons close. */
const CLOSERS = new Set<() => void>();

/** Closes every dialog but those that insist, such as the secret of a new webhook. */
export function closeDialogs(): void {
  for (const close of CLOSERS) close();
}

/** What was typed into dialogs that have been closed before it was sent: values by the names of the fields. */
const drafts = new Map<string, Map<string, string>>();

/** Forgets what was typed into dialogs: it does not concern the next person who signs in. */
export function forgetTyped(): void {
  drafts.clear();
}

/** What was typed into the dialog `name` has been used, except for what is asked as `rest` from now on. */
export function endTyped(name: string, rest?: string): void {
  const values = drafts.get(name);
  drafts.delete(name);
  if (values !== undefined && rest !== undefined) drafts.set(rest, values);
}

/**
 * Opens a native dialog: it traps the focus; Escape, a click outside before anything is typed, navigation and sign-out
 * close it. Removed from the page once closed.
 */
export function openDialog(
  title: ComponentChild,
  view: (close: () => void) => ComponentChild,
  { large = false, first, tools, insists = false, keys, draftKey, onClose }: Opening = {},
): void {
  const dialog = document.createElement('dialog');
  const id = nextId('dialog');
  const remove = () => {
    if (!dialog.isConnected) return;
    CLOSERS.delete(end);
    render(null, dialog);
    dialog.remove();
    onClose?.();
  };
  // The browser reports a closed dialog only before it paints the next frame, which a tab in the background never does:
  // until then its content would take what is still to be reported elsewhere.
  const end = () => {
    dialog.close();
    remove();
  };
  const close = () => {
    if (draftKey !== undefined) drafts.delete(draftKey);
    end();
  };
  dialog.className = large ? 'dialog dialog-large' : 'dialog';
  dialog.setAttribute('aria-labelledby', id);
  if (keys !== undefined) dialog.dataset.keys = keys;
  render(
    <Fragment>
      <header class="dialog-head">
        <h2 id={id}>{title}</h2>
        <div class="dialog-tools">
          {tools}
          <IconButton className="dialog-close" name="close" label={text.value.shell.close} onClick={close} />
        </div>
      </header>
      <div class="dialog-body">{view(close)}</div>
    </Fragment>,
    dialog,
  );
  if (insists) insist(dialog);
  else {
    CLOSERS.add(end);
    // The Escape key; a field for a file reports its own cancelled choice.
    dialog.addEventListener('cancel', ({ target }) => target === dialog && end());
    closeFromOutside(dialog, end);
  }
  if (draftKey !== undefined) keepTyped(dialog, draftKey);
  dialog.addEventListener('close', remove);
  document.body.append(dialog);
  dialog.showModal();
  if (first !== undefined) dialog.querySelector<HTMLElement>(first)?.focus();
}

/** Shows components that need a session in a dialog. */
export function showView(
  title: ComponentChild,
  session: Session,
  view: (close: () => void) => ComponentChild,
  opening: Opening = {},
): void {
  openDialog(
    title,
    (close) => <SessionContext.Provider value={session}>{view(close)}</SessionContext.Provider>,
    opening,
  );
}

/**
 * Closes a dialog by a click outside its content, which is one on the dialog itself: not if a selection of text only ends
 * there, nor once something has been typed, which a slip must not lose.
 */
function closeFromOutside(dialog: HTMLDialogElement, close: () => void): void {
  let hasInput = false;
  let beganOutside = false;
  dialog.addEventListener('input', () => {
    hasInput = true;
  });
  dialog.addEventListener('pointerdown', ({ target }) => {
    beganOutside = target === dialog;
  });
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog && beganOutside && !hasInput) close();
  });
}

/** Keeps what is typed, and types it again into fields as they appear, also anew: some do once something has been read. */
function keepTyped(dialog: HTMLDialogElement, name: string): void {
  const values = drafts.get(name) ?? new Map<string, string>();
  const seenElements = new WeakSet<Element>();
  const fill = () => {
    for (const control of dialog.querySelectorAll('input, textarea, select')) {
      if (seenElements.has(control)) continue;
      seenElements.add(control);
      const value = isControl(control) ? values.get(control.name) : undefined;
      if (!isControl(control) || value === undefined) continue;
      control.value = value;
      control.dispatchEvent(new Event('input', { bubbles: true }));
      control.dispatchEvent(new Event('change', { bubbles: true }));
    }
  };
  fill();
  new MutationObserver(fill).observe(dialog, { childList: true, subtree: true });
  dialog.addEventListener('input', ({ target }) => {
    if (isControl(target)) drafts.set(name, values.set(target.name, target.value));
  });
}

function isControl(
  target: EventTarget | null,
): target is HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement {
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  );
}

function insist(dialog: HTMLDialogElement): void {
  dialog.addEventListener('cancel', (event) => event.preventDefault());
  // A second Escape would close it without asking.
  dialog.addEventListener('keydown', (event) => event.key === 'Escape' && event.preventDefault());
}
