import { useState } from 'preact/hooks';

let ids = 0;

/** An id that no other element has. */
export function nextId(prefix: string): string {
  ids += 1;
  return `${prefix}-${ids}`;
}

/** An id for an element, unique in the whole page because dialogs are rendered outside of it. */
export function useOwnId(): string {
  return useState(() => nextId('view'))[0];
}
