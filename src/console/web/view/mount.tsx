import type { Session } from '../session.js';
import { type ComponentChild, h, render } from '../vendor/preact.js';
import { SessionContext } from './session.js';

/** Shows a page made of components; returns how to leave it, as every page module does. */
export function mountView(root: HTMLElement, session: Session, view: ComponentChild): () => void {
  render(<SessionContext.Provider value={session}>{view}</SessionContext.Provider>, root);
  return () => render(null, root);
}
