import type { Role } from './permissions.js';

/** user: bound to a principal; service: bound to nobody; gateway: a trusted front layer that may assert a principal. */
export const CALLER_KINDS = ['user', 'service', 'gateway'] as const;
export type CallerKind = (typeof CALLER_KINDS)[number];

/** Who a verified bearer credential belongs to. */
export interface Caller {
  /** identifier of the token, or `oidc:<subject>` */
  id: string;
  kind: CallerKind;
  role: Role;
  /** e-mail address of a user; null for service and gateway */
  principal: string | null;
}

/** A user at an OpenID provider, identified by what stays the same when the e-mail address changes. */
export interface Subject {
  /** OIDC_ISSUER, character for character */
  issuer: string;
  /** the `sub` claim, unique at that issuer */
  subject: string;
}

/** Whom a write is attributed to, and the request that it came with. */
export interface Actor {
  /** the principal's e-mail, or kind and identifier of the token (`service:<id>`) if there is none */
  name: string;
  caller: Caller;
  requestId: string;
}

/** Who changes a stored record, and which of its versions the change may replace. */
export interface Editor {
  actor: Actor;
  /** versions that If-Match names, `*` among them meaning any; undefined without the header */
  tags?: readonly string[] | undefined;
}

/** Whom a change of rights is attributed to: a request's actor, or a command, which has no request. */
export type Author = Pick<Actor, 'name'> & Partial<Pick<Actor, 'requestId'>>;
