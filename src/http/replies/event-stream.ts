import type { Response } from 'express';

/** A reader who takes nothing for this long, ms, is cut off: it comes back and resumes. */
const STALL_LIMIT = 30_000;

/**
 * An answer of server-sent events that goes on until its source ends, its reader leaves or somebody ends it. A text is
 * asked for when the one before was taken, so a slow reader costs the memory of one.
 */
export class EventStream {
  private readonly ended = new AbortController();

  /** `source` makes the texts and ends when its signal aborts; `released` is called at the end, whatever happens. */
  constructor(
    private readonly source: (ended: AbortSignal) => AsyncIterable<string>,
    private readonly released: () => void,
  ) {}

  /** Ends it now. */
  end(): void {
    this.ended.abort();
  }

  /** Sends it; resolves at its end. */
  async send(response: Response): Promise<void> {
    response.once('close', () => this.end());
    try {
      response.status(200).set({
        'Content-Type': 'text/event-stream; charset=utf-8',
        // Neither our compression nor a proxy's buffer may hold an event back.
        'Cache-Control': 'private, no-cache, no-transform',
        'X-Accel-Buffering': 'no',
      });
      if (response.req.method !== 'HEAD' && !response.closed) {
        response.flushHeaders();
        for await (const text of this.source(this.ended.signal)) {
          if (!response.write(text) && !(await taken(response, this.ended.signal))) break;
        }
      }
      response.end();
    } catch (error) {
      response.destroy();
      throw error;
    } finally {
      this.end();
      this.released();
    }
  }
}

/** Waits until the reader has taken what was written; cuts it off and says false when it does not. */
function taken(response: Response, ended: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = (isTaken: boolean) => {
      clearTimeout(timer);
      response.off('drain', drained);
      ended.removeEventListener('abort', cut);
      if (!isTaken) response.destroy();
      resolve(isTaken);
    };
    const drained = () => finish(true);
    const cut = () => finish(false);
    const timer = setTimeout(cut, STALL_LIMIT);
    response.on('drain', drained);
    ended.addEventListener('abort', cut);
    if (ended.aborted) cut();
  });
}
