import type { Session } from './session.js';
import { text } from './text/language.js';

/** True when the session's token has a permission. */
export function permits({ caller }: Session, permission: string): boolean {
  return caller.permissions.includes(permission);
}

/** Whether the caller may approve and reject, which only a person may. */
export function mayDecide(session: Session): boolean {
  return permits(session, 'quote:approve') && session.caller.principal !== null;
}

/** The signed-in caller, as a readable name. */
export function nameOf({ caller }: Session): string {
  return caller.principal ?? text.value.shell.rights.kinds[caller.kind];
}

/** The caller as the service names the author of a write: one without a principal by kind and identifier of the token. */
export function idOf({ caller }: Session): string {
  return caller.principal ?? `${caller.kind}:${caller.id}`;
}

/** Whether the caller wrote something. */
export function isOwn(session: Session, maker: string | null): boolean {
  return maker === idOf(session);
}

/** Whether the caller, if permitted to approve at all, may approve what `maker` wrote. */
export function mayApprove(session: Session, maker: string | null): boolean {
  return session.caller.self_approval || !isOwn(session, maker);
}
