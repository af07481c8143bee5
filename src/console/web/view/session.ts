import type { Session } from '../session.js';
import { useContext } from '../vendor/hooks.js';
import { createContext } from '../vendor/preact.js';

/** The session that a mounted view works with: see {@link useSession}. */
export const SessionContext = createContext<Session | null>(null);

/** The session; only below a view that `mountView` has mounted. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('A view is shown outside of mountView');
  return session;
}
