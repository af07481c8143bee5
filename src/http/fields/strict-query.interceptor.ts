import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { InvalidInput } from '../../errors/domain-errors.js';

const QUERY_ARGUMENT = '4:'; // RouteParamtypes.QUERY, the prefix of its metadata keys
const POISONOUS = ['__proto__', 'constructor', 'prototype'];

/**
 * Refuses query parameters where a route takes none, and names that reach into prototypes everywhere; the
 * input pipe refuses unknown names on routes that have a query class.
 */
@Injectable()
export class StrictQueryInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const names = Object.keys(context.switchToHttp().getRequest<Request>().query);
    const unknown = takesQuery(context) ? names.filter((name) => POISONOUS.includes(name)) : names;
    if (unknown.length > 0) {
      throw new InvalidInput(
        unknown.map((name) => ({
          parameter: name.slice(0, 100),
          code: 'unknown_parameter',
          detail: 'no such parameter',
        })),
      );
    }
    return next.handle();
  }
}

function takesQuery(context: ExecutionContext): boolean {
  const args: object =
    Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), context.getHandler().name) ?? {};
  return Object.keys(args).some((key) => key.startsWith(QUERY_ARGUMENT));
}
