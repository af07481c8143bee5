import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Session } from '../session.js';

/** The session that a mounted view works with: see {@link useSession}. */
export const SessionContext = createContext<Session | null>(null);

/** The session; only below a {@link SessionContext} provider. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('A view is shown outside of a session');
  return session;
}
