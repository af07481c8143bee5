import type { Session } from '../session.js';
import { h } from '../vendor/preact.js';
import { mountView } from '../view/mount.js';
import { CompanyPage } from './company/page.js';

/** Everything about one security. */
export function mount(root: HTMLElement, session: Session): () => void {
  return mountView(root, session, <CompanyPage />);
}
