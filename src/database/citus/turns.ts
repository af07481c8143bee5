/**
 * Statements of one connection. Those that {@link take} a turn begin when all before them are answered, because on a
 * cluster one may need several; those that {@link join} need not wait for each other.
 */
export class Turns {
  private lastAnswered: Promise<unknown> = Promise.resolve();
  private lastTaken: Promise<unknown> = Promise.resolve();
  private lastSent: Promise<unknown> = Promise.resolve();

  /** Begins work in its turn; the work calls its argument when it sends its last statement. */
  take<Result>(work: (onSent: () => void) => Promise<Result>): Promise<Result> {
    let markSent = () => {};
    this.lastSent = new Promise<void>((resolve) => {
      markSent = resolve;
    });
    const result = this.lastAnswered.then(() => work(markSent)).finally(markSent);
    this.lastTaken = result.catch(() => undefined); // reported to the caller of that work
    this.lastAnswered = this.lastTaken;
    return result;
  }

  /** Begins work, which immediately sends a statement, once all earlier taken work is answered. */
  join<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.lastTaken.then(work);
    this.lastSent = this.lastTaken.then(() => undefined); // after the work was called
    const before = this.lastAnswered;
    this.lastAnswered = result.then(
      () => before,
      () => before,
    );
    return result;
  }

  /** Begins work as soon as all before it is sent, without waiting for the answers. */
  whenSent<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.lastSent.then(work);
  }
}
