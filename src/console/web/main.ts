import { pageOfAddress } from './pages.js';
import { forgetToken, keptToken, openSession, type Session } from './session.js';
import { mountShell } from './shell.js';
import { installShortcuts } from './shortcuts.js';
import { mountSignIn } from './sign-in.js';
import { installLanguage } from './text/language.js';
import { installTheme } from './theme.js';
import { installToasts } from './toast.js';
import { failure, fill, loading } from './ui.js';

const app = document.getElementById('app') as HTMLElement;
let leave: () => void = () => undefined;

installTheme();
installShortcuts();
installToasts();
await installLanguage();
await resume();

/** A token of this tab opens the console again, after a reload; the service decides whether it still may. */
async function resume(): Promise<void> {
  const token = keptToken();
  if (token === null) return showSignIn();
  fill(app, loading());
  // Its code comes while the service looks at the token; a page that cannot be loaded says so when it is shown.
  pageOfAddress()
    .load()
    .catch(() => undefined);
  try {
    showShell(await openSession(token, signOut));
  } catch (error) {
    if (error instanceof Error && 'status' in error && error.status === 401) {
      signOut('The token has expired or was revoked. Sign in with another one.');
    } else
      fill(
        app,
        failure(error, () => void resume()),
      );
  }
}

function showSignIn(reason?: string): void {
  leave();
  leave = mountSignIn(app, {
    reason: reason ?? null,
    signIn: async (token) => showShell(await openSession(token, signOut)),
  });
}

function showShell(session: Session): void {
  leave();
  leave = mountShell(app, session);
}

function signOut(reason?: string): void {
  forgetToken();
  showSignIn(reason);
}
