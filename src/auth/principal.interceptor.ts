import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { emailKind, Invalid } from '../kinds/kinds.js';
import type { Caller } from './caller.js';
import { callerOf, PRINCIPAL_HEADER } from './rights.js';

/**
 * Injects the X-Requested-By principal after authentication, so that a client's own claim never counts: a user gets
 * the e-mail of the token, regardless of what was sent; a gateway keeps its assertion if that is one e-mail address; a
 * service loses the header.
 */
@Injectable()
export class PrincipalInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    this.inject(context.switchToHttp().getRequest<Request>());
    return next.handle();
  }

  /** Sets or removes the header of an authenticated request. */
  inject(request: Request): void {
    const principal = principalFor(callerOf(request), request.headers);
    if (principal === undefined) delete request.headers[PRINCIPAL_HEADER];
    else request.headers[PRINCIPAL_HEADER] = principal;
  }
}

function principalFor(caller: Caller | undefined, headers: Request['headers']): string | undefined {
  if (caller?.kind === 'user') return caller.principal ?? undefined;
  return caller?.kind === 'gateway' ? assertedPrincipal(headers) : undefined;
}

/** The principal that these headers of a gateway assert; undefined when that is not one e-mail address. */
export function assertedPrincipal(headers: Request['headers']): string | undefined {
  // A header sent twice arrives joined by a comma, and so is not an e-mail address.
  const assertedEmail = emailKind.fromJson(headers[PRINCIPAL_HEADER]);
  return assertedEmail instanceof Invalid ? undefined : assertedEmail;
}
