import type { Session } from '../session.js';
import { h } from '../vendor/preact.js';
import { mountView } from '../view/mount.js';
import { ActivityPage } from './activity/page.js';

/** What was done, what happens, and who is told of it. */
export function mount(root: HTMLElement, session: Session): () => void {
  return mountView(root, session, <ActivityPage />);
}
