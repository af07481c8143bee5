import { availableParallelism } from 'node:os';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../auth/caller.js';
import { Busy } from '../errors/domain-errors.js';
import { FairGate } from './fair-gate.js';
import { RecentTokens } from './recent-tokens.js';

/** Expensive reads that one token may run at a time: each keeps a core of the database busy. */
const ALONE = Math.max(2, availableParallelism());
/** The same while others send requests too, so that cores are left for them. */
const BESIDE_OTHERS = Math.max(1, Math.floor(ALONE / 2));
/** For all tokens, so that a second token finds a place next to one that was alone. */
const TOTAL = ALONE + BESIDE_OTHERS;
/** Such reads of one token that may wait, and how long, ms: within the patience of usual clients. */
const WAITING = 64;
const PATIENCE = 5_000;

/** Lets few expensive reads run at the same time, and fewer of one token unless it is alone. */
@Injectable()
export class ExpensiveReads {
  private readonly gate = new FairGate({
    total: TOTAL,
    each: (token) => (this.tokens.isAlone(token) ? ALONE : BESIDE_OTHERS),
    waiting: WAITING,
    patience: PATIENCE,
  });

  constructor(private readonly tokens: RecentTokens) {}

  /** Waits for a place; returns the function that gives it back. Throws {@link Busy}. */
  enter(caller: Pick<Caller, 'id'>): Promise<() => void> {
    return this.gate.enter(caller.id, () => new Busy('too many expensive reads are running'));
  }
}
