import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { finalize, from, type Observable, switchMap } from 'rxjs';
import { callerOf } from '../auth/rights.js';
import type { QueryTexts } from '../http/fields/query-reader.js';
import { isStreamed } from '../http/replies/reply.interceptor.js';
import { ExpensiveReads } from './expensive-reads.js';
import { type ReadsWholeMarket, WHOLE_MARKET } from './whole-market.js';

/**
 * Holds a read of the whole market back until {@link ExpensiveReads} has a place for it, which its answer gives back.
 * A stream has bounds of its own (StreamGate): a reader who takes his time must not keep others from such a place.
 */
@Injectable()
export class CostInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly expensive: ExpensiveReads,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const isExpensive = this.reflector.get<ReadsWholeMarket | undefined>(WHOLE_MARKET, context.getHandler());
    if (isExpensive === undefined) return next.handle();
    const request = context.switchToHttp().getRequest<Request>();
    if (!isExpensive(request.query as QueryTexts) || isStreamed(request)) return next.handle();
    return from(this.expensive.enter(callerOf(request))).pipe(
      switchMap((leave) => next.handle().pipe(finalize(leave))),
    );
  }
}
