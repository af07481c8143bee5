import { Module } from '@nestjs/common';
import { AuthModule } from '../../../auth/auth.module.js';
import { EventModule } from '../event.module.js';
import { DeliveryRepository } from './delivery.repository.js';
import { ReplayRepository } from './replay.repository.js';
import { ReplayService } from './replay.service.js';
import { WebhookController } from './webhook.controller.js';
import { WebhookRepository } from './webhook.repository.js';
import { WebhookService } from './webhook.service.js';
import { WebhookDeliveries } from './webhook-deliveries.js';

/** Webhooks: receivers of events, and the deliveries to them. */
@Module({
  imports: [AuthModule, EventModule],
  controllers: [WebhookController],
  providers: [
    WebhookRepository,
    WebhookService,
    DeliveryRepository,
    WebhookDeliveries,
    ReplayRepository,
    ReplayService,
  ],
})
export class WebhookModule {}
