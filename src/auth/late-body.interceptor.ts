import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { NotAuthenticated } from '../errors/domain-errors.js';
import { BearerStrategy } from './bearer.strategy.js';
import { OidcService } from './oidc.service.js';
import { PermissionGuard } from './permission.guard.js';
import { PrincipalPermissionInterceptor } from './principal-permission.interceptor.js';
import { callerOf } from './rights.js';

/**
 * Refuses a request whose token, or the right of its principal, was withdrawn while its body arrived, which may take
 * minutes: a revoked token writes nothing. Runs after the body is read.
 */
@Injectable()
export class LateBodyInterceptor implements NestInterceptor {
  constructor(
    private readonly bearer: BearerStrategy,
    private readonly oidc: OidcService,
    private readonly permissions: PermissionGuard,
    private readonly principals: PrincipalPermissionInterceptor,
  ) {}

  intercept(
    context: ExecutionContext,
    next: CallHandler,
  ): Observable<unknown> | Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<Request>();
    if (request.body === undefined || callerOf(request) === undefined) return next.handle();
    return this.refuseWithdrawn(context, request).then(() => next.handle());
  }

  private async refuseWithdrawn(context: ExecutionContext, request: Request): Promise<void> {
    if (await this.bearer.isWithdrawn(request)) {
      throw new NotAuthenticated('The token was revoked or expired while the body arrived', 'invalid_token');
    }
    // The role of a token never changes; those of a provider's user and of a principal behind a gateway do.
    const caller = callerOf(request);
    const role = await this.oidc.currentRole(caller);
    if (role === undefined && caller.kind !== 'gateway') return;
    if (role !== undefined) request.user = { ...caller, role };
    await this.permissions.canActivate(context);
    await this.principals.check(context);
  }
}
