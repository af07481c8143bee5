import { icon } from './icons.js';
import { explain, h, iconButton } from './ui.js';

/** How long good news stay, ms. Bad news stay until they are closed. */
const STAY = 5_000;

/** Where toasts stand: one live region, so that screen readers read them out. */
const region = h('div', { class: 'toasts', role: 'status', 'aria-live': 'polite' });

/** Puts the region of the toasts into the page; once. */
export function installToasts(): void {
  document.body.append(region);
}

/** Says that something is done. */
export function toast(text: string): void {
  const element = show('good', text);
  setTimeout(() => element.remove(), STAY);
}

/** Says what went otherwise than wanted, and what follows from it. */
export function toastWarning(what: string, detail: string): void {
  show('bad', what, detail);
}

/** Says what failed and why. `what` is a short sentence: "Could not approve". */
export function toastError(what: string, error: unknown): void {
  const { detail, items } = explain(error);
  show('bad', what, [detail, ...items].join(' '));
}

function show(kind: 'good' | 'bad', text: string, detail?: string): HTMLElement {
  const element = h(
    'div',
    { class: `toast toast-${kind}` },
    icon(kind === 'good' ? 'approvals' : 'alert'),
    h('div', { class: 'toast-body' }, h('strong', {}, text), detail !== undefined && h('p', {}, detail)),
    iconButton('close', 'Dismiss', () => element.remove()),
  );
  region.append(element);
  return element;
}
