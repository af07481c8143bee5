import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { RateLimiterCluster, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { CONFIG, type Config } from '../config/config.js';
import { TooManyRequests } from '../errors/domain-errors.js';
import { isWorker } from '../workers/link.js';
import type { Caller } from './caller.js';
import { callerOf } from './rights.js';

const WINDOW = 60;
/** A worker waits this long, ms, for the count of its supervisor, who is busy only when the whole machine is. */
const COUNT_LIMIT = 20_000;

type Limiter = RateLimiterMemory | RateLimiterCluster;

/** Where a caller stands. */
export interface RateState {
  /** names and values, in turn */
  headers: readonly [string, string, string, string];
  /** seconds after which to come again, when the request is one too many */
  retryAfter: number | undefined;
}

/**
 * Counts the requests of each token in fixed windows of a minute, in this process or, of several workers, in their
 * supervisor, and says where it stands in `RateLimit` and `RateLimit-Policy` (IETF draft-ietf-httpapi-ratelimit-headers).
 */
@Injectable()
export class RateLimitGuard implements CanActivate {
  private readonly limiter: Limiter | undefined;
  private readonly quota: number;

  constructor(@Inject(CONFIG) config: Config) {
    this.quota = config.RATE_LIMIT_PER_MINUTE;
    if (this.quota === 0) return;
    const limits = { points: this.quota, duration: WINDOW, keyPrefix: 'token' };
    this.limiter = isWorker()
      ? new RateLimiterCluster({ ...limits, timeoutMs: COUNT_LIMIT })
      : new RateLimiterMemory(limits);
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const caller = callerOf(request);
    const state = caller === undefined ? undefined : await this.count(caller);
    if (state === undefined) return true;
    const [policy, policyText, limit, limitText] = state.headers;
    const response = http.getResponse<Response>();
    response.setHeader(policy, policyText).setHeader(limit, limitText);
    this.refuseBeyond(state);
    return true;
  }

  /** Throws {@link TooManyRequests} when the request is one too many. */
  refuseBeyond({ retryAfter }: RateState): void {
    if (retryAfter !== undefined) throw new TooManyRequests(retryAfter);
  }

  /** Counts a request of a caller and says where it stands; undefined when nothing is limited. */
  count(caller: Pick<Caller, 'id'>): Promise<RateState> | undefined {
    return this.limiter && this.consume(this.limiter, caller);
  }

  private async consume(limiter: Limiter, caller: Pick<Caller, 'id'>): Promise<RateState> {
    const state = await limiter.consume(caller.id).catch((refused: unknown) => refused);
    if (!(state instanceof RateLimiterRes)) throw state;
    const reset = Math.ceil(state.msBeforeNext / 1000);
    return {
      headers: [
        'RateLimit-Policy',
        `"token";q=${this.quota};w=${WINDOW}`,
        'RateLimit',
        `"token";r=${state.remainingPoints};t=${reset}`,
      ],
      retryAfter: state.consumedPoints > this.quota ? Math.max(reset, 1) : undefined,
    };
  }
}
