import { Module } from '@nestjs/common';
import { AuthModule } from '../../auth/auth.module.js';
import { MarketModule } from '../../market/market.module.js';
import { EventController } from './event.controller.js';
import { EventRepository } from './event.repository.js';
import { EventService } from './event.service.js';
import { EventFeed } from './event-feed.js';
import { EventStreams } from './event-streams.js';
import { LogFollowers } from './log-followers.js';

/** Events of writes: GET /svc/events, the feed that serves webhooks, and what follows the audit log. */
@Module({
  imports: [AuthModule, MarketModule],
  controllers: [EventController],
  providers: [EventRepository, EventFeed, EventStreams, EventService, LogFollowers],
  exports: [EventFeed, EventRepository, LogFollowers],
})
export class EventModule {}
