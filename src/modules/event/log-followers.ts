import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { Changes } from '../../database/changes.js';
import { Database } from '../../database/database.js';
import { LOGGER, type Logger } from '../../log/log.js';
import { Publication } from '../../market/publication.js';
import { EventFeed } from './event-feed.js';
import { type FollowerSteps, type Following, LogFollower } from './log-follower.js';
import { LogPosition } from './log-position.repository.js';

/** The followers of the audit log, which work in the background while the service runs. */
@Injectable()
export class LogFollowers implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown {
  private readonly followers: LogFollower[] = [];

  constructor(
    private readonly database: Database,
    private readonly feed: EventFeed,
    private readonly publication: Publication,
    private readonly changes: Changes,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Adds a follower, while the service is composed. */
  add(steps: FollowerSteps, task: Omit<Following, 'standing' | 'step'>): LogFollower {
    const published = this.publication.standard;
    const position = new LogPosition(this.database, steps);
    const following: Following = {
      ...task,
      standing: () => position.standing(published),
      step: (upTo, isReader) => position.step({ upTo, published, isReader }),
    };
    const { feed, changes, log } = this;
    const follower = new LogFollower(following, { feed, changes, log });
    this.followers.push(follower);
    return follower;
  }

  onApplicationBootstrap(): void {
    for (const follower of this.followers) follower.start();
  }

  onModuleDestroy(): void {
    for (const follower of this.followers) follower.stop();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.followers.map((follower) => follower.awaitEnd()));
  }
}
