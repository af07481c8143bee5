import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { RaceLost } from '../../database/conflicts.js';
import {
  isDuplicate,
  isRefusedRecord,
  isTransactionConflict,
} from '../../database/connection/database-errors.js';
import { copyInto } from '../../database/copy-streams.js';
import type { Database } from '../../database/database.js';
import { ONE_MOMENT, STAGE } from '../../database/records/stage.js';
import { withRetries } from '../../errors/retries.js';
import type { DuplicatePolicy } from '../bulk/duplicate-policy.js';
import type { DataSet } from '../dataset/data-set.js';
import { StagedProposals } from '../proposal/staged-proposals.js';
import type { Batch, Reject } from './batch.js';
import type { Gate } from './gate.js';
import { Gating } from './gating.js';
import { countsOf, type ImportSummary } from './import-summary.js';
import { type MergeStatements, mergeStatements } from './merge-statements.sql.js';
import {
  type ComparedPart,
  combine,
  countsOfPart,
  factsOf,
  judgedRows,
  type Merged,
  NOTHING,
  type Range,
  rejectsFor,
  type StagedPart,
  sumOf,
} from './merged-rows.js';
import { NO_ROWS, type RowCounts } from './row-counts.js';

/** Origin of an import, for the audit log. */
export interface Provenance {
  actor: string;
  /** identifier of the import, instead of a request's */
  importId: string;
}

/** What is done with the rows. */
export interface MergeMode {
  /** they are keys, whose records are deleted */
  removes: boolean;
  /** they become proposals, because their data set is governed */
  proposes: boolean;
  /** columns that they bring: stored records keep the others; all if not given */
  fields?: readonly string[] | undefined;
}

/** Attempts to store a batch when other writers conflict with it. */
const ATTEMPTS = 10;
/** Reject reason for a key to delete that no record has. */
const MISSING = 'no such record (404)';
/** Reject reason for a row whose key is taken, with policy `error`. */
const KEY_TAKEN = 'exists already with other values (303)';

/**
 * Stores batches. While every key is new, a batch is copied into the table itself; from the first with an existing key
 * on, into a staging table of the connection, and merged in the same transaction. So is a batch that a gate compares
 * with stored records.
 */
export class MergeRepository {
  private readonly statements: MergeStatements;
  private readonly proposals: StagedProposals;
  private readonly gating: Gating;
  private readonly preparedClients = new Set<pg.PoolClient>();
  private isNew: boolean;

  constructor(
    private readonly database: Pick<Database, 'isCluster' | 'executorOf'>,
    private readonly dataSet: DataSet,
    private readonly policy: DuplicatePolicy,
    private readonly provenance: Provenance,
    private readonly mode: MergeMode,
    private readonly gate?: Gate,
  ) {
    this.gating = new Gating(gate, database.isCluster);
    this.isNew = !mode.removes && !mode.proposes && this.gating.mayCopy;
    this.proposals = new StagedProposals(dataSet, { policy, ...mode });
    this.statements = mergeStatements(dataSet, {
      updates: policy === 'update',
      fields: mode.fields,
      isCluster: database.isCluster,
    });
  }

  /**
   * Waits for an import and records its end after its last batch, even when it failed: anyone waiting for the end then
   * learns of it, unless the database itself is unavailable.
   */
  async finishAfter(work: Promise<void>, client: pg.PoolClient, summary: ImportSummary): Promise<void> {
    const record = () => {
      const { actor, importId } = this.provenance;
      return client.query(this.statements.finish, [actor, importId, JSON.stringify(countsOf(summary))]);
    };
    await work.catch(async (error: unknown) => {
      if (summary.batches > 0) await record().catch(() => undefined);
      throw error;
    });
    await record();
  }

  /** Removes what {@link prepare} created, before a borrowed connection is returned. */
  async leave(client: pg.PoolClient): Promise<void> {
    if (this.preparedClients.delete(client)) await client.query(this.statements.leave);
  }

  /**
   * Stores the rows of a batch in one durable transaction. Rows to be merged without a gate are sent immediately, and
   * merged when their `turn` comes, so that sending one batch overlaps the merge of the previous batch. Rows that the
   * database refuses although they passed validation are found by halving: each half is then a separate transaction.
   */
  async store(client: pg.PoolClient, batch: Batch, turn: Promise<unknown>): Promise<Merged> {
    if (this.isNew) {
      // An earlier batch with the same key would wait for a row being written to the table itself.
      await turn;
      this.isNew &&= await this.gating.isAlone(this.database.executorOf(client));
      const merged = this.isNew && (await this.copy(client, batch));
      if (merged) return merged;
    }
    await this.prepare(client);
    return this.storeRange(client, { batch, from: 0, to: batch.count }, turn, true);
  }

