import { openDialog } from '../dialog.js';
import type { Session } from '../session.js';
import { type ComponentChild, h, render } from '../vendor/preact.js';
import { SessionContext } from './session.js';

/** Shows components in a dialog; going back or elsewhere closes it. */
export function showView(
  title: string,
  session: Session,
  view: (close: () => void) => ComponentChild,
  { large = false }: { large?: boolean } = {},
): HTMLDialogElement {
  const host = document.createElement('div');
  const dialog = openDialog(title, host);
  const close = () => dialog.close();
  if (large) dialog.classList.add('dialog-large');
  render(<SessionContext.Provider value={session}>{view(close)}</SessionContext.Provider>, host);
  addEventListener('hashchange', close, { once: true });
  dialog.addEventListener('close', () => {
    removeEventListener('hashchange', close);
    render(null, host);
  });
  return dialog;
}
