import { useEffect, useRef } from 'preact/hooks';
import { addShortcuts, type Shortcut } from '../shortcuts.js';

/** Shortcuts that are active while the component is shown, and act on what it currently shows. */
export function useShortcuts(heading: string, shortcuts: readonly Shortcut[]): void {
  const latest = useRef({ heading, shortcuts });
  latest.current = { heading, shortcuts };
  useEffect(() => addShortcuts(() => latest.current), []);
}
