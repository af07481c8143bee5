import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '../../../auth/caller.js';
import { CONFIG, type Config } from '../../../config/config.js';
import type { List } from '../../../database/lists/list.js';
import { EventsGone, RecordNotFound, requireExisting, WrongState } from '../../../errors/domain-errors.js';
import { Metrics } from '../../../metrics/metrics.js';
import { EventRepository } from '../event.repository.js';
import { deliver } from './delivery.js';
import { type DeliveryRequest, type Replay, ReplayRepository } from './replay.repository.js';
import { WebhookRepository } from './webhook.repository.js';

/** Deliveries of webhooks, and their replay. */
@Injectable()
export class ReplayService {
  constructor(
    private readonly webhooks: WebhookRepository,
    private readonly replays: ReplayRepository,
    private readonly events: EventRepository,
    private readonly metrics: Metrics,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Deliveries of a webhook; throws {@link RecordNotFound}. */
  async list(webhook: string, query: DeliveryRequest): Promise<List> {
    requireExisting(await this.webhooks.find(webhook), 'webhook', webhook);
    return this.replays.list(webhook, query);
  }

  /**
   * Sends a delivery again, with its original events and `webhook-id`, and returns its JSON text with the outcome of
   * the attempt. Throws {@link RecordNotFound}, {@link EventsGone} when some of its events are no longer stored, and
   * {@link WrongState} while another delivery to the same webhook is in progress.
   */
  async replay(webhook: string, delivery: string, actor: Actor): Promise<string> {
    await this.find(webhook, delivery);
    const owner = randomUUID();
    if (!(await this.replays.take(webhook, owner)))
      throw new WrongState('A delivery to this webhook is on its way; try again in some seconds');
    try {
      // Read once no other attempt can change it: what was sent is what is then recorded as delivered.
      const error = await this.send(webhook, await this.find(webhook, delivery));
      const json = await this.replays.recordReplay(webhook, delivery, { owner, error, actor });
      return requireExisting(json, 'delivery', delivery);
    } catch (error) {
      await this.replays.release(webhook, owner);
      throw error;
    }
  }

  private async find(webhook: string, delivery: string): Promise<Replay> {
    return requireExisting(await this.replays.find(webhook, delivery), 'delivery', delivery);
  }

  /** Returns the class of the failure; null when the receiver accepted the events. */
  private async send(webhook: string, { url, secret, events: ids }: Replay): Promise<string | null> {
    const events = await this.events.withIds(ids);
    if (events.length < ids.length) throw new EventsGone(Number(ids[0]) - 1);
    const outcome = await deliver({ id: webhook, url, secret }, events, {
      stop: new AbortController().signal,
      isPrivateAllowed: this.config.WEBHOOK_PRIVATE === 'allowed',
    });
    this.metrics.countDelivery(outcome.kind);
    return 'error' in outcome ? outcome.error : null;
  }
}
