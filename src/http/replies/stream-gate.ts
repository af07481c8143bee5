import type { Request } from 'express';

/** The place of a stream among those that are open. */
export interface StreamPlace {
  /** Waits until the stream may pass on its next piece; undefined: now. */
  turn(): Promise<void> | undefined;
  /** Whether the reader's token no longer counts. */
  isWithdrawn(): Promise<boolean>;
  /** Gives the place back, at the end of the stream. */
  leave(): void;
}

/** Admits or refuses a stream; a stream holds a database connection as long as its reader reads. */
export abstract class StreamGate {
  /** Waits for a place if need be. */
  abstract enter(request: Request): Promise<StreamPlace>;
}
