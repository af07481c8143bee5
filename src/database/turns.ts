/**
 * Statements of one connection. Those that {@link take} a turn begin when all before them are answered, because on a
 * cluster one may need several; those that {@link join} need not wait for each other.
 */
export class Turns {
  private answered: Promise<unknown> = Promise.resolve();
  private taken: Promise<unknown> = Promise.resolve();
  private sent: Promise<unknown> = Promise.resolve();

  /** Begins work in its turn; the work calls its argument when it sends its last statement. */
  take<Result>(work: (sent: () => void) => Promise<Result>): Promise<Result> {
    let tell = () => {};
    this.sent = new Promise<void>((resolve) => {
      tell = resolve;
    });
    const result = this.answered.then(() => work(tell)).finally(tell);
    this.taken = result.catch(() => undefined); // reported to the caller of that work
    this.answered = this.taken;
    return result;
  }

  /** Begins work, which immediately sends a statement, once all earlier taken work is answered. */
  join<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.taken.then(work);
    this.sent = this.taken.then(() => undefined); // after the work was called
    const before = this.answered;
    this.answered = result.then(
      () => before,
      () => before,
    );
    return result;
  }

  /** Begins work as soon as all before it is sent, without waiting for the answers. */
  whenSent<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.sent.then(work);
  }
}
