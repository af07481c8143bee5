import type { Session } from './session.js';
import { text } from './text/language.js';

/** True when the token that is signed in with has a permission. */
export function permits({ caller }: Session, permission: string): boolean {
  return caller.permissions.includes(permission);
}

/** Who is signed in, for a person. */
export function nameOf({ caller }: Session): string {
  return caller.principal ?? text.value.shell.rights.kinds[caller.kind];
}
