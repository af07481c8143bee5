import { signal } from '@preact/signals';
import { Api, ApiError } from './api.js';
import { text } from './text/language.js';

/** Key of the token in the tab's own storage: gone with the tab, never in a cookie or on disk. */
const TOKEN_KEY = 'mds.token';

/** The token's caller, from GET /svc/token/self. */
export interface Caller {
  /** identifier of the token, or `oidc:` and the subject of a provider's token */
  id: string;
  kind: 'user' | 'service' | 'gateway';
  role: string;
  /** e-mail address of a user; null for the other kinds */
  principal: string | null;
  permissions: string[];
  /** whether the maker of a record may approve it */
  self_approval: boolean;
  expires_at: string | null;
}

/** What a signed-in page works with. */
export interface Session {
  readonly api: Api;
  /** the caller as the service last reported it: components that read it while rendering follow changes of the role */
  readonly caller: Caller;
  /** a warning to show with all data, such as that it is synthetic; null for none */
  readonly notice: string | null;
  /** drops the token and shows the sign-in again, with a reason if there is one */
  signOut(reason?: string): void;
}

/** The token stored for this tab; null when nobody has signed in. */
export function keptToken(): string | null {
  return sessionStorage.getItem(TOKEN_KEY);
}

/** Drops the token. */
export function forgetToken(): void {
  sessionStorage.removeItem(TOKEN_KEY);
}

/** Asks the service whether it accepts a token, and stores it if so; throws {@link ApiError} if not. */
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
  const api = new Api(token, {
    onRefusedToken: () => {
      if (isOpen) signOut(text.value.shell.signIn.ended);
    },
    // A role can be taken away while the console is open.
    onLackOfRight: () => {
      if (isOpen) readCaller(api).then(update, () => undefined);
    },
  });
  const [notice, first] = await Promise.all([readNotice(api), readCaller(api)]);
  const caller = signal(first);
  const update = (latest: Caller) => {
    caller.value = latest;
  };
  isOpen = true;
  sessionStorage.setItem(TOKEN_KEY, token);
  return {
    api,
    get caller() {
      return caller.value;
    },
    notice,
    signOut,
  };
}

const readCaller = (api: Api): Promise<Caller> => api.get<Caller>('/svc/token/self');

async function readNotice(api: Api): Promise<string | null> {
  const card = await api.get<{ notice: string | null }>('/');
  return card.notice;
}
