import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '../../auth/caller.js';
import { CONFIG, type Config } from '../../config/config.js';
import { RaceLost, refusedByDatabase, withConflictRetries } from '../../database/conflicts.js';
import { Database } from '../../database/database.js';
import { IdempotencyKeyReused } from '../../errors/domain-errors.js';
import { withRetries } from '../../errors/retries.js';
import { Metrics } from '../../metrics/metrics.js';
import { type DataSet, keyText } from '../dataset/data-set.js';
import { readingOf } from '../dataset/record-reading.js';
import { answerText, type Entry, itemsOf, resultOf } from './bulk-results.js';
import { type BulkOrder, BulkWriter, ItemRefused, type ValidEntry } from './bulk-writer.js';
import { type DuplicatePolicy, policyOf } from './duplicate-policy.js';
import { IdempotencyRepository, type IdempotentRequest, requestDigest } from './idempotency.repository.js';

/** A bulk request as the controller hands it over. */
export interface BulkRequest {
  dataSet: DataSet;
  /** parsed JSON body, not yet validated */
  body: unknown;
  /** body as it was sent, for the digest of an idempotent request */
  rawBody: string;
  policy?: string | undefined;
  idempotencyKey?: string | undefined;
  actor: Actor;
}

/** A bulk request in progress, in one transaction, or several if the first cannot be committed. */
interface BulkRun {
  entries: readonly Entry[];
  order: BulkOrder;
  idempotent: IdempotentRequest | undefined;
  /** by `performance.now()` */
  startedAt: number;
}

/** Attempts to run a transaction that conflicts with rivals. */
const ATTEMPTS = 10;

/** Thrown inside the transaction to abort it when the idempotency key is taken. */
class KeyTaken extends Error {}

/**
 * Bulk import: items one by one in effect and in measured time, in one transaction whose commit is durable
 * before the response.
 */
@Injectable()
export class BulkService {
  constructor(
    private readonly database: Database,
    private readonly writer: BulkWriter,
    private readonly idempotency: IdempotencyRepository,
    @Inject(CONFIG) private readonly config: Config,
    private readonly metrics: Metrics,
  ) {}

  /** Processes the items; returns the JSON text of the response, and whether it is that of an earlier request. */
  async process(request: BulkRequest): Promise<{ answer: string; replayed: boolean }> {
    const startedAt = performance.now();
    const items = itemsOf(request.body, 'records');
    const policy = policyOf(request.policy ?? this.config.BULK_DUPLICATE_POLICY) ?? 'error';
    const run: BulkRun = {
      entries: items.map((item, index) => entryOf(request.dataSet, item, index + 1)),
      order: { dataSet: request.dataSet, policy, actor: request.actor, isApart: false },
      idempotent: idempotentRequest(request, policy),
      startedAt,
    };
    // Each refusal sets its item aside, so the retries come to an end.
    const isRefusal = (error: unknown) => error instanceof ItemRefused;
    return withConflictRetries(() => withRetries(() => this.write(run), { when: isRefusal }), ATTEMPTS);
  }

  /** Writes the valid items in one transaction. Throws {@link ItemRefused} after setting the refused item aside. */
  private async write(run: BulkRun): Promise<{ answer: string; replayed: boolean }> {
    const { entries, order, idempotent, startedAt: started } = run;
    try {
      let states: string[] = [];
      const answer = await this.database.transaction(async (transaction) => {
        if (idempotent && !(await this.idempotency.claim(transaction, idempotent))) throw new KeyTaken();
        const outcomes = await this.writer.write(transaction, order, entries.filter(isValid));
        if (!idempotent) transaction.commit();
        const results = entries.map((entry) => resultOf(order.dataSet, order.policy, entry, outcomes));
        states = results.map((result) => result._operation_state);
        const text = answerText(results, started);
        if (idempotent) await this.idempotency.keep(transaction, idempotent, text);
        return text;
      });
      this.writer.announce(order.dataSet, entries.filter(isValid));
      this.metrics.countItems(order.dataSet.name, states);
      return { answer, replayed: false };
    } catch (error) {
      if (error instanceof KeyTaken && idempotent) return this.replay(idempotent);
      if (error instanceof ItemRefused) setAside(error, order);
      throw error;
    }
  }

  /** The response to an earlier request with the same key; a request rolled back meanwhile has left none. */
  private async replay(request: IdempotentRequest): Promise<{ answer: string; replayed: boolean }> {
    const earlier = await this.idempotency.find(request);
    if (earlier === undefined) throw new RaceLost();
    if (!earlier.same) throw new IdempotencyKeyReused();
    return { answer: earlier.answer, replayed: true };
  }
}

/** An item as a record, or with its errors. */
function entryOf(dataSet: DataSet, item: unknown, number: number): Entry {
  const startedAt = performance.now();
  const { record, errors } = readingOf(dataSet, item);
  const readMs = performance.now() - startedAt;
  if (errors !== undefined) return { number, errors, readMs };
  return { number, record, key: keyText(dataSet, record), readMs };
}

function isValid(entry: Entry): entry is ValidEntry {
  return entry.record !== undefined && entry.errors === undefined;
}

/** Excludes a refused item from the next run; if it was one of several written together, it is identified first. */
function setAside({ entry, reason }: ItemRefused, order: BulkOrder): void {
  if (entry === undefined) order.isApart = true;
  else entry.errors = [refusedByDatabase(reason)];
}

function idempotentRequest(request: BulkRequest, policy: DuplicatePolicy): IdempotentRequest | undefined {
  if (request.idempotencyKey === undefined) return undefined;
  const { caller, name } = request.actor;
  return {
    // Principals behind a gateway know nothing of each other's keys.
    owner: caller.kind === 'gateway' ? `${caller.id} ${name}` : caller.id,
    key: request.idempotencyKey,
    digest: requestDigest(request.dataSet.name, policy, request.rawBody),
  };
}
