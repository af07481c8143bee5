import type { Session } from './session.js';
import { text } from './text/language.js';

/** True when the session's token has a permission. */
export function permits({ caller }: Session, permission: string): boolean {
  return caller.permissions.includes(permission);
}

/** The signed-in caller, as a readable name. */
export function nameOf({ caller }: Session): string {
  return caller.principal ?? text.value.shell.rights.kinds[caller.kind];
}
