import type { Request } from 'express';

/** Lets a stream begin or refuses it; a stream holds a connection of the database as long as its reader reads. */
export abstract class StreamGate {
  /** Waits for a place if need be; what it returns is called at the end of the stream. */
  abstract enter(request: Request): Promise<() => void>;
}
