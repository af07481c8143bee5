/** Bounds of a {@link FairGate}. */
export interface GateBounds {
  /** tasks that run at the same time, of all keys */
  total: number;
  /** of one key, at the moment of the call */
  each: (key: string) => number;
  /** tasks of one key that may wait */
  waiting: number;
  /** longest wait of a task, ms */
  patience: number;
}

interface WaitingTask {
  key: string;
  enter(): void;
}

/**
 * Lets a bounded number of tasks run at the same time, of all keys together and of each. The others wait; the next
 * to enter is one of the key with the fewest running, the one that came first if there are several.
 */
export class FairGate {
  private readonly running = new Map<string, number>();
  private queue: WaitingTask[] = [];
  private total = 0;

  constructor(private readonly bounds: GateBounds) {}

  /**
   * Waits for a place; returns the function that gives it back, to be called once. Throws the error of `refusal` when
   * too many of the key wait already, or this one has waited too long.
   */
  async enter(key: string, refusal: () => Error): Promise<() => void> {
    if (!this.hasRoom(key)) {
      const ahead = this.queue.filter((each) => each.key === key).length;
      if (ahead >= this.bounds.waiting) throw refusal();
      await this.turn(key, refusal);
    } else this.take(key);
    return () => this.leave(key);
  }

  private turn(key: string, refusal: () => Error): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting: WaitingTask = {
        key,
        enter: () => {
          clearTimeout(timer);
          this.take(key);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        this.queue = this.queue.filter((each) => each !== waiting);
        reject(refusal());
      }, this.bounds.patience);
      this.queue.push(waiting);
    });
  }

  private hasRoom(key: string): boolean {
    return this.total < this.bounds.total && this.runningOf(key) < this.bounds.each(key);
  }

  /** Running tasks of a key. */
  runningOf(key: string): number {
    return this.running.get(key) ?? 0;
  }

  private take(key: string): void {
    this.total++;
    this.running.set(key, this.runningOf(key) + 1);
  }

  private leave(key: string): void {
    this.total--;
    const rest = this.runningOf(key) - 1;
    if (rest === 0) this.running.delete(key);
    else this.running.set(key, rest);
    // As many as have room: a key may have more of it than when they began to wait.
    for (let next = this.next(); next !== undefined; next = this.next()) {
      const entering = next;
      this.queue = this.queue.filter((each) => each !== entering);
      entering.enter();
    }
  }

  /** The waiting task that enters next; undefined if none has room. */
  private next(): WaitingTask | undefined {
    let next: WaitingTask | undefined;
    for (const each of this.queue) {
      if (!this.hasRoom(each.key)) continue;
      if (next === undefined || this.runningOf(each.key) < this.runningOf(next.key)) next = each;
    }
    return next;
  }
}
