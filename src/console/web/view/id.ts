import { nextId } from '../ui.js';
import { useState } from '../vendor/hooks.js';

/** An id for an element: one of its own in the whole page, as dialogs are rendered apart from it. */
export function useOwnId(): string {
  return useState(() => nextId('view'))[0];
}
