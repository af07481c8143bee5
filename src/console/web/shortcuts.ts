import { openDialog } from './dialog.js';
import { type Child, fill, h } from './ui.js';

/** A key, or two after each other (`g c`), and what it does. */
export interface Shortcut {
  keys: string;
  label: string;
  /** true where holding the key down does it again and again; anything else is done once */
  repeats?: true;
  run(): void;
}

/** Who takes part, in the order of the help: pages come and go. */
const groups = new Map<string, readonly Shortcut[]>();

/** Kept for the tab: single keys can be turned off, as they disturb dictation (WCAG 2.1.4). */
const OFF = 'mds.shortcuts.off';

/** Adds shortcuts under a heading; returns how to remove them. */
export function addShortcuts(heading: string, shortcuts: readonly Shortcut[]): () => void {
  groups.set(heading, shortcuts);
  return () => groups.delete(heading);
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
    if (event.key.length > 1 || isElsewhere || sessionStorage.getItem(OFF) !== null) return;
    const all = [...groups.values()].flat();
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

/** Shows all shortcuts. */
export function showShortcuts(): void {
  const list = h('div', { class: 'shortcuts' });
  fill(list, ...[...groups].flatMap(([heading, shortcuts]) => groupOf(heading, shortcuts)));
  const box = h('input', { type: 'checkbox' });
  box.checked = sessionStorage.getItem(OFF) === null;
  box.addEventListener('change', () => {
    if (box.checked) sessionStorage.removeItem(OFF);
    else sessionStorage.setItem(OFF, '1');
  });
  openDialog('Keyboard shortcuts', list, h('label', { class: 'check' }, box, 'Shortcuts are on'));
}

function groupOf(heading: string, shortcuts: readonly Shortcut[]): Child[] {
  return [
    h('h3', {}, heading),
    h(
      'dl',
      {},
      ...shortcuts.map(({ keys, label }) =>
        h('div', {}, h('dt', {}, ...keys.split(' ').map((key) => h('kbd', {}, key))), h('dd', {}, label)),
      ),
    ),
  ];
}
