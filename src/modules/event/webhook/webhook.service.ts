import { Inject, Injectable } from '@nestjs/common';
import type { Actor, Editor } from '../../../auth/caller.js';
import { CONFIG, type Config } from '../../../config/config.js';
import type { List, PageRequest } from '../../../database/lists/list.js';
import { InvalidInput, RecordNotFound, requireExisting, WrongState } from '../../../errors/domain-errors.js';
import { literalAddressOf, mayDeliverTo } from '../../../outbound/address.js';
import { EventFeed } from '../event-feed.js';
import { newSecret } from './delivery.js';
import type { WebhookWrite } from './webhook.dto.js';
import { WebhookRepository } from './webhook.repository.js';

/** Most webhooks of a database: each has a courier in every process. */
const MAXIMUM_WEBHOOKS = 100;

/** Receivers of events, for callers who may grant rights. */
@Injectable()
export class WebhookService {
  constructor(
    private readonly webhooks: WebhookRepository,
    private readonly feed: EventFeed,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  list(query: PageRequest): List {
    return this.webhooks.list(query);
  }

  /** JSON text of a webhook; throws {@link RecordNotFound}. */
  async find(id: string): Promise<string> {
    return requireExisting(await this.webhooks.find(id), 'webhook', id);
  }

  /**
   * Creates a webhook that gets what is written from now on; its secret is returned only this once. Throws
   * {@link InvalidInput} for an address that is never delivered to.
   */
  async create(webhook: WebhookWrite, actor: Actor): Promise<{ id: string; json: string }> {
    this.refuseAddress(webhook);
    const secret = newSecret();
    const position = await this.feed.position();
    const options = { secret, position, maximum: MAXIMUM_WEBHOOKS };
    const created = await this.webhooks.add(webhook, options, actor);
    if (created === undefined)
      throw new WrongState(`There are ${MAXIMUM_WEBHOOKS} webhooks; delete one first`);
    return { id: created.id, json: JSON.stringify({ ...(JSON.parse(created.json) as object), secret }) };
  }

  /**
   * Replaces a webhook except its secret; throws {@link RecordNotFound}, PreconditionFailed, and {@link InvalidInput}
   * like `create`.
   */
  async replace(id: string, webhook: WebhookWrite, editor: Editor): Promise<string> {
    this.refuseAddress(webhook);
    const position = await this.feed.position();
    return requireExisting(await this.webhooks.replace(id, webhook, position, editor), 'webhook', id);
  }

  /** Deletes a webhook; throws {@link RecordNotFound} and PreconditionFailed. */
  async remove(id: string, editor: Editor): Promise<string> {
    return requireExisting(await this.webhooks.remove(id, editor), 'webhook', id);
  }

  /** A literal address in the URL is refused here; a name only on delivery, by the addresses it resolves to. */
  private refuseAddress({ url }: WebhookWrite): void {
    const address = literalAddressOf(url);
    const isPrivateAllowed = this.config.WEBHOOK_PRIVATE === 'allowed';
    if (address === undefined || mayDeliverTo(address, isPrivateAllowed)) return;
    const detail = mayDeliverTo(address, true)
      ? 'a public address is expected; loopback and private ones need WEBHOOK_PRIVATE=allowed'
      : 'no link-local, metadata, multicast or reserved address is accepted';
    throw new InvalidInput([{ pointer: '/url', code: 'address_not_allowed', detail }]);
  }
}
