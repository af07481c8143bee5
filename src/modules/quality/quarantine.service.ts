import { Inject, Injectable } from '@nestjs/common';
import type { Actor, Editor } from '../../auth/caller.js';
import { withRefusals } from '../../database/conflicts.js';
import { Database } from '../../database/database.js';
import type { List } from '../../database/lists/list.js';
import { ONE_MOMENT } from '../../database/records/stage.js';
import type { Transaction } from '../../database/statement.js';
import {
  InvalidInput,
  PreconditionFailed,
  pointerTo,
  RecordNotFound,
  WrongState,
} from '../../errors/domain-errors.js';
import { parseJson } from '../../files/json-text.js';
import {
  columnsOf,
  DATA_SETS,
  type DataSet,
  type DataSets,
  findDataSet,
  keyOf,
} from '../dataset/data-set.js';
import { readNewKey, readRecord } from '../dataset/record-reading.js';
import { Proposals } from '../proposal/proposals.js';
import { RecordWriter } from '../record/record-writer.js';
import { storedFields, storedVersion } from '../record/stored-records.js';
import { rulesOf } from './quality-rules.js';
import type { QuarantineQuery } from './quarantine.dto.js';
import { BESIDE, type HeldRow, QuarantineRepository } from './quarantine.repository.js';

/** Attempts at a decision that conflicts with writers of the same key. */
const ATTEMPTS = 20;

/** A decision on a row that is held back. */
interface Decision {
  state: 'released' | 'corrected' | 'rejected';
  reason: string;
  editor: Editor;
}

/** Rows that the quality gate held back, and the decisions on them. */
@Injectable()
export class QuarantineService {
  constructor(
    private readonly quarantine: QuarantineRepository,
    private readonly database: Database,
    private readonly writer: RecordWriter,
    private readonly proposals: Proposals,
    @Inject(DATA_SETS) private readonly dataSets: DataSets,
  ) {}

  /** Rows of a state; throws {@link InvalidInput} for a rule that no data set has. */
  list(query: QuarantineQuery): List {
    const rules = new Set(Object.values(this.dataSets).flatMap((each) => Object.keys(rulesOf(each))));
    if (query.rule !== undefined && !rules.has(query.rule)) {
      const detail = `one of ${[...rules].join(', ')} is expected`;
      throw new InvalidInput([{ parameter: 'rule', code: 'unknown_value', detail }]);
    }
    return this.quarantine.list({ ...query, state: query.state ?? 'waiting' });
  }

  /** JSON text of a row with its evidence; throws {@link RecordNotFound}. */
  async find(id: string): Promise<string> {
    const resource = await this.quarantine.resourceOf(id);
    const dataSet = resource === undefined ? undefined : findDataSet(this.dataSets, resource);
    const json = dataSet === undefined ? undefined : await this.quarantine.find(id, dataSet);
    if (json === undefined) throw new RecordNotFound('quarantine', id);
    return json;
  }

  /**
   * Stores the row as it arrived, or proposes it if its data set is governed. Throws {@link RecordNotFound},
   * {@link WrongState} if it is already decided, and {@link PreconditionFailed} if it is at none of the versions that the
   * editor names, or they are of its evidence and the record stored under its key has changed since.
   */
  release(id: string, reason: string, editor: Editor): Promise<string> {
    return this.decide(id, { state: 'released', reason, editor }, (row) => parseJson(row.record));
  }

  /** Stores other values under its key; throws as {@link release}, and {@link InvalidInput} also for another key. */
  correct(id: string, record: object, reason: string, editor: Editor): Promise<string> {
    return this.decide(id, { state: 'corrected', reason, editor }, () => record);
  }

  /** Stores nothing; the same values are held back without waiting when they arrive again. Throws as {@link release}. */
  reject(id: string, reason: string, editor: Editor): Promise<string> {
    return this.decide(id, { state: 'rejected', reason, editor }, () => undefined);
  }

  /** Decides and stores in one transaction; run again if a rival writes the record after its other fields were read. */
  private async decide(
    id: string,
    { state, reason, editor: { actor, tags = ['*'] } }: Decision,
    recordOf: (row: HeldRow) => unknown,
  ): Promise<string> {
    const release = await withRefusals(
      () =>
        this.database.transaction(async (transaction) => {
          await transaction.query({ text: ONE_MOMENT, values: [] });
          const row = await this.quarantine.lock(transaction, id);
          if (row === undefined) throw new RecordNotFound('quarantine', id);
          if (row.state !== 'waiting') throw new WrongState(`The row has already been ${row.state}`);
          if (!(await this.isAsRead(transaction, row, tags))) throw new PreconditionFailed();
          const release = await this.store(transaction, row, recordOf(row), actor);
          const { name, requestId } = actor;
          await this.quarantine.decide(transaction, { id, state, reason, actor: name, requestId });
          return release;
        }),
      ATTEMPTS,
    );
    if (release !== undefined) this.writer.announce(release.dataSet, release.record);
    return this.find(id);
  }

  /** Whether a row has one of the versions and, if they are of its evidence, also the record stored under its key. */
  private async isAsRead(transaction: Transaction, row: HeldRow, tags: readonly string[]): Promise<boolean> {
    if (tags.includes('*') || tags.includes(row.version)) return true;
    const dataSet = findDataSet(this.dataSets, row.resource);
    if (dataSet === undefined) return false;
    const key = readNewKey(dataSet, row.key);
    const recordVersion = await storedVersion(transaction, dataSet, key);
    return tags.includes(`${row.version}${BESIDE}${recordVersion ?? ''}`);
  }

  private async store(
    transaction: Transaction,
    row: HeldRow,
    value: unknown,
    actor: Actor,
  ): Promise<{ dataSet: DataSet; record: object } | undefined> {
    const dataSet = findDataSet(this.dataSets, row.resource);
    if (value === undefined || dataSet === undefined) return undefined;
    const record = await this.withStored(transaction, dataSet, row, value);
    const key = keyOf(dataSet, record);
    // Read like the correction, as an instant can be written in more than one way.
    const receivedKey = keyOf(dataSet, readRecord(dataSet, parseJson(row.record)));
    const differing = dataSet.key.filter((name) => key[name] !== receivedKey[name]);
    if (differing.length > 0) {
      throw new InvalidInput(
        differing.map((name) => ({
          pointer: `/record${pointerTo(name)}`,
          code: 'key_differs',
          detail: `this row's ${name} is ${String(row.key[name])}; a correction keeps the key`,
        })),
      );
    }
    if (this.proposals.governs(dataSet)) {
      const order = { dataSet, intent: 'write', policy: 'update', actor } as const;
      await this.proposals.propose(order, [{ record }], transaction);
      return undefined;
    }
    await this.writer.store(dataSet, record, actor, transaction);
    return { dataSet, record };
  }

  /** The record to store: the stored one keeps the fields that neither the source declares nor the decision names. */
  private async withStored(
    transaction: Transaction,
    dataSet: DataSet,
    { fields }: HeldRow,
    value: unknown,
  ): Promise<object> {
    const record = readRecord(dataSet, value);
    if (fields === null) return record;
    const others = columnsOf(dataSet)
      .map(({ name }) => name)
      .filter(
        (name) =>
          !(dataSet.key.includes(name) || fields.includes(name) || Object.hasOwn(value as object, name)),
      );
    const otherFields = await storedFields(transaction, dataSet, others, record);
    return otherFields === undefined ? record : readRecord(dataSet, { ...(value as object), ...otherFields });
  }
}
