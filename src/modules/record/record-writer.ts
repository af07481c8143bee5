import { Injectable } from '@nestjs/common';
import type { Actor, Editor } from '../../auth/caller.js';
import { Changes } from '../../database/changes.js';
import { RaceLost, withRefusals } from '../../database/conflicts.js';
import { isDuplicate } from '../../database/connection/database-errors.js';
import { Database } from '../../database/database.js';
import { type Item, type Replacement, versionOf } from '../../database/records/stored-item.js';
import type { Statement, Transaction } from '../../database/statement.js';
import {
  InvalidInput,
  PreconditionFailed,
  pointerTo,
  RecordExists,
  RecordNotFound,
  requireExisting,
} from '../../errors/domain-errors.js';
import { parseJson } from '../../files/json-text.js';
import { columnsOf, type DataSet, keyOf, keyText, oncePerDataSet } from '../dataset/data-set.js';
import { brokenRules, readNewKey, readRecord } from '../dataset/record-reading.js';
import { PROPOSALS_PATH, type ProposalOrder, Proposals, type ProposedRecord } from '../proposal/proposals.js';
import { bulkStatements } from './bulk-statements.sql.js';
import { fieldsOf, itemOf, itemOfKey, type StoredFields } from './look-ups.sql.js';
import {
  type MoveRow,
  runWrite,
  runWriteAlone,
  type Write,
  type WriteOutcome,
  type WriteRow,
} from './write.js';
import { writeStatements } from './write-statements.sql.js';

type Row = Record<string, unknown>;

/** Restorations of an identifier wait for each other until the end of their transactions: each sees whether it exists. */
export const restorationLock = (id: string): Statement => ({
  text: 'SELECT pg_advisory_xact_lock(hashtextextended($1::text, 0))',
  values: [id],
});

/** Attempts of a statement when rivals write the same key at the same moment. */
const ATTEMPTS = 20;

/**
 * Writes single records of any data set, each in one atomic statement with its audit event. The fields of records have
 * the right kinds already; a record that breaks a rule across fields is {@link InvalidInput}. A write to a governed
 * data set is checked likewise and becomes a proposal: that is the item returned, and the record stays as it is.
 */
@Injectable()
export class RecordWriter {
  /** the write statements of a data set */
  readonly statements = oncePerDataSet((dataSet) => writeStatements(dataSet, this.database.isCluster));
  /** the statements that write many records of a data set together */
  readonly bulkStatements = oncePerDataSet((dataSet) => bulkStatements(dataSet, this.database.isCluster));

  constructor(
    private readonly database: Database,
    private readonly changes: Changes,
    private readonly proposals: Proposals,
  ) {}

  /** Inserts a record; throws {@link RecordExists} when its natural key is taken. */
  async create(dataSet: DataSet, record: object, actor: Actor): Promise<Item> {
    refuseBroken(dataSet, record);
    if (this.proposals.governs(dataSet)) {
      return this.propose({ dataSet, intent: 'write', policy: 'error', actor }, { record });
    }
    const insert = this.statements(dataSet).withItem.insert(record, actor);
    const row = await withRefusals(() => this.insertOrFind(dataSet, record, this.runAlone(insert)), ATTEMPTS);
    this.announce(dataSet, record);
    refuseTaken(dataSet, row);
    return row;
  }

  /**
   * Inserts or replaces by natural key. `tags`: replaces only one of these versions, else throws
   * {@link PreconditionFailed}. Replacing values with the same values changes nothing, not even the version.
   */
  async replace(dataSet: DataSet, record: object, { actor, tags }: Editor): Promise<Replacement> {
    refuseBroken(dataSet, record);
    if (this.proposals.governs(dataSet)) {
      const order = { dataSet, intent: 'write', policy: 'update', actor, tags } as const;
      return { item: await this.propose(order, { record }), isNew: false };
    }
    if (tags === undefined) {
      const row = await withRefusals(() => this.store(dataSet, record, actor), ATTEMPTS);
      this.announce(dataSet, record);
      return { item: row, isNew: row.outcome === 'created' };
    }
    const statement = this.statements(dataSet).withItem.replaceSeen(record, actor, tags);
    const row = await withRefusals(() => this.database.queryOne<WriteRow>(statement), ATTEMPTS);
    this.announce(dataSet, record);
    if (row === undefined || row.outcome === 'precondition_failed') throw new PreconditionFailed();
    return { item: row, isNew: false };
  }

