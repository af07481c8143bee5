import { availableParallelism } from 'node:os';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { BearerStrategy } from '../auth/bearer.strategy.js';
import { callerOf } from '../auth/rights.js';
import { STREAM_CONNECTIONS } from '../database/connection/connections.js';
import { StreamsExhausted, TooManyStreams } from '../errors/domain-errors.js';
import { StreamGate, type StreamPlace } from '../http/replies/stream-gate.js';
import { FairGate } from './fair-gate.js';
import { RecentTokens } from './recent-tokens.js';

/** Streams that one token may have open: a quarter of the connections for streams. */
const OF_A_TOKEN = STREAM_CONNECTIONS / 4;
/** Streams of one token that may wait for others to end, and how long, ms: short ones take no longer. */
const WAITING = 100;
const PATIENCE = 2_000;

/**
 * Streams of one token that flow at the same time while others send requests: half of the processors are theirs. The
 * token's other streams stand still meanwhile, and so do their statements once the buffers are full.
 */
const FLOWING = Math.max(1, Math.floor(availableParallelism() / 2));
/** How long a stream flows before another one of its token does, ms: longer than it takes to empty a buffer. */
const SLICE = 25;
/** Longest wait for a slice or for the first rows of others, ms: far longer than those of all streams before it. */
const LONGEST_TURN = 60_000;

/**
 * Bounds the open CSV and NDJSON streams, of each token and of all. While others send requests too, those of one token
 * flow in slices of time, and only as many begin at once: until the first row the database may compute at full load.
 */
@Injectable()
export class TokenStreams extends StreamGate {
  private readonly open = new FairGate({
    total: STREAM_CONNECTIONS,
    each: () => OF_A_TOKEN,
    waiting: WAITING,
    patience: PATIENCE,
  });
  private readonly beginning = new FairGate({
    total: Number.POSITIVE_INFINITY,
    each: (token) => (this.tokens.isAlone(token) ? OF_A_TOKEN : FLOWING),
    waiting: Number.POSITIVE_INFINITY,
    patience: LONGEST_TURN,
  });
  private readonly flowing = new FairGate({
    total: Number.POSITIVE_INFINITY,
    each: () => FLOWING,
    waiting: Number.POSITIVE_INFINITY,
    patience: LONGEST_TURN,
  });

  constructor(
    private readonly tokens: RecentTokens,
    private readonly bearer: BearerStrategy,
  ) {
    super();
  }

  /** Throws {@link TooManyStreams} for a token at its limit, {@link StreamsExhausted} when no connection is left. */
  async enter(request: Request): Promise<StreamPlace> {
    const { id } = callerOf(request);
    const refusal = () =>
      this.open.runningOf(id) >= OF_A_TOKEN ? new TooManyStreams(OF_A_TOKEN) : new StreamsExhausted();
    const leave = await this.open.enter(id, refusal);
    const leaveBeginning = await this.beginning.enter(id, refusal).catch((error: unknown) => {
      leave();
      throw error;
    });
    let hasBegun = false;
    const begin = () => {
      if (!hasBegun) leaveBeginning();
      hasBegun = true;
    };
    let end: number | undefined;
    return {
      isWithdrawn: () => this.bearer.isWithdrawn(request),
      leave: () => {
        begin();
        leave();
      },
      turn: () => {
        begin();
        if (end !== undefined && performance.now() < end) return undefined;
        if (this.tokens.isAlone(id)) return undefined;
        return this.slice(id).then((until) => {
          end = until;
        });
      },
    };
  }

  /** Waits for a time slice of a token; resolves to its end, ms of the monotonic clock. */
  private async slice(token: string): Promise<number> {
    const leave = await this.flowing.enter(token, () => new StreamsExhausted());
    setTimeout(leave, SLICE);
    return performance.now() + SLICE;
  }
}
