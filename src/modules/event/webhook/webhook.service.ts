import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../auth/caller.js';
import type { List, PageRequest } from '../../../database/lists/list.js';
import { RecordNotFound, WrongState } from '../../../errors/domain-errors.js';
import { EventFeed } from '../event-feed.js';
import { newSecret } from './delivery.js';
import type { WebhookWrite } from './webhook.dto.js';
import { WebhookRepository } from './webhook.repository.js';

/** Most webhooks of a database: each has its courier in every process. */
const MAXIMUM_WEBHOOKS = 100;

/** Receivers of events, for those who may hand out rights. */
@Injectable()
export class WebhookService {
  constructor(
    private readonly webhooks: WebhookRepository,
    private readonly feed: EventFeed,
  ) {}

  list(query: PageRequest): List {
    return this.webhooks.list(query);
  }

  /** JSON text of a webhook; throws {@link RecordNotFound}. */
  async find(id: string): Promise<string> {
    return jsonOf(id, await this.webhooks.find(id));
  }

  /** Makes a webhook that gets what is written from now on; its secret is in the answer and never again. */
  async create(webhook: WebhookWrite, actor: Actor): Promise<{ id: string; json: string }> {
    const secret = newSecret();
    const position = await this.feed.position();
    const options = { secret, position, maximum: MAXIMUM_WEBHOOKS };
    const created = await this.webhooks.add(webhook, options, actor);
    if (created === undefined)
      throw new WrongState(`There are ${MAXIMUM_WEBHOOKS} webhooks; delete one first`);
    return { id: created.id, json: JSON.stringify({ ...(JSON.parse(created.json) as object), secret }) };
  }

  /** Replaces a webhook but for its secret; throws {@link RecordNotFound}. */
  async replace(id: string, webhook: WebhookWrite, actor: Actor): Promise<string> {
    return jsonOf(id, await this.webhooks.replace(id, webhook, await this.feed.position(), actor));
  }

  /** Deletes a webhook; throws {@link RecordNotFound}. */
  async remove(id: string, actor: Actor): Promise<string> {
    return jsonOf(id, await this.webhooks.remove(id, actor));
  }
}

/** Refuses a webhook that is not there. */
function jsonOf(id: string, json: string | undefined): string {
  if (json === undefined) throw new RecordNotFound('webhook', id);
  return json;
}