  /** Copies a batch into the table itself, under two thirds of the work of a merge; undefined: it must be merged. */
  private async copy(client: pg.PoolClient, batch: Batch): Promise<Merged | undefined> {
    const { actor, importId } = this.provenance;
    const { table, onImport = {} } = this.dataSet;
    try {
      await client.query(this.statements.beginCopy);
      const now = await momentOf(client);
      await pipeline(
        Readable.from(batch.copyTextsWith([actor, now, now, ...Object.values(onImport)]), {
          objectMode: false,
        }),
        copyInto(client, table, this.statements.stored),
      );
      const range = { batch, from: 0, to: batch.count };
      const { firstId, lastId } = batch;
      const stagedParts = await this.gating.remainingParts(this.database.executorOf(client), range, true);
      const created = stagedParts.reduce((sum, { count }) => sum + count, 0);
      if (created > 0) {
        const facts = JSON.stringify(factsOf(range, created));
        await client.query(this.statements.recordCopied, [actor, now, importId, firstId, lastId, facts]);
      }
      await this.gating.confirm(this.database.executorOf(client));
      await commit(client);
      return this.outcomeOf(
        stagedParts,
        stagedParts.map(({ count }) => ({ ...NO_ROWS, created: count })),
        [],
      );
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined); // the connection may be gone
      if (!isTransactionConflict(error) && !isRefusedRecord(error)) throw error;
      this.isNew = false;
      return undefined;
    }
  }

  /** Prepares a borrowed connection for merging. */
  private async prepare(client: pg.PoolClient): Promise<void> {
    if (this.preparedClients.has(client)) return;
    await client.query(this.statements.stage);
    this.preparedClients.add(client);
  }

  private async storeRange(
    client: pg.PoolClient,
    range: Range,
    turn: Promise<unknown>,
    isAlone: boolean,
  ): Promise<Merged> {
    const isAloneNow = (attempt: number) => isAlone && attempt === 1;
    try {
      return await withRetries((attempt) => this.transaction(client, range, turn, isAloneNow(attempt)), {
        attempts: ATTEMPTS,
        when: (error, attempt) =>
          error instanceof RaceLost ||
          isTransactionConflict(error) ||
          (isAloneNow(attempt) && isDuplicate(error)),
      });
    } catch (error) {
      if (isRefusedRecord(error)) return this.storeHalves(client, range, turn, error as Error);
      throw error;
    }
  }

  private async storeHalves(
    client: pg.PoolClient,
    { batch, from, to }: Range,
    turn: Promise<unknown>,
    reason: Error,
  ): Promise<Merged> {
    if (to - from === 1) {
      const rejects = [{ ...batch.origin(from), reason: `refused by the database: ${reason.message}` }];
      return { ...NOTHING, rejects };
    }
    const middle = (from + to) >> 1;
    const first = await this.storeRange(client, { batch, from, to: middle }, turn, false);
    const second = await this.storeRange(client, { batch, from: middle, to }, turn, false);
    return combine(first, second);
  }

  private async transaction(
    client: pg.PoolClient,
    range: Range,
    turn: Promise<unknown>,
    isAlone: boolean,
  ): Promise<Merged> {
    const { batch, from, to } = range;
    try {
      // What the gate compares rows with includes the batch before.
      if (this.gating.judges) await turn;
      await client.query(this.mode.proposes ? 'BEGIN' : this.statements.begin);
      if (this.gating.judges) await client.query(ONE_MOMENT);
      await client.query(this.statements.number, [from]);
      await pipeline(
        Readable.from(batch.copyTexts(from, to), { objectMode: false }),
        copyInto(client, STAGE, this.statements.staged),
      );
      await turn;
      const merged = await this.apply(client, range, isAlone);
      await this.gating.confirm(this.database.executorOf(client));
      await commit(client);
      return merged;
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined); // the connection may be gone
      throw error;
    }
  }

  private apply(client: pg.PoolClient, range: Range, isAlone: boolean): Promise<Merged> {
    if (this.mode.proposes) return this.propose(client, range);
    return this.mode.removes ? this.remove(client, range) : this.mergeJudged(client, range, isAlone);
  }

  private async propose(client: pg.PoolClient, range: Range): Promise<Merged> {
    const { actor, importId } = this.provenance;
    const executor = this.database.executorOf(client);
    const stagedParts = await this.gating.remainingParts(executor, range);
    const facts = JSON.stringify(factsOf(range, 0));
    const { proposed, unchanged, others, missing, imports } = await this.proposals.propose(executor, {
      actor,
      importId,
      facts,
    });
    const collisions = this.policy === 'ignore' ? [] : rejectsFor(range.batch, others, KEY_TAKEN);
    const rejects = [...collisions, ...rejectsFor(range.batch, missing, MISSING)];
    const counts = { ...NO_ROWS, proposed, unchanged, ignored: others.length - collisions.length };
    // Files with a gate come one at a time if their data set is governed.
    const outcome = this.outcomeOf(
      stagedParts,
      stagedParts.map((_, at) => (at === 0 ? counts : NO_ROWS)),
      rejects,
    );
    return { ...outcome, imports };
  }

  private async remove(client: pg.PoolClient, { batch, from, to }: Range): Promise<Merged> {
    const { actor, importId } = this.provenance;
    const now = await momentOf(client);
    const { rows } = await client.query<{ deleted: number[] }>(this.statements.remove, [
      actor,
      now,
      importId,
    ]);
    const deleted = new Set(rows[0]?.deleted);
    const missing = Array.from({ length: to - from }, (_, index) => from + index).filter(
      (at) => !deleted.has(at),
    );
    return { ...NOTHING, deleted: deleted.size, rejects: rejectsFor(batch, missing, MISSING) };
  }

  private async mergeJudged(client: pg.PoolClient, range: Range, isAlone: boolean): Promise<Merged> {
    const stagedParts = await this.gating.remainingParts(this.database.executorOf(client), range);
    const { counts, rejects } = await this.merge(client, range, { stagedParts, isAlone });
    return this.outcomeOf(stagedParts, counts, rejects);
  }

  private outcomeOf(
    stagedParts: readonly StagedPart[],
    counts: readonly RowCounts[],
    rejects: Reject[],
  ): Merged {
    const parts = stagedParts.map((part, at) => judgedRows(part, counts[at] ?? NO_ROWS));
    return { ...sumOf(parts), rejects, imports: [], parts: this.gate === undefined ? [] : parts };
  }

  private async merge(
    client: pg.PoolClient,
    range: Range,
    { stagedParts, isAlone }: { stagedParts: readonly StagedPart[]; isAlone: boolean },
  ): Promise<{ counts: readonly RowCounts[]; rejects: Reject[] }> {
    const { actor, importId } = this.provenance;
    const count = stagedParts.reduce((sum, part) => sum + part.count, 0);
    const now = await momentOf(client);
    const insert = isAlone ? this.statements.insertAlone : this.statements.insert;
    const created = (await client.query(insert, [actor, now])).rowCount ?? 0;
    if (created > 0) {
      const facts = JSON.stringify(factsOf(range, created));
      await client.query(this.statements.record, [actor, now, importId, range.from, range.to - 1, facts]);
    }
    if (created === count) {
      return { counts: stagedParts.map((part) => ({ ...NO_ROWS, created: part.count })), rejects: [] };
    }
    const { rows } = await client.query<ComparedPart>(this.statements.compare, [
      stagedParts.map(({ from }) => from),
    ]);
    // A rival deleted a record between the two statements: retry the batch.
    if (rows.reduce((sum, { matches }) => sum + matches, 0) !== count)
      throw new RaceLost('A record was deleted meanwhile');
    const others = rows.flatMap((part) => part.others);
    if (this.policy === 'update' && others.length > 0) {
      const facts = JSON.stringify(factsOf(range, created));
      const { rowCount } = await client.query(this.statements.update, [actor, now, importId, facts]);
      if (rowCount === 0) throw new RaceLost('A record was changed meanwhile');
    }
    return {
      counts: stagedParts.map((_, at) =>
        countsOfPart(
          rows.find(({ part }) => part === at),
          this.policy,
        ),
      ),
      rejects: this.policy === 'error' ? rejectsFor(range.batch, others, KEY_TAKEN) : [],
    };
  }
}

async function momentOf(client: pg.PoolClient): Promise<string> {
  const { rows } = await client.query<{ now: string }>('SELECT clock_timestamp()::text AS now');
  return rows[0]?.now ?? '';
}

async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await client.query('COMMIT');
  // A failed transaction answers COMMIT with ROLLBACK and no error.
  if (command !== 'COMMIT') throw new Error('The transaction was rolled back');
}
