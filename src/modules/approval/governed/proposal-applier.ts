import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../auth/caller.js';
import { Changes } from '../../../database/changes.js';
import type { Statement, Transaction } from '../../../database/statement.js';
import { parseJson } from '../../../files/json-text.js';
import type { DataSet } from '../../dataset/data-set.js';
import { readRecord } from '../../dataset/record-reading.js';
import { RecordWriter, restorationLock } from '../../record/record-writer.js';
import type { InsertedMany } from '../../record/write.js';
import { runWrite, type WriteOutcome } from '../../record/write.js';
import type { StoredProposal } from './proposal.repository.js';

/** A proposal with the record that it writes. */
interface ProposedWrite {
  proposal: StoredProposal;
  record: object;
}

/** Writes what was proposed, by the same statements as all writes. */
@Injectable()
export class ProposalApplier {
  constructor(
    private readonly writer: RecordWriter,
    private readonly changes: Changes,
  ) {}

  /**
   * Writes proposals of one data set within a transaction, in the name of their makers. Returns the identifiers of
   * those whose record is still the one they were made against; the others are not written. Throws InvalidInput for a
   * record that breaks a current rule.
   */
  async apply(
    transaction: Transaction,
    dataSet: DataSet,
    proposals: readonly StoredProposal[],
    actor: Actor,
  ): Promise<Set<string>> {
    const writes = proposals.map((proposal) => ({
      proposal,
      record: proposal.record === null ? {} : readRecord(dataSet, parseJson(proposal.record)),
    }));
    const created = writes.filter(({ proposal }) => proposal.action === 'create');
    const ids = await this.create(transaction, dataSet, created, actor);
    const restoredIds = proposals
      .filter(({ action }) => action === 'restore')
      .map(({ record_id }) => record_id);
    for (const id of restoredIds.sort()) await transaction.query(restorationLock(id));
    await Promise.all(
      writes.map(async ({ proposal, record }) => {
        if (proposal.action === 'create') return;
        const statement = this.statement(dataSet, proposal, record, actor);
        const [row] = await transaction.query<Partial<WriteOutcome>>(statement);
        if (row !== undefined && DONE.has(row.outcome)) ids.add(proposal.id);
      }),
    );
    return ids;
  }

  /** Drops the records from the caches of this process, before the decision is answered. */
  announce(dataSet: DataSet, proposals: readonly StoredProposal[]): void {
    const [symbol = ''] = dataSet.key;
    const symbols = proposals.flatMap(({ record_key, record }) => [
      record_key[symbol],
      ...(record === null ? [] : [(JSON.parse(record) as Record<string, unknown>)[symbol]]),
    ]);
    for (const each of new Set(symbols)) this.changes.announce(dataSet.table, String(each));
  }

  private async create(
    transaction: Transaction,
    dataSet: DataSet,
    writes: readonly ProposedWrite[],
    actor: Actor,
  ): Promise<Set<string>> {
    const appliedIds = new Set<string>();
    for (const maker of new Set(writes.map(({ proposal }) => proposal.maker))) {
      const rows = writes.filter(({ proposal }) => proposal.maker === maker);
      const records = rows.map(({ record }) => record);
      const ids = rows.map(({ proposal }) => proposal.record_id);
      const { insert, notify } = this.writer.bulkStatements(dataSet);
      const write = insert(records, ids, { ...actor, name: maker });
      const answer = await runWrite<InsertedMany>(transaction, write);
      await transaction.query(notify(records));
      const created = new Set(answer?.created?.split(','));
      for (const { proposal } of rows) if (created.has(proposal.record_id)) appliedIds.add(proposal.id);
    }
    return appliedIds;
  }

  private statement(
    dataSet: DataSet,
    { action, record_id, record_key, base_version, maker }: StoredProposal,
    record: object,
    actor: Actor,
  ): Statement {
    const { withItem, remove } = this.writer.statements(dataSet);
    const tags = base_version === null ? [] : [base_version];
    const by = { ...actor, name: maker };
    if (action === 'delete') return remove(record_id, by, tags);
    if (action === 'move') return withItem.move(record_id, record_key, record, by, tags);
    if (action === 'restore') return withItem.revive(record_id, record, by);
    return withItem.replaceStored(record_id, record, by, tags);
  }
}

/** Outcomes of a statement that wrote what was proposed, or found it already stored; a deletion has none. */
const DONE: ReadonlySet<WriteOutcome['outcome'] | undefined> = new Set([
  'created',
  'updated',
  'unchanged',
  'moved',
  undefined,
] as const);
