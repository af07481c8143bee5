import { Body, Controller, Put, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiExtraModels, ApiOperation, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { Actor, Editor } from '../../../auth/caller.js';
import { CurrentActor, CurrentEditor, Requires } from '../../../auth/rights.js';
import type { List } from '../../../database/lists/list.js';
import {
  Action,
  Answers,
  DeleteOne,
  DocumentIfMatch,
  Problems,
  ProblemsOnly,
  ReadList,
  ReadOne,
} from '../../../http/docs/operations.js';
import { PathParam, RecordId } from '../../../http/fields/params.js';
import { PageQuery } from '../../../http/fields/queries.js';
import { DeletedEvent } from '../../../http/replies/events.js';
import { answer, Reply, settings } from '../../../http/replies/reply.js';
import { uuidKind } from '../../../kinds/kinds.js';
import { EventRecord } from '../event.dto.js';
import { ReplayService } from './replay.service.js';
import {
  CreatedWebhook,
  DeliveryQuery,
  DeliveryRecord,
  EventDelivery,
  WebhookRecord,
  WebhookWrite,
} from './webhook.dto.js';
import { WebhookService } from './webhook.service.js';

/** What a receiver gets, for the OpenAPI document. */
const CALLBACKS = {
  events: {
    '{$request.body#/url}': {
      post: {
        tags: ['Events'],
        operationId: 'receiveEvents',
        summary: 'Events sent to the receiver',
        description:
          'Signed according to the Standard Webhooks specification: `webhook-id`, `webhook-timestamp` (seconds) and `webhook-signature: v1,<base64>`, the HMAC-SHA256 of `<id>.<timestamp>.<body>`.',
        security: [],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: getSchemaPath(EventDelivery) } } },
        },
        responses: {
          '2XX': { description: 'Accepted within 10 s. Anything other than this and 410 is retried.' },
          '410': { description: 'Deactivates the webhook.' },
        },
      },
    },
  },
};

const DeliveryId = () =>
  PathParam('delivery', uuidKind, 'Identifier of the delivery.', '7d3c1f0a-52c4-4f0e-9c58-0f6a1b2c3d4e');

/** Receivers of events. */
@ApiTags('Events')
@Controller('svc/webhooks')
@Requires('token:manage')
export class WebhookController {
  constructor(
    private readonly webhooks: WebhookService,
    private readonly replays: ReplayService,
  ) {}

  @ReadList('', WebhookRecord, {
    operationId: 'listWebhooks',
    summary: 'Webhooks and their delivery status',
    description: 'Ordered by identifier. Secrets are not returned.',
  })
  list(@Query() query: PageQuery): List {
    return this.webhooks.list(query);
  }

  @ReadOne(':id', WebhookRecord, {
    operationId: 'getWebhook',
    description: 'Its settings, pending events and the outcome of the last attempts; never its secret.',
    summary: 'A webhook and its delivery status',
  })
  async find(@RecordId() id: string): Promise<Reply> {
    return settings(await this.webhooks.find(id));
  }

  @Action('', 201, {
    operationId: 'createWebhook',
    summary: 'Create a webhook',
    description:
      'Sends events written from now on to a receiver, in order, at least once, up to 100 events per POST. A failed delivery is retried indefinitely, after 1 s to 60 s or as Retry-After requests, and holds up the events after it; redirects are not followed. See the callback.',
    example: { last_success_at: null, last_error: null, last_error_at: null },
    callbacks: CALLBACKS,
  })
  @ApiExtraModels(EventDelivery, EventRecord)
  @Answers(201, CreatedWebhook, 'Created; the body contains the secret, this once only.', ['Location'])
  @Problems(400, 409, 413, 415)
  async create(@Body() webhook: WebhookWrite, @CurrentActor() actor: Actor): Promise<Reply> {
    const { id, json } = await this.webhooks.create(webhook, actor);
    return new Reply(201, json, { Location: `/svc/webhooks/${id}`, 'Cache-Control': 'no-store' });
  }

  @Put(':id')
  @ApiBearerAuth()
  @ApiOperation({
    operationId: 'putWebhook',
    summary: 'Replace a webhook',
    description:
      'Keeps the secret and the position in the event sequence. Delivery is retried immediately; new filters apply from now on, including to events still to be delivered.',
  })
  @DocumentIfMatch()
  @Answers(200, WebhookRecord, 'Replaced; the body is the webhook.', ['ETag'])
  @Problems(400, 404, 413, 415)
  async replace(
    @RecordId() id: string,
    @Body() webhook: WebhookWrite,
    @CurrentEditor() editor: Editor,
  ): Promise<Reply> {
    return settings(await this.webhooks.replace(id, webhook, editor));
  }

  @DeleteOne(':id', DeletedEvent, {
    operationId: 'deleteWebhook',
    description: 'Nothing more is delivered to it, not even pending events.',
    summary: 'Delete a webhook',
  })
  @DocumentIfMatch()
  async remove(@RecordId() id: string, @CurrentEditor() editor: Editor): Promise<Reply> {
    return answer(await this.webhooks.remove(id, editor));
  }

  @ReadList(':id/delivery', DeliveryRecord, {
    operationId: 'listWebhookDeliveries',
    summary: 'Deliveries to a webhook',
    description:
      'The newest 1,000, newest first: the events sent together and the outcome of the last attempt.',
  })
  @ProblemsOnly(404)
  listDeliveries(@RecordId() id: string, @Query() query: DeliveryQuery): Promise<List> {
    return this.replays.list(id, query);
  }

  @Action(':id/delivery/:delivery/replay', 200, {
    operationId: 'replayWebhookDelivery',
    summary: 'Resend a delivery',
    description:
      'Sends the same events under the same `webhook-id`, so that a receiver that already has them drops them, and responds when the receiver has: within 10 s. Also works while the webhook is paused or waiting for its next attempt. If the delivery that held up the webhook is accepted, the webhook continues. 409 while a delivery to it is in progress, 410 if the events are no longer kept.',
  })
  @Answers(200, DeliveryRecord, 'Sent; `state` and `error` show whether the receiver accepted it.')
  @Problems(400, 404, 409, 410)
  async replay(
    @RecordId() id: string,
    @DeliveryId() delivery: string,
    @CurrentActor() actor: Actor,
  ): Promise<Reply> {
    return answer(await this.replays.replay(id, delivery, actor));
  }
}
