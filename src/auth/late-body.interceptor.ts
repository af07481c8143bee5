import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { NotAuthenticated } from '../errors/domain-errors.js';
import { BearerStrategy } from './bearer.strategy.js';
import { callerOf } from './rights.js';

/**
 * Refuses a request whose token was withdrawn while its body arrived, which may take minutes: a revoked token writes
 * nothing. Runs after the body is read.
 */
@Injectable()
export class LateBodyInterceptor implements NestInterceptor {
  constructor(private readonly bearer: BearerStrategy) {}

  intercept(
    context: ExecutionContext,
    next: CallHandler,
  ): Observable<unknown> | Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<Request>();
    if (request.body === undefined || callerOf(request) === undefined) return next.handle();
    return this.refuseWithdrawn(request).then(() => next.handle());
  }

  private async refuseWithdrawn(request: Request): Promise<void> {
    if (!(await this.bearer.isWithdrawn(request))) return;
    throw new NotAuthenticated('The token was revoked or expired while the body arrived', 'invalid_token');
  }
}
