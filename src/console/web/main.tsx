import { signal } from '@preact/signals';
import { Fragment, h, render } from 'preact';
import { isTokenRefused } from './api.js';
import { pageOf } from './pages.js';
import { idOf } from './rights.js';
import { forgetToken, keptToken, openSession, type Session } from './session.js';
import { Shell } from './shell/shell.js';
import { SignIn } from './shell/sign-in.js';
import { installShortcuts } from './shortcuts.js';
import { installLanguage, text } from './text/language.js';
import { installTheme } from './theme.js';
import { codeOf } from './view/code-of.js';
import { closeDialogs, forgetTyped } from './view/dialog.js';
import { route } from './view/route.js';
import { Failure, Loading } from './view/states.js';
import { dismissAll, Toasts, toastError } from './view/toast.js';

/**
 * The state of the console: whether somebody is signed in. Signed out, there is a `session` if its token has ended: what
 * was shown, typed and chosen stays as it is for the same person.
 */
type View =
  | { kind: 'opening' }
  | { kind: 'failed'; error: unknown }
  | { kind: 'signed-out'; reason: string | null; session?: Session }
  | { kind: 'signed-in'; session: Session; isResumed: boolean };

const view = signal<View>({ kind: 'opening' });
/** who signed in last */
let lastId = '';

installTheme();
installShortcuts();
const languageError: unknown = await codeOf(installLanguage()).catch((error: unknown) => error);
const app = document.getElementById('app') as HTMLElement;
app.replaceChildren();
render(<App />, app);
const toasts = document.body.appendChild(document.createElement('div'));
render(<Toasts />, toasts);
if (languageError !== undefined) toastError(text.value.shell.errors.language, languageError);
await resume();

function App() {
  const now = view.value;
  if (now.kind === 'opening') return <Loading />;
  if (now.kind === 'failed') return <Failure error={now.error} retry={() => void resume()} />;
  const isOut = now.kind === 'signed-out';
  return (
    <Fragment>
      {isOut && <SignIn key={now.reason} reason={now.reason} signIn={(token) => signIn(token)} />}
      {now.session !== undefined && (
        <div key={idOf(now.session)} class="session" hidden={isOut}>
          <Shell session={now.session} isResumed={!isOut && now.isResumed} />
        </div>
      )}
    </Fragment>
  );
}

/** Reopens the console with this tab's token after a reload; the service decides whether it is still valid. */
async function resume(): Promise<void> {
  const token = keptToken();
  if (token === null) {
    view.value = { kind: 'signed-out', reason: null };
    return;
  }
  view.value = { kind: 'opening' };
  // The page's code loads while the service checks the token; a page that fails to load reports it when shown.
  pageOf(route.value)
    .load()
    .catch(() => undefined);
  try {
    await signIn(token, true);
  } catch (error) {
    if (isTokenRefused(error)) signOut(text.value.shell.signIn.ended);
    else view.value = { kind: 'failed', error };
  }
}

async function signIn(token: string, isResumed = false): Promise<void> {
  const session = await openSession(token, signOut);
  const isOther = idOf(session) !== lastId;
  if (isOther) forgetTyped();
  // The first one of a tab may have to be told what failed before.
  if (isOther && lastId !== '') dismissAll();
  lastId = idOf(session);
  view.value = { kind: 'signed-in', session, isResumed };
}

/** Without a `reason` it is the reader's own wish, after which nothing is left. */
function signOut(reason?: string): void {
  const session = view.value.kind === 'signed-in' ? view.value.session : undefined;
  session?.api.close();
  closeDialogs();
  forgetToken();
  if (reason === undefined) {
    forgetTyped();
    dismissAll();
  }
  const isKept = session !== undefined && reason !== undefined;
  view.value = { kind: 'signed-out', reason: reason ?? null, ...(isKept && { session }) };
}
