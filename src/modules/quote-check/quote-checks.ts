import { Injectable } from '@nestjs/common';
import type { LogFollower } from '../event/log-follower.js';
import { LogFollowers } from '../event/log-followers.js';
import { QuoteCheckRepository } from './quote-check.repository.js';

/** Background checks begin when nothing has been written for this long, ms. */
const QUIET = 1_000;
/** A reader waits about this long for checks, ms. */
const PATIENCE = 150;

/** Keeps the flags of quotes and the gaps between them right, whatever is written to the data they depend on. */
@Injectable()
export class QuoteChecks {
  private readonly follower: LogFollower;

  constructor(checks: QuoteCheckRepository, followers: LogFollowers) {
    const task = 'quotes could not be checked';
    this.follower = followers.add(checks, { task, quiet: QUIET, patience: PATIENCE });
  }

  /** Checks what was written before the call; false: some of it is not checked yet. */
  catchUp(): Promise<boolean> {
    return this.follower.catchUp();
  }
}
