import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '../../auth/caller.js';
import { CONFIG, type Config } from '../../config/config.js';
import { sqlState } from '../../database/connection.js';
import { Database, type Statement, type Transaction } from '../../database/database.js';
import {
  IdempotencyKeyReused,
  InvalidInput,
  TooManyItems,
  TooMuchContention,
} from '../../errors/domain-errors.js';
import { jsonReader } from '../../http/fields.js';
import { Metrics } from '../../operations/metrics.js';
import { type DataSet, keyText } from '../dataset/data-set.js';
import { RecordWriter } from '../dataset/record-writer.js';
import { tellAll, type WriteOutcome } from '../dataset/write-statements.js';
import { type BulkResult, type DuplicatePolicy, MAXIMUM_ITEM, policyOf } from './bulk.dto.js';
import { answerText, type Entry, invalidResult, resultOf } from './bulk-results.js';
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

/** An item that was read as a record. */
type ValidEntry = Entry & { record: object; key: string };

/** What became of an item so far; no row: it lost a race and is to be written again. */
interface Written {
  row: WriteOutcome | undefined;
  ms: number;
}

/** A transaction is tried again this often when it met a rival's (deadlock) or one bad item. */
const ATTEMPTS = 10;

/** Thrown inside the transaction to leave it when the idempotency key is taken. */
class KeyTaken extends Error {}

/** Thrown inside the transaction when the database refuses one item that validation let pass. */
class ItemRefused extends Error {
  constructor(
    readonly entry: Entry,
    readonly reason: Error,
  ) {
    super(reason.message);
  }
}

/**
 * Bulk import: items one by one in meaning and in measured time, in one transaction whose commit is durable
 * before the answer. The statements are those of the single write, pipelined on one connection.
 */
@Injectable()
export class BulkService {
  private readonly readers = new Map<string, ReturnType<typeof jsonReader>>();

  constructor(
    private readonly database: Database,
    private readonly writer: RecordWriter,
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
    for (let attempt = 1; ; attempt++) {
      try {
        let states: string[] = [];
        const answer = await this.database.transaction(async (transaction) => {
          if (idempotent && !(await this.idempotency.claim(transaction, idempotent))) throw new KeyTaken();
          const results = await this.write(transaction, request, policy, entries);
          const records = entries.flatMap(({ record }) => record ?? []);
          if (records.length > 0) await transaction.query(tellAll(request.dataSet, records));
          states = results.map((result) => result._operation_state);
          const text = answerText(results, started);
          if (idempotent) await this.idempotency.keep(transaction, idempotent, text);
          return text;
        });
        for (const { record } of entries) if (record) this.writer.announce(request.dataSet, record);
        this.metrics.countItems(request.dataSet.name, states);
        return { answer, replayed: false };
      } catch (error) {
        if (error instanceof KeyTaken && idempotent) {
          const kept = await this.idempotency.find(idempotent);
          if (kept?.same === false) throw new IdempotencyKeyReused();
          if (kept !== undefined) return { answer: kept.answer, replayed: true };
        } else if (error instanceof ItemRefused) {
          error.entry.errors = [
            { pointer: '', code: 'refused_by_database', detail: error.reason.message.slice(0, 300) },
          ];
          continue; // bounded by the number of items
        } else if (sqlState(error) !== '40P01' && sqlState(error) !== '40001') {
          throw error;
        }
        if (attempt >= ATTEMPTS) throw new TooMuchContention();
      }
    }
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

  /**
   * Writes the valid items in the order of their keys, equal keys in the order of the request: the outcome is
   * that of the request's order, as items with different keys do not meet, and two requests cannot deadlock.
   * Every item is first an insert, which is what most are; under the policy update those whose key exists are
   * then replaced, still in their order.
   */
  private async write(
    transaction: Transaction,
    { dataSet, actor }: BulkRequest,
    policy: DuplicatePolicy,
    entries: readonly Entry[],
  ): Promise<BulkResult[]> {
    const { insert, replace } = this.writer.statements(dataSet).outcomeOnly;
    const inOrder = entries
      .filter((entry): entry is ValidEntry => !entry.errors && entry.record !== undefined)
      .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.number - b.number));
    const done = new Map<number, Written>(inOrder.map((entry) => [entry.number, { row: undefined, ms: 0 }]));
    await pipelined(transaction, inOrder, (entry) => insert(entry.record, actor), done);
    if (policy === 'update') {
      const present = inOrder.filter((entry) => done.get(entry.number)?.row?.outcome !== 'created');
      await pipelined(transaction, present, (entry) => replace(entry.record, actor), done);
    }
    const last = policy === 'update' ? replace : insert;
    const results: BulkResult[] = [];
    for (const entry of entries) {
      const written = done.get(entry.number);
      if (written === undefined || entry.record === undefined) {
        results.push(invalidResult(entry));
        continue;
      }
      const row = written.row ?? (await this.again(transaction, last(entry.record, actor)));
      results.push(resultOf(dataSet, policy, { ...entry, record: entry.record }, row, written.ms));
    }
    return results;
  }

  /** Repeats a statement that lost a race: a rival committed the same key while it ran. */
  private async again(
    transaction: Transaction,
    statement: Parameters<Transaction['query']>[0],
  ): Promise<WriteOutcome> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const [row] = await transaction.query<WriteOutcome>(statement);
      if (row !== undefined) return row;
    }
    throw new TooMuchContention();
  }
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

/**
 * Sends the statements of the items down the pipeline, one after the other, and measures each from the answer
 * before it. What an item has taken before is added to.
 */
async function pipelined(
  transaction: Transaction,
  entries: readonly ValidEntry[],
  statementOf: (entry: ValidEntry) => Statement,
  done: Map<number, Written>,
): Promise<void> {
  let last = performance.now();
  await allSettled(
    entries.map(async (entry) => {
      const [row] = await transaction.query<WriteOutcome>(statementOf(entry)).catch((error: Error) => {
        throw /^2[23]/.test(sqlState(error) ?? '') ? new ItemRefused(entry, error) : error;
      });
      const now = performance.now();
      done.set(entry.number, { row, ms: (done.get(entry.number)?.ms ?? 0) + now - last });
      last = now;
    }),
  );
}

/** Waits for all, then throws the first failure: later ones only say that the transaction is aborted. */
async function allSettled(work: readonly Promise<void>[]): Promise<void> {
  for (const each of await Promise.allSettled(work)) {
    if (each.status === 'rejected') throw each.reason;
  }
}
