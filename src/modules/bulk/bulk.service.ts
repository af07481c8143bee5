import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '../../auth/caller.js';
import { CONFIG, type Config } from '../../config/config.js';
import { sqlState } from '../../database/connection.js';
import { Database } from '../../database/database.js';
import {
  IdempotencyKeyReused,
  InvalidInput,
  TooManyItems,
  TooMuchContention,
} from '../../errors/domain-errors.js';
import { jsonReader } from '../../http/fields/fields.js';
import { Metrics } from '../../metrics/metrics.js';
import { type DataSet, keyText } from '../dataset/data-set.js';
import { MAXIMUM_ITEM } from './bulk.dto.js';
import { answerText, type Entry, resultOf } from './bulk-results.js';
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

/** A transaction is tried this often when it meets rivals (deadlock). */
const ATTEMPTS = 10;

/** Thrown inside the transaction to leave it when the idempotency key is taken. */
class KeyTaken extends Error {}

/**
 * Bulk import: items one by one in meaning and in measured time, in one transaction whose commit is durable
 * before the answer.
 */
@Injectable()
export class BulkService {
  private readonly readers = new Map<string, ReturnType<typeof jsonReader>>();

  constructor(
    private readonly database: Database,
    private readonly writer: BulkWriter,
    private readonly idempotency: IdempotencyRepository,
    @Inject(CONFIG) private readonly config: Config,
    private readonly metrics: Metrics,
  ) {}

  /** Processes the items; the JSON text of the answer, and whether it was kept from an earlier request. */
  async process(request: BulkRequest): Promise<{ answer: string; replayed: boolean }> {
    const started = performance.now();
    const items = itemsOf(request.body);
    const policy = policyOf(request.policy ?? this.config.BULK_DUPLICATE_POLICY) ?? 'error';
    const entries = items.map((item, index) => this.read(request.dataSet, item, index + 1));
    const idempotent = idempotentRequest(request, policy);
    const order: BulkOrder = { dataSet: request.dataSet, policy, actor: request.actor, apart: false };
    for (let races = 0; races < ATTEMPTS; ) {
      try {
        let states: string[] = [];
        const answer = await this.database.transaction(async (transaction) => {
          if (idempotent && !(await this.idempotency.claim(transaction, idempotent))) throw new KeyTaken();
          const written = await this.writer.write(transaction, order, entries.filter(isValid));
          if (!idempotent) transaction.commit();
          const results = entries.map((entry) => resultOf(request.dataSet, policy, entry, written));
          states = results.map((result) => result._operation_state);
          const text = answerText(results, started);
          if (idempotent) await this.idempotency.keep(transaction, idempotent, text);
          return text;
        });
        this.writer.announce(request.dataSet, entries.filter(isValid));
        this.metrics.countItems(request.dataSet.name, states);
        return { answer, replayed: false };
      } catch (error) {
        if (error instanceof KeyTaken && idempotent) {
          const kept = await this.idempotency.find(idempotent);
          if (kept?.same === false) throw new IdempotencyKeyReused();
          if (kept !== undefined) return { answer: kept.answer, replayed: true };
        } else if (error instanceof ItemRefused) {
          if (error.entry === undefined) order.apart = true;
          else {
            error.entry.errors = [
              { pointer: '', code: 'refused_by_database', detail: error.reason.message.slice(0, 300) },
            ];
          }
          continue; // bounded by the number of items
        } else if (sqlState(error) !== '40P01' && sqlState(error) !== '40001') {
          throw error;
        }
        races++;
      }
    }
    throw new TooMuchContention();
  }

  private read(dataSet: DataSet, item: unknown, number: number): Entry {
    const started = performance.now();
    let reader = this.readers.get(dataSet.name);
    if (reader === undefined) {
      reader = jsonReader(dataSet.record);
      this.readers.set(dataSet.name, reader);
    }
    const { record, errors } = reader(item);
    const broken = errors ?? dataSet.check?.(record) ?? [];
    const readMs = performance.now() - started;
    if (record === undefined || broken.length > 0) return { number, errors: broken, readMs };
    return { number, record, key: keyText(dataSet, record), readMs };
  }
}

function isValid(entry: Entry): entry is ValidEntry {
  return entry.record !== undefined && entry.errors === undefined;
}

function itemsOf(body: unknown): unknown[] {
  if (!Array.isArray(body) || body.length === 0) {
    throw new InvalidInput([
      {
        pointer: '',
        code: 'invalid_type',
        detail: `a JSON array of 1 to ${MAXIMUM_ITEM} records is expected`,
      },
    ]);
  }
  if (body.length > MAXIMUM_ITEM) throw new TooManyItems(body.length, MAXIMUM_ITEM);
  return body;
}

function idempotentRequest(request: BulkRequest, policy: DuplicatePolicy): IdempotentRequest | undefined {
  if (request.idempotencyKey === undefined) return undefined;
  return {
    owner: request.actor.caller.id,
    key: request.idempotencyKey,
    digest: requestDigest(request.dataSet.name, policy, request.rawBody),
  };
}
