import { openDialog } from './dialog.js';
import { type Child, fill, h } from './ui.js';

/** A key, or two after each other (`g c`), and what it does. */
export interface Shortcut {
  keys: string;
  label: string;
  run(): void;
}

/** Who takes part, in the order of the help: pages come and go. */
const groups = new Map<string, readonly Shortcut[]>();

/** Kept for the tab: single keys can be turned off, as they disturb dictation (WCAG 2.1.4). */
const OFF = 'mds.shortcuts.off';
/** The second key of a pair comes within this time, ms. */
const PAIR = 1_200;

/** Adds shortcuts under a heading; returns how to remove them. */
export function addShortcuts(heading: string, shortcuts: readonly Shortcut[]): () => void {
  groups.set(heading, shortcuts);
  return () => groups.delete(heading);
}

/** Listens to the keyboard; once. Nothing happens while somebody writes or a dialog is open. */
export function installShortcuts(): void {
  let first = '';
  let at = 0;
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isBusy(event.target)) return;
    if (sessionStorage.getItem(OFF) !== null) return;
    const pair = event.timeStamp - at < PAIR ? `${first} ${event.key}` : null;
    const all = [...groups.values()].flat();
    const found = all.find(({ keys }) => keys === pair) ?? all.find(({ keys }) => keys === event.key);
    first = event.key;
    at = event.timeStamp;
    if (found === undefined) return;
    first = '';
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
