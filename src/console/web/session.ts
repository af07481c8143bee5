import { Api, ApiError } from './api.js';
import { text } from './text/language.js';

/** Where the token lies: the tab's own storage, gone with the tab, never in a cookie or on the disk. */
const TOKEN_KEY = 'mds.token';

/** Whom the token speaks for, of GET /svc/token/self. */
export interface Caller {
  kind: 'user' | 'service' | 'gateway';
  role: string;
  /** e-mail address of a user; null for the other kinds */
  principal: string | null;
  permissions: string[];
  expires_at: string | null;
}

/** What a signed-in page works with. */
export interface Session {
  readonly api: Api;
  readonly caller: Caller;
  /** a warning to show with all data, such as that it is synthetic; null for none */
  readonly notice: string | null;
  /** forgets the token and shows the sign-in again, with a reason when there is one */
  signOut(reason?: string): void;
}

/** The token kept for this tab; null when nobody has signed in. */
export function keptToken(): string | null {
  return sessionStorage.getItem(TOKEN_KEY);
}

/** Forgets the token. */
export function forgetToken(): void {
  sessionStorage.removeItem(TOKEN_KEY);
}

/** Asks the service whether it takes a token, and keeps it if so; throws {@link ApiError} if not. */
export async function openSession(token: string, signOut: Session['signOut']): Promise<Session> {
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw new ApiError({
      title: text.value.shell.signIn.notToken,
      status: 0,
      detail: text.value.shell.signIn.notTokenDetail,
      code: 'malformed_token',
    });
  }
  let isOpen = false;
  const api = new Api(token, () => {
    if (isOpen) signOut(text.value.shell.signIn.ended);
  });
  const [notice, caller] = await Promise.all([readNotice(api), api.get<Caller>('/svc/token/self')]);
  isOpen = true;
  sessionStorage.setItem(TOKEN_KEY, token);
  return { api, caller, notice, signOut };
}

async function readNotice(api: Api): Promise<string | null> {
  const card = await api.get<{ notice: string | null }>('/');
  return card.notice;
}
