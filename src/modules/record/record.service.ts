import { Inject, Injectable } from '@nestjs/common';
import type { Actor, Caller, Editor } from '../../auth/caller.js';
import { RaceLost, withConflictRetries } from '../../database/conflicts.js';
import type { Item, Replacement } from '../../database/records/stored-item.js';
import {
  InvalidInput,
  PreconditionFailed,
  RecordNotFound,
  requireExisting,
} from '../../errors/domain-errors.js';
import { parseJson } from '../../files/json-text.js';
import type { QueryTexts } from '../../http/fields/query-reader.js';
import type { DataSetName } from '../../kinds/data-set-names.js';
import { isJsonObject } from '../../kinds/json-object.js';
import { Publication } from '../../market/publication.js';
import { columnsOf, DATA_SETS, type DataSet, type DataSets } from '../dataset/data-set.js';
import { readKey, readNewKey, readRecord } from '../dataset/record-reading.js';
import type { RestoreBody } from './record.dto.js';
import { RecordHistoryRepository } from './record-history.repository.js';
import { RecordWriter } from './record-writer.js';

/** One record by its identifier, and the request that writes it. */
export interface RecordWrite extends Editor {
  resource: DataSetName;
  id: string;
}

/** Attempts of a move when rivals change the record at the same moment. */
const ATTEMPTS = 20;

/** Stored records of all data sets: read, created, replaced, moved, deleted and restored one by one. */
@Injectable()
export class RecordService {
  constructor(
    @Inject(DATA_SETS) private readonly dataSets: DataSets,
    private readonly writer: RecordWriter,
    private readonly publication: Publication,
    private readonly history: RecordHistoryRepository,
  ) {}

  /** A record by data set and identifier; throws RecordNotFound, and NotPermitted for one that is not published. */
  async find(resource: DataSetName, id: string, caller: Caller): Promise<Item> {
    return this.refuseUnpublished(resource, await this.writer.find(this.dataSets[resource], id), caller);
  }

  /** The same by natural key. */
  async findByKey(resource: DataSetName, key: QueryTexts, caller: Caller): Promise<Item> {
    const dataSet = this.dataSets[resource];
    return this.refuseUnpublished(
      resource,
      await this.writer.findByKey(dataSet, readKey(dataSet, key)),
      caller,
    );
  }

  /** JSON text of the origin of the present values of a record; throws like {@link find}. */
  async provenance(resource: DataSetName, id: string, caller: Caller): Promise<string> {
    await this.find(resource, id, caller);
    return requireExisting(await this.history.provenance(resource, id), resource, id);
  }

  /** Creates a record; throws RecordExists when its natural key is taken. */
  create(resource: DataSetName, body: unknown, actor: Actor): Promise<Item> {
    const dataSet = this.dataSets[resource];
    return this.writer.create(dataSet, readRecord(dataSet, body), actor);
  }

  /** Creates or replaces by natural key, which the query may omit or repeat. */
  replace(
    { resource, ...editor }: Omit<RecordWrite, 'id'>,
    query: QueryTexts,
    body: unknown,
  ): Promise<Replacement> {
    const dataSet = this.dataSets[resource];
    const record = withKey(dataSet, query, body);
    return this.writer.replace(dataSet, record, editor);
  }

  /** Replaces the record with an identifier; the body repeats its natural key. */
  replaceById({ resource, id, ...editor }: RecordWrite, body: unknown): Promise<Item> {
    const dataSet = this.dataSets[resource];
    return this.writer.replaceById(dataSet, id, readRecord(dataSet, body), editor);
  }

  /** Gives a record another natural key, changing the key fields that the body names. */
  async move({ resource, id, actor, tags }: RecordWrite, body: unknown): Promise<Item> {
    const dataSet = this.dataSets[resource];
    const key = readNewKey(dataSet, body);
    await this.find(resource, id, actor.caller);
    return withConflictRetries(async () => {
      const { record, version } = await this.writer.read(dataSet, id);
      if (tags !== undefined && !tags.includes('*') && !tags.includes(version))
        throw new PreconditionFailed();
      try {
        const renamedRecord = { ...record, ...key };
        const movedRecord = dataSet.followKey?.(renamedRecord) ?? renamedRecord;
        return await this.writer.move(dataSet, id, movedRecord, { actor, tags: [version] });
      } catch (error) {
        throw error instanceof PreconditionFailed ? new RaceLost() : error;
      }
    }, ATTEMPTS);
  }

  /** Restores a record as it was before or after an event of its history; throws RecordNotFound for another event. */
  async restore({ resource, id, ...editor }: RecordWrite, { event_id, version }: RestoreBody): Promise<Item> {
    const dataSet = this.dataSets[resource];
    if (dataSet.isPublished !== undefined) this.publication.refuseStranger(editor.actor.caller);
    const event = await this.history.version({ resource, id, event: event_id, version });
    if (event === undefined)
      throw new RecordNotFound(`version of ${resource} ${id} by event`, String(event_id));
    if (event.record === null) {
      const detail = `the record has no values ${version} this event`;
      throw new InvalidInput([{ pointer: '/version', code: 'no_such_version', detail }]);
    }
    return this.writer.restore(dataSet, id, readRecord(dataSet, parseJson(event.record)), editor);
  }

  remove({ resource, id, ...editor }: RecordWrite): Promise<Item> {
    return this.writer.remove(this.dataSets[resource], id, editor);
  }

  /** Deletes by natural key. */
  removeByKey({ resource, ...editor }: Omit<RecordWrite, 'id'>, key: QueryTexts): Promise<Item> {
    const dataSet = this.dataSets[resource];
    return this.writer.removeByKey(dataSet, readKey(dataSet, key), editor);
  }

  /** The item, unless its values are not published for the caller. */
  private refuseUnpublished(resource: DataSetName, item: Item, caller: Caller): Item {
    const { isPublished } = this.dataSets[resource];
    if (isPublished?.(JSON.parse(item.json)) === false) this.publication.refuseStranger(caller);
    return item;
  }
}

/** The record of a body whose natural key may be given in the query; throws InvalidInput if the two differ. */
function withKey(dataSet: DataSet, query: QueryTexts, body: unknown): object {
  if (Object.keys(query).length === 0) return readRecord(dataSet, body);
  const key = readKey(dataSet, query);
  const record = readRecord(
    dataSet,
    isJsonObject(body) ? { ...missingFrom(dataSet, body, key), ...body } : body,
  ) as Record<string, unknown>;
  const differing = dataSet.key.filter((name) => record[name] !== key[name]);
  if (differing.length === 0) return record;
  throw new InvalidInput(
    differing.map((parameter) => ({
      parameter,
      code: 'key_differs',
      detail: `the body's ${parameter} is ${record[parameter]}`,
    })),
  );
}

/** The key without the columns that a body gives by their other names, under which the publisher knows them. */
function missingFrom(dataSet: DataSet, body: object, key: Record<string, unknown>): Record<string, unknown> {
  const values = new Map<string, unknown>(Object.entries(body));
  const isGiven = (alias: string | undefined) => alias !== undefined && (values.get(alias) ?? null) !== null;
  const names = columnsOf(dataSet).flatMap(({ name, alias }) => (isGiven(alias) ? [name] : []));
  return Object.fromEntries(Object.entries(key).filter(([name]) => !names.includes(name)));
}
