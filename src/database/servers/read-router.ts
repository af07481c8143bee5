import { setTimeout as sleep } from 'node:timers/promises';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import type pg from 'pg';
import { withRetries } from '../../errors/retries.js';
import type { Logger } from '../../log/log.js';
import type { PostgresAddress } from '../connection/connection.js';
import { isCanceled, sqlState } from '../connection/database-errors.js';
import { MAXIMUM_LAG, Replica, type ReplicaState } from './replica.js';
import { PrimaryPosition, type PrimarySight } from './wal-position.js';

/** SQLSTATE of a server that is up but has no connection left: others may be writing. */
const FULL = '53300';
/** The channel of changes falls silent within this time, ms, when the primary is away: two of its heartbeats. */
const SILENCE_LIMIT = 2_500;
/** A primary that did not report its position is asked again after this time, ms. */
const RETRY = 25;

/**
 * Sends reads to replicas without readers noticing: an answer includes every write acknowledged before the read began,
 * through whichever process. The primary reports how far its log has come, in one small query for all
 * reads waiting for it, and a replica answers only after proving that it has replayed that much. Whatever a replica
 * cannot answer, the primary does.
 */
export class ReadRouter implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly replicas: readonly Replica[];
  private readonly primary: PrimaryPosition;
  private turn = 0;

  constructor(
    address: PostgresAddress,
    urls: readonly string[],
    private readonly log: Logger,
    private readonly sight: PrimarySight,
  ) {
    this.primary = new PrimaryPosition(address, sight);
    const onChange = (replica: Replica, previous: ReplicaState, reason?: string) =>
      this.logChange(replica, previous, reason);
    // On a replica too, the connections of a login run as the service's role: roles are replicated.
    const role = address.role === undefined ? {} : { role: address.role };
    this.replicas = urls.map((url) => new Replica({ url, ...role }, this.primary, onChange));
  }

  /** Runs a SELECT on a replica, or by `onPrimary` when no replica can. */
  async read<Row extends object>(query: pg.QueryConfig, onPrimary: () => Promise<Row[]>): Promise<Row[]> {
    const replica = this.choose();
    if (replica === undefined) return onPrimary();
    try {
      return await replica.read<Row>(query, await this.position(replica));
    } catch (error) {
      if (isCanceled(error)) throw error;
      replica.counts.repeated++;
      return onPrimary();
    }
  }

  /** A connection to a replica for a stream, to be released; undefined: take one to the primary. */
  async borrow(): Promise<pg.PoolClient | undefined> {
    const replica = this.choose();
    if (replica === undefined) return undefined;
    try {
      return await replica.borrow(await this.position(replica));
    } catch {
      replica.counts.repeated++;
      return undefined;
    }
  }

  onApplicationBootstrap(): void {
    for (const replica of this.replicas) replica.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.primary.end(), ...this.replicas.map((replica) => replica.stop())]);
  }

  /**
   * The position that a replica's answer must include. When the primary does not report it and its channel of changes
   * is silent too, it is away for this process, and a replica answers with what it has after the longest lag of one
   * that is up: never with less than any earlier answer, and it lacks only what it was not sent. No cache stores such
   * an answer, because none stores anything while that channel is silent. Rejects when the replica is lost as well.
   */
  private position(replica: Replica): Promise<number> {
    const end = performance.now() + SILENCE_LIMIT;
    const isUp = () => replica.state === 'up';
    const ask = () =>
      this.primary.now().catch(async (error: unknown) => {
        if (this.sight.isReporting() || sqlState(error) === FULL || !isUp()) throw error;
        await sleep(MAXIMUM_LAG);
        return this.primary.highestSeen;
      });
    return withRetries(ask, { when: () => isUp() && performance.now() <= end, pause: () => RETRY });
  }

  /** The least busy replica that is up; equally busy ones in rotation. */
  private choose(): Replica | undefined {
    let leastBusy: Replica | undefined;
    this.turn++;
    for (let index = 0; index < this.replicas.length; index++) {
      const replica = this.replicas[(this.turn + index) % this.replicas.length];
      if (replica?.state === 'up' && (leastBusy === undefined || replica.busy < leastBusy.busy))
        leastBusy = replica;
    }
    return leastBusy;
  }

  private logChange({ name, state }: Replica, previous: ReplicaState, reason: string | undefined): void {
    const facts = { replica: name, state, was: previous, reason };
    if (state === 'up') this.log.info(facts, 'replica is up: reads go there');
    else this.log.warn(facts, `replica is ${state}: no reads go there`);
  }
}