  /** Deletes by identifier; `tags` as for {@link replace}. Throws {@link RecordNotFound}. */
  async remove(dataSet: DataSet, id: string, { actor, tags }: Editor): Promise<Item> {
    if (this.proposals.governs(dataSet)) {
      // The key alone: a record that breaks a rule of today can be deleted too.
      const key = requireExisting(await this.keyOf(dataSet, id), dataSet.name, id);
      return this.propose(
        { dataSet, intent: 'delete', policy: 'error', actor, tags },
        { record: key, target: id },
      );
    }
    const statement = this.statements(dataSet).remove(id, actor, tags);
    const row = await withRefusals(async () => {
      const item = await this.database.queryOne<Item & { symbol: string }>(statement);
      if (item !== undefined) return item;
      const loss = await this.lossOf(dataSet, id);
      throw loss instanceof RaceLost && tags !== undefined && !tags.includes('*')
        ? new PreconditionFailed()
        : loss;
    }, ATTEMPTS);
    this.changes.announce(dataSet.table, row.symbol);
    return row;
  }

  /**
   * Replaces the record with an identifier; its natural key must be that of `record`, else {@link InvalidInput}. `tags`
   * as for {@link replace}. Throws {@link RecordNotFound}, also when it is deleted meanwhile.
   */
  replaceById(dataSet: DataSet, id: string, record: object, editor: Editor): Promise<Item> {
    refuseBroken(dataSet, record);
    return withRefusals(() => this.replaceUnderItsKey(dataSet, id, record, editor), ATTEMPTS);
  }

  private async replaceUnderItsKey(
    dataSet: DataSet,
    id: string,
    record: object,
    { actor, tags }: Editor,
  ): Promise<Item> {
    const key = requireExisting(await this.keyOf(dataSet, id), dataSet.name, id);
    const differing = dataSet.key.filter((name) => key[name] !== (record as Row)[name]);
    if (differing.length > 0) {
      throw new InvalidInput(
        differing.map((name) => ({
          pointer: pointerTo(name),
          code: 'key_differs',
          detail: `this record's ${name} is ${key[name]}; a natural key does not change, POST …/move gives another one`,
        })),
      );
    }
    if (this.proposals.governs(dataSet)) {
      return this.propose(
        { dataSet, intent: 'write', policy: 'update', actor, tags },
        { record, target: id },
      );
    }
    const { replaceStored } = this.statements(dataSet).withItem;
    const row = await this.database.queryOne<WriteRow>(replaceStored(id, record, actor, tags));
    this.announce(dataSet, record);
    if (row === undefined) throw await this.lossOf(dataSet, id);
    if (row.outcome === 'precondition_failed') throw new PreconditionFailed();
    return row;
  }

  /**
   * Gives the record with an identifier another natural key, along with the other values of `record`: audited as
   * deleted and created, in one statement; identifier and history stay. If the key is the same, it is a replacement.
   * `tags` as for {@link replace}. Throws {@link RecordExists} when the key is taken, and {@link RecordNotFound}.
   */
  move(dataSet: DataSet, id: string, record: object, editor: Editor): Promise<Item> {
    return withRefusals(() => this.moveFromItsKey(dataSet, id, record, editor), ATTEMPTS);
  }

  private async moveFromItsKey(dataSet: DataSet, id: string, record: object, editor: Editor): Promise<Item> {
    const { actor, tags } = editor;
    const key = await this.keyOf(dataSet, id);
    if (key !== undefined && dataSet.key.every((name) => key[name] === (record as Row)[name])) {
      return this.replaceById(dataSet, id, record, editor);
    }
    refuseBroken(dataSet, record);
    if (this.proposals.governs(dataSet)) {
      const proposal = { record, target: id, ...(key && { from: key }) };
      return this.propose({ dataSet, intent: 'move', policy: 'error', actor, tags }, proposal);
    }
    if (key === undefined) throw new RecordNotFound(dataSet.name, id);
    const statement = this.statements(dataSet).withItem.move(id, key, record, actor, tags);
    const row = await this.runMove(statement);
    if (row === undefined) throw await this.lossOf(dataSet, id);
    if (row.outcome === 'precondition_failed') throw new PreconditionFailed();
    refuseTaken(dataSet, row);
    this.changes.announce(dataSet.table, row.old_symbol);
    this.announce(dataSet, record);
    return row;
  }

