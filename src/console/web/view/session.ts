import { createContext } from 'preact';
import { useContext, useRef } from 'preact/hooks';
import { permits } from '../rights.js';
import type { Session } from '../session.js';

/** The session that a mounted view works with: see {@link useSession}. */
export const SessionContext = createContext<Session | null>(null);

/** The session; only below a {@link SessionContext} provider. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('A view is shown outside of a session');
  return session;
}

/**
 * Whether the caller has a permission, and whether a component made for it is shown: it stays when the permission is
 * taken away, with what has been typed into it and what has come of it.
 */
export function useRight(permission: string): { may: boolean; isShown: boolean } {
  const may = permits(useSession(), permission);
  const isShown = useRef(may);
  isShown.current ||= may;
  return { may, isShown: isShown.current };
}
