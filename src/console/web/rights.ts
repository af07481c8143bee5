import type { Session } from './session.js';
import { empty } from './ui.js';

/** True when the token that is signed in with has a permission. */
export function permits({ caller }: Session, permission: string): boolean {
  return caller.permissions.includes(permission);
}

/** Who is signed in, for a person. */
export function nameOf({ caller }: Session): string {
  return caller.principal ?? `a ${caller.kind} token`;
}

/** What stands on a page that the caller may not use; `may` names what the page does. */
export function notPermitted(session: Session, permission: string, may: string): HTMLElement {
  return empty(
    'Your token does not permit this',
    `${may} needs the permission ${permission}. You are signed in as ${nameOf(session)} with the role ${session.caller.role}. Ask an administrator for another role.`,
  );
}
