import type pg from 'pg';
import type { Batch } from './batch.js';

/** Stores a batch on a connection; merges once `turn` resolves. */
export type Store = (client: pg.PoolClient, batch: Batch, turn: Promise<unknown>) => Promise<void>;

/**
 * Spreads batches over connections in turn: one receives a batch while another merges the previous batch.
 * Batches are committed in order.
 */
export class Lanes {
  private readonly running: Promise<void>[];
  private next = 0;

  /** `last`: resolves when the first batch may be merged. */
  constructor(
    private readonly clients: readonly pg.PoolClient[],
    private readonly store: Store,
    private last: Promise<void>,
  ) {
    this.running = clients.map(() => Promise.resolve());
  }

  /** Resolves when the batch is under way: when its connection has finished the previous one. */
  async take(batch: Batch): Promise<void> {
    const lane = this.next;
    this.next = (lane + 1) % this.clients.length;
    await this.running[lane];
    const client = this.clients[lane] as pg.PoolClient;
    this.last = this.store(client, batch, this.last);
    this.last.catch(() => undefined); // awaited by the next batch of the lane, and at the end
    this.running[lane] = this.last;
  }

  /** Resolves when all batches taken are committed; rejects with the first failure. */
  async idle(): Promise<void> {
    // Wait for all first: a commit in progress counts, whatever happened to the batch after it.
    await Promise.allSettled(this.running);
    await Promise.all(this.running);
  }
}
