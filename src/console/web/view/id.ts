import { useState } from 'preact/hooks';

let ids = 0;

/** An id that no other element has. */
export function nextId(prefix: string): string {
  ids += 1;
  return `${prefix}-${ids}`;
}

/** An id for an element: one of its own in the whole page, as dialogs are rendered apart from it. */
export function useOwnId(): string {
  return useState(() => nextId('view'))[0];
}
