import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { InvalidInput } from '../../errors/domain-errors.js';
import { queryClassOf, unknownParameter } from './query-reader.js';

/** Refuses query parameters if a route takes none; the input pipe reads those of routes that have a query class. */
@Injectable()
export class StrictQueryInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (queryClassOf(context.getClass(), context.getHandler().name) === undefined) {
      const names = Object.keys(context.switchToHttp().getRequest<Request>().query);
      if (names.length > 0) throw new InvalidInput(names.map((name) => unknownParameter(name, [])));
    }
    return next.handle();
  }
}
