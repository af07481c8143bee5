/** A key, or two after each other (`g c`), and what it does. */
export interface Shortcut {
  keys: string;
  label: string;
  /** true where holding the key down does it again and again; anything else is done once */
  repeats?: true;
  run(): void;
}

/** Shortcuts under a heading of the help. */
export interface ShortcutGroup {
  heading: string;
  shortcuts: readonly Shortcut[];
}

/** Who takes part, in the order of the help: pages come and go. */
const groups = new Set<() => ShortcutGroup>();

/** Kept for the tab: single keys can be turned off, as they disturb dictation (WCAG 2.1.4). */
const OFF = 'mds.shortcuts.off';

/** Adds shortcuts, asked for whenever a key is pressed; returns how to remove them. */
export function addShortcuts(group: () => ShortcutGroup): () => void {
  groups.add(group);
  return () => groups.delete(group);
}

/** All shortcuts that count now. */
export const shortcutGroups = (): readonly ShortcutGroup[] => [...groups].map((group) => group());

/** Whether shortcuts are on in this tab. */
export const areShortcutsOn = (): boolean => sessionStorage.getItem(OFF) === null;

/** Turns all shortcuts on or off in this tab. */
export function turnShortcuts(isOn: boolean): void {
  if (isOn) sessionStorage.removeItem(OFF);
  else sessionStorage.setItem(OFF, '1');
}

/**
 * Listens to the keyboard; once. Nothing happens while somebody writes or a dialog is open. The first key of a pair
 * waits for the second one, however late that comes: `a` of a slow `g a` must not approve. A key that ends no pair is
 * swallowed; Escape, or writing somewhere, forgets the first one.
 */
export function installShortcuts(): void {
  let first = '';
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const isElsewhere = isBusy(event.target);
    if (event.key === 'Escape' || isElsewhere) first = '';
    // Named keys, such as the Shift of `?`, are no shortcuts and end no pair.
    if (event.key.length > 1 || isElsewhere || !areShortcutsOn()) return;
    const all = shortcutGroups().flatMap(({ shortcuts }) => shortcuts);
    const pressed = first === '' ? event.key : `${first} ${event.key}`;
    const found = all.find(({ keys }) => keys === pressed);
    if (event.repeat && found?.repeats !== true) return;
    const beginsPair = all.some(({ keys }) => keys.startsWith(`${event.key} `));
    first = found === undefined && beginsPair ? event.key : '';
    if (found === undefined) return;
    event.preventDefault();
    found.run();
  });
}

function isBusy(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open]') !== null) return true;
  return (
    target instanceof HTMLElement && target.closest('input:not([type=checkbox]), textarea, select') !== null
  );
}
