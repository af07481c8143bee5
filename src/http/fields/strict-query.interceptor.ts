import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { InvalidInput } from '../../errors/domain-errors.js';
import { unknownParameter } from './query-reader.js';

const QUERY_ARGUMENT = '4:'; // RouteParamtypes.QUERY, the prefix of its metadata keys

/** Refuses query parameters where a route takes none; the input pipe reads those of routes that have a query class. */
@Injectable()
export class StrictQueryInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (!takesQuery(context)) {
      const names = Object.keys(context.switchToHttp().getRequest<Request>().query);
      if (names.length > 0) throw new InvalidInput(names.map(unknownParameter));
    }
    return next.handle();
  }
}

function takesQuery(context: ExecutionContext): boolean {
  const args: object =
    Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), context.getHandler().name) ?? {};
  return Object.keys(args).some((key) => key.startsWith(QUERY_ARGUMENT));
}
