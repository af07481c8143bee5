import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { LOGGER, type Logger } from '../../log/log.js';
import { IdempotencyRepository } from './idempotency.repository.js';

/** Interval at which expired responses are removed, ms. */
const PERIOD = 3_600_000;

/**
 * Removes stored responses of idempotent requests once they are older than 24 hours: at startup and every hour,
 * because claims drop only a few, and a service without bulk requests drops none. A failure is logged and retried.
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
      const count = await this.keys.removeExpired();
      if (count > 0) this.log.info({ removed: count }, 'kept answers removed');
    } catch (error) {
      this.log.warn({ err: error }, 'kept answers could not be removed; tried again in an hour');
    }
  }
}
