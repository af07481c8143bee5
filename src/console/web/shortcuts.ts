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

/** All currently active shortcuts. */
export const shortcutGroups = (): readonly ShortcutGroup[] => [...groups].map((group) => group());

/** Whether shortcuts are on in this tab. */
export const areShortcutsOn = (): boolean => sessionStorage.getItem(OFF) === null;

/** Turns all shortcuts on or off in this tab. */
export function turnShortcuts(isOn: boolean): void {
  if (isOn) sessionStorage.removeItem(OFF);
  else sessionStorage.setItem(OFF, '1');
}

/**
 * Listens to the keyboard; to be called once. Nothing happens while somebody types, a dialog is open or nobody is
 * signed in. The first key of a pair waits for the second, however late that comes: `a` of a slow `g a` must not
 * approve. A key that completes no pair is swallowed; Escape, or typing somewhere, cancels the first one.
 */
export function installShortcuts(): void {
  let first = '';
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const isElsewhere = isBusy(event.target);
    if (event.key === 'Escape' || isElsewhere) first = '';
    // Named keys, such as the Shift of `?`, are no shortcuts and complete no pair.
    if (event.key.length > 1 || isElsewhere || !areShortcutsOn()) return;
    const all = shortcutGroups().flatMap(({ shortcuts }) => shortcuts);
    const pressed = first === '' ? event.key : `${first} ${event.key}`;
    const shortcut = all.find(({ keys }) => keys === pressed);
    if (event.repeat && shortcut?.repeats !== true) return;
    const beginsPair = all.some(({ keys }) => keys.startsWith(`${event.key} `));
    first = shortcut === undefined && beginsPair ? event.key : '';
    if (shortcut === undefined) return;
    event.preventDefault();
    shortcut.run();
  });
}

function isBusy(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open], .sign-in') !== null) return true;
  return (
    target instanceof HTMLElement && target.closest('input:not([type=checkbox]), textarea, select') !== null
  );
}
