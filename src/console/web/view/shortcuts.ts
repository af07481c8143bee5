import { useEffect, useRef } from 'preact/hooks';
import { addShortcuts, type Shortcut } from '../shortcuts.js';

/**
 * Shortcuts that are active while the component is shown, and act on what it currently shows; those of a `dialog` while
 * one of this name is open (`keys` of its opening).
 */
export function useShortcuts(heading: string, shortcuts: readonly Shortcut[], dialog?: string): void {
  const group = { heading, shortcuts, ...(dialog !== undefined && { dialog }) };
  const latest = useRef(group);
  latest.current = group;
  useEffect(() => addShortcuts(() => latest.current), []);
}
