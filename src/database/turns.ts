/** Statements of one connection, each begun when the one before is answered: on a cluster one may need several. */
export class Turns {
  private answered: Promise<unknown> = Promise.resolve();
  private sent: Promise<unknown> = Promise.resolve();

  /** Begins work in its turn; it calls its argument as it sends its last statement. */
  take<Result>(work: (sent: () => void) => Promise<Result>): Promise<Result> {
    let tell = () => {};
    this.sent = new Promise<void>((resolve) => {
      tell = resolve;
    });
    const result = this.answered.then(() => work(tell)).finally(tell);
    this.answered = result.catch(() => undefined); // reported to the caller of that work
    return result;
  }

  /** Begins work as soon as all before it is sent, whose answers it does not wait for. */
  whenSent<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.sent.then(work);
  }
}
