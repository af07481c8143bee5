import type { Session } from '../session.js';
import { h } from '../vendor/preact.js';
import { mountView } from '../view/mount.js';
import { DataPage } from './data/page.js';

/** The data sets: what is stored, of which days, and single records. */
export function mount(root: HTMLElement, session: Session): () => void {
  return mountView(root, session, <DataPage />);
}
