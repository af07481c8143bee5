import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  SetMetadata,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiExtension } from '@nestjs/swagger';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { NotPermitted } from '../errors/domain-errors.js';
import type { CallerKind } from './caller.js';
import type { Permission } from './permissions.js';
import { callerOf, principalOf, Requires } from './rights.js';
import { TokenService } from './token.service.js';

const PRINCIPAL_PERMISSION = Symbol('principal permission');

/** Why a caller has no principal. */
const NOBODY: Readonly<Record<CallerKind, string>> = {
  user: 'The caller has no verified e-mail address',
  service: 'A service token acts for nobody, whatever X-Requested-By says',
  gateway: 'The header X-Requested-By is missing, or is not one e-mail address',
};

/**
 * On a route marked by {@link RequiresPrincipal}, refuses a request that has no principal, or whose principal lacks the
 * permission: 403 in both cases, before query and body are looked at. Global, because the interceptors that look at them
 * are: runs after {@link PrincipalInterceptor} and before those.
 */
@Injectable()
export class PrincipalPermissionInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly tokens: TokenService,
  ) {}

  intercept(
    context: ExecutionContext,
    next: CallHandler,
  ): Observable<unknown> | Promise<Observable<unknown>> {
    return this.check(context)?.then(() => next.handle()) ?? next.handle();
  }

  /** Throws {@link NotPermitted} as described above; undefined on a route that is not marked. */
  check(context: ExecutionContext): Promise<void> | undefined {
    const permission = this.reflector.get<Permission | undefined>(PRINCIPAL_PERMISSION, context.getHandler());
    if (permission === undefined) return undefined;
    return this.checkPrincipal(context.switchToHttp().getRequest<Request>(), permission);
  }

  private async checkPrincipal(request: Request, permission: Permission): Promise<void> {
    const principal = principalOf(request);
    const caller = callerOf(request);
    if (principal === undefined) {
      throw new NotPermitted(NOBODY[caller.kind], 'principal_missing');
    }
    if (!(await this.tokens.principalPermits(caller, principal, permission))) {
      throw new NotPermitted(`${principal} lacks the permission ${permission}`, 'not_permitted', permission);
    }
  }
}

/**
 * Marks a route that acts in a principal's name: the caller must be authenticated and needs only the right to read;
 * what counts is the permission of the principal, which the document shows as `x-principal-permission`.
 */
export const RequiresPrincipal = (permission: Permission) =>
  applyDecorators(
    Requires('market-data:read'),
    SetMetadata(PRINCIPAL_PERMISSION, permission),
    ApiExtension('x-principal-permission', permission),
  );
