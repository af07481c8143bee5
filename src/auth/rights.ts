import { applyDecorators, createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { Request } from 'express';
import { versionsOf } from '../database/records/stored-item.js';
import { InvalidInput } from '../errors/domain-errors.js';
import { requestIdOf } from '../http/server/request-id.js';
import type { Actor, Caller, Editor } from './caller.js';
import type { Permission } from './permissions.js';

/** Metadata key of {@link Public}. */
export const PUBLIC = Symbol('public');
/** Metadata key of {@link Requires}. */
export const REQUIRED_PERMISSION = Symbol('required permission');

/** Opens a route to callers without a credential. The list of such routes is fixed by a test. */
export const Public = () => SetMetadata(PUBLIC, true);

/**
 * Names the permission that the caller's role must have, which the document shows as `x-permission`. Every route that
 * is not public names one.
 */
export const Requires = (permission: Permission) =>
  applyDecorators(SetMetadata(REQUIRED_PERMISSION, permission), ApiExtension('x-permission', permission));

/** Header that carries the principal, injected by the principal interceptor and by nothing else. */
export const PRINCIPAL_HEADER = 'x-requested-by';

/** The verified caller of a request; set by the bearer guard. */
export function callerOf(request: Request): Caller {
  return (request as unknown as { user: Caller }).user;
}

/** The principal that the interceptor injected, or undefined. */
export function principalOf(request: Request): string | undefined {
  const header = request.headers[PRINCIPAL_HEADER];
  return typeof header === 'string' ? header : undefined;
}

/** Whom a write of this request is attributed to. */
function actorOf(request: Request): Actor {
  const caller = callerOf(request);
  return {
    name: principalOf(request) ?? `${caller.kind}:${caller.id}`,
    caller,
    requestId: requestIdOf(request),
  };
}

/** Parameter decorator: the {@link Actor} of the request. */
export const CurrentActor = createParamDecorator((_: unknown, context: ExecutionContext) =>
  actorOf(context.switchToHttp().getRequest<Request>()),
);

/**
 * Parameter decorator: the {@link Editor} of the request. A weak tag in If-Match counts as its strong twin, because
 * proxies weaken tags when they compress; an empty header, as clients send for a value that they do not have, names no
 * version. If-None-Match is refused: who sends it does not want to replace something.
 */
export const CurrentEditor = createParamDecorator((_: unknown, context: ExecutionContext): Editor => {
  const request = context.switchToHttp().getRequest<Request>();
  if (request.headers['if-none-match'] !== undefined) {
    const detail = 'a change is conditional by If-Match; POST creates a record only if there is none';
    throw new InvalidInput([{ parameter: 'If-None-Match', code: 'not_supported', detail }]);
  }
  const header = request.headers['if-match'];
  if (header?.trim() === '') {
    const detail = 'an ETag, or *; without the header a change is unconditional';
    throw new InvalidInput([{ parameter: 'If-Match', code: 'invalid_format', detail }]);
  }
  return { actor: actorOf(request), tags: header === undefined ? undefined : versionsOf(header) };
});

/** Parameter decorator: the verified {@link Caller} of the request. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext) =>
  callerOf(context.switchToHttp().getRequest<Request>()),
);
