import { type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import type { Request } from 'express';
import { NotAuthenticated } from '../errors/domain-errors.js';
import { BearerStrategy } from './bearer.strategy.js';
import type { Caller } from './caller.js';
import { GuessThrottle } from './guess-throttle.js';
import { PUBLIC } from './rights.js';

const BEARER = /^Bearer +([^\s]+)$/i;

/** The global guard: every route that is not public needs a bearer token in the Authorization header. */
@Injectable()
export class BearerGuard extends AuthGuard('bearer') {
  constructor(
    private readonly reflector: Reflector,
    private readonly strategy: BearerStrategy,
    private readonly guesses: GuessThrottle,
  ) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const open = this.reflector.getAllAndOverride<boolean>(PUBLIC, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (open === true) return true;
    const request = context.switchToHttp().getRequest<Request>();
    refuseMisplacedToken(request);
    // Passport splits the header at a single space; RFC 9110 allows several.
    request.headers.authorization &&= request.headers.authorization.replace(/^Bearer +/i, 'Bearer ');
    return (await super.canActivate(context)) as boolean;
  }

  /**
   * Returns the caller of a request by the same decision, without passport's detour; throws {@link NotAuthenticated}.
   * Synchronous if the token was verified a moment ago.
   */
  admit(request: Request): Caller | Promise<Caller> {
    refuseMisplacedToken(request);
    const [, token] = BEARER.exec(request.headers.authorization ?? '') ?? [];
    const caller = token !== undefined && this.strategy.validate(token);
    if (caller instanceof Promise)
      return caller.then((authenticated) => this.admitCaller(authenticated, request));
    return this.admitCaller(caller, request);
  }

  private admitCaller(caller: Caller | false, request: Request): Caller {
    if (caller) return caller;
    throw this.refusal(request);
  }

  override handleRequest<T = Caller>(
    error: unknown,
    caller: T | false,
    _info: unknown,
    context: ExecutionContext,
  ): T {
    if (error) throw error;
    if (caller) return caller;
    throw this.refusal(context.switchToHttp().getRequest<Request>());
  }

  /** Returns why a request has no caller; counts a refused token. */
  private refusal({ headers, socket }: Request): NotAuthenticated {
    const credential = headers.authorization;
    if (credential === undefined) {
      return new NotAuthenticated('A bearer token is needed in the Authorization header');
    }
    if (!BEARER.test(credential)) {
      return new NotAuthenticated('The Authorization header must read: Bearer <token>', 'invalid_request');
    }
    this.guesses.countRefusal(socket.remoteAddress);
    return new NotAuthenticated('The token is unknown, expired or revoked', 'invalid_token');
  }
}

/** Refuses a token in the query, which RFC 6750 allows but which would end up in logs. Bodies are not looked at. */
function refuseMisplacedToken(request: Request): void {
  if (Object.hasOwn(request.query, 'access_token')) {
    throw new NotAuthenticated('A token is accepted in the Authorization header only', 'invalid_request');
  }
}
