import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CONFIG, type Config } from '../config/config.js';
import { TooManyRequests } from '../errors/domain-errors.js';
import { FixedWindows, type WindowState } from '../workers/fixed-windows.js';
import { askSupervisor, COUNTED_KEYS, COUNTED_WINDOW, isWorker } from '../workers/link.js';
import type { Caller } from './caller.js';
import { callerOf } from './rights.js';

/** Where a caller stands within its quota. */
export interface RateState {
  /** alternating names and values */
  headers: readonly [string, string, string, string];
  /** seconds after which to retry, if the request is one too many */
  retryAfter: number | undefined;
}

/**
 * Counts the requests of each token in fixed windows of a minute, in this process or, with several workers, in their
 * supervisor, and reports the state in `RateLimit` and `RateLimit-Policy` (IETF draft-ietf-httpapi-ratelimit-headers).
 */
@Injectable()
export class RateLimitGuard implements CanActivate {
  private readonly windows = new FixedWindows(COUNTED_WINDOW, COUNTED_KEYS);
  private readonly quota: number;

  constructor(@Inject(CONFIG) config: Config) {
    this.quota = config.RATE_LIMIT_PER_MINUTE;
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

  /** Counts a request of a caller and returns where the caller stands; undefined when nothing is limited. */
  count(caller: Pick<Caller, 'id'>): RateState | Promise<RateState> | undefined {
    if (this.quota === 0) return undefined;
    if (isWorker()) return askSupervisor('count', caller.id).then((window) => this.stateOf(window));
    return this.stateOf(this.windows.count(caller.id));
  }

  private stateOf({ count, remainingMs }: WindowState): RateState {
    const reset = Math.ceil(remainingMs / 1000);
    return {
      headers: [
        'RateLimit-Policy',
        `"token";q=${this.quota};w=${COUNTED_WINDOW / 1000}`,
        'RateLimit',
        `"token";r=${Math.max(this.quota - count, 0)};t=${reset}`,
      ],
      retryAfter: count > this.quota ? reset : undefined,
    };
  }
}
