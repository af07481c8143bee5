import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { finalize, from, type Observable, switchMap } from 'rxjs';
import { callerOf } from '../auth/rights.js';
import type { QueryTexts } from '../http/fields/query-reader.js';
import { isStreamed } from '../http/replies/reply.interceptor.js';
import { EXPENSIVE, type IsExpensive } from './expensive.js';
import { ExpensiveReads } from './expensive-reads.js';
import { RecentTokens } from './recent-tokens.js';

/**
 * Notes the caller, and holds an expensive read back until {@link ExpensiveReads} has a place for it, which is given
 * back with its answer. A stream has its own bounds (StreamGate): a slow reader must not keep others from such a
 * place.
 */
@Injectable()
export class CostInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly expensive: ExpensiveReads,
    private readonly tokens: RecentTokens,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    if (request.user !== undefined) this.tokens.note(callerOf(request).id);
    const isExpensive = this.reflector.get<IsExpensive | undefined>(EXPENSIVE, context.getHandler());
    if (isExpensive === undefined) return next.handle();
    if (!isExpensive(request.query as QueryTexts) || isStreamed(request)) return next.handle();
    return from(this.expensive.enter(callerOf(request))).pipe(
      switchMap((leave) => next.handle().pipe(finalize(leave))),
    );
  }
}
