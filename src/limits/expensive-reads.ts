import { availableParallelism } from 'node:os';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../auth/caller.js';
import { Busy } from '../errors/domain-errors.js';
import { FairGate } from './fair-gate.js';

/** Reads of the whole market that run at the same time: one keeps a core of the database busy. */
const TOTAL = Math.max(2, availableParallelism());
/** Of these, one token's: others still have cores. */
const OF_A_TOKEN = Math.max(1, Math.floor(TOTAL / 2));
/** Such reads of one token that may wait, and how long, ms: within the patience of usual clients. */
const WAITING = 64;
const PATIENCE = 5_000;

/** Lets few reads of the whole market run at the same time, and fewer of one token. */
@Injectable()
export class ExpensiveReads {
  private readonly gate = new FairGate({
    total: TOTAL,
    each: () => OF_A_TOKEN,
    waiting: WAITING,
    patience: PATIENCE,
  });

  /** Waits for a place; what it returns gives it back. Throws {@link Busy}. */
  enter(caller: Pick<Caller, 'id'>): Promise<() => void> {
    return this.gate.enter(caller.id, () => new Busy('too many reads of the whole market are running'));
  }
}
