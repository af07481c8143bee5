/** A key, or two in sequence (`g c`), and its action. */
export interface Shortcut {
  keys: string;
  label: string;
  /** true if holding the key down repeats the action; otherwise it runs once */
  repeats?: true;
  run(): void;
}

/** Shortcuts under a heading of the help. */
export interface ShortcutGroup {
  heading: string;
  shortcuts: readonly Shortcut[];
  /** name of the dialogs in which they act; without one they are those of the page, which sleep while a dialog is open */
  dialog?: string;
}

/** The registered groups, in the order of the help: pages come and go. */
const groups = new Set<() => ShortcutGroup>();

/** Stored for the tab: single keys can be turned off because they interfere with dictation (WCAG 2.1.4). */
const OFF = 'mds.shortcuts.off';

/** Adds shortcuts, evaluated on every key press; returns a function to remove them. */
export function addShortcuts(group: () => ShortcutGroup): () => void {
  groups.add(group);
  return () => groups.delete(group);
}

/** All registered shortcuts, those of dialogs included. */
export const shortcutGroups = (): readonly ShortcutGroup[] => [...groups].map((group) => group());

/** Whether shortcuts are on in this tab. */
export const areShortcutsOn = (): boolean => sessionStorage.getItem(OFF) === null;

/** Turns all shortcuts on or off in this tab. */
export function turnShortcuts(isOn: boolean): void {
  if (isOn) sessionStorage.removeItem(OFF);
  else sessionStorage.setItem(OFF, '1');
}

/**
 * Listens to the keyboard; to be called once. Nothing happens while somebody types, a dialog without keys is open or
 * nobody is signed in. The first key of a pair waits for the second, however late that comes: `a` of a slow `g a` must
 * not approve. A key that completes no pair is swallowed; Escape, or typing somewhere, cancels the first one.
 */
export function installShortcuts(): void {
  let first = '';
  let firstKey = '';
  addEventListener('keydown', (event) => {
    // A key still held down does not type into the field of the question that it opened.
    if (event.repeat && event.key === firstKey) return event.preventDefault();
    firstKey = '';
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const groups = groupsAt(event.target);
    if (event.key === 'Escape' || groups === null) first = '';
    // Named keys, such as the Shift of `?`, are no shortcuts and complete no pair.
    if (event.key.length > 1 || groups === null || !areShortcutsOn()) return;
    const all = groups.flatMap(({ shortcuts }) => shortcuts);
    const typedKeys = first === '' ? event.key : `${first} ${event.key}`;
    const shortcut = all.find(({ keys }) => keys === typedKeys);
    if (event.repeat && shortcut?.repeats !== true) return;
    const beginsPair = all.some(({ keys }) => keys.startsWith(`${event.key} `));
    first = shortcut === undefined && beginsPair ? event.key : '';
    if (shortcut === undefined) return;
    event.preventDefault();
    if (shortcut.repeats !== true) firstKey = event.key;
    shortcut.run();
  });
}

/** The shortcuts of the dialog on top, or of the page if none is open; null where keys are no shortcuts. */
function groupsAt(target: EventTarget | null): readonly ShortcutGroup[] | null {
  if (document.querySelector('.sign-in') !== null) return null;
  const isField =
    target instanceof HTMLElement && target.closest('input:not([type=checkbox]), textarea, select') !== null;
  if (isField) return null;
  const top = [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')].at(-1);
  if (top !== undefined && top.dataset.keys === undefined) return null;
  return shortcutGroups().filter(({ dialog }) => dialog === top?.dataset.keys);
}
