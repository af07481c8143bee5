/** Where a key stands in its window. */
export interface WindowState {
  /** how often it was counted in this window, this time included */
  count: number;
  /** ms until the window ends, at most its length */
  remainingMs: number;
}

/**
 * Counts keys in windows that begin with the first count of a key. Uses the monotonic clock: the time of day may be set
 * back by hours, and a window would last that long. Beyond `keys` the key counted longest ago is dropped, so that
 * memory is bounded.
 */
export class FixedWindows {
  /** by key, the one counted longest ago first: a cache with a set size would allocate memory for all keys upfront */
  private readonly windows = new Map<string, { count: number; end: number }>();

  /** `length`: of a window, ms; `keys`: how many of them are remembered at most. */
  constructor(
    private readonly length: number,
    private readonly keys: number,
  ) {}

  /** Counts a key once more. `now`: ms of the monotonic clock. */
  count(key: string, now = performance.now()): WindowState {
    let window = this.windows.get(key);
    if (window === undefined || window.end <= now) window = { count: 0, end: now + this.length };
    window.count++;
    this.windows.delete(key);
    this.windows.set(key, window);
    if (this.windows.size > this.keys) this.windows.delete(this.windows.keys().next().value as string);
    // The sum of two floats may be a hair too large, and rounding up would turn that hair into a whole second.
    return { count: window.count, remainingMs: Math.min(window.end - now, this.length) };
  }

  /** Keys remembered now. */
  get size(): number {
    return this.windows.size;
  }
}
