import type { Response } from 'express';

/** A reader that takes nothing for this long, ms, is cut off: it reconnects and resumes. */
const STALL_LIMIT = 30_000;

/** Server-sent events on their way to one reader. */
export interface EventTexts {
  /** aborts when they end, for any reason */
  readonly endSignal: AbortSignal;
  /** the texts to send; they end when {@link endSignal} aborts */
  texts(): AsyncIterable<string>;
  /** ends them now; called at the end in any case, so perhaps twice */
  end(): void;
}

/**
 * An answer of server-sent events that goes on until its source ends, its reader leaves or it is ended. A text is
 * requested once the one before it was taken, so a slow reader costs the memory of one.
 */
export class EventStream {
  constructor(private readonly source: EventTexts) {}

  /** Sends the events; resolves at their end. */
  async send(response: Response): Promise<void> {
    const { source } = this;
    response.once('close', () => source.end());
    try {
      response.status(200).set({
        'Content-Type': 'text/event-stream; charset=utf-8',
        // Neither our compression nor a proxy's buffer may hold an event back.
        'Cache-Control': 'private, no-cache, no-transform',
        'X-Accel-Buffering': 'no',
      });
      if (response.req.method !== 'HEAD' && !response.destroyed) {
        response.flushHeaders();
        for await (const text of source.texts()) {
          if (!response.write(text) && !(await awaitDrain(response, source.endSignal))) break;
        }
      }
      response.end();
    } catch (error) {
      response.destroy();
      throw error;
    } finally {
      source.end();
    }
  }
}

/** Waits until the reader has taken what was written; cuts it off and resolves to false when it does not. */
function awaitDrain(response: Response, endSignal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = (isDrained: boolean) => {
      clearTimeout(timer);
      response.off('drain', onDrain);
      endSignal.removeEventListener('abort', cut);
      if (!isDrained) response.destroy();
      resolve(isDrained);
    };
    const onDrain = () => finish(true);
    const cut = () => finish(false);
    const timer = setTimeout(cut, STALL_LIMIT);
    response.on('drain', onDrain);
    endSignal.addEventListener('abort', cut);
    if (endSignal.aborted) cut();
  });
}
