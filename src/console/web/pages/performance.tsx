import type { Session } from '../session.js';
import { h } from '../vendor/preact.js';
import { mountView } from '../view/mount.js';
import { PerformancePage } from './performance/page.js';

/** A portfolio against a benchmark. */
export function mount(root: HTMLElement, session: Session): () => void {
  return mountView(root, session, <PerformancePage />);
}
