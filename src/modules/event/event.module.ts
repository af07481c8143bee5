import { Module } from '@nestjs/common';
import { AuthModule } from '../../auth/auth.module.js';
import { EventController } from './event.controller.js';
import { EventRepository } from './event.repository.js';
import { EventService } from './event.service.js';
import { EventFeed } from './event-feed.js';
import { EventStreams } from './event-streams.js';

/** Events of writes: GET /svc/events, and the feed that serves webhooks. */
@Module({
  imports: [AuthModule],
  controllers: [EventController],
  providers: [EventRepository, EventFeed, EventStreams, EventService],
  exports: [EventFeed, EventRepository],
})
export class EventModule {}
