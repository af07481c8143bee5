import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Changes } from '../../database/changes.js';
import { LOGGER, type Logger } from '../../log/log.js';
import { Publication } from '../../market/publication.js';
import { EventFeed } from '../event/event-feed.js';
import { LogFollower } from '../event/log-follower.js';
import { QuoteCheckRepository } from './quote-check.repository.js';

/** Background checks begin when nothing has been written for this long, ms. */
const QUIET = 1_000;
/** A reader waits about this long for checks, ms. */
const PATIENCE = 150;

/** Keeps the flags of quotes and the gaps between them right, whatever is written to the data they depend on. */
@Injectable()
export class QuoteChecks implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly follower: LogFollower;

  constructor(
    checks: QuoteCheckRepository,
    feed: EventFeed,
    publication: Publication,
    changes: Changes,
    @Inject(LOGGER) log: Logger,
  ) {
    const published = publication.standard;
    this.follower = new LogFollower(
      {
        task: 'quotes could not be checked',
        quiet: QUIET,
        patience: PATIENCE,
        standing: () => checks.standing(published),
        step: (upTo, isReader) => checks.step({ upTo, published, wait: isReader }),
      },
      { feed, changes, log },
    );
  }

  onApplicationBootstrap(): void {
    this.follower.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.follower.stop();
  }

  /** Checks what was written before the call; false: some of it is not checked yet. */
  catchUp(): Promise<boolean> {
    return this.follower.catchUp();
  }
}
