import { Injectable } from '@nestjs/common';
import type { Actor } from '../../auth/caller.js';
import { RaceLost } from '../../database/conflicts.js';
import { isRefusedRecord, sqlState } from '../../database/connection/database-errors.js';
import { recordId } from '../../database/records/record-id.js';
import type { Transaction } from '../../database/statement.js';
import { TooMuchContention } from '../../errors/domain-errors.js';
import { withRetries } from '../../errors/retries.js';
import type { DataSet } from '../dataset/data-set.js';
import { Proposals, proposersLock } from '../proposal/proposals.js';
import { RecordWriter } from '../record/record-writer.js';
import type { InsertedMany, TakenKey } from '../record/write.js';
import { runWrite, type WriteOutcome } from '../record/write.js';
import type { Entry, ItemOutcome } from './bulk-results.js';
import type { DuplicatePolicy } from './duplicate-policy.js';

/** How the items of a request are to be written. */
export interface BulkOrder {
  dataSet: DataSet;
  policy: DuplicatePolicy;
  actor: Actor;
  /** one statement per item, to identify the item that the database refuses */
  isApart: boolean;
}

/** An item that was read as a record. */
export type ValidEntry = Entry & { record: object; key: string };

/** An item being written; no row: not written yet. */
type Writing = Pick<ItemOutcome, 'ms'> & Partial<ItemOutcome>;

/** Attempts to run a statement when rivals write the same key at the same moment. */
const ATTEMPTS = 10;

/** The database refused an item that passed validation; no entry: one of several that were written together. */
export class ItemRefused extends Error {
  constructor(
    readonly entry: Entry | undefined,
    readonly reason: Error,
  ) {
    super(reason.message);
  }
}

/** Writes the valid items of a bulk request within its transaction. */
@Injectable()
export class BulkWriter {
  constructor(
    private readonly writer: RecordWriter,
    private readonly proposals: Proposals,
  ) {}

  /**
   * Writes items in key order, equal keys in request order: the outcome is that of the request's order, because items
   * with different keys do not affect each other, and two requests cannot deadlock. Every item is first tried as an
   * insert, which is what most are; those whose key exists are then looked up or, under the policy update, replaced.
   * Returns the outcome of each, by its number. Throws {@link ItemRefused}. Items of a governed data set are proposed
   * instead.
   */
  async write(
    transaction: Transaction,
    order: BulkOrder,
    entries: readonly ValidEntry[],
  ): Promise<Map<number, ItemOutcome>> {
    const results = new Map<number, ItemOutcome>();
    if (entries.length === 0) return results;
    if (this.proposals.governs(order.dataSet)) return this.propose(transaction, order, entries);
    const inOrder = entries.toSorted((a, b) =>
      a.key < b.key ? -1 : a.key > b.key ? 1 : a.number - b.number,
    );
    const writing = new Map<ValidEntry, Writing>(inOrder.map((entry) => [entry, { ms: 0 }]));
    const parts = order.isApart ? inOrder.map((entry) => [entry]) : [inOrder];
    const records = inOrder.map(({ record }) => record);
    await settleAll([
      ...parts.map((part) => this.insert(transaction, order, part, writing)),
      transaction.query(this.writer.bulkStatements(order.dataSet).notify(records)), // delivered when all is committed
    ]);
    const rivals = inOrder.filter((entry) => writing.get(entry)?.row === undefined);
    if (rivals.length > 0) {
      const next = order.policy === 'update' ? this.replace : this.find;
      await next.call(this, transaction, order, rivals, writing);
    }
    for (const [entry, { row, ms }] of writing) {
      results.set(entry.number, row ? { row, ms } : await this.rewrite(transaction, order, entry, ms));
    }
    return results;
  }

  /** Drops what was written from the caches of this process before the writer is answered. */
  announce(dataSet: DataSet, entries: readonly ValidEntry[]): void {
    const symbol = dataSet.key[0] ?? '';
    const bySymbol = new Map(
      entries.map(({ record }) => [(record as Record<string, unknown>)[symbol], record]),
    );
    for (const record of bySymbol.values()) this.writer.announce(dataSet, record);
  }

  /** Proposes items in request order, by one statement unless they are written apart. */
  private async propose(
    transaction: Transaction,
    { dataSet, policy, actor, isApart }: BulkOrder,
    entries: readonly ValidEntry[],
  ): Promise<Map<number, ItemOutcome>> {
    const results = new Map<number, ItemOutcome>();
    await transaction.query(proposersLock(dataSet));
    for (const part of isApart ? entries.map((entry) => [entry]) : [entries]) {
      const startedAt = performance.now();
      const rows = part.map(({ record }) => ({ record }));
      const outcomes = await this.proposals
        .propose({ dataSet, intent: 'write', policy, actor }, rows, transaction)
        .catch((error: Error) => {
          throw refusal(error, part.length === 1 ? part[0] : undefined);
        });
      const ms = (performance.now() - startedAt) / part.length;
      for (const { place, outcome, stored, proposal } of outcomes) {
        const isProposal = outcome === 'proposed' || stored === null;
        const row = { outcome, id: (isProposal ? proposal : stored) ?? '', isProposal };
        results.set(part[place - 1]?.number ?? 0, { row, ms });
      }
    }
    return results;
  }

