import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { callerOf } from '../auth/rights.js';
import { STREAM_CONNECTIONS } from '../database/database.js';
import { StreamsExhausted, TooManyStreams } from '../errors/domain-errors.js';
import { StreamGate } from '../http/replies/stream-gate.js';

/** Streams that one token may have open: a quarter of the connections that there are for them. */
export const STREAMS_OF_A_TOKEN = STREAM_CONNECTIONS / 4;

/** Counts the open CSV and NDJSON streams of each token. */
@Injectable()
export class TokenStreams extends StreamGate {
  private readonly open = new Map<string, number>();
  private total = 0;

  /** Throws {@link TooManyStreams} for a token that has its share, {@link StreamsExhausted} when no connection is left. */
  enter(request: Request): () => void {
    const { id } = callerOf(request);
    const own = this.open.get(id) ?? 0;
    if (own >= STREAMS_OF_A_TOKEN) throw new TooManyStreams(STREAMS_OF_A_TOKEN);
    if (this.total >= STREAM_CONNECTIONS) throw new StreamsExhausted();
    this.total++;
    this.open.set(id, own + 1);
    return () => {
      this.total--;
      const left = (this.open.get(id) ?? 1) - 1;
      if (left === 0) this.open.delete(id);
      else this.open.set(id, left);
    };
  }
}
