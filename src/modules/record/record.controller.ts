import { applyDecorators, Body, Controller, Query } from '@nestjs/common';
import { ApiBody, ApiQuery, ApiTags } from '@nestjs/swagger';
import type { Actor, Caller, Editor } from '../../auth/caller.js';
import { CurrentActor, CurrentCaller, CurrentEditor, Requires } from '../../auth/rights.js';
import {
  ChangeOne,
  CreateOne,
  DeleteOne,
  DocumentIfMatch,
  ReadOne,
  ReadStored,
  ReplaceOne,
} from '../../http/docs/operations.js';
import { PathParam, RecordId } from '../../http/fields/params.js';
import type { QueryTexts } from '../../http/fields/query-reader.js';
import { DeletedEvent } from '../../http/replies/events.js';
import { answer, created, event, ok, type Reply, replaced } from '../../http/replies/reply.js';
import { collectionPath, DATA_SET_NAMES, type DataSetName } from '../../kinds/data-set-names.js';
import { choiceKind, type Schema } from '../../kinds/kinds.js';
import { MayBeProposed } from '../proposal/proposal.dto.js';
import { ProvenanceRecord, RECORD_WRITE, RestoreBody } from './record.dto.js';
import { RecordService } from './record.service.js';

/** A stored record of any data set: the fields of its data set and the control fields. */
const STORED_RECORD: Schema = {
  title: 'StoredRecord',
  type: 'object',
  description: 'All fields of the data set, in addition to:',
  required: ['id'],
  properties: {
    id: {
      type: 'string',
      format: 'uuid',
      description: 'Identifier.',
      example: '0b7e4c1e-9a49-4c43-9d53-1f9c5c1d2a10',
    },
    timestamp: {
      type: 'string',
      format: 'date-time',
      description: 'Last change, UTC; named `changed_at` if the data set has its own timestamp.',
      example: '2024-01-31T08:15:02.123456Z',
    },
  },
  additionalProperties: true,
};

/** A record of the data set used in the examples. */
const EXAMPLE_BODY = { ticker: 'VNM', name: 'CTCP Sữa Việt Nam', exchange: 'HOSE' };
const EXAMPLE = { id: '0b7e4c1e-9a49-4c43-9d53-1f9c5c1d2a10', ...EXAMPLE_BODY };

const Resource = () => PathParam('resource', choiceKind(DATA_SET_NAMES), 'Data set.', 'security');

/** Documents the natural key in a query: parameters by the names of its columns. */
const DocumentKey = (required: boolean) =>
  ApiQuery({
    name: 'key',
    required,
    style: 'form',
    explode: true,
    description:
      'The columns of the natural key, one parameter each: `?ticker=VNM&ex_date=20240131&type=cash_dividend`. GET /svc/datasets lists them.',
    schema: { type: 'object', additionalProperties: { type: 'string' }, example: { ticker: 'VNM' } },
  });

/** Documents a body that is a record of the data set of the path. */
const DocumentRecord = () => ApiBody({ schema: { ...RECORD_WRITE, example: EXAMPLE_BODY } });

/** Documents a body that names fields of the natural key. */
const DocumentNewKey = () =>
  ApiBody({
    schema: {
      type: 'object',
      minProperties: 1,
      additionalProperties: true,
      description: 'The fields of the natural key that change, by column name.',
      example: { ticker: 'VNM' },
    },
  });

/** A write of a stored record: the right it needs, and its documentation. */
const Writes = () => applyDecorators(Requires('data:import'), DocumentIfMatch(), MayBeProposed());

/**
 * The stored records of every data set, one by one: by identifier, as in the URLs of bulk insert, and by natural key.
 * Quotes and settlement days also have dedicated resources.
 */
@ApiTags('Record')
@Controller('svc/record')
export class RecordController {
  constructor(private readonly records: RecordService) {}