  /**
   * Restores a former state of the record with an identifier, under the key that it had: replaced, moved back, or
   * created again after its deletion. `tags` as for {@link replace}, including `*`: they name a stored version. Throws
   * {@link RecordExists} when another record has the key now.
   */
  restore(dataSet: DataSet, id: string, record: object, editor: Editor): Promise<Item> {
    const restore = async () => {
      const isStored = (await this.keyOf(dataSet, id)) !== undefined;
      const write = isStored
        ? this.move(dataSet, id, record, editor)
        : this.revive(dataSet, id, record, editor);
      return write.catch((error: unknown) => {
        // A rival deleted it, or restored it, meanwhile.
        const isLost = isStored
          ? error instanceof RecordNotFound
          : error instanceof RecordExists && error.existing.id === id;
        throw isLost ? new RaceLost() : error;
      });
    };
    return withRefusals(restore, ATTEMPTS);
  }

  private async revive(dataSet: DataSet, id: string, record: object, editor: Editor): Promise<Item> {
    const { actor, tags } = editor;
    if (tags !== undefined) throw new PreconditionFailed();
    refuseBroken(dataSet, record);
    if (this.proposals.governs(dataSet)) {
      return this.propose({ dataSet, intent: 'restore', policy: 'error', actor }, { record, target: id });
    }
    const revive = this.statements(dataSet).withItem.revive(id, record, actor);
    const row = await this.insertOrFind(
      dataSet,
      record,
      this.database.transaction(async (transaction) => {
        await transaction.query(restorationLock(id));
        return runWrite<WriteRow>(transaction, revive);
      }),
    );
    this.announce(dataSet, record);
    refuseTaken(dataSet, row);
    return row;
  }

  /** The item with an identifier; throws {@link RecordNotFound}. */
  async find(dataSet: DataSet, id: string): Promise<Item> {
    return requireExisting(await this.database.readByKey<Item>(itemOf(dataSet, id)), dataSet.name, id);
  }

  /** The item with a natural key; throws {@link RecordNotFound}. */
  async findByKey(dataSet: DataSet, key: object): Promise<Item> {
    const row = await this.database.readByKey<Item>(itemOfKey(dataSet, key));
    return requireExisting(row, dataSet.name, keyText(dataSet, key));
  }

  /** Deletes by natural key; `tags` as for {@link replace}. Throws {@link RecordNotFound}. */
  async removeByKey(dataSet: DataSet, key: object, { actor, tags }: Editor): Promise<Item> {
    return withRefusals(async () => {
      const current = await this.database.queryOne<Item>(itemOfKey(dataSet, key));
      const item = requireExisting(current, dataSet.name, keyText(dataSet, key));
      if (tags !== undefined) return this.remove(dataSet, item.id, { actor, tags });
      try {
        // The version that has the key: a rival may give the record another key meanwhile.
        return await this.remove(dataSet, item.id, { actor, tags: [versionOf(item)] });
      } catch (error) {
        throw error instanceof PreconditionFailed || error instanceof RecordNotFound ? new RaceLost() : error;
      }
    }, ATTEMPTS);
  }

  /** The record with an identifier as it would be written, and its version; throws {@link RecordNotFound}. */
  async read(dataSet: DataSet, id: string): Promise<{ record: object; version: string }> {
    const names = columnsOf(dataSet).map(({ name }) => name);
    const row = await this.database.queryOne<StoredFields>(fieldsOf(dataSet, names, id));
    const item = requireExisting(row, dataSet.name, id);
    return { record: readRecord(dataSet, parseJson(item.record)), version: versionOf(item) };
  }

  /** Proposes a write instead of making it: returns the proposal, or the record if it would not change. */
  private propose(order: ProposalOrder, proposed: ProposedRecord): Promise<Item> {
    return withRefusals(() => this.proposeOnce(order, proposed), ATTEMPTS);
  }

