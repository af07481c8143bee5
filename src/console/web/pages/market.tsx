import type { Session } from '../session.js';
import { h } from '../vendor/preact.js';
import { mountView } from '../view/mount.js';
import { MarketPage } from './market/page.js';

/** The market of a day: where a session begins. */
export function mount(root: HTMLElement, session: Session): () => void {
  return mountView(root, session, <MarketPage />);
}
