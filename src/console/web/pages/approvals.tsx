import type { Session } from '../session.js';
import { h } from '../vendor/preact.js';
import { mountView } from '../view/mount.js';
import { ApprovalsPage } from './approvals/page.js';

/** Quotes that wait for approval or were decided on. */
export function mount(root: HTMLElement, session: Session): () => void {
  return mountView(root, session, <ApprovalsPage />);
}
