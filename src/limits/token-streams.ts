import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { callerOf } from '../auth/rights.js';
import { STREAM_CONNECTIONS } from '../database/database.js';
import { StreamsExhausted, TooManyStreams } from '../errors/domain-errors.js';
import { StreamGate } from '../http/replies/stream-gate.js';
import { FairGate } from './fair-gate.js';

/** Streams that one token may have open: a quarter of the connections that there are for them. */
const OF_A_TOKEN = STREAM_CONNECTIONS / 4;
/** Streams of one token that may wait for others to end, and how long, ms: short ones take no longer. */
const WAITING = 100;
const PATIENCE = 2_000;

/** Bounds the open CSV and NDJSON streams, of each token and of all. */
@Injectable()
export class TokenStreams extends StreamGate {
  private readonly gate = new FairGate({
    total: STREAM_CONNECTIONS,
    each: () => OF_A_TOKEN,
    waiting: WAITING,
    patience: PATIENCE,
  });

  /** Throws {@link TooManyStreams} for a token that has its share, {@link StreamsExhausted} when no connection is left. */
  enter(request: Request): Promise<() => void> {
    const { id } = callerOf(request);
    const refusal = () =>
      this.gate.runningOf(id) >= OF_A_TOKEN ? new TooManyStreams(OF_A_TOKEN) : new StreamsExhausted();
    return this.gate.enter(id, refusal);
  }
}