  /** Inserts items whose key is free, by one statement that processes and measures them one by one. */
  private async insert(
    transaction: Transaction,
    { dataSet, actor }: BulkOrder,
    entries: readonly ValidEntry[],
    writing: Map<ValidEntry, Writing>,
  ): Promise<void> {
    const ids = entries.map(() => recordId());
    const records = entries.map(({ record }) => record);
    const startedAt = performance.now();
    const insert = this.writer.bulkStatements(dataSet).insert(records, ids, actor);
    const answer = await runWrite<InsertedMany>(transaction, insert).catch((error: Error) => {
      throw refusal(error, entries.length === 1 ? entries[0] : undefined);
    });
    const share = (performance.now() - startedAt) / entries.length;
    const created = new Set(answer?.created?.split(','));
    const times = answer?.times?.split(',').map(Number);
    for (const [index, entry] of entries.entries()) {
      const ms = times ? ((times[index + 1] ?? 0) - (times[index] ?? 0)) / 1000 : share;
      const id = ids[index] ?? '';
      writing.set(entry, created.has(id) ? { row: { outcome: 'created', id }, ms } : { ms });
    }
  }

  /** Looks up the records with the items' keys, together: each item counts its share of the time. */
  private async find(
    transaction: Transaction,
    { dataSet }: BulkOrder,
    entries: readonly ValidEntry[],
    writing: Map<ValidEntry, Writing>,
  ): Promise<void> {
    const startedAt = performance.now();
    const statement = this.writer.bulkStatements(dataSet).find(entries.map(({ record }) => record));
    const takenKeys = await transaction.query<TakenKey>(statement);
    const share = (performance.now() - startedAt) / entries.length;
    for (const { place, id } of takenKeys) {
      const entry = entries[place - 1];
      const before = entry && writing.get(entry);
      if (before === undefined) continue;
      before.ms += share;
      before.row = { outcome: 'exists', id };
    }
  }

  /** Replaces the records with the items' keys: statements are pipelined, each measured from the previous answer. */
  private async replace(
    transaction: Transaction,
    { dataSet, actor }: BulkOrder,
    entries: readonly ValidEntry[],
    writing: Map<ValidEntry, Writing>,
  ): Promise<void> {
    const { replace } = this.writer.statements(dataSet).outcomeOnly;
    let last = performance.now();
    await settleAll(
      entries.map(async (entry) => {
        const row = await runWrite<WriteOutcome>(transaction, replace(entry.record, actor)).catch(
          (error: Error) => {
            throw refusal(error, entry);
          },
        );
        const now = performance.now();
        const ms = (writing.get(entry)?.ms ?? 0) + now - last;
        writing.set(entry, row ? { row, ms } : { ms });
        last = now;
      }),
    );
  }

  /** Writes an item that lost a race until it wins: a rival wrote the same key while its statement ran. */
  private async rewrite(
    transaction: Transaction,
    { dataSet, policy, actor }: BulkOrder,
    { record }: ValidEntry,
    before: number,
  ): Promise<ItemOutcome> {
    const startedAt = performance.now();
    const { insert } = this.writer.statements(dataSet).withItem;
    const { find } = this.writer.bulkStatements(dataSet);
    const write = async () => {
      if (policy === 'update') return this.writer.store(dataSet, record, actor, transaction);
      const row = await runWrite<WriteOutcome>(transaction, insert(record, actor));
      if (row !== undefined) return row;
      const [rival] = await transaction.query<TakenKey>(find([record]));
      if (rival === undefined) throw new RaceLost();
      return { outcome: 'exists' as const, id: rival.id };
    };
    // A refusal by the database has aborted the transaction, so it does not concern this statement alone.
    const when = (error: unknown) => error instanceof RaceLost;
    const row = await withRetries(write, { attempts: ATTEMPTS, when }).catch((error: unknown) => {
      throw when(error) ? new TooMuchContention() : error;
    });
    return { row, ms: before + performance.now() - startedAt };
  }
}

function refusal(error: Error, entry: Entry | undefined): Error {
  return isRefusedRecord(error) ? new ItemRefused(entry, error) : error;
}

/**
 * SQLSTATE of the statements after the one that failed: in_failed_sql_transaction; or invalid_sql_statement_name, if
 * the transaction was aborted before the connection had prepared them.
 */
const AFTER_FAILURE: ReadonlySet<string | undefined> = new Set(['25P02', '26000']);

/** Waits for all, then throws the failure that aborted the transaction, which need not be that of the first. */
async function settleAll(work: readonly Promise<unknown>[]): Promise<void> {
  const failures = (await Promise.allSettled(work)).flatMap((each) =>
    each.status === 'rejected' ? [each.reason as Error] : [],
  );
  const failure = failures.find((each) => !AFTER_FAILURE.has(sqlState(each))) ?? failures[0];
  if (failure !== undefined) throw failure;
}