  private async proposeOnce(order: ProposalOrder, proposed: ProposedRecord): Promise<Item> {
    const { dataSet } = order;
    const [row] = await this.proposals.propose(order, [proposed]);
    const { outcome, stored, proposal } = row ?? { outcome: 'missing', stored: null, proposal: null };
    if (outcome === 'precondition_failed') throw new PreconditionFailed();
    if (outcome === 'exists' && stored !== null) refuseTaken(dataSet, { outcome, id: stored });
    if (outcome === 'unchanged' && stored !== null) {
      const item = await this.database.queryOne<Item>(itemOf(dataSet, stored));
      if (item === undefined) throw new RaceLost(); // deleted meanwhile: now the same values are a change
      return item;
    }
    if (outcome === 'proposed' && proposal !== null) {
      return { ...(await this.proposals.item(proposal)), proposal: `${PROPOSALS_PATH}/${proposal}` };
    }
    throw new RecordNotFound(dataSet.name, proposed.target ?? keyText(dataSet, proposed.record));
  }

  /** Drops a written record from the caches of this process before the writer gets an answer. */
  announce(dataSet: DataSet, record: object): void {
    this.changes.announce(dataSet.table, String(keyOf(dataSet, record)[dataSet.key[0] ?? '']));
  }

  /**
   * Replaces the stored record with the same key, or inserts it: two writes, of which one takes effect, each in its own
   * transaction unless one is given. Throws {@link RaceLost} when a rival inserted or deleted it meanwhile.
   */
  async store(dataSet: DataSet, record: object, actor: Actor, transaction?: Transaction): Promise<WriteRow> {
    const { replace, insert } = this.statements(dataSet).withItem;
    for (const write of [replace(record, actor), insert(record, actor)]) {
      const row = await (transaction
        ? runWrite<WriteRow>(transaction, write)
        : this.runAlone<WriteRow>(write));
      if (row !== undefined) return row;
    }
    throw new RaceLost();
  }

  /** Runs a write as one statement, or as the statements of one transaction. */
  private runAlone<Row extends WriteOutcome>(write: Write): Promise<Row | undefined> {
    if (!('first' in write)) return this.database.queryOne<Row>(write);
    return this.database.singleTransaction((transaction) => runWriteAlone<Row>(transaction, write));
  }

  /** The natural key, as in records, of the record with an identifier, or undefined. */
  private async keyOf(dataSet: DataSet, id: string): Promise<Row | undefined> {
    const fields = await this.database.queryOne<StoredFields>(fieldsOf(dataSet, dataSet.key, id));
    return fields && readNewKey(dataSet, parseJson(fields.record));
  }

  /** Why a write found no record under the key that it had: it has another one now, or it is gone. */
  private async lossOf(dataSet: DataSet, id: string): Promise<RaceLost | RecordNotFound> {
    const isStored = (await this.keyOf(dataSet, id)) !== undefined;
    return isStored ? new RaceLost() : new RecordNotFound(dataSet.name, id);
  }

  /** Runs a move; throws {@link RaceLost} if a rival's insert of the same key made it fail. */
  private async runMove(statement: Statement): Promise<MoveRow | undefined> {
    try {
      return await this.database.queryOne<MoveRow>(statement);
    } catch (error) {
      throw isDuplicate(error) ? new RaceLost() : error;
    }
  }

  /**
   * The outcome of an insert; if the key is taken, the item that has it, as `exists`. Throws {@link RaceLost} if that one
   * was deleted meanwhile, or if a rival restored the record under another key.
   */
  private async insertOrFind(
    dataSet: DataSet,
    record: object,
    insert: Promise<WriteRow | undefined>,
  ): Promise<WriteRow> {
    const row = await insert;
    if (row !== undefined) return row;
    const item = await this.database.queryOne<Item>(itemOfKey(dataSet, record));
    if (item === undefined) throw new RaceLost();
    return { ...item, outcome: 'exists' };
  }
}

function refuseBroken(dataSet: DataSet, record: object): void {
  const errors = brokenRules(dataSet, record);
  if (errors.length > 0) throw new InvalidInput(errors);
}

function refuseTaken(dataSet: DataSet, { outcome, id }: Pick<WriteOutcome, 'outcome' | 'id'>): void {
  if (outcome === 'exists') throw new RecordExists(dataSet.name, { id, url: `${dataSet.path}/${id}` });
}