  @ReadStored(':resource', STORED_RECORD, {
    operationId: 'getRecordByKey',
    example: EXAMPLE,
    summary: 'A stored record of any data set by its natural key',
    description: 'The record with all fields of its data set. Use its ETag in If-Match.',
  })
  @Requires('market-data:read')
  @DocumentKey(true)
  async findByKey(
    @Resource() resource: DataSetName,
    @Query() key: QueryTexts,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply> {
    return ok(await this.records.findByKey(resource, key, caller));
  }

  @ReadStored(':resource/:id', STORED_RECORD, {
    operationId: 'getRecord',
    example: EXAMPLE,
    summary: 'A stored record of any data set',
    description:
      'The record with all fields of its data set, by the identifier that bulk insert returned. Use its ETag in If-Match.',
  })
  @Requires('market-data:read')
  async find(
    @Resource() resource: DataSetName,
    @RecordId() id: string,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply> {
    return ok(await this.records.find(resource, id, caller));
  }

  @ReadOne(':resource/:id/provenance', ProvenanceRecord, {
    operationId: 'getRecordProvenance',
    summary: 'Where the values of a record come from',
    description:
      'The write that set the current values, and the source and run that delivered them: directly, through the quarantine, or as an approved proposal. For earlier versions, see the history of the record, each with its source and run.',
  })
  @Requires('market-data:read')
  async provenance(
    @Resource() resource: DataSetName,
    @RecordId() id: string,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply> {
    return answer(await this.records.provenance(resource, id, caller));
  }

  @CreateOne(':resource', STORED_RECORD, {
    operationId: 'createRecord',
    example: EXAMPLE,
    summary: 'Create a record of any data set',
    description:
      'Inserts one record. If its natural key already exists, the response is 303 and nothing changes.',
  })
  @Requires('data:import')
  @MayBeProposed()
  @DocumentRecord()
  async create(
    @Resource() resource: DataSetName,
    @Body() record: unknown,
    @CurrentActor() actor: Actor,
  ): Promise<Reply> {
    return created(await this.records.create(resource, record, actor), collectionPath(resource));
  }

  @ReplaceOne(':resource', STORED_RECORD, {
    operationId: 'putRecordByKey',
    example: EXAMPLE,
    summary: 'Create or replace a record by its natural key',
    description:
      'The key is given in the body, in the query, or identically in both. Atomic under concurrency; identical values change nothing.',
  })
  @Writes()
  @DocumentKey(false)
  @DocumentRecord()
  async replace(
    @Resource() resource: DataSetName,
    @Query() key: QueryTexts,
    @Body() record: unknown,
    @CurrentEditor() editor: Editor,
  ): Promise<Reply> {
    return replaced(
      await this.records.replace({ resource, ...editor }, key, record),
      collectionPath(resource),
    );
  }

  @ReplaceOne(':resource/:id', STORED_RECORD, {
    operationId: 'putRecord',
    example: EXAMPLE,
    summary: 'Replace a record by its identifier',
    description:
      'The body repeats the natural key of the record; another key returns 400: to change it, use `move`.',
  })
  @Writes()
  @DocumentRecord()
  async replaceById(
    @Resource() resource: DataSetName,
    @RecordId() id: string,
    @Body() record: unknown,
    @CurrentEditor() editor: Editor,
  ): Promise<Reply> {
    return ok(await this.records.replaceById({ resource, id, ...editor }, record));
  }

  @ChangeOne(':resource/:id/move', STORED_RECORD, {
    operationId: 'moveRecord',
    example: EXAMPLE,
    summary: 'Change the natural key of a record',
    description:
      'For a mistyped key: the record is deleted under the old key and created under the new one in one transaction, with its other values, its identifier and its history. Key fields omitted from the body stay the same. 303 if another record has the new key.',
  })
  @Writes()
  @DocumentNewKey()
  async move(
    @Resource() resource: DataSetName,
    @RecordId() id: string,
    @Body() key: unknown,
    @CurrentEditor() editor: Editor,
  ): Promise<Reply> {
    return ok(await this.records.move({ resource, id, ...editor }, key));
  }

  @ChangeOne(':resource/:id/restore', STORED_RECORD, {
    operationId: 'restoreRecord',
    example: EXAMPLE,
    summary: 'Restore an earlier version of a record',
    description:
      'Restores the values and the natural key recorded in an event of its history, also after its deletion, under the same identifier. A write like any other: with its own event, and refused if the values break a current rule.',
  })
  @Writes()
  async restore(
    @Resource() resource: DataSetName,
    @RecordId() id: string,
    @Body() version: RestoreBody,
    @CurrentEditor() editor: Editor,
  ): Promise<Reply> {
    return ok(await this.records.restore({ resource, id, ...editor }, version));
  }

  @DeleteOne(':resource/:id', DeletedEvent, {
    operationId: 'deleteRecord',
    description: 'The record is removed; its values and who deleted it stay in the audit trail.',
    summary: 'Delete a record by its identifier',
  })
  @Writes()
  async remove(
    @Resource() resource: DataSetName,
    @RecordId() id: string,
    @CurrentEditor() editor: Editor,
  ): Promise<Reply> {
    return event(await this.records.remove({ resource, id, ...editor }));
  }

  @DeleteOne(':resource', DeletedEvent, {
    operationId: 'deleteRecordByKey',
    description: 'The record is removed; its values and who deleted it stay in the audit trail.',
    summary: 'Delete a record by its natural key',
  })
  @Writes()
  @DocumentKey(true)
  async removeByKey(
    @Resource() resource: DataSetName,
    @Query() key: QueryTexts,
    @CurrentEditor() editor: Editor,
  ): Promise<Reply> {
    return event(await this.records.removeByKey({ resource, ...editor }, key));
  }
}
