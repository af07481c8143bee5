import { availableParallelism } from 'node:os';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { callerOf } from '../auth/rights.js';
import { READ_CONNECTIONS } from '../database/connection/connections.js';
import type { List } from '../database/lists/list.js';
import { Busy } from '../errors/domain-errors.js';
import { PageGate } from '../http/replies/page-gate.js';
import { FairGate } from './fair-gate.js';
import { RecentTokens } from './recent-tokens.js';

/** Read connections that pages of one token may hold: the others stay free for other tokens. */
const OF_A_TOKEN = (READ_CONNECTIONS * 3) / 4;
/** The same while others send requests too: more pages at a time than processors only make everybody wait. */
const BESIDE_OTHERS = Math.min(OF_A_TOKEN, Math.max(2, availableParallelism()));
/** Pages of more rows than this are large: each keeps a core busy for tens of milliseconds, so few run together. */
const LARGE = 2_500;
const LARGE_TOGETHER = READ_CONNECTIONS / 2;
const LARGE_OF_A_TOKEN = Math.min(LARGE_TOGETHER / 2, Math.max(2, availableParallelism()));
/** The same while others send requests too: half of the processors are theirs. */
const LARGE_BESIDE_OTHERS = Math.max(1, Math.floor(LARGE_OF_A_TOKEN / 2));
/** How long a read waits for its turn, ms: as long as for a connection. */
const PATIENCE = 3_000;

/**
 * Shares the connections for reads among tokens: pages that take one wait in a line per token, not in a single line;
 * fewer large ones run together. Quick ones, which travel one behind the other, do not wait.
 */
@Injectable()
export class TokenReads extends PageGate {
  private readonly pages = gateOf(READ_CONNECTIONS, (token) =>
    this.tokens.isAlone(token) ? OF_A_TOKEN : BESIDE_OTHERS,
  );
  private readonly large = gateOf(LARGE_TOGETHER, (token) =>
    this.tokens.isAlone(token) ? LARGE_OF_A_TOKEN : LARGE_BESIDE_OTHERS,
  );

  constructor(private readonly tokens: RecentTokens) {
    super();
  }

  /** Throws {@link Busy} for a read that has waited too long. */
  async hold<Result>(request: Request, list: List, work: () => Promise<Result>): Promise<Result> {
    const token = callerOf(request).id;
    const { limit = 0, total = false } = list.query;
    const isLarge = limit > LARGE;
    if (list.isQuick === true && !isLarge && !total) return work();
    const refusal = () => new Busy('too many reads are running');
    const leave = await (isLarge ? this.large : this.pages).enter(token, refusal);
    try {
      return await work();
    } finally {
      leave();
    }
  }
}

function gateOf(total: number, each: (token: string) => number): FairGate {
  return new FairGate({ total, each, waiting: Number.POSITIVE_INFINITY, patience: PATIENCE });
}
