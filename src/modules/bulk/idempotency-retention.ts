import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { LOGGER, type Logger } from '../../log/log.js';
import { IdempotencyRepository } from './idempotency.repository.js';

/** How often kept answers past their time are removed, ms. */
const PERIOD = 3_600_000;

/**
 * Removes kept answers of idempotent requests once they are older than their 24 hours: at the start and every
 * hour, as claims drop a few only and a service without bulk requests none. A failure is logged and tried again.
 */
@Injectable()
export class IdempotencyRetention implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly keys: IdempotencyRepository,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.timer = setInterval(() => this.sweep(), PERIOD).unref();
    await this.sweep();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  private async sweep(): Promise<void> {
    try {
      const removed = await this.keys.removeExpired();
      if (removed > 0) this.log.info({ removed }, 'kept answers removed');
    } catch (error) {
      this.log.warn({ err: error }, 'kept answers could not be removed; tried again in an hour');
    }
  }
}
