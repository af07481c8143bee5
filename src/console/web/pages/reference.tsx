import type { Session } from '../session.js';
import { h } from '../vendor/preact.js';
import { mountView } from '../view/mount.js';
import { ReferencePage } from './reference/page.js';

/** What codes stand for: countries, currencies, markets, days, accounts, classes, indicators. */
export function mount(root: HTMLElement, session: Session): () => void {
  return mountView(root, session, <ReferencePage />);
}
