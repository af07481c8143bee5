import type { ServerResponse } from 'node:http';
import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { CONFIG, type Config } from '../config/config.js';
import { TooManyRequests } from '../errors/domain-errors.js';
import type { Caller } from './caller.js';
import { callerOf } from './rights.js';

const WINDOW = 60;

/**
 * Counts the requests of each token in fixed windows of a minute, in this process, and says where it stands
 * in `RateLimit` and `RateLimit-Policy` (IETF draft-ietf-httpapi-ratelimit-headers).
 */
@Injectable()
export class RateLimitGuard implements CanActivate {
  private readonly limiter: RateLimiterMemory | undefined;
  private readonly quota: number;

  constructor(@Inject(CONFIG) config: Config) {
    this.quota = config.RATE_LIMIT_PER_MINUTE;
    if (this.quota > 0) this.limiter = new RateLimiterMemory({ points: this.quota, duration: WINDOW });
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const caller = callerOf(http.getRequest<Request>());
    if (caller !== undefined) await this.account(caller, http.getResponse<Response>());
    return true;
  }

  /** Counts a request of a caller and says where it stands; throws {@link TooManyRequests}. */
  async account(caller: Pick<Caller, 'id'>, response: ServerResponse): Promise<void> {
    if (this.limiter === undefined) return;
    const state = await this.limiter.consume(caller.id).catch((refused: unknown) => refused);
    if (!(state instanceof RateLimiterRes)) throw state;
    const reset = Math.ceil(state.msBeforeNext / 1000);
    response.setHeader('RateLimit-Policy', `"token";q=${this.quota};w=${WINDOW}`);
    response.setHeader('RateLimit', `"token";r=${state.remainingPoints};t=${reset}`);
    if (state.consumedPoints > this.quota) throw new TooManyRequests(Math.max(reset, 1));
  }
}
