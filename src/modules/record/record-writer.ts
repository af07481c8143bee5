import { Injectable } from '@nestjs/common';
import { DataSource, type Repository } from 'typeorm';
import type { Actor } from '../../auth/caller.js';
import { Changes, tellChange } from '../../database/changes.js';
import { RaceLost, retriedOnConflict } from '../../database/conflicts.js';
import { Database, type Statement } from '../../database/database.js';
import { type Item, versionSql } from '../../database/stored-item.js';
import type { StoredRecord } from '../../database/stored-record.js';
import {
  InvalidInput,
  PreconditionFailed,
  pointerTo,
  RecordExists,
  RecordNotFound,
} from '../../errors/domain-errors.js';
import { type DataSet, keyOf } from '../dataset/data-set.js';
import { type WriteRow, type WriteStatements, writeStatements } from './write-statements.js';

/** A statement is repeated this often when rivals write the same key at the same moment. */
const ATTEMPTS = 20;

/** Writes single records of any data set, each in one atomic statement with its audit event. */
@Injectable()
export class RecordWriter {
  private readonly built = new Map<string, WriteStatements>();

  constructor(
    private readonly database: Database,
    private readonly dataSource: DataSource,
    private readonly changes: Changes,
  ) {}

  /** The write statements of a data set, built once. */
  statements(dataSet: DataSet): WriteStatements {
    let statements = this.built.get(dataSet.name);
    if (statements === undefined) {
      statements = writeStatements(dataSet);
      this.built.set(dataSet.name, statements);
    }
    return statements;
  }

  /** Inserts a record; throws {@link RecordExists} when its natural key is taken. */
  async create(dataSet: DataSet, record: object, actor: Actor): Promise<Item> {
    const row = await this.run(this.statements(dataSet).withItem.insert(record, actor));
    this.announce(dataSet, record);
    if (row.outcome === 'exists') {
      throw new RecordExists(dataSet.name, { id: row.id, url: `${dataSet.path}/${row.id}` });
    }
    return row;
  }

  /**
   * Inserts or replaces by natural key. `tags`: only over one of these versions, else
   * {@link PreconditionFailed}. Replacing values by the same values changes nothing, not even the version.
   */
  async replace(
    dataSet: DataSet,
    record: object,
    actor: Actor,
    tags?: readonly string[],
  ): Promise<{ item: Item; isNew: boolean }> {
    const statement = this.statements(dataSet).withItem.replace(record, actor, tags);
    if (tags === undefined) {
      const row = await this.run(statement);
      this.announce(dataSet, record);
      return { item: row, isNew: row.outcome === 'created' };
    }
    const row = await this.database.queryOne<WriteRow>(statement);
    this.announce(dataSet, record);
    if (row === undefined || row.outcome === 'precondition_failed') throw new PreconditionFailed();
    return { item: row, isNew: false };
  }

  /** Deletes by identifier; `tags` as for {@link replace}. Throws {@link RecordNotFound}. */
  async remove(dataSet: DataSet, id: string, actor: Actor, tags?: readonly string[]): Promise<Item> {
    const row = await this.database.queryOne<Item & { symbol: string }>(removal(dataSet, id, actor, tags));
    if (row !== undefined) {
      this.changes.announce(dataSet.table, row.symbol);
      return row;
    }
    if (tags !== undefined && (await this.stored(dataSet).existsBy({ id }))) throw new PreconditionFailed();
    throw new RecordNotFound(dataSet.name, id);
  }

  /**
   * Replaces the record of an identifier; its natural key must be the body's, else {@link InvalidInput}. `tags` as for
   * {@link replace}. Throws {@link RecordNotFound}, also when it is deleted meanwhile.
   */
  async replaceById(
    dataSet: DataSet,
    id: string,
    record: object,
    actor: Actor,
    tags?: readonly string[],
  ): Promise<Item> {
    const select = Object.fromEntries(dataSet.key.map((name) => [name, true]));
    const stored = await this.stored(dataSet).findOne({ select, where: { id } });
    if (stored === null) throw new RecordNotFound(dataSet.name, id);
    const key = keyOf(dataSet, stored);
    const moved = Object.entries(keyOf(dataSet, record)).filter(([name, value]) => key[name] !== value);
    if (moved.length > 0) {
      throw new InvalidInput(
        moved.map(([name]) => ({
          pointer: pointerTo(name),
          code: 'key_differs',
          detail: `this record's ${name} is ${key[name]}; a natural key does not change`,
        })),
      );
    }
    const { replaceStored } = this.statements(dataSet).withItem;
    const row = await this.database.queryOne<WriteRow>(replaceStored(id, record, actor, tags));
    this.announce(dataSet, record);
    if (row === undefined) throw new RecordNotFound(dataSet.name, id);
    if (row.outcome === 'precondition_failed') throw new PreconditionFailed();
    return row;
  }

  /** The item of an identifier; throws {@link RecordNotFound}. */
  async find(dataSet: DataSet, id: string): Promise<Item> {
    const row = await this.database.readOne<Item>(itemOf(dataSet, id));
    if (row === undefined) throw new RecordNotFound(dataSet.name, id);
    return row;
  }

  /** Caches of this process forget what was written before its writer hears that it was. */
  announce(dataSet: DataSet, record: object): void {
    this.changes.announce(dataSet.table, String(keyOf(dataSet, record)[dataSet.key[0] ?? '']));
  }

  private stored(dataSet: DataSet): Repository<StoredRecord> {
    return this.dataSource.getRepository(dataSet.entity);
  }

  /** Runs a write; one that returns no row has lost a race for its key. */
  private run(statement: Statement): Promise<WriteRow> {
    return retriedOnConflict(async () => {
      const row = await this.database.queryOne<WriteRow>(statement);
      if (row === undefined) throw new RaceLost();
      return row;
    }, ATTEMPTS);
  }
}

function itemOf(dataSet: DataSet, id: string): Statement {
  return {
    text: `SELECT r.id, r.revision, (${dataSet.itemJson})::text AS json FROM ${dataSet.table} r WHERE r.id = $1::uuid`,
    values: [id],
  };
}

function removal(dataSet: DataSet, id: string, actor: Actor, tags: readonly string[] | undefined): Statement {
  const pairs = (names: readonly string[]) => names.map((name) => `'${name}', del.${name}`).join(', ');
  return {
    text: `
      WITH del AS (
        DELETE FROM ${dataSet.table} r WHERE r.id = $1::uuid
          AND ($4::text[] IS NULL OR '*' = ANY ($4::text[]) OR ${versionSql('r')} = ANY ($4::text[]))
        RETURNING r.*
      ), audit AS (
        INSERT INTO audit_event (resource, action, record_id, record_key, actor, request_id, before)
        SELECT '${dataSet.name}', 'deleted', del.id, jsonb_build_object(${pairs(dataSet.key)}), $2::text, $3::text,
          to_jsonb(del) - 'id' FROM del RETURNING ${tellChange(dataSet.table, `record_key ->> '${dataSet.key[0]}'`)}
      )
      SELECT del.id, del.revision, del.${dataSet.key[0]}::text AS symbol, json_build_object('id', del.id, 'status', 'deleted', 'timestamp',
        to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))::text AS json FROM del`,
    values: [id, actor.name, actor.requestId, tags ?? null],
  };
}
