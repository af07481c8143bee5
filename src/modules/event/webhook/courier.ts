import { isDatabaseAway } from '../../../database/connection/database-errors.js';
import type { Logger } from '../../../log/log.js';
import type { Metrics } from '../../../metrics/metrics.js';
import type { EventFeed, FeedPage } from '../event-feed.js';
import { deliver, type Failure, waitAfter } from './delivery.js';
import type { Claim, DeliveryRepository } from './delivery.repository.js';

/** Most events of one delivery. */
const BATCH = 100;
/** Longest rest of a courier that waits for its turn, ms: another process may have died. */
const LONGEST_REST = 5_000;
/** Pause after a failure on this side, ms. */
const RETRY = 1_000;
/** After this many events that no filter matches, the position is stored, so that a restart does not read them again. */
const PASS = 10_000;

/** What couriers work with. */
export interface CourierTools {
  /** this process */
  owner: string;
  feed: EventFeed;
  deliveries: DeliveryRepository;
  metrics: Metrics;
  log: Logger;
  /** whether to deliver to receivers in loopback and private ranges */
  isPrivateAllowed: boolean;
}

/**
 * Serves one webhook from one process: watches the feed for matching events, and when there are any, claims the
 * webhook, delivers one batch after another and releases it. A failed batch is retried until it is accepted;
 * nothing after it is sent earlier, so the order is kept.
 */
export class Courier {
  private readonly stopping = new AbortController();
  /** id up to which this process has delivered everything that the filters match */
  private scannedTo: number;
  private wake: () => void = () => undefined;

  constructor(
    private webhook: Claim,
    private readonly tools: CourierTools,
  ) {
    this.scannedTo = webhook.position;
  }

  /** Takes a changed webhook: new filters, or another address to be tried immediately. */
  update(webhook: Claim): void {
    // A position further than this process has read: a delivery was sent again by hand, or by another process.
    if (webhook.version === this.webhook.version && webhook.position <= this.scannedTo) return;
    this.webhook = webhook;
    this.scannedTo = webhook.position;
    this.wake();
  }

  /** Ends {@link run}; a delivery in progress is abandoned and made again. */
  stop(): void {
    this.stopping.abort();
    this.wake();
  }

  async run(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      try {
        await this.step();
      } catch (error) {
        if (!isDatabaseAway(error))
          this.tools.log.error({ err: error, webhook: this.webhook.id }, 'webhook failed');
        await this.rest(RETRY);
      }
    }
  }

  private async step(): Promise<void> {
    const { webhook } = this;
    const page = await this.next(webhook, this.scannedTo, 1);
    if (webhook !== this.webhook) return;
    if (page.events.length > 0) return this.serve(webhook.id);
    this.scannedTo = page.position;
    if (this.scannedTo - webhook.position > PASS) {
      await this.tools.deliveries.pass(webhook, this.scannedTo);
      webhook.position = this.scannedTo;
    }
    await this.tools.feed.awaitMove(this.scannedTo, this.stopping.signal, LONGEST_REST);
  }

  private async serve(id: string): Promise<void> {
    const { deliveries, owner } = this.tools;
    let claim = await deliveries.claim(id, owner);
    if (claim === undefined) {
      const state = await deliveries.stateOf(id);
      if (state === undefined) return this.rest(LONGEST_REST); // deleted: this courier is about to be stopped
      this.scannedTo = Math.max(this.scannedTo, state.position);
      return this.rest(Math.min(Math.max(state.wait, 100), LONGEST_REST));
    }
    while (claim !== undefined) claim = await this.deliverBatch(claim);
  }

  /** Delivers the next batch; returns the claim when there is more, otherwise releases it. */
  private async deliverBatch(claim: Claim): Promise<Claim | undefined> {
    const { deliveries, owner } = this.tools;
    const page = await this.next(claim, claim.position, BATCH);
    this.scannedTo = Math.max(this.scannedTo, claim.position);
    if (page.events.length === 0) {
      await deliveries.release(claim, owner, page.position);
      return undefined;
    }
    const outcome = await deliver(claim, page.events, {
      stop: this.stopping.signal,
      isPrivateAllowed: this.tools.isPrivateAllowed,
    });
    if (outcome.kind === 'stopped') {
      await deliveries.release(claim, owner);
      return undefined;
    }
    this.tools.metrics.countDelivery(outcome.kind);
    const events = page.events.map(({ id }) => id);
    const error = outcome.kind === 'delivered' ? null : outcome.error;
    await deliveries.record(claim, owner, { events, error });
    if (outcome.kind !== 'delivered') return this.recordFailure(claim, outcome);
    const position = page.events.at(-1)?.id ?? page.position;
    const isMore = (await this.next(claim, position, 1)).events.length > 0;
    const rest = await deliveries.recordDelivery(claim, owner, { position, isMore });
    // Once it is stored, or the events count as pending until the next one comes. A webhook that was changed meanwhile
    // gets the same events again, by its new filters.
    if (rest?.version === this.webhook.version) this.scannedTo = Math.max(this.scannedTo, rest.position);
    if (claim.failures > 0) {
      this.tools.log.info({ webhook: claim.id, failures: claim.failures }, 'webhook accepts events again');
    }
    return isMore ? rest : undefined;
  }

  private async recordFailure(claim: Claim, { kind, error, retryAfter }: Failure): Promise<undefined> {
    const { deliveries, owner, log } = this.tools;
    const wait = waitAfter(claim.failures + 1, retryAfter);
    const isCurrent =
      kind === 'gone'
        ? await deliveries.deactivate(claim, owner, error)
        : await deliveries.recordFailure(claim, owner, { error, wait });
    if (!isCurrent) {
      await deliveries.release(claim, owner);
      return undefined;
    }
    if (kind === 'gone') {
      log.warn({ webhook: claim.id }, 'webhook deactivated: its receiver answered 410');
      return undefined;
    }
    if (claim.failures === 0) log.warn({ webhook: claim.id, error }, 'webhook does not accept events');
    await this.rest(wait);
    return undefined;
  }

  /** The next events that match a webhook, searched up to the end of the feed. */
  private async next(filter: Claim, after: number, limit: number): Promise<FeedPage> {
    let page: FeedPage = { events: [], position: after };
    for (let from = -1; page.events.length === 0 && page.position > from; ) {
      from = page.position;
      page = await this.tools.feed.read(from, filter, limit);
    }
    return page;
  }

  /** Resolves after `ms`, or when the webhook changes. */
  private rest(ms: number): Promise<void> {
    return new Promise((resolve) => {
      if (this.stopping.signal.aborted) return resolve();
      const timer = setTimeout(() => this.wake(), ms);
      this.wake = () => {
        clearTimeout(timer);
        this.wake = () => undefined;
        resolve();
      };
    });
  }
}
