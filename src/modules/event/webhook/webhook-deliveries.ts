import { randomUUID } from 'node:crypto';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { CONFIG, type Config } from '../../../config/config.js';
import { Changes } from '../../../database/changes.js';
import { isDatabaseAway } from '../../../database/connection/database-errors.js';
import { LOGGER, type Logger } from '../../../log/log.js';
import { Metrics } from '../../../metrics/metrics.js';
import { EventFeed } from '../event-feed.js';
import { Courier, type CourierTools } from './courier.js';
import { type Claim, DeliveryRepository } from './delivery.repository.js';

/** Webhooks are re-read this often even without a notification, ms. */
const POLL = 5_000;
/** Metrics wait this long for the backlog, ms. */
const BACKLOG_LIMIT = 2_000;

/**
 * Delivers events to the active webhooks, with one courier each. Every process of the service does so; the lease of a
 * webhook in the database decides which of them serves it at a given moment.
 */
@Injectable()
export class WebhookDeliveries implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown {
  private readonly tools: CourierTools;
  private readonly couriers = new Map<string, { courier: Courier; whenEnded: Promise<void> }>();
  private leaveFeed: (() => void) | undefined;
  private timer: NodeJS.Timeout | undefined;
  private currentLook: Promise<void> | undefined;
  private isRequested = false;
  private isStopping = false;

  constructor(
    private readonly deliveries: DeliveryRepository,
    private readonly feed: EventFeed,
    metrics: Metrics,
    private readonly changes: Changes,
    @Inject(LOGGER) private readonly log: Logger,
    @Inject(CONFIG) { WEBHOOK_PRIVATE }: Config,
  ) {
    const isPrivateAllowed = WEBHOOK_PRIVATE === 'allowed';
    this.tools = { owner: randomUUID(), feed, deliveries, metrics, log, isPrivateAllowed };
    metrics.offer(
      {
        name: 'mds_webhook_pending',
        help: 'Events still to be delivered to an active webhook, counted to 10000',
        labelNames: ['webhook'],
        aggregator: 'max',
      },
      async () =>
        (await deliveries.backlog(BACKLOG_LIMIT)).map(({ id, pending }) => ({
          labels: { webhook: id },
          value: pending,
        })),
    );
  }

  onApplicationBootstrap(): void {
    this.changes.subscribe((table) => {
      if (table === undefined || table === 'webhook') this.look();
    });
    // Couriers start again from the positions that are stored.
    this.feed.onRestart(() => {
      for (const { courier } of this.couriers.values()) courier.stop();
    });
    this.timer = setInterval(() => this.look(), POLL).unref();
    this.look();
  }

  onModuleDestroy(): void {
    this.isStopping = true;
    clearInterval(this.timer);
    for (const { courier } of this.couriers.values()) courier.stop();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.currentLook;
    await Promise.all([...this.couriers.values()].map(({ whenEnded }) => whenEnded));
    this.leaveFeed?.();
  }

  /** Reads the webhooks, once more if called again meanwhile. */
  private look(): void {
    this.isRequested = true;
    this.currentLook ??= this.refresh().finally(() => {
      this.currentLook = undefined;
    });
  }

  private async refresh(): Promise<void> {
    while (this.isRequested && !this.isStopping) {
      this.isRequested = false;
      try {
        await this.employ();
      } catch (error) {
        if (!isDatabaseAway(error)) this.log.error({ err: error }, 'webhooks could not be read; tried again');
      }
    }
  }

  /** Brings the couriers in line with the active webhooks. */
  private async employ(): Promise<void> {
    const webhooks = await this.deliveries.active();
    if (this.isStopping) return;
    const active = new Set(webhooks.map(({ id }) => id));
    for (const [id, { courier }] of this.couriers) if (!active.has(id)) courier.stop();
    if (active.size > 0) this.leaveFeed ??= this.feed.follow();
    for (const webhook of webhooks) {
      const delivery = this.couriers.get(webhook.id);
      if (delivery !== undefined) delivery.courier.update(webhook);
      else this.start(webhook);
    }
    if (active.size > 0) return;
    this.leaveFeed?.();
    this.leaveFeed = undefined;
  }

  private start(webhook: Claim): void {
    const courier = new Courier(webhook, this.tools);
    const whenEnded = courier.run().then(() => {
      this.couriers.delete(webhook.id);
      this.look(); // it may have been reactivated meanwhile
    });
    this.couriers.set(webhook.id, { courier, whenEnded });
  }
}
